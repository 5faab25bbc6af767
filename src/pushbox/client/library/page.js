/** The library: collections, a search through all levels, and levels that come in. */

import { get, getAll, post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { shippedText } from "../core/phrases.js";
import { collectionCard, findCampaign, findLessons, showCards } from "../ui/cards.js";
import { onDrop } from "../ui/drop.js";
import { ImportPanel } from "../ui/import-panel.js";
import { showError } from "../ui/status.js";
import { Search } from "./search.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  /** @param {Promise<void>} work */
  const reported = (work) => work.catch((error) => showError(status, error));
  const search = new Search(root, status);
  mountImport(/** @type {HTMLDetailsElement} */ (find("#import", root)), () => reported(listCollections(root)));
  await reported(listGames(find("select[name=game]", root)));
  await Promise.all([search.start(), reported(listCollections(root))]);
}

/**
 * @param {HTMLDetailsElement} details
 * @param {() => void} onimport
 */
function mountImport(details, onimport) {
  const imports = new ImportPanel(find(".stack", details), { onimport, play: openPlay });
  onDrop((files) => {
    details.open = true;
    details.scrollIntoView({ block: "nearest" });
    imports.readFiles(files);
  });
  if (location.hash === "#import") details.open = true;
}

/** @param {Api.LevelOut} level that is not in the library */
async function openPlay({ level }) {
  const { play } = await post("/plays", { level });
  location.assign(`/play?play=${play}`);
}

/** @param {HTMLElement} select */
async function listGames(select) {
  const { games } = await get("/games");
  select.append(...games.map(({ key, name }) => h("option", { value: key }, shippedText("game.name", name))));
}

/** @param {HTMLElement} root */
async function listCollections(root) {
  const collections = await getAll("/collections", "collections");
  const lessons = findLessons(collections);
  const campaign = findCampaign(collections);
  const others = collections.filter((collection) => !collection.mine && collection !== lessons && !campaign.includes(collection));
  showCards(find("#mine", root), collections.filter(({ mine }) => mine).map(collectionCard));
  showCards(find("#campaign", root), campaign.map(collectionCard));
  showCards(find("#all", root), (lessons ? [lessons, ...others] : others).map(collectionCard));
}
