/** Levels as cards with a picture, the state that they are in, and where they lead to. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { boardPicture } from "./picture.js";

/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */

/**
 * The name of a level: its title, else its number.
 * @param {LevelOut} level
 */
export function levelTitle(level) {
  return level.title || (level.number ? t("level.numbered", { number: level.number }) : t("level.untitled"));
}

/**
 * A level as a choice of a select: its number and title.
 * @param {LevelOut} level
 */
export function levelOption(level) {
  return h("option", { value: String(level.id) }, level.number ? `${level.number}. ${levelTitle(level)}` : levelTitle(level));
}

/**
 * Size and boxes in words.
 * @param {LevelOut} level
 */
export function levelSize(level) {
  const size = t("level.size", { width: level.width, height: level.height });
  return level.boxes ? `${size} · ${t("level.boxes", { count: level.boxes })}` : size;
}

/**
 * The moves and pushes of a solution in words, "" where there are none; where nothing is pushed, the moves alone.
 * @param {Partial<Record<"moves" | "pushes", number>>} counts
 */
export function formatCounts(counts) {
  const names = /** @type {const} */ (["moves", "pushes"]).filter((name) => counts[name]);
  return names.map((name) => t(`solution.${name}`, { count: counts[name] ?? 0 })).join(t("list.comma"));
}

/**
 * A card that is one link: picture, name, size, and whether it is begun or solved.
 * @param {LevelOut} level
 * @param {{href?: string, kicker?: string, title?: string}} [options]
 */
export function levelCard(level, { href = `/play?level=${level.id}`, kicker = "", title = levelTitle(level) } = {}) {
  const counts = formatCounts(level.best ?? {});
  return h(
    "a",
    { class: "card level-card", href, "data-state": level.state ?? "new" },
    boardPicture(level.level.board),
    h(
      "span",
      { class: "card-text" },
      kicker && h("span", { class: "kicker" }, kicker),
      h("span", { class: "card-title" }, title),
      h("span", { class: "muted" }, levelSize(level)),
      counts && h("span", { class: "muted" }, t("level.best", { counts })),
    ),
    stateBadge(level.state),
  );
}

/**
 * A small tile for a grid of many levels: picture and number.
 * @param {LevelOut} level
 */
export function levelTile(level) {
  return h(
    "a",
    { class: "tile", href: `/play?level=${level.id}`, "data-state": level.state ?? "new", title: levelTitle(level) },
    boardPicture(level.level.board),
    h("span", { class: "tile-name" }, level.number ? h("b", {}, level.number) : null, level.title || ""),
    stateBadge(level.state),
  );
}

/**
 * The mark of a level that is begun or solved, with its words for screen readers.
 * @param {LevelOut["state"]} state
 */
function stateBadge(state) {
  if (!state) return null;
  return h("span", { class: `badge ${state}` }, h("span", { class: "visually-hidden" }, t(`state.${state}`)));
}
