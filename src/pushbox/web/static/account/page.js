/** The visitor's own page: what is kept, taking it along, deleting it, and the account. */

import { get, post, remove } from "../core/api.js";
import { find, h, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionTitle } from "../ui/cards.js";
import { confirmAction } from "../ui/prompt.js";
import { showStatus, whileBusy } from "../ui/status.js";

const LEAST_PASSWORD = 8; // characters of a new one

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  const form = /** @type {HTMLFormElement} */ (find("#enter", root));
  const submit = /** @type {HTMLButtonElement} */ (find("button", form));
  let mode = "login";

  for (const button of modeButtons(root)) {
    button.addEventListener("click", () => {
      mode = button.value;
      showMode(root, mode);
    });
  }
  const login = async () => showAccount(root, t("account.entered", { name: await enter(form, mode) }));
  onSubmit(form, () => whileBusy(submit, status, login));
  onClick(find("#leave", root), status, async () => {
    await post("/logout");
    await showAccount(root, t("account.left"));
  });
  onClick(find("#forget", root), status, async () => {
    if (!(await confirmAction(t("account.forget"), t("account.forget.sure"), t("account.forget")))) return;
    await remove("/me");
    await showAccount(root, t("account.forgotten"));
  });
  await showAccount(root, "");
}

/** @param {HTMLElement} root */
function modeButtons(root) {
  return /** @type {NodeListOf<HTMLButtonElement>} */ (find("#outside", root).querySelectorAll("button[value]"));
}

/**
 * @param {HTMLElement} root
 * @param {string} mode login or register
 */
function showMode(root, mode) {
  const isNew = mode === "register";
  for (const button of modeButtons(root)) button.setAttribute("aria-pressed", String(button.value === mode));
  find("#rules", root).hidden = !isNew;
  find("#enter button", root).textContent = t(`account.${mode}`);
  const password = /** @type {HTMLInputElement} */ (find("#enter input[name=password]", root));
  password.autocomplete = isNew ? "new-password" : "current-password";
  password.minLength = isNew ? LEAST_PASSWORD : 0;
}

/**
 * Log in, with a new account where that is the mode.
 * @param {HTMLFormElement} form
 * @param {string} mode login or register
 * @returns {Promise<string>} the name of the account
 */
async function enter(form, mode) {
  const fields = new FormData(form);
  const credentials = { name: String(fields.get("name")).trim(), password: String(fields.get("password")) };
  if (mode === "register") await post("/accounts", credentials);
  await post("/login", credentials);
  form.reset();
  return credentials.name;
}

/**
 * @param {HTMLElement} root
 * @param {string} message about what has just happened
 */
async function showAccount(root, message) {
  const me = await get("/me");
  const figures = /** @type {const} */ (["solved", "begun"]);
  find("#figures", root).replaceChildren(
    ...figures.map((name) => h("span", {}, h("b", {}, me[name]), " ", t(`account.${name}`))),
  );
  find("#outside", root).hidden = me.account !== null;
  find("#inside", root).hidden = me.account === null;
  find("#inside-title", root).textContent = t("account.hello", { name: me.account ?? "" });
  const status = find("#status", root);
  showStatus(status, message);
  if (me.account === null) return;
  const { collections } = await get("/collections", { mine: true });
  const items = collections.map((collection) => collectionItem(collection, status));
  find("#own", root).replaceChildren(...(items.length ? items : [h("li", { class: "muted" }, t("account.none"))]));
}

/**
 * @param {Api.CollectionOut} collection
 * @param {HTMLElement} status
 */
function collectionItem(collection, status) {
  const published = () => h("span", { class: "tag" }, t("collection.published"));
  const publish = async () => {
    await post("/publish", { collection: collection.id });
    button.replaceWith(published());
  };
  const button = h("button", { type: "button", onclick: () => whileBusy(button, status, publish) }, t("collection.publish"));
  return h(
    "li",
    {},
    h("a", { href: `/collection?id=${collection.id}` }, collectionTitle(collection)),
    h("span", { class: "muted" }, t("collection.count", { count: collection.levels })),
    collection.published ? published() : button,
  );
}

/**
 * @param {HTMLElement} button
 * @param {HTMLElement} status
 * @param {() => Promise<void>} work
 */
function onClick(button, status, work) {
  button.addEventListener("click", () => whileBusy(/** @type {HTMLButtonElement} */ (button), status, work));
}
