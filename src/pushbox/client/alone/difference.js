/** What has changed between two boards, whatever led from one to the other. */

import { equalParts } from "../board/changes.js";

/**
 * Return the changes from a board to another that it has become.
 * @param {Board} before
 * @param {Board} after
 * @returns {Change[]}
 */
export function difference(before, after) {
  const gone = new Map(before.pieces.map((piece) => [piece.id, piece]));
  /** @type {any[]} */
  const changes = [];
  const add = (/** @type {object} */ part) => changes.push({ tick: 0, cause: "jump", ...part });
  for (const piece of after.pieces) {
    const was = gone.get(piece.id) ?? null;
    gone.delete(piece.id);
    if (!was || !equalParts(was, piece)) add({ piece: [was, piece] });
  }
  for (const piece of gone.values()) add({ piece: [piece, null] });
  before.terrain.forEach((was, cell) => {
    if (!equalParts(was, after.terrain[cell])) add({ terrain: [was, after.terrain[cell]], cell });
  });
  for (const name of new Set([...Object.keys(before.counters), ...Object.keys(after.counters)])) {
    const [was, is] = [before, after].map(({ counters }) => (name in counters ? [name, counters[name]] : null));
    if (String(was) !== String(is)) add({ counter: [was, is] });
  }
  return changes;
}
