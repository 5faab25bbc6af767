/**
 * What a pen does to a board: pure functions from boards to boards, for the palette of any game.
 *
 * A brush is a sort of terrain, or a piece with its shape. What can stand where is told by the palette: no piece stands
 * on solid terrain, and only pieces that share stand on one cell with others. A function gives back the same board
 * where nothing changes.
 */

import { IDENTITY, turnedCell, turnedPiece, turnedTerrain } from "./symmetry.js";
import { alike, wording } from "./values.js";

/** @typedef {import("./values.js").Drawing} Drawing */
/** @typedef {import("./values.js").Terrain} Terrain */
/** @typedef {import("./values.js").Piece} Piece */
/** @typedef {import("./symmetry.js").Symmetry} Symmetry */
/** @typedef {{terrain: Terrain}} TerrainBrush */
/**
 * `shape` is (row, column) offsets from the anchor; a board has at most one of a piece that is `single`.
 * @typedef {{piece: Piece, shape: number[][], shares: boolean, single: boolean}} PieceBrush
 */
/** @typedef {TerrainBrush | PieceBrush} Brush */
/**
 * `solid` is the kinds of terrain that nothing stands on, `lonely` the looks of pieces that share a cell with none.
 * @typedef {{solid: string[], lonely: object[]}} Manners
 */
/** @typedef {{brush: Brush, pen: Symmetry[], manners: Manners}} Stroke */

/** @type {Terrain} */
export const FLOOR = { kind: "floor" };
/** @type {Terrain} */
export const WALL = { kind: "wall" };

const SIDES = ["top", "bottom", "left", "right"];
const NO_MANNERS = { solid: [], lonely: [] };

/**
 * The board with the brush put down on a cell and on its images under the pen.
 * @param {Drawing} board
 * @param {number} cell
 * @param {Stroke} stroke
 * @returns {Drawing}
 */
export function painted(board, cell, { brush, pen, manners }) {
  if ("terrain" in brush) {
    return pen.reduce(
      (drawn, symmetry) =>
        ground(drawn, turnedCell(cell, board, symmetry), turnedTerrain(brush.terrain, symmetry), manners),
      board,
    );
  }
  const cells = shaped(cell, brush.shape, board);
  if (!cells) return board;
  const piece = { ...brush.piece, cells };
  const images = brush.single ? [IDENTITY] : pen;
  return images.reduce((drawn, symmetry) => put(drawn, turnedPiece(piece, board, symmetry), brush, manners), board);
}

/**
 * The board without what lies on top of a cell and of its images: its pieces, or else its terrain.
 * @param {Drawing} board
 * @param {number} cell
 * @param {Symmetry[]} pen
 * @returns {Drawing}
 */
export function erased(board, cell, pen) {
  return pen.reduce((drawn, symmetry) => {
    const place = turnedCell(cell, board, symmetry);
    const cleared = lifted(drawn, [place]);
    return cleared === drawn ? ground(drawn, place, FLOOR, NO_MANNERS) : cleared;
  }, board);
}

/**
 * The board with the brush on every cell between two corners.
 * @param {Drawing} board
 * @param {number} from
 * @param {number} to
 * @param {Stroke} stroke
 */
export function boxed(board, from, to, stroke) {
  return rectangle(from, to, board.width).reduce((drawn, cell) => painted(drawn, cell, stroke), board);
}

/**
 * The board with the brush on every cell that looks like this one and hangs together with it.
 * @param {Drawing} board
 * @param {number} cell
 * @param {Stroke} stroke
 */
export function flooded(board, cell, stroke) {
  return patch(board, cell).reduce((drawn, place) => painted(drawn, place, stroke), board);
}

/**
 * The cells of the rectangle between two corners.
 * @param {number} from
 * @param {number} to
 * @param {number} width of the board
 */
export function rectangle(from, to, width) {
  const rows = [Math.floor(from / width), Math.floor(to / width)];
  const columns = [from % width, to % width];
  const cells = [];
  for (let row = Math.min(...rows); row <= Math.max(...rows); row += 1) {
    for (let column = Math.min(...columns); column <= Math.max(...columns); column += 1) cells.push(row * width + column);
  }
  return cells;
}

/**
 * The board with one more cell for the piece on `from`, a neighbour of it; what stood there is gone.
 * @param {Drawing} board
 * @param {number} from
 * @param {number} to
 * @param {Manners} manners
 */
export function extended(board, from, to, manners) {
  const piece = board.pieces.findLast(({ cells }) => cells.includes(from));
  if (!piece || piece.cells.includes(to)) return board;
  const colours = piece.colours && [...piece.colours, piece.colours[piece.cells.indexOf(from)]];
  const larger = { ...piece, cells: [...piece.cells, to], ...(colours && { colours }) };
  const others = { ...board, pieces: board.pieces.filter((other) => other !== piece) };
  return put(others, larger, { shares: false, single: false }, manners);
}

/**
 * The brush that draws what lies on top of a cell.
 * @param {Drawing} board
 * @param {number} cell
 * @returns {{terrain: Terrain} | {piece: Piece, shape: number[][]}}
 */
export function picked(board, cell) {
  const piece = board.pieces.findLast(({ cells }) => cells.includes(cell));
  if (!piece) return { terrain: board.terrain[cell] };
  const [row, column] = place(piece.cells[0], board.width);
  const shape = piece.cells.map((part) => {
    const [partRow, partColumn] = place(part, board.width);
    return [partRow - row, partColumn - column];
  });
  return { piece: { ...piece, cells: [0] }, shape };
}

/**
 * The board with rows and columns added at its sides, or taken away where the number is negative.
 * @param {Drawing} board
 * @param {{left?: number, right?: number, top?: number, bottom?: number}} sides
 * @param {Terrain} filler what new cells are made of
 * @returns {Drawing}
 */
export function resized(board, { left = 0, right = 0, top = 0, bottom = 0 }, filler) {
  const width = board.width + left + right;
  const height = board.height + top + bottom;
  if (width < 1 || height < 1) return board;
  const terrain = new Array(width * height).fill(filler);
  /** @param {number} cell */
  const moved = (cell) => {
    const [row, column] = place(cell, board.width);
    const inside = row + top >= 0 && row + top < height && column + left >= 0 && column + left < width;
    return inside ? (row + top) * width + column + left : -1;
  };
  board.terrain.forEach((sort, cell) => {
    if (moved(cell) >= 0) terrain[moved(cell)] = sort;
  });
  const pieces = board.pieces
    .map((piece) => ({ ...piece, cells: piece.cells.map(moved) }))
    .filter(({ cells }) => cells.every((cell) => cell >= 0));
  return { ...board, width, height, terrain, pieces };
}

/**
 * The board without the empty rows and columns around what is drawn; floor and wall alone count as empty at the edge
 * where the next row or column is of the same sort.
 * @param {Drawing} board
 */
export function cropped(board) {
  let drawn = board;
  for (const side of SIDES) while (isSpare(drawn, side)) drawn = resized(drawn, { [side]: -1 }, FLOOR);
  return drawn;
}

/**
 * The board with walls on all cells of its edge.
 * @param {Drawing} board
 * @param {Manners} manners
 */
export function framed(board, manners) {
  const { width, height } = board;
  const edge = board.terrain.map((_, cell) => cell).filter((cell) => {
    const [row, column] = place(cell, width);
    return row === 0 || column === 0 || row === height - 1 || column === width - 1;
  });
  return edge.reduce((drawn, cell) => ground(drawn, cell, WALL, manners), board);
}

/**
 * @param {Drawing} board
 * @param {number} cell
 * @param {Terrain} terrain
 * @param {Manners} manners
 * @returns {Drawing}
 */
function ground(board, cell, terrain, manners) {
  const cleared = manners.solid.includes(terrain.kind) ? lifted(board, [cell]) : board;
  if (alike(cleared.terrain[cell], terrain)) return cleared;
  return { ...cleared, terrain: cleared.terrain.with(cell, terrain) };
}

/**
 * @param {Drawing} board
 * @param {Piece} piece
 * @param {{shares: boolean, single: boolean}} brush
 * @param {Manners} manners
 * @returns {Drawing}
 */
function put(board, piece, { shares, single }, { solid, lonely }) {
  if (board.pieces.some((other) => alike(other, piece))) return board;
  const terrain = board.terrain.slice();
  for (const cell of piece.cells) if (solid.includes(terrain[cell].kind)) terrain[cell] = FLOOR;
  const { cells: _, ...look } = piece;
  const pieces = board.pieces.filter(({ cells, ...other }) => {
    if (single && alike(look, other)) return false;
    if (!cells.some((cell) => piece.cells.includes(cell))) return true;
    return shares && !alike(look, other) && !lonely.some((unsociable) => alike(unsociable, other));
  });
  return { ...board, terrain, pieces: [...pieces, piece] };
}

/**
 * @param {Drawing} board
 * @param {number[]} cells
 * @returns {Drawing}
 */
function lifted(board, cells) {
  const pieces = board.pieces.filter((piece) => !piece.cells.some((cell) => cells.includes(cell)));
  return pieces.length === board.pieces.length ? board : { ...board, pieces };
}

/**
 * @param {number} cell
 * @param {number[][]} shape
 * @param {Drawing} board
 * @returns {number[] | null}
 */
function shaped(cell, shape, board) {
  const [row, column] = place(cell, board.width);
  const places = shape.map(([down, across]) => [row + down, column + across]);
  const inside = places.every(([r, c]) => r >= 0 && r < board.height && c >= 0 && c < board.width);
  return inside ? places.map(([r, c]) => r * board.width + c) : null;
}

/**
 * @param {Drawing} board
 * @param {number} start
 */
function patch(board, start) {
  const look = /** @param {number} cell */ (cell) =>
    wording(board.terrain[cell]) + board.pieces.filter(({ cells }) => cells.includes(cell)).map(({ kind }) => kind);
  const wanted = look(start);
  const found = [start];
  const seen = new Set(found);
  for (const cell of found) {
    const [row, column] = place(cell, board.width);
    for (const [down, across] of [[0, -1], [-1, 0], [0, 1], [1, 0]]) {
      const [r, c] = [row + down, column + across];
      const near = r * board.width + c;
      if (r < 0 || r >= board.height || c < 0 || c >= board.width || seen.has(near) || look(near) !== wanted) continue;
      seen.add(near);
      found.push(near);
    }
  }
  return found;
}

/**
 * @param {Drawing} board
 * @param {string} side
 */
function isSpare(board, side) {
  const across = side === "left" || side === "right";
  const lines = across ? board.width : board.height;
  if (lines <= 3) return false;
  const [first, second] = side === "left" || side === "top" ? [0, 1] : [lines - 1, lines - 2];
  const edge = line(board, across, first);
  const next = line(board, across, second);
  const kind = board.terrain[edge[0]].kind;
  const plain = kind === "floor" || kind === "wall";
  const same = [...edge, ...next].every((cell) => alike(board.terrain[cell], { kind }));
  return plain && same && !board.pieces.some(({ cells }) => cells.some((cell) => edge.includes(cell)));
}

/**
 * @param {Drawing} board
 * @param {boolean} across
 * @param {number} index
 */
function line(board, across, index) {
  const length = across ? board.height : board.width;
  return Array.from({ length }, (_, step) => (across ? step * board.width + index : index * board.width + step));
}

/**
 * @param {number} cell
 * @param {number} width
 */
function place(cell, width) {
  return [Math.floor(cell / width), cell % width];
}
