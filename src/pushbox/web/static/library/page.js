/** The library: collections, a search through all levels, and levels that come in. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { collectionCard, findLessons } from "../ui/collection-cards.js";
import { mountImport } from "../ui/import-panel.js";
import { showError } from "../ui/status.js";
import { Search } from "./search.js";

/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  /** @param {Promise<void>} work */
  const reported = (work) => work.catch((error) => showError(status, error));
  const search = new Search(root, status);
  mountImport(find("#import", root), () => reported(listCollections(root)));
  await reported(listGames(find("select[name=game]", root)));
  if (location.hash === "#import") find("#import", root).setAttribute("open", "");
  await Promise.all([search.start(), reported(listCollections(root))]);
}

/** @param {HTMLElement} select */
async function listGames(select) {
  const { games } = await get("/games");
  select.append(...games.map(({ key, name }) => h("option", { value: key }, name)));
}

/** @param {HTMLElement} root */
async function listCollections(root) {
  const { collections } = await get("/collections");
  const lessons = findLessons(collections);
  const others = collections.filter((collection) => !collection.mine && collection !== lessons);
  showCards(find("#mine", root), collections.filter(({ mine }) => mine));
  showCards(find("#all", root), lessons ? [lessons, ...others] : others);
}

/**
 * @param {HTMLElement} section
 * @param {CollectionOut[]} collections
 */
function showCards(section, collections) {
  section.hidden = !collections.length;
  find(".cards", section).replaceChildren(...collections.map(collectionCard));
}
