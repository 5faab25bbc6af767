/** One collection: its levels as a grid of pictures, how far the visitor is, leader boards, export. */

import { get, patch, post, remove } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionTitle } from "../ui/cards.js";
import { LevelGrid } from "../ui/level-grid.js";
import { confirmAction, promptText } from "../ui/prompt.js";
import { showError, showStatus } from "../ui/status.js";
import { mountLeaders } from "./leaders.js";

const PAGE = 120; // levels shown at a time

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  const id = new URLSearchParams(location.search).get("id") ?? "";
  const grid = new LevelGrid(find("#levels", root), /** @type {HTMLButtonElement} */ (find("#load", root)), status);
  const show = async (/** @type {string} */ state) => {
    const params = { collection: id, limit: PAGE };
    await grid.show(
      (after) => state ? get("/levels", { ...params, state, after }) : get("/collections/{collection}/levels", { ...params, after }),
      () => (find("#none", root).hidden = grid.count > 0),
    );
  };
  const buttons = find("#show", root).querySelectorAll("button");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      show(button.value);
    });
  }

  const collection = await get("/collections/{collection}", { collection: id });
  showHead(root, collection);
  await show("");
  mountLeaders(find("#leaders", root), collection, status);
}

/**
 * @param {HTMLElement} root
 * @param {Api.CollectionOut} collection
 */
function showHead(root, collection) {
  const { author, notes, levels, solved } = collection;
  document.title = `${collectionTitle(collection)} · pushbox`;
  find("#title", root).textContent = collectionTitle(collection);
  find("#byline", root).textContent = [author, t("collection.count", { count: levels })].filter(Boolean).join(" · ");
  find("#notes", root).textContent = notes;
  find("#notes", root).hidden = !notes;
  const bar = find("#progress", root);
  bar.hidden = levels === 0;
  Object.assign(find("progress", bar), { max: Math.max(1, levels), value: solved });
  find("span", bar).textContent = t("collection.solved", { solved, levels });
  find("#actions", root).replaceChildren(...actions(root, collection));
}

/**
 * Return the buttons of a collection.
 * @param {HTMLElement} root
 * @param {Api.CollectionOut} collection
 * @returns {HTMLElement[]}
 */
function actions(root, collection) {
  const { mine, published, solved, levels } = collection;
  const status = find("#status", root);
  /** @param {string} key @param {() => Promise<void>} work @param {string} [look] */
  const button = (key, work, look = "") =>
    h("button", { type: "button", class: look, onclick: () => work().catch((error) => showError(status, error)) }, t(key));
  const next = button("collection.next", () => openUnsolved(collection, status), "primary");
  next.hidden = levels === 0 || solved === levels;
  const forAll = [next, button("export.title", () => openExport(collection))];
  if (!mine) return forAll;
  return [
    ...forAll,
    h("a", { class: "button", href: `/edit?collection=${collection.id}` }, t("collection.draw")),
    button("collection.rename", () => rename(root, collection)),
    published
      ? button("collection.withdraw", () => withdraw(root, collection))
      : button("collection.publish", () => publish(root, collection)),
    button("collection.remove", () => discard(collection), "danger"),
  ];
}

/** @param {Api.CollectionOut} collection */
async function openExport(collection) {
  const { exportCollection } = await import("../ui/export.js");
  await exportCollection(collection);
}

/**
 * Go to the first unsolved level.
 * @param {Api.CollectionOut} collection
 * @param {HTMLElement} status
 */
async function openUnsolved({ id }, status) {
  const { levels } = await get("/levels", { collection: id, state: "unsolved", limit: 1 });
  if (levels.length) location.assign(`/play?level=${levels[0].id}`);
  else showStatus(status, t("collection.complete"));
}

/**
 * @param {HTMLElement} root
 * @param {Api.CollectionOut} collection
 */
async function rename(root, collection) {
  const title = await promptText(t("collection.rename"), t("import.name"), collectionTitle(collection));
  if (title) showHead(root, await patch("/collections/{collection}", { title }, { collection: collection.id }));
}

/**
 * @param {HTMLElement} root
 * @param {Api.CollectionOut} collection
 */
async function publish(root, collection) {
  showHead(root, await post("/publish", { collection: collection.id }));
  showStatus(find("#status", root), t("collection.published"));
}

/**
 * @param {HTMLElement} root
 * @param {Api.CollectionOut} collection
 */
async function withdraw(root, { id }) {
  showHead(root, await remove("/collections/{collection}/publish", { collection: id }));
  showStatus(find("#status", root), t("collection.withdrawn"));
}

/** @param {Api.CollectionOut} collection */
async function discard(collection) {
  const question = t("collection.remove.sure", { name: collectionTitle(collection), count: collection.levels });
  if (!(await confirmAction(t("collection.remove"), question, t("collection.remove")))) return;
  await remove("/collections/{collection}", { collection: collection.id });
  location.assign("/library");
}
