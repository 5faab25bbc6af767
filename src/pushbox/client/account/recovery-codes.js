/** Recovery codes: how many are left, new ones, and the dialog that shows them this once. */

import { get, post } from "../core/api.js";
import { find, h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { downloadText, fileName } from "../ui/download.js";
import { promptForm } from "../ui/prompt.js";

/**
 * @param {HTMLElement} root
 * @param {() => string} nameOf the account
 */
export function mountRecoveryCodes(root, nameOf) {
  find("#new-codes", root).addEventListener("click", async () => {
    const password = h("input", { type: "password", autocomplete: "current-password", required: true, maxLength: 200 });
    const fields = [h("p", {}, t("account.codes.new.what")), labelled(t("account.password"), password)];
    const make = () => post("/me/recovery-codes", { password: password.value });
    const made = await promptForm(t("account.codes.new"), fields, t("account.codes.new"), make);
    if (!made) return;
    await showRemainingCodes(root);
    showCodes(nameOf(), made.codes);
  });
}

/** @param {HTMLElement} root */
export async function showRemainingCodes(root) {
  const { remaining } = await get("/me/recovery-codes");
  find("#codes-left", root).textContent = t("account.codes.left", { count: remaining });
}

/**
 * Show new codes, to be copied, downloaded or printed.
 * @param {string} name of the account
 * @param {string[]} codes
 */
export function showCodes(name, codes) {
  const text = `${t("account.codes.file", { name, host: location.host })}\n\n${codes.join("\n")}\n`;
  const actions = {
    copy: () => copyText(text),
    download: () => downloadText(fileName(t("account.codes.list", { name }), ".txt"), text),
    print: () => window.print(),
  };
  const buttons = Object.entries(actions).map(([action, act]) =>
    h("button", { type: "button", onclick: act }, t(`label.${action}`)),
  );
  const list = h("ol", { class: "codes" }, ...codes.map((code) => h("li", {}, h("code", {}, code))));
  const body = [h("p", {}, t("account.codes.what")), list, h("p", { class: "muted" }, t("account.codes.once"))];
  const done = h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("account.codes.done"));
  const dialog = openDialog(t("account.codes.list", { name }), body, { footer: [...buttons, done], kind: "printed" });
}
