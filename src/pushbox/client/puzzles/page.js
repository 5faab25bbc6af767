/** Where the puzzles are: rated ones, those of the day, the storm, levels without end, the campaign, the packs of the other games. */

import { get } from "../core/api.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionCard, dailyCard, findCampaign, findPacks, showCards } from "../ui/cards.js";
import { showError } from "../ui/status.js";
import { mountRated } from "./rated.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  await Promise.all([mountRated(root), showDaily(root), showPacks(root)].map((section) => section.catch((error) => showError(status, error))));
}

/** @param {HTMLElement} root */
async function showDaily(root) {
  const { levels } = await get("/daily");
  showCards(find("#daily", root), levels.map(dailyCard));
}

/** @param {HTMLElement} root */
async function showPacks(root) {
  const { collections } = await get("/collections");
  const campaign = findCampaign(collections);
  const sum = (/** @type {"solved" | "levels"} */ what) => campaign.reduce((total, pack) => total + pack[what], 0);
  find("#campaign .cards", root).replaceChildren(...campaign.map(collectionCard));
  find("#campaign-none", root).hidden = campaign.length > 0;
  if (campaign.length) find("#campaign-solved", root).textContent = t("collection.solved", { solved: sum("solved"), levels: sum("levels") });
  showCards(find("#packs", root), findPacks(collections).map(collectionCard));
}
