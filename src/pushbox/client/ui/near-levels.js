/** The levels of the library that a level is nearly the same as. */

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { language } from "../core/i18n.js";

/** @typedef {{id: number, sentence: string}} Near `sentence` names the level and says what is different in it */

const TURNS = 20; // requests for a level: in each the server looks at some more of its library

/**
 * Look for the levels, and hand over what is found so far each time the server has looked at more.
 * @param {LevelJson} level
 * @param {(found: Near[]) => boolean} report returns whether to go on
 * @param {number | null} [besides] a level of the library that is not looked for
 */
export async function findNear(level, report, besides = null) {
  const spoken = /** @type {"en" | "de" | "zh"} */ (language());
  for (let turn = 0, goesOn = true; turn < TURNS && goesOn; turn++) {
    const { levels, complete } = await post("/levels-near", { level, besides, language: spoken });
    goesOn = report(levels) && !complete;
  }
}

/** Return a level that was found as an item of a list. @param {Near} near @param {string} text */
export function nearItem({ id }, text) {
  return h("li", {}, h("a", { href: `/play?level=${id}` }, text));
}
