/** Tokens of an account for programs: those that there are, a new one, which is shown once, and revoking one. */

import { get, post, remove } from "../core/api.js";
import { find, h, labelled } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { promptForm } from "../ui/prompt.js";
import { showStatus, whileBusy } from "../ui/status.js";

const SCOPES = /** @type {const} */ (["read", "write", "publish"]);

/** @param {HTMLElement} root */
export function mountTokens(root) {
  find("#new-token", root).addEventListener("click", async () => {
    const name = h("input", { required: true, maxLength: 60, autocomplete: "off" });
    const boxes = SCOPES.map((scope) => h("input", { type: "checkbox", value: scope, checked: scope === "read" }));
    const days = h("input", { type: "number", min: "1", max: "3650", value: "90" });
    const password = h("input", { type: "password", autocomplete: "current-password", required: true, maxLength: 200 });
    const fields = [
      labelled(t("account.tokens.name"), name),
      h(
        "fieldset",
        {},
        h("legend", {}, t("account.tokens.scopes")),
        ...boxes.map((box, index) => h("label", { class: "check" }, box, " ", t(`account.tokens.${SCOPES[index]}`))),
      ),
      labelled(t("account.tokens.days"), days),
      labelled(t("account.password"), password),
    ];
    const make = () =>
      post("/me/tokens", {
        name: name.value,
        scopes: SCOPES.filter((_, index) => boxes[index].checked),
        days: days.value === "" ? null : Number(days.value),
        password: password.value,
      });
    const made = await promptForm(t("account.tokens.new"), fields, t("account.tokens.new"), make);
    if (!made) return;
    await showTokens(root);
    showToken(name.value, made.token);
  });
}

/** @param {HTMLElement} root */
export async function showTokens(root) {
  const { tokens } = await get("/me/tokens");
  const items = tokens.map((token) => tokenItem(token, root));
  const none = h("li", { class: "muted" }, t("account.tokens.none"));
  find("#tokens", root).replaceChildren(...(items.length ? items : [none]));
}

/**
 * @param {Api.TokenOut} token
 * @param {HTMLElement} root
 */
function tokenItem({ id, name, scopes, made, used, ends }, root) {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: "medium" });
  const day = (/** @type {string | null} */ time) => (time === null ? t("account.tokens.never") : format.format(new Date(time)));
  const times = { made: day(made), used: day(used), ends: day(ends) };
  const status = find("#tokens-status", root);
  const revoke = async () => {
    await remove("/me/tokens/{token}", { token: id });
    await showTokens(root);
    showStatus(status, t("account.tokens.revoked"));
  };
  const label = t("account.tokens.revoke.of", { name });
  const button = h(
    "button",
    { type: "button", "aria-label": label, onclick: () => whileBusy(button, status, revoke) },
    t("account.tokens.revoke"),
  );
  const when = t(used === null ? "account.tokens.unused" : "account.tokens.when", times);
  return h(
    "li",
    {},
    h("div", { class: "session" }, h("b", {}, name), h("span", { class: "muted" }, `${scopes.join(t("list.comma"))}; ${when}`)),
    button,
  );
}

/**
 * Show a new token, to be copied.
 * @param {string} name
 * @param {string} token
 */
function showToken(name, token) {
  const copy = h("button", { type: "button", onclick: () => copyText(token) }, t("label.copy"));
  const done = h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("account.tokens.kept"));
  const body = [h("p", {}, h("code", { id: "token" }, token)), h("p", { class: "muted" }, t("account.tokens.once"))];
  const dialog = openDialog(t("account.tokens.list", { name }), body, { footer: [copy, done] });
}
