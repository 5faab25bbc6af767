/** The visitor's own page: what is kept, taking it along, deleting it, and the account. */

import { get, getAll, post, remove, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionTitle } from "../ui/cards.js";
import { confirmAction } from "../ui/prompt.js";
import { promptPublish } from "../ui/publish.js";
import { showStatus, whileBusy } from "../ui/status.js";
import { mountEntryForm } from "./entry-form.js";
import { showMilestones } from "./milestones.js";
import { mountRecoveryCodes, showCodes, showRemainingCodes } from "./recovery-codes.js";
import { showReports } from "./reports.js";
import { mountSecurity, showSessions } from "./security.js";
import { mountTokens, showTokens } from "./tokens.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  let name = "";
  const show = async (/** @type {string} */ message) => {
    name = (await showAccount(root, message)) ?? "";
  };

  mountEntryForm(root, async (entered, codes) => {
    await show(t("account.entered", { name: entered }));
    if (codes.length) showCodes(entered, codes);
  });
  mountRecoveryCodes(root, () => name);
  mountTokens(root);
  mountSecurity(root, () => name, () => show(t("account.closed")));
  onClick(find("#leave", root), status, async () => {
    await post("/logout");
    await show(t("account.left"));
  });
  onClick(find("#forget", root), status, async () => {
    if (!(await confirmAction(t("account.forget"), t("account.forget.sure"), t("account.forget")))) return;
    await remove("/me");
    await show(t("account.forgotten"));
  });
  await showMilestones(root); // before what is below it is shown
  await show("");
}

/**
 * @param {HTMLElement} root
 * @param {string} message about what has just happened
 * @returns {Promise<string | null>} the name of the account, null where nobody is logged in
 */
async function showAccount(root, message) {
  const me = await get("/me");
  const figures = /** @type {const} */ (["solved", "begun"]);
  find("#figures", root).replaceChildren(
    ...figures.map((name) => h("span", {}, h("b", {}, me[name]), " ", t(`account.${name}`, { count: me[name] }))),
  );
  find("#outside", root).hidden = me.account !== null;
  find("#inside", root).hidden = me.account === null;
  find("#inside-title", root).textContent = t("account.hello", { name: me.account ?? "" });
  showStatus(find("#status", root), message);
  if (me.account !== null) {
    const username = /** @type {HTMLInputElement} */ (find("#change input[name=username]", root));
    username.value = me.account; // for password managers
    find("#profile", root).setAttribute("href", withQuery("/profile", { name: me.account }));
    find("#moderation", root).hidden = !me.moderates;
    if (me.moderates) await showReports(find("#reports", root));
    await Promise.all([showCollections(root), showSessions(root), showRemainingCodes(root), showTokens(root)]);
  }
  return me.account;
}

/** @param {HTMLElement} root */
async function showCollections(root) {
  const collections = await getAll("/collections", "collections", { mine: true });
  const items = collections.map((collection) => collectionItem(collection, find("#status", root)));
  find("#own", root).replaceChildren(...(items.length ? items : [h("li", { class: "muted" }, t("account.none"))]));
}

/**
 * @param {Api.CollectionOut} collection
 * @param {HTMLElement} status
 */
function collectionItem(collection, status) {
  const published = () => h("span", { class: "tag" }, t("label.published"));
  const publish = async () => {
    if (await promptPublish(collection)) button.replaceWith(published());
  };
  const button = h("button", { type: "button", onclick: () => whileBusy(button, status, publish) }, t("label.publish"));
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
