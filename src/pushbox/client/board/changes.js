/** Changes of a board: applied, joined and grouped by tick. */

import { PIECE_DEFAULTS, TERRAIN_DEFAULTS, partKey, readPiece, readTerrain } from "./model.js";

/** @typedef {Piece | Terrain | PieceJson | TerrainJson | Omit<PieceJson, "cells">} Part */

/**
 * Return a text that is equal for equal parts, whatever their ids and whether their defaults are written.
 * @param {Part} part
 */
function contentKey(part) {
  const defaults = typeof part !== "string" && "cells" in part ? PIECE_DEFAULTS : TERRAIN_DEFAULTS;
  const full = typeof part === "string" ? { ...defaults, kind: part } : { ...defaults, ...part };
  return partKey({ ...full, id: 0 });
}

/**
 * Return whether two parts, or two pieces without their cells, are equal.
 * @param {Part} one
 * @param {Part} other
 */
export const equalParts = (one, other) => one === other || contentKey(one) === contentKey(other);

/**
 * Return the board after some changes.  Throws RangeError where a change starts from something that is not there, as
 * this board is then not the server's.
 * @param {Board} board
 * @param {readonly Change[]} changes
 * @returns {Board}
 */
export function applyChanges(board, changes) {
  const terrain = changes.some((change) => change.terrain) ? [...board.terrain] : board.terrain;
  const pieces = [...board.pieces];
  const counters = { ...board.counters };
  let { nextId } = board;
  for (const change of changes) {
    if (change.terrain) {
      const [before, after] = change.terrain;
      const cell = change.cell ?? -1;
      if (!before || !after || !terrain[cell] || !equalParts(terrain[cell], before)) {
        throw new RangeError(`found ${terrain[cell]?.kind} in cell ${cell}, expected ${JSON.stringify(before)}`);
      }
      /** @type {Terrain[]} */ (terrain)[cell] = readTerrain(after);
    } else if (change.piece) {
      const [before, after] = change.piece;
      if (before) {
        const index = pieceIndex(pieces, before);
        if (index < 0) throw new RangeError(`found no ${before.kind} in cell ${before.cells[0]}`);
        if (after) pieces[index] = readPiece(after, pieces[index].id);
        else pieces.splice(index, 1);
      } else if (after) pieces.push(readPiece(after, nextId++));
    } else if (change.counter) {
      const [before, after] = change.counter;
      if (before) delete counters[before[0]];
      if (after) counters[after[0]] = after[1];
    }
  }
  return { ...board, terrain, pieces, counters, nextId };
}

/**
 * @param {Piece[]} pieces
 * @param {PieceJson} wanted
 */
function pieceIndex(pieces, wanted) {
  const [anchor] = wanted.cells;
  const key = contentKey(wanted);
  return pieces.findIndex((piece) => piece.cells[0] === anchor && contentKey(piece) === key);
}

/**
 * Return changes, all in one tick, that lead back to where others began.
 * @param {readonly Change[]} changes
 * @returns {Change[]}
 */
export function inverseChanges(changes) {
  const swap = (/** @type {any} */ parts) => parts && [parts[1], parts[0]];
  return [...changes].reverse().map(({ piece, terrain, counter, cell }) => ({
    tick: 0,
    cause: "undo",
    ...(cell === undefined ? {} : { cell }),
    ...(piece ? { piece: swap(piece) } : {}),
    ...(terrain ? { terrain: swap(terrain) } : {}),
    ...(counter ? { counter: swap(counter) } : {}),
  }));
}

/**
 * Return where a piece is after some changes, by the cells that it covers.
 * @param {readonly number[] | null} cells
 * @param {readonly Change[]} changes
 * @returns {number[] | null}
 */
export function followCells(cells, changes) {
  let now = cells ? [...cells] : null;
  for (const { piece } of changes) {
    const [before, after] = piece ?? [];
    if (before && after && now && String(before.cells) === String(now)) now = after.cells;
  }
  return now;
}

/**
 * Return whether two boards look alike, whatever the ids of their pieces.
 * @param {Board} one
 * @param {Board} other
 */
export function equalBoards(one, other) {
  if (one === other) return true;
  const same = one.pieces.length === other.pieces.length && one.terrain.length === other.terrain.length;
  if (!same || JSON.stringify(Object.entries(one.counters).sort()) !== JSON.stringify(Object.entries(other.counters).sort())) return false;
  if (one.terrain !== other.terrain && !one.terrain.every((terrain, cell) => equalParts(terrain, other.terrain[cell]))) return false;
  const moved = one.pieces.filter((piece) => !other.pieces.includes(piece)).map(contentKey);
  const others = other.pieces.filter((piece) => !one.pieces.includes(piece)).map(contentKey);
  return JSON.stringify(moved.sort()) === JSON.stringify(others.sort());
}

/**
 * Join the changes of several moves, the ticks of each after those of the one before.
 * @param {readonly {changes: readonly Change[]}[]} moves
 * @returns {Change[]}
 */
export function concatMoves(moves) {
  let base = 0;
  return moves.flatMap(({ changes }) => {
    const shifted = changes.map((change) => ({ ...change, tick: change.tick + base }));
    base = Math.max(base, ...shifted.map((change) => change.tick + 1));
    return shifted;
  });
}

/** Return the cells whose terrain or pieces change. @param {readonly Change[]} changes */
export function changedCells(changes) {
  return new Set(changes.flatMap(({ cell, piece }) => [cell ?? -1, ...(piece ?? []).flatMap((part) => part?.cells ?? [])]));
}

/**
 * Group changes by tick, in order.
 * @param {readonly Change[]} changes
 */
export function groupByTick(changes) {
  /** @type {Map<number, Change[]>} */
  const groups = new Map();
  for (const change of changes) {
    const group = groups.get(change.tick);
    if (group) group.push(change);
    else groups.set(change.tick, [change]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}
