/** The visitor's own page: what is kept, taking it along, deleting it, and the account. */

import { get, post, remove } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openPage } from "../core/shell.js";
import { collectionTitle } from "../ui/collection-cards.js";
import { confirmAction } from "../ui/prompt.js";
import { showError, showStatus, whileBusy } from "../ui/status.js";

/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */

await openPage("account", ["account"]);
const status = find("#status");
const form = /** @type {HTMLFormElement} */ (find("#enter"));
const ways = [...find("#outside").querySelectorAll("button[value]")].map(
  (element) => /** @type {HTMLButtonElement} */ (element),
);
let way = "login";

for (const button of ways) button.addEventListener("click", () => choose(button.value));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (find("button", form));
  whileBusy(button, status, enter);
});
act("#leave", async () => {
  await post("/logout");
  await show(t("account.left"));
});
act("#forget", async () => {
  if (!(await confirmAction(t("account.forget"), t("account.forget.sure"), t("account.forget")))) return;
  await remove("/me");
  await show(t("account.forgotten"));
});
await show("").catch((error) => showError(status, error));

/** @param {string} wanted login or register */
function choose(wanted) {
  way = wanted;
  for (const button of ways) button.setAttribute("aria-pressed", String(button.value === way));
  find("#rules").hidden = way !== "register";
  find("button", form).textContent = t(`account.${way}`);
  const password = /** @type {HTMLInputElement} */ (form.elements.namedItem("password"));
  password.autocomplete = way === "register" ? "new-password" : "current-password";
  password.minLength = way === "register" ? 8 : 0;
}

async function enter() {
  const given = new FormData(form);
  const person = { name: String(given.get("name")).trim(), password: String(given.get("password")) };
  if (way === "register") await post("/accounts", person);
  await post("/login", person);
  form.reset();
  await show(t("account.entered", { name: person.name }));
}

/** @param {string} news what has just happened */
async function show(news) {
  const me = await get("/me");
  const figures = /** @type {const} */ (["solved", "begun"]);
  find("#figures").replaceChildren(
    ...figures.map((name) => h("span", {}, h("b", {}, me[name] ?? 0), " ", t(`account.${name}`))),
  );
  find("#outside").hidden = me.account !== null;
  find("#inside").hidden = me.account === null;
  find("#inside-title").textContent = t("account.hello", { name: me.account ?? "" });
  showStatus(status, news);
  if (me.account !== null) await listOwn();
}

async function listOwn() {
  const { collections: own } = await get("/collections", { mine: true });
  find("#own").replaceChildren(...(own.length ? own.map(ownLine) : [h("li", { class: "muted" }, t("account.none"))]));
}

/** @param {CollectionOut} collection */
function ownLine(collection) {
  const button = h("button", { type: "button", onclick: () => whileBusy(button, status, publish) }, t("collection.publish"));
  return h(
    "li",
    {},
    h("a", { href: `/collection?id=${collection.id}` }, collectionTitle(collection)),
    h("span", { class: "muted" }, t("collection.count", { count: collection.levels })),
    collection.published ? h("span", { class: "tag" }, t("collection.published")) : button,
  );

  async function publish() {
    await post("/publish", { collection: collection.id });
    button.replaceWith(h("span", { class: "tag" }, t("collection.published")));
  }
}

/**
 * @param {string} selector
 * @param {() => Promise<void>} work
 */
function act(selector, work) {
  const button = /** @type {HTMLButtonElement} */ (find(selector));
  button.addEventListener("click", () => whileBusy(button, status, work));
}
