/**
 * What the server has refused of what was played without it: it stays in this browser until the player has tried it again,
 * has it in a file, or throws it away.
 */

import { load, save } from "../core/storage.js";
import { keep } from "./kept.js";

/** @import { Kept } from "./kept.js" */

const NAME = "refused";

/**
 * @typedef {object} Refused
 * @property {string} window that has played it
 * @property {Kept} kept
 * @property {string} reason in a sentence of the server
 */

/** @returns {Record<string, Refused[]>} by play */
const all = () => load(NAME, {});

/** Return what was refused of a play, the oldest first. @param {number | string} play @returns {Refused[]} */
export const refusedOf = (play) => all()[play] ?? [];

/** @param {number | string} play @param {Refused[]} refused */
function put(play, refused) {
  const { [play]: _, ...others } = all();
  const rest = refused.length ? { ...others, [play]: refused } : others;
  save(NAME, Object.keys(rest).length ? rest : undefined);
}

/** Note that the server refuses what a window has kept of a play, which is not sent by itself any more. @param {number | string} play @param {Refused} refused */
export function refuse(play, refused) {
  put(play, [...refusedOf(play), refused]); // before it is no longer among what is kept
  keep(play, refused.window, null);
}

/** Throw away what was refused of a play. @param {number | string} play */
export const discard = (play) => put(play, []);

/** Have what was refused of a play sent again when the play is opened. @param {number | string} play */
export function tryAgain(play) {
  // Each under a name of its own: a window may have had several refused.
  refusedOf(play).forEach(({ kept }, index) => keep(play, `again-${index}`, kept));
  discard(play);
}

/**
 * Return lines of play from the start of the level, one for each position without another after it, as files write them.
 * @param {Kept} kept
 * @param {(node: number) => readonly string[]} before the moves up to a node that the server has
 */
export function linesOf({ base, rows }, before) {
  const parents = new Set(rows.map(([, parent]) => parent));
  /** @type {Map<number, string[]>} */
  const moves = new Map();
  for (const [id, parent, text, , written = text] of rows) {
    const start = parent ?? 0;
    moves.set(id, [...(start <= base ? before(start) : moves.get(start) ?? []), written]);
  }
  return rows.filter(([id]) => !parents.has(id)).map(([id]) => (moves.get(id) ?? []).join(" "));
}
