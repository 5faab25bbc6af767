/** One collection: its levels as a grid of pictures, how far one is, leader boards, export. */

import { get, patch, post, remove } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openPage } from "../core/shell.js";
import { collectionTitle } from "../ui/collection-cards.js";
import { exportCollection } from "../ui/export.js";
import { levelTile } from "../ui/level-cards.js";
import { confirmAction, promptText } from "../ui/prompt.js";
import { showError, showStatus } from "../ui/status.js";
import { offerLeaders } from "./leaders.js";

/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */
/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */

const PAGE = 120; // levels shown at a time

await openPage("library", ["library", "collection"]);
const status = find("#status");
const tiles = find("#levels");
const load = /** @type {HTMLButtonElement} */ (find("#load"));
const id = new URLSearchParams(location.search).get("id") ?? "";
let shown = 0; // counts what was asked for, so that a late answer to an earlier question is dropped

try {
  const collection = await get("/collections/{collection}", { collection: id });
  head(collection);
  await show("");
  offerLeaders(find("#leaders"), collection, status);
} catch (error) {
  showError(status, error);
}

for (const button of find("#show").querySelectorAll("button")) {
  button.addEventListener("click", () => {
    for (const other of find("#show").querySelectorAll("button")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
    show(button.value);
  });
}

/** @param {CollectionOut} collection */
function head(collection) {
  const { author, notes, levels, solved = 0 } = collection;
  document.title = `${collectionTitle(collection)} · pushbox`;
  find("#title").textContent = collectionTitle(collection);
  find("#byline").textContent = [author, t("collection.count", { count: levels })].filter(Boolean).join(" · ");
  find("#notes").textContent = notes;
  find("#notes").hidden = !notes;
  const bar = find("#progress");
  bar.hidden = levels === 0;
  Object.assign(find("progress", bar), { max: Math.max(1, levels), value: solved });
  find("span", bar).textContent = t("collection.solved", { solved, levels });
  find("#actions").replaceChildren(...actions(collection));
}

/** @param {CollectionOut} collection */
function actions(collection) {
  const { mine, published, solved = 0, levels } = collection;
  const next = button("collection.next", nextUnsolved, "primary");
  next.hidden = levels === 0 || solved === levels;
  const found = [next, button("export.title", () => exportCollection(collection))];
  if (!mine) return found;
  return [
    ...found,
    h("a", { class: "button", href: `/edit?collection=${collection.id}` }, t("collection.draw")),
    button("collection.rename", () => rename(collection)),
    !published && button("collection.publish", () => publish(collection)),
    button("collection.remove", () => discard(collection), "danger"),
  ].filter((action) => action instanceof HTMLElement);
}

/**
 * @param {string} key of its text
 * @param {() => Promise<void>} work
 * @param {string} [look]
 */
function button(key, work, look = "") {
  const act = () => work().catch((error) => showError(status, error));
  return h("button", { type: "button", class: look, onclick: act }, t(key));
}

async function nextUnsolved() {
  const { levels } = await get("/levels", { collection: id, state: "unsolved", limit: 1 });
  if (levels.length) location.assign(`/play?level=${levels[0].id}`);
  else showStatus(status, t("collection.complete"));
}

/** @param {CollectionOut} collection */
async function rename(collection) {
  const title = await promptText(t("collection.rename"), t("import.name"), collectionTitle(collection));
  if (title) head(await patch("/collections/{collection}", { title }, { collection: collection.id }));
}

/** @param {CollectionOut} collection */
async function publish(collection) {
  await post("/publish", { collection: collection.id });
  head({ ...collection, published: true });
  showStatus(status, t("collection.published"));
}

/** @param {CollectionOut} collection */
async function discard(collection) {
  const question = t("collection.remove.sure", { name: collectionTitle(collection), count: collection.levels });
  if (!(await confirmAction(t("collection.remove"), question, t("collection.remove")))) return;
  await remove("/collections/{collection}", { collection: collection.id });
  location.assign("/library");
}

/** @param {string} state "" for all levels */
async function show(state) {
  const turn = (shown += 1);
  tiles.replaceChildren();
  await more(null);

  /** @param {number | null} after */
  async function more(after) {
    try {
      const params = { collection: id, after, limit: PAGE };
      const found = await (state ? get("/levels", { ...params, state }) : get("/collections/{collection}/levels", params));
      if (turn !== shown) return;
      const added = found.levels.map(levelTile);
      tiles.append(...added);
      if (after !== null) added[0]?.focus();
      find("#none").hidden = tiles.childElementCount > 0;
      load.hidden = !found.next;
      load.onclick = () => more(found.next);
    } catch (error) {
      showError(status, error);
    }
  }
}
