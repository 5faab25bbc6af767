/** The sessions of an account, its password, and its end. */

import { get, post, put, remove } from "../core/api.js";
import { find, h, labelled, onSubmit } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { promptForm } from "../ui/prompt.js";
import { showStatus, whileBusy } from "../ui/status.js";

/**
 * @param {HTMLElement} root
 * @param {() => string} nameOf the account
 * @param {() => Promise<void>} onClosed
 */
export function mountSecurity(root, nameOf, onClosed) {
  const others = /** @type {HTMLButtonElement} */ (find("#end-others", root));
  const status = find("#sessions-status", root);
  const endOthers = async () => {
    await remove("/me/sessions");
    await showSessions(root);
    showStatus(status, t("account.sessions.others.ended"));
  };
  others.addEventListener("click", () => whileBusy(others, status, endOthers));
  mountPasswordForm(root);
  find("#close", root).addEventListener("click", async () => {
    if (await promptClose(nameOf())) await onClosed();
  });
}

/** @param {HTMLElement} root */
function mountPasswordForm(root) {
  const form = /** @type {HTMLFormElement} */ (find("#change", root));
  const submit = /** @type {HTMLButtonElement} */ (find("button", form));
  const status = find("#change-status", root);
  const change = async () => {
    const fields = new FormData(form);
    const [password, next] = ["password", "new_password"].map((name) => String(fields.get(name)));
    await put("/me/password", { password, new_password: next }, {});
    form.reset();
    await showSessions(root);
    showStatus(status, t("account.changed"));
  };
  onSubmit(form, () => whileBusy(submit, status, change));
}

/**
 * Delete the account, which needs its password.
 * @param {string} name
 * @returns {Promise<boolean>} false where the dialog was closed
 */
async function promptClose(name) {
  const password = h("input", { type: "password", autocomplete: "current-password", required: true, maxLength: 200 });
  const fields = [h("p", {}, t("account.close.what")), labelled(t("account.password"), password)];
  const close = async () => {
    await post("/accounts/close", { name, password: password.value });
    return true;
  };
  return (await promptForm(t("account.close"), fields, t("account.close"), close)) ?? false;
}

/** @param {HTMLElement} root */
export async function showSessions(root) {
  const { sessions } = await get("/me/sessions");
  const end = async (/** @type {string} */ session) => {
    await remove("/me/sessions/{session}", { session });
    await showSessions(root);
    showStatus(find("#sessions-status", root), t("account.sessions.ended"));
  };
  showStatus(find("#sessions-status", root), "");
  find("#sessions", root).replaceChildren(...sessions.map((session) => sessionItem(session, root, end)));
  find("#end-others", root).hidden = sessions.length < 2;
}

/**
 * @param {Api.SessionOut} session
 * @param {HTMLElement} root
 * @param {(session: string) => Promise<void>} end
 */
function sessionItem({ id, client, made, used, current }, root, end) {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const times = { made: format.format(new Date(made)), used: format.format(new Date(used)) };
  const name = client || t("account.sessions.unknown");
  const button = h(
    "button",
    {
      type: "button",
      "aria-label": t("account.sessions.end.of", { client: name, made: times.made }),
      onclick: () => whileBusy(button, find("#sessions-status", root), () => end(id)),
    },
    t("account.sessions.end"),
  );
  return h(
    "li",
    {},
    h("div", { class: "session" }, h("b", {}, name), h("span", { class: "muted" }, t("account.sessions.when", times))),
    current ? h("span", { class: "tag" }, t("account.sessions.current")) : button,
  );
}
