/** Where the puzzles are: rated ones, those of the day, the storm, levels without end, the campaign, the packs of the other games. */

import { get } from "../core/api.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionCard, dailyCard, findPacks, showCards } from "../ui/cards.js";
import { showError } from "../ui/status.js";
import { roadStops } from "./map.js";
import { mountRated } from "./rated.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  await Promise.all([mountRated(root), showDaily(root), showCampaign(root), showPacks(root)].map((section) => section.catch((error) => showError(status, error))));
}

/** @param {HTMLElement} root */
async function showDaily(root) {
  const { levels } = await get("/daily");
  showCards(find("#daily", root), levels.map(dailyCard));
}

/** @param {HTMLElement} root */
async function showCampaign(root) {
  const { packs } = await get("/campaign");
  find("#campaign .road", root).replaceChildren(...roadStops(packs));
  find("#campaign-none", root).hidden = packs.length > 0;
  if (!packs.length) return;
  const sum = (/** @type {(pack: Api.PackOut) => number} */ count) => packs.reduce((total, pack) => total + count(pack), 0);
  const counts = { solved: sum(({ collection }) => collection.solved), levels: sum(({ collection }) => collection.levels), fewest: sum(({ fewest }) => fewest) };
  find("#campaign-solved", root).textContent = t("campaign.all", counts);
}

/** @param {HTMLElement} root */
async function showPacks(root) {
  const { collections } = await get("/collections");
  showCards(find("#packs", root), findPacks(collections).map(collectionCard));
}
