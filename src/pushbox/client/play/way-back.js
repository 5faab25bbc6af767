/** Where a visitor came to a level from: the address of the play keeps it, and the page leads back to it. */

import { get, withQuery } from "../core/api.js";
import { t } from "../core/i18n.js";
import { signed } from "../ui/rating.js";

const KEPT = ["class", "rated", "lang"]; // parts of an address that the next one keeps

/**
 * Return the address of a play: a reload comes back to this very play, and it leads back to where the one before does.
 * @param {number | string} play
 * @param {string} [search] the query of the present address
 */
export function playAddress(play, search = location.search) {
  const before = new URLSearchParams(search);
  return withQuery("/play", { play, ...Object.fromEntries(KEPT.map((name) => [name, before.get(name)])) });
}

/**
 * Return the way back to the class that has set the level, or to the puzzles; null where the visitor comes from neither.
 * @param {string} [search] the query of the present address
 */
export function wayBack(search = location.search) {
  const query = new URLSearchParams(search);
  const code = query.get("class");
  if (code) return { href: withQuery("/class", { code }), text: t("play.back.class") };
  return query.has("rated") ? { href: "/puzzles", text: t("play.back.puzzles") } : null;
}

/**
 * Return the way on from a level that is solved: back to its class, or to the next puzzle; null for the next level.
 * @param {string} [search] the query of the present address
 */
export function wayOn(search = location.search) {
  const query = new URLSearchParams(search);
  if (!query.has("rated")) return wayBack(search);
  return { href: withQuery("/puzzles", { after: query.get("play") }), text: t("play.next-puzzle") };
}

/** Return what a rated puzzle that is kept as solved has changed, "" where the level is none. */
export async function ratingChange() {
  if (!new URLSearchParams(location.search).has("rated")) return "";
  const { rating, last } = await get("/puzzles");
  return last ? t("play.rating", { rating, change: signed(last.change) }) : "";
}
