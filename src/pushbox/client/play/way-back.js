/** Where a visitor came to a level from: the address of the play keeps it, and the page leads back to it. */

import { withQuery } from "../core/api.js";
import { t } from "../core/i18n.js";

const KEPT = ["class", "lang"]; // parts of an address that the next one keeps

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
 * Return the way back to the class that has set the level, null where the visitor does not come from one.
 * @param {string} [search] the query of the present address
 */
export function wayBack(search = location.search) {
  const code = new URLSearchParams(search).get("class");
  return code ? { href: withQuery("/class", { code }), text: t("play.back.class") } : null;
}
