/** Levels and collections as cards with a picture, how far the visitor is, and where they lead to. */

import { pieceNoun } from "../board/piece-nouns.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { boardPicture } from "./picture.js";

/** @import { Child } from "../core/dom.js" */

/**
 * Return the name of a level: its title, else its number.
 * @param {Api.LevelOut} level
 */
export function levelTitle(level) {
  return (level.title && shippedText("level.title", level.title)) || (level.number ? t("level.numbered", { number: level.number }) : t("level.untitled"));
}

/**
 * Return a level as a choice of a select: its number and title.
 * @param {Api.LevelOut} level
 */
export function levelOption(level) {
  return h("option", { value: String(level.id) }, level.number ? `${level.number}. ${levelTitle(level)}` : levelTitle(level));
}

/**
 * Size and boxes in words.
 * @param {Api.LevelOut} level
 */
export function levelSize(level) {
  return sizeParts(level).join(" · ");
}

/** @param {Api.LevelOut} level */
function sizeParts({ width, height, boxes, level }) {
  const size = t("level.size", { width, height });
  const pieces = pieceNoun(level?.board?.pieces ?? [], boxes);
  return boxes ? [size, t("level.boxes", { count: boxes, pieces })] : [size];
}

/** Return size and boxes, each whole where they take two lines, of which none has the dot between them. @param {Api.LevelOut} level */
function sizeFacts(level) {
  return h("span", { class: "size-facts" }, ...sizeParts(level).map((part, index) => h("span", {}, index > 0 && h("i", {}, " · "), part)));
}

/**
 * Return the moves and pushes of a solution in words, without those that are 0.
 * @param {Partial<Record<"moves" | "pushes", number>>} counts
 */
export function formatCounts(counts) {
  const names = /** @type {const} */ (["moves", "pushes"]).filter((name) => counts[name]);
  return names.map((name) => t(`solution.${name}`, { count: counts[name] ?? 0 })).join(t("list.comma"));
}

/** Return the best counts that are known in words; where they take two lines, a number stays with its noun. @param {Partial<Record<"moves" | "pushes", number>>} counts */
function bestKnown(counts) {
  const text = formatCounts(counts);
  return text && t("level.best", { counts: text.replace(/(\d) /g, "$1\u00a0") });
}

/**
 * Return a card that is one link: picture, name, size, and whether it is begun or solved.
 * @param {Api.LevelOut} level
 * @param {{href?: string, kicker?: string, title?: string}} [options]
 */
export function levelCard(level, { href = `/play?level=${level.id}`, kicker = "", title = levelTitle(level) } = {}) {
  const best = bestKnown(level.best ?? {});
  const texts = [
    kicker && h("span", { class: "kicker" }, kicker),
    h("span", { class: "card-title" }, title),
    h("span", { class: "muted" }, sizeFacts(level)),
    best && h("span", { class: "muted" }, best),
  ];
  const card = pictureCard("level-card", href, level.level.board, texts);
  card.dataset.state = level.state ?? "new";
  card.append(stateBadge(level.state) ?? "");
  return card;
}

/**
 * Return a card that is one link, with the picture of a board above texts.
 * @param {string} kind a class
 * @param {string} href
 * @param {BoardJson | undefined} board
 * @param {Child[]} texts
 */
export function pictureCard(kind, href, board, texts) {
  const picture = board ? boardPicture(board) : h("span", { class: "picture" });
  return h("a", { class: `card ${kind}`, href }, picture, h("span", { class: "card-text" }, ...texts));
}

/** Return the card of one of the three levels of a day. @param {Api.DailyLevel} level */
export const dailyCard = (level) => levelCard(level, { title: t(`daily.${level.size}`) });

/**
 * Return a small tile for a grid of many levels: picture, number and title, size, boxes, and the fewest pushes that are
 * known, of games without pushes the fewest moves.
 * @param {Api.LevelOut} level
 */
export function levelTile(level) {
  const { moves, pushes } = level.best ?? {};
  const best = bestKnown(pushes ? { pushes } : { moves });
  return h(
    "a",
    { class: "tile", href: `/play?level=${level.id}`, "data-state": level.state ?? "new", title: levelTitle(level) },
    boardPicture(level.level.board),
    h("span", { class: "tile-name" }, level.number ? h("b", {}, level.number) : null, level.title ? levelTitle(level) : ""),
    h("span", { class: "tile-facts" }, sizeFacts(level)),
    best && h("span", { class: "tile-facts" }, best),
    stateBadge(level.state),
  );
}

/**
 * Return the mark of a level that is begun or solved, with its words for screen readers.
 * @param {Api.LevelOut["state"]} state
 */
function stateBadge(state) {
  if (!state) return null;
  return h("span", { class: `badge ${state}` }, h("span", { class: "visually-hidden" }, t(`state.${state}`)));
}

/** The endings of files of levels, which the name of a collection is shown without. */
const ENDING = /\.(?:blockage|dat|json|rle|slc|sok|ssx|txt|url|xml|xsb|pddl)$/i;

/** Return the title of a collection; in two lines a number stays with its word. @param {Pick<Api.CollectionOut, "title" | "name">} collection */
export function collectionTitle({ title, name }) {
  return title ? shippedText("collection.title", title).replace(/ (?=\d+:)/, "\u00a0") : name.replace(ENDING, "");
}

/**
 * Return the collection that beginners begin with.
 * @param {Api.CollectionOut[]} collections
 */
export function findLessons(collections) {
  return collections.find(({ name, builtin }) => builtin && name === "lessons");
}

/**
 * Return the packs of the campaign, the easiest first.
 * @param {Api.CollectionOut[]} collections
 */
export function findCampaign(collections) {
  return collections.filter(({ name, builtin }) => builtin && name.startsWith("campaign-"));
}

/**
 * Return the lessons of the games other than the one that beginners begin with.
 * @param {Api.CollectionOut[]} collections
 */
export function findGameLessons(collections) {
  const others = new Set([...findCampaign(collections), ...findPacks(collections), findLessons(collections)]);
  return collections.filter((collection) => collection.builtin && !others.has(collection));
}

/**
 * Return the packs of puzzles of the games that have no campaign.
 * @param {Api.CollectionOut[]} collections
 */
export function findPacks(collections) {
  return collections.filter(({ name, builtin }) => builtin && name.endsWith("-puzzles"));
}

/** @param {Api.CollectionOut} collection */
export function collectionCard(collection) {
  const { id, builtin, author, levels, solved, cover } = collection;
  const count = t("collection.count", { count: levels });
  return pictureCard("collection-card", `/collection?id=${id}`, cover?.level.board, [
    h("span", { class: "card-title" }, collectionTitle(collection)),
    h("span", { class: "muted" }, author && !builtin ? `${shippedText("author", author)} · ${count}` : count),
    solved > 0 && progressMeter(solved, levels),
  ]);
}

/**
 * Show cards in their section, which is hidden where there are none.
 * @param {HTMLElement} section
 * @param {Node[]} cards
 */
export function showCards(section, cards) {
  find(".cards", section).replaceChildren(...cards);
  section.hidden = !cards.length;
}

/**
 * Return a bar of what is solved, with its numbers.
 * @param {number} solved
 * @param {number} levels
 */
export function progressMeter(solved, levels) {
  return h(
    "span",
    { class: "meter" },
    h("progress", { max: levels, value: solved, "aria-hidden": "true" }),
    h("span", {}, t("collection.solved", { solved, levels })),
  );
}
