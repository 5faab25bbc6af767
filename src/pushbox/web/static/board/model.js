/**
 * The board as plain values: read from JSON, changed by the changes of a move.  Independent of rules and pages.
 *
 * A cell is one number, row * width + column, and a direction one of 0 to 3: left, up, right, down.  Boards and parts
 * are never changed in place.  A piece keeps its `id` while it moves, so that a picture can follow it.
 */

/**
 * @typedef {object} Terrain
 * @property {string} kind
 * @property {string | null} colour
 * @property {number} number
 * @property {number} direction
 * @property {number} uses
 * @property {number} pair
 * @property {number} ports a bit set of directions
 * @property {string | null} role
 * @property {number} player
 * @property {string | null} looks
 *
 * @typedef {object} Piece
 * @property {number} id
 * @property {string} kind
 * @property {readonly number[]} cells the first is the anchor
 * @property {readonly string[]} colours one a cell, or none
 * @property {number} number
 * @property {number} group
 * @property {number} arrow
 * @property {number} ports
 * @property {number} fuse
 * @property {number} player
 * @property {boolean} fixed
 * @property {boolean} bloomed
 * @property {boolean} hidden
 * @property {boolean} spent
 *
 * @typedef {object} Board
 * @property {number} width
 * @property {number} height
 * @property {readonly Terrain[]} terrain one a cell, row by row
 * @property {readonly Piece[]} pieces
 * @property {Readonly<Record<string, number>>} counters
 * @property {number} nextId of the next piece that appears
 *
 * @typedef {string | Partial<Terrain> & {kind: string}} TerrainJson
 * @typedef {Partial<Omit<Piece, "id">> & {kind: string, cells: number[]}} PieceJson
 *
 * @typedef {object} BoardJson
 * @property {number} width
 * @property {number} height
 * @property {Record<string, TerrainJson>} palette
 * @property {string[]} terrain rows in run lengths
 * @property {PieceJson[]} [pieces]
 * @property {[string, number][]} [counters]
 *
 * @typedef {object} Change one part before and after it; null where the part appears or vanishes
 * @property {number} tick changes of one tick are shown together
 * @property {string} cause
 * @property {number} [cell] of a terrain
 * @property {[TerrainJson | null, TerrainJson | null]} [terrain]
 * @property {[PieceJson | null, PieceJson | null]} [piece]
 * @property {[[string, number] | null, [string, number] | null]} [counter]
 * @property {PieceJson} [who]
 */

/**
 * A level as `pushbox.formats.json` writes it.
 * @typedef {object} LevelJson
 * @property {string} game
 * @property {BoardJson} board
 * @property {string} [title]
 * @property {string} [author]
 * @property {string} [notes]
 * @property {[string, string | number | boolean][]} [options]
 * @property {{title: string, text: string, notes?: string}[]} [records]
 * @property {[string, string][]} [keys]
 */

export const LEFT = 0;
export const UP = 1;
export const RIGHT = 2;
export const DOWN = 3;

/** The names of the directions, as the server writes them. */
export const DIRECTIONS = /** @type {const} */ (["left", "up", "right", "down"]);

const MAX_CELLS = 1_000_000;
const MAX_ROW = 100_000;

const TERRAIN_DEFAULTS = {
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

const PIECE_DEFAULTS = {
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
  /** @type {{times: number, cells: string[]}[]} */
  const frames = [{ times: 1, cells: [] }];
  let digits = "";
  for (const symbol of text) {
    const top = frames[frames.length - 1];
    if (symbol >= "0" && symbol <= "9") {
      digits += symbol;
      continue;
    }
    const times = digits ? Number(digits) : 1;
    digits = "";
    if (symbol === "(") {
      frames.push({ times, cells: [] });
      continue;
    }
    const group = symbol === ")";
    const cells = group ? top.cells : [symbol];
    const count = group ? top.times : times;
    if (group) frames.pop();
    const target = frames[frames.length - 1];
    if (!target || target.cells.length + cells.length * count > MAX_ROW) {
      throw new RangeError(`found ${text.slice(0, 20)}, expected run lengths of one row`);
    }
    for (let i = 0; i < count; i++) target.cells.push(...cells);
  }
  if (frames.length > 1 || digits) throw new RangeError(`found ${text.slice(0, 20)}, expected run lengths`);
  return frames[0].cells;
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
 * Read a board.  Throws RangeError for one whose rows do not fit its size.
 * @param {BoardJson} json
 * @returns {Board}
 */
export function readBoard(json) {
  const { width, height } = json;
  if (!(width * height <= MAX_CELLS)) throw new RangeError(`found ${width} x ${height} cells, expected fewer`);
  const palette = new Map(Object.entries(json.palette).map(([glyph, terrain]) => [glyph, readTerrain(terrain)]));
  /** @type {Terrain[]} */
  const terrain = [];
  for (const row of json.terrain) {
    for (const glyph of expandRuns(row)) {
      const entry = palette.get(glyph);
      if (!entry) throw new RangeError(`found ${glyph}, expected a character of the palette`);
      terrain.push(entry);
    }
  }
  if (terrain.length !== width * height) {
    throw new RangeError(`found ${terrain.length} cells of terrain, expected ${width * height}`);
  }
  const pieces = (json.pieces ?? []).map((piece, index) => readPiece(piece, index + 1));
  return { width, height, terrain, pieces, counters: Object.fromEntries(json.counters ?? []), nextId: pieces.length + 1 };
}

/**
 * Return a text that is equal for equal parts, whatever their ids.
 * @param {Piece | Terrain | PieceJson | TerrainJson} part
 */
function contentKey(part) {
  const defaults = typeof part !== "string" && "cells" in part ? PIECE_DEFAULTS : TERRAIN_DEFAULTS;
  const full = typeof part === "string" ? { ...defaults, kind: part } : { ...defaults, ...part };
  const fields = Object.entries(full).filter(([name]) => name !== "id");
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Return whether two parts are equal.
 * @param {Piece | Terrain | PieceJson | TerrainJson} one
 * @param {Piece | Terrain | PieceJson | TerrainJson} other
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

/**
 * Group changes by tick, in order.
 * @param {readonly Change[]} changes
 * @returns {Change[][]}
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
  return `${columnName(cell % board.width)}${Math.floor(cell / board.width) + 1}`;
}

/**
 * Return the cells outside the walls: floor that reaches the edge of the board past no wall, in regions where nothing
 * stands.  They are not drawn.
 * @param {Board} board
 * @returns {Set<number>}
 */
export function outsideCells(board) {
  const { width, height, terrain } = board;
  const used = new Set(board.pieces.flatMap((piece) => piece.cells));
  /** @type {Set<number>} */
  const outside = new Set();
  const visited = new Uint8Array(width * height);
  const plain = (/** @type {number} */ cell) => visibleKind(terrain[cell]) === "floor" && !used.has(cell) && !terrain[cell].player;
  for (let start = 0; start < width * height; start++) {
    const column = start % width;
    const edge = column === 0 || column === width - 1 || start < width || start >= width * (height - 1);
    if (!edge || visited[start] || visibleKind(terrain[start]) === "wall") continue;
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

/**
 * Return the cells left of, above, right of and below a cell, -1 off the board.
 * @param {{width: number, height: number}} board
 * @param {number} cell
 * @returns {[number, number, number, number]}
 */
export function neighbours({ width, height }, cell) {
  const column = cell % width;
  return [
    column > 0 ? cell - 1 : -1,
    cell >= width ? cell - width : -1,
    column < width - 1 ? cell + 1 : -1,
    cell < width * (height - 1) ? cell + width : -1,
  ];
}
