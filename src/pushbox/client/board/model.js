/**
 * The board as plain values, read from JSON.  Independent of rules and pages.
 *
 * Cells and directions are those of `tiling.js`.  Boards and parts are never changed in place.  A piece keeps its `id`
 * while it moves, so that a picture can follow it.
 */

import { neighbours, rowColumn } from "./tiling.js";

const MAX_CELLS = 1_000_000;
const MAX_ROW = 100_000;

export const TERRAIN_DEFAULTS = {
  colour: null,
  number: 0,
  direction: -1,
  uses: 0,
  pair: 0,
  ports: 0,
  role: null,
  player: 0,
  looks: null,
};

export const PIECE_DEFAULTS = {
  colours: [],
  number: 0,
  group: 0,
  arrow: -1,
  ports: 0,
  fuse: 0,
  player: 0,
  fixed: false,
  bloomed: false,
  hidden: false,
  spent: false,
};

/**
 * Expand run lengths: a count before a symbol, or before a group in parentheses, repeats it.  Throws RangeError.
 * @param {string} text
 * @returns {string[]} one character a cell
 */
export function expandRuns(text) {
  const malformed = () => new RangeError(`found ${text.slice(0, 20)}, expected run lengths of one row`);
  /** @param {string} run @param {string} count */
  const repeat = (run, count) => {
    if (run.length * Number(count || 1) > MAX_ROW) throw malformed();
    return run.repeat(Number(count || 1));
  };
  const expandCells = (/** @type {string} */ run) => run.replace(/(\d+)([^\d()])/gu, (_, count, cell) => repeat(cell, count));
  let row = text;
  for (let before = ""; row !== before; ) {
    before = row; // the innermost groups first
    row = row.replace(/(\d*)\(([^()]*[^()\d])\)/g, (_, count, group) => repeat(expandCells(group), count));
  }
  const cells = expandCells(row);
  if (/[\d()]/.test(cells) || cells.length > MAX_ROW) throw malformed();
  return [...cells];
}

/**
 * @param {TerrainJson} json
 * @returns {Terrain}
 */
export function readTerrain(json) {
  return typeof json === "string" ? { ...TERRAIN_DEFAULTS, kind: json } : { ...TERRAIN_DEFAULTS, ...json };
}

/**
 * @param {PieceJson} json
 * @param {number} [id]
 * @returns {Piece}
 */
export function readPiece(json, id = 0) {
  return { ...PIECE_DEFAULTS, ...json, id };
}

/**
 * Read the terrain of a board, one part a cell.  Throws RangeError where it does not fit the palette or the size.
 * @template T
 * @param {BoardJson} json
 * @param {(json: TerrainJson) => T} read a part of the palette
 * @returns {T[]}
 */
export function decodeTerrain({ width, height, palette, terrain }, read) {
  if (!(width * height <= MAX_CELLS)) throw new RangeError(`found ${width} x ${height} cells, expected fewer`);
  const parts = new Map(Object.entries(palette).map(([glyph, json]) => [glyph, read(json)]));
  const cells = terrain.flatMap(expandRuns).map((glyph) => {
    const part = parts.get(glyph);
    if (!part) throw new RangeError(`found ${glyph}, expected a character of the palette`);
    return part;
  });
  if (cells.length !== width * height) throw new RangeError(`found ${cells.length} cells of terrain, expected ${width * height}`);
  return cells;
}

/**
 * Read a board.  Throws RangeError for one whose rows do not fit its size.
 * @param {BoardJson} json
 * @returns {Board}
 */
export function readBoard(json) {
  const { width, height, counters = [] } = json;
  const pieces = (json.pieces ?? []).map((piece, index) => readPiece(piece, index + 1));
  const terrain = decodeTerrain(json, readTerrain);
  return { width, height, terrain, pieces, counters: Object.fromEntries(counters), nextId: pieces.length + 1 };
}

/**
 * Return a text that is equal for equal parts, however they were made.
 * @param {object} part
 */
export function partKey(part) {
  return JSON.stringify(Object.entries(part).sort(([first], [second]) => (first < second ? -1 : 1)));
}

/**
 * Return the visible pieces on a cell.
 * @param {Board} board
 * @param {number} cell
 */
export const piecesAt = (board, cell) => board.pieces.filter((piece) => !piece.hidden && piece.cells.includes(cell));

/** Return the kind that a cell is drawn as: terrain may be disguised until it is used. @param {Terrain} terrain */
export const visibleKind = (terrain) => (terrain.looks && !terrain.uses ? terrain.looks : terrain.kind);

/**
 * Return whether a piece stands on a goal of its number, and of its colour where the goal has one.
 * @param {Board} board
 * @param {Piece} piece
 */
export function isHome(board, piece) {
  return piece.cells.every((cell, index) => {
    const terrain = board.terrain[cell];
    if (visibleKind(terrain) !== "goal" || terrain.number !== piece.number) return false;
    return !terrain.colour || terrain.colour === piece.colours[index];
  });
}

/**
 * Return the letters of a column: A to Z, then AA.
 * @param {number} column from 0
 * @returns {string}
 */
export function columnName(column) {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/**
 * Return the name of a cell as on the rulers, such as "D4".
 * @param {{width: number}} board
 * @param {number} cell
 */
export function cellName(board, cell) {
  const [row, column] = rowColumn(board, cell);
  return `${columnName(column)}${row + 1}`;
}

/**
 * Return the cells outside the walls: floor that reaches the edge of the board past no wall, in regions where nothing
 * stands.  They are not drawn.
 * @param {Board} board
 */
export function outsideCells(board) {
  const { width, height, terrain } = board;
  const used = new Set(board.pieces.flatMap((piece) => piece.cells));
  /** @type {Set<number>} */
  const outside = new Set();
  const visited = new Uint8Array(width * height);
  const plain = (/** @type {number} */ cell) => visibleKind(terrain[cell]) === "floor" && !used.has(cell) && !terrain[cell].player;
  for (let start = 0; start < width * height; start++) {
    const isEdge = neighbours(board, start).includes(-1);
    if (!isEdge || visited[start] || visibleKind(terrain[start]) === "wall") continue;
    const region = [start];
    visited[start] = 1;
    let empty = true;
    for (const cell of region) {
      empty &&= plain(cell);
      for (const next of neighbours(board, cell)) {
        if (next < 0 || visited[next] || visibleKind(terrain[next]) === "wall") continue;
        visited[next] = 1;
        region.push(next);
      }
    }
    if (empty) for (const cell of region) outside.add(cell);
  }
  return outside;
}

/** Return the cells of the boxes on dead squares. @param {Board} board @param {ReadonlySet<number>} dead */
export function deadBoxes({ pieces }, dead) {
  return pieces.filter(({ kind, cells, hidden }) => kind !== "pusher" && !hidden && dead.has(cells[0])).map(({ cells }) => cells[0]);
}
