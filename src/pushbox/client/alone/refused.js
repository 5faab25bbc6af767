/**
 * What the server has refused of what was played without it: it stays in this browser until the player has tried it again,
 * has it in a file, or throws it away.
 */

import { mark } from "../core/marks.js";
import { keep } from "./kept.js";
import { putRecord, readRecord } from "./records.js";

/** @import { Kept } from "./kept.js" */

/**
 * @typedef {object} Refused
 * @property {string} window that has played it
 * @property {Kept} kept
 * @property {string} reason in a sentence of the server
 */

/** @param {number | string} play */
const keyOf = (play) => `refused/${play}`;

/** Return what was refused of a play, the oldest first. @param {number | string} play @returns {Promise<Refused[]>} */
export const refusedOf = async (play) => (await readRecord(keyOf(play))) ?? [];

/** @param {number | string} play @param {Refused[]} refused */
async function put(play, refused) {
  mark("refused", play, refused.length > 0);
  await putRecord(keyOf(play), refused.length ? refused : undefined);
}

/** Note that the server refuses what a window has kept of a play, which is not sent by itself any more. @param {number | string} play @param {Refused} refused */
export async function refuse(play, refused) {
  await put(play, [...(await refusedOf(play)), refused]); // before it is no longer among what is kept
  await keep(play, refused.window, null);
}

/** Throw away what was refused of a play. @param {number | string} play */
export const discard = (play) => put(play, []);

/** Have what was refused of a play sent again when the play is opened. @param {number | string} play */
export async function tryAgain(play) {
  // Each under a name of its own: a window may have had several refused.
  for (const [index, { kept }] of (await refusedOf(play)).entries()) await keep(play, `again-${index}`, kept);
  await discard(play);
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
