/** A board without what nothing reaches, for small pictures: its rooms with the walls around them are left. */

import { TERRAIN_DEFAULTS, outsideCells, visibleKind } from "./model.js";
import { cellAt, neighbours, rowColumn } from "./tiling.js";

const AROUND = [-1, 0, 1];

/**
 * Return the part of a board that its rooms and the walls next to them take; what has no room as it is.
 * @param {Board} board
 * @returns {Board}
 */
export function trimmed(board) {
  const shown = new Set(rooms(board).flatMap((cell) => around(board, cell)));
  if (!shown.size) return board;
  const places = [...shown].map((cell) => rowColumn(board, cell));
  const [top, left] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
  const [bottom, right] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const cells = Array.from({ length: size.width * size.height }, (_, cell) => {
    const [row, column] = rowColumn(size, cell);
    return cellAt(board, top + row, left + column);
  });
  const part = {
    ...board,
    ...size,
    terrain: cells.map((cell) => (shown.has(cell) ? board.terrain[cell] : { ...TERRAIN_DEFAULTS, kind: "floor" })),
    pieces: board.pieces.map((piece) => ({ ...piece, cells: piece.cells.map((cell) => cells.indexOf(cell)) })),
  };
  const outside = outsideCells(part);
  const terrain = part.terrain.map((one, cell) => (shown.has(cells[cell]) || outside.has(cell) ? one : { ...one, kind: "wall" })); // a block amid the rooms
  return { ...part, terrain };
}

/**
 * Return the cells of the regions between walls in which there is anything but bare floor.
 * @param {Board} board
 */
function rooms(board) {
  const { terrain } = board;
  const used = new Set(board.pieces.flatMap((piece) => piece.cells));
  const isBare = (/** @type {number} */ cell) => visibleKind(terrain[cell]) === "floor" && !used.has(cell) && !terrain[cell].player;
  const isOpen = (/** @type {number} */ cell) => visibleKind(terrain[cell]) !== "wall" || used.has(cell);
  /** @type {Set<number>} */
  const reached = new Set();
  for (const start of terrain.keys()) {
    if (!isOpen(start) || isBare(start)) continue;
    const region = reached.has(start) ? [] : [start];
    for (const cell of region) {
      reached.add(cell);
      for (const next of neighbours(board, cell)) {
        if (next < 0 || reached.has(next) || !isOpen(next)) continue;
        reached.add(next);
        region.push(next);
      }
    }
  }
  return [...reached];
}

/** Return a cell and those around it, on the board. @param {Board} board @param {number} cell */
function around(board, cell) {
  const [row, column] = rowColumn(board, cell);
  return AROUND.flatMap((down) => AROUND.map((right) => cellAt(board, row + down, column + right))).filter((one) => one >= 0);
}
