/** The form by which one enters an account: logs in, registers, or sets a new password by a recovery code. */

import { post } from "../core/api.js";
import { find, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { showStatus, whileBusy } from "../ui/status.js";

/** @typedef {"login" | "register" | "recover"} Mode */

const MIN_PASSWORD = 8; // characters of a new one
const SUBMIT = /** @type {const} */ ({ login: "account.login", register: "account.register", recover: "account.recover.go" });

/**
 * @param {HTMLElement} root
 * @param {(name: string, codes: string[]) => Promise<void>} onEntered called with the account's name, and the recovery
 *   codes of a new one
 */
export function mountEntryForm(root, onEntered) {
  const form = /** @type {HTMLFormElement} */ (find("#enter", root));
  const submit = /** @type {HTMLButtonElement} */ (find("button", form));
  const status = find("#enter-status", root);
  let mode = /** @type {Mode} */ ("login");

  for (const button of modeButtons(root)) {
    button.addEventListener("click", () => {
      mode = /** @type {Mode} */ (button.value);
      showStatus(status, "");
      showMode(root, mode);
    });
  }
  const enter = async () => {
    showStatus(status, "");
    const { name, codes } = await send(form, mode);
    form.reset();
    await onEntered(name, codes);
  };
  onSubmit(form, () => whileBusy(submit, status, enter));
}

/** @param {HTMLElement} root */
function modeButtons(root) {
  return /** @type {NodeListOf<HTMLButtonElement>} */ (find("#outside", root).querySelectorAll("button[value]"));
}

/**
 * @param {HTMLElement} root
 * @param {Mode} mode
 */
function showMode(root, mode) {
  const isNew = mode !== "login"; // the password
  for (const button of modeButtons(root)) button.setAttribute("aria-pressed", String(button.value === mode));
  find("#rules", root).hidden = !isNew;
  find("#code", root).hidden = mode !== "recover";
  const code = /** @type {HTMLInputElement} */ (find("#enter input[name=code]", root));
  code.required = mode === "recover";
  find("#password-label", root).textContent = t(mode === "recover" ? "account.password.new" : "account.password");
  find("#enter button", root).textContent = t(SUBMIT[mode]);
  const password = /** @type {HTMLInputElement} */ (find("#enter input[name=password]", root));
  password.autocomplete = isNew ? "new-password" : "current-password";
  password.minLength = isNew ? MIN_PASSWORD : 0;
}

/**
 * @param {HTMLFormElement} form
 * @param {Mode} mode
 * @returns {Promise<{name: string, codes: string[]}>} the name of the account, and the codes of a new one
 */
async function send(form, mode) {
  const fields = new FormData(form);
  const credentials = { name: String(fields.get("name")).trim(), password: String(fields.get("password")) };
  if (mode === "register") {
    const { account, recovery_codes: codes } = await post("/accounts", credentials);
    return { name: account, codes };
  }
  const { account } =
    mode === "login"
      ? await post("/login", credentials)
      : await post("/recover", { ...credentials, code: String(fields.get("code")).trim() });
  return { name: account, codes: [] };
}
