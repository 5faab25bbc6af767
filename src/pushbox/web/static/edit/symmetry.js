/**
 * The eight symmetries of the square, for cells, directions, parts and whole boards.
 *
 * A symmetry swaps rows and columns, or not, then mirrors left to right, or not, then top to bottom, or not.
 * Directions are those of boards: 0 left, 1 up, 2 right, 3 down, and a set of them is a bit set.
 */

/** @typedef {import("./values.js").Drawing} Drawing */
/** @typedef {import("./values.js").Terrain} Terrain */
/** @typedef {import("./values.js").Piece} Piece */
/** @typedef {{swap: boolean, mirror: boolean, flip: boolean}} Symmetry */
/** @typedef {{width: number, height: number}} Size */

/** @type {Symmetry} */
export const IDENTITY = { swap: false, mirror: false, flip: false };
/** @type {Symmetry} */
export const MIRROR = { swap: false, mirror: true, flip: false };
/** @type {Symmetry} */
export const FLIP = { swap: false, mirror: false, flip: true };
/** @type {Symmetry} */
export const HALF_TURN = { swap: false, mirror: true, flip: true };
/** @type {Symmetry} */
export const TURN_RIGHT = { swap: true, mirror: true, flip: false };
/** @type {Symmetry} */
export const TURN_LEFT = { swap: true, mirror: false, flip: true };
/** @type {Symmetry} */
export const DIAGONAL = { swap: true, mirror: false, flip: false };
/** @type {Symmetry} */
export const ANTIDIAGONAL = { swap: true, mirror: true, flip: true };

/**
 * What a pen draws at once. Each is a group, so that a drawing that has the symmetry keeps it.
 * @type {Record<string, Symmetry[]>}
 */
export const PENS = {
  none: [IDENTITY],
  mirror: [IDENTITY, MIRROR],
  flip: [IDENTITY, FLIP],
  both: [IDENTITY, MIRROR, FLIP, HALF_TURN],
  half: [IDENTITY, HALF_TURN],
  quarter: [IDENTITY, TURN_RIGHT, HALF_TURN, TURN_LEFT],
  all: [IDENTITY, MIRROR, FLIP, HALF_TURN, TURN_RIGHT, TURN_LEFT, DIAGONAL, ANTIDIAGONAL],
};

/**
 * The pens that a board of this size can have: those that turn it by a quarter need a square.
 * @param {Size} size
 * @returns {string[]}
 */
export function pensOf({ width, height }) {
  return Object.keys(PENS).filter((pen) => width === height || PENS[pen].every((symmetry) => !symmetry.swap));
}

/**
 * The size of a board after a symmetry.
 * @param {Size} size
 * @param {Symmetry} symmetry
 * @returns {Size}
 */
export function turnedSize({ width, height }, { swap }) {
  return swap ? { width: height, height: width } : { width, height };
}

/**
 * Where a cell of a board of this size comes to lie.
 * @param {number} cell
 * @param {Size} size
 * @param {Symmetry} symmetry
 */
export function turnedCell(cell, size, symmetry) {
  const after = turnedSize(size, symmetry);
  const [first, second] = [Math.floor(cell / size.width), cell % size.width];
  let [row, column] = symmetry.swap ? [second, first] : [first, second];
  if (symmetry.mirror) column = after.width - 1 - column;
  if (symmetry.flip) row = after.height - 1 - row;
  return row * after.width + column;
}

/**
 * @param {number} direction
 * @param {Symmetry} symmetry
 */
export function turnedDirection(direction, { swap, mirror, flip }) {
  if (direction < 0) return direction;
  let turned = swap ? direction ^ 1 : direction;
  if (turned % 2 === 0 ? mirror : flip) turned ^= 2;
  return turned;
}

/**
 * @param {number} ports a bit set of directions
 * @param {Symmetry} symmetry
 */
export function turnedPorts(ports, symmetry) {
  return [0, 1, 2, 3].reduce(
    (turned, direction) => (ports & (1 << direction) ? turned | (1 << turnedDirection(direction, symmetry)) : turned),
    0,
  );
}

/**
 * @param {Terrain} terrain
 * @param {Symmetry} symmetry
 * @returns {Terrain}
 */
export function turnedTerrain(terrain, symmetry) {
  if (terrain.direction === undefined && !terrain.ports) return terrain;
  const turned = { ...terrain };
  if (terrain.direction !== undefined) turned.direction = turnedDirection(terrain.direction, symmetry);
  if (terrain.ports) turned.ports = turnedPorts(terrain.ports, symmetry);
  return turned;
}

/**
 * @param {Piece} piece
 * @param {Size} size of the board that it stands on
 * @param {Symmetry} symmetry
 * @returns {Piece}
 */
export function turnedPiece(piece, size, symmetry) {
  const turned = { ...piece, cells: piece.cells.map((cell) => turnedCell(cell, size, symmetry)) };
  if (piece.arrow !== undefined) turned.arrow = turnedDirection(piece.arrow, symmetry);
  if (piece.ports) turned.ports = turnedPorts(piece.ports, symmetry);
  return turned;
}

/**
 * A whole board under a symmetry.
 * @param {Drawing} board
 * @param {Symmetry} symmetry
 * @returns {Drawing}
 */
export function turnedBoard(board, symmetry) {
  /** @type {Terrain[]} */
  const terrain = new Array(board.terrain.length);
  board.terrain.forEach((sort, cell) => {
    terrain[turnedCell(cell, board, symmetry)] = turnedTerrain(sort, symmetry);
  });
  const pieces = board.pieces.map((piece) => turnedPiece(piece, board, symmetry));
  return { ...board, ...turnedSize(board, symmetry), terrain, pieces };
}
