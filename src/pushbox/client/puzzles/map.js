/** The map of the campaign: a road of packs, the paths that branch off it, what is open, and what opens the rest. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionTitle, levelTitle, pictureCard, progressMeter } from "../ui/cards.js";

/**
 * Return the stops of the road, each a list item with a pack and the paths that branch off there.
 * @param {Api.PackOut[]} packs as the server sends them
 */
export function roadStops(packs) {
  const titles = new Map(packs.map(({ collection }) => [collection.id, collectionTitle(collection)]));
  return packs
    .filter(({ branches_off }) => branches_off === null)
    .map((pack) => {
      const paths = packs.filter(({ branches_off }) => branches_off === pack.collection.id);
      const branches = paths.map((path) => h("li", {}, packCard(path, titles)));
      return h("li", { class: stateOf(pack) }, packCard(pack, titles), branches.length ? h("ul", { class: "paths", "aria-label": t("campaign.paths") }, ...branches) : null);
    });
}

/**
 * Return the card of a pack with the picture of its boss, or of its hardest level, and the way to that level below it.
 * @param {Api.PackOut} pack
 * @param {Map<number, string>} titles of the packs
 */
function packCard(pack, titles) {
  const { collection, fewest, boss, hardest } = pack;
  const last = boss ?? hardest;
  const { id, levels, solved } = collection;
  const card = pictureCard("pack-card", `/collection?id=${id}`, last.level.board, [
    h("span", { class: "card-title" }, collectionTitle(collection)),
    pack.is_open ? progressMeter(solved, levels) : h("span", { class: "muted closed-until" }, closedText(pack, titles)),
    fewest > 0 && h("span", { class: "muted" }, h("span", { class: "star", "aria-hidden": "true" }, "★ "), t("campaign.fewest", { fewest, levels })),
  ]);
  const text = boss ? t("campaign.boss", { title: levelTitle(boss) }) : t("campaign.hardest", { title: levelTitle(hardest) });
  const title = last.state === "solved" ? t("campaign.last.solved", { text }) : text;
  return h("div", { class: `pack ${stateOf(pack)}` }, card, pack.is_open && h("a", { class: "boss", href: `/play?level=${last.id}` }, title));
}

/** @param {Api.PackOut} pack */
function stateOf({ is_open, collection }) {
  if (!is_open) return "closed";
  return collection.solved === collection.levels ? "done" : "open";
}

/** Return what opens a pack. @param {Api.PackOut} pack @param {Map<number, string>} titles */
function closedText({ after, needs, stars }, titles) {
  const first = t("campaign.closed", { count: needs, pack: titles.get(after ?? 0) ?? "" });
  return stars ? t("campaign.closed.or", { first, count: stars }) : first;
}
