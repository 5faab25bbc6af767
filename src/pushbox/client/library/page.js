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
  mountImports(root, reported);
  await reported(listGames(find("select[name=game]", root)));
  await Promise.all([search.start(), reported(listCollections(root))]);
}

/**
 * Mount what brings levels in, and what brings in progress of other programs, which is loaded once it is opened.
 * @param {HTMLElement} root
 * @param {(work: Promise<void>) => Promise<void>} reported shows an error of some work
 */
function mountImports(root, reported) {
  const onimport = () => reported(listCollections(root));
  const [levels, progress] = ["#import", "#progress"].map((name) => /** @type {HTMLDetailsElement} */ (find(name, root)));
  const imports = new ImportPanel(find(".stack", levels), { onimport, play: openPlay, bringIn });
  /** @type {Promise<import("./progress-panel.js").ProgressPanel> | undefined} */
  let loading;
  const panel = () => (loading ??= import("./progress-panel.js").then(({ ProgressPanel }) => new ProgressPanel(find(".stack", progress), onimport)));

  /** @param {(File | import("../core/files.js").Source)[]} files */
  function bringIn(files) {
    progress.open = true;
    progress.scrollIntoView({ block: "nearest" });
    reported(panel().then((opened) => opened.readFiles(files)));
  }

  const load = () => progress.open && reported(panel().then(() => {}));
  progress.addEventListener("toggle", load);
  load();
  onDrop((files) => {
    if (progress.open && !levels.open) return bringIn(files);
    levels.open = true;
    levels.scrollIntoView({ block: "nearest" });
    imports.readFiles(files);
  });
  for (const details of [levels, progress]) if (location.hash === `#${details.id}`) details.open = true;
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
