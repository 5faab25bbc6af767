/**
 * The tiling of squares: directions, neighbours, where cells lie, and the eight symmetries.  `pushbox.tiling` and
 * `pushbox.grid` say the same; no other module computes a direction, or a row or column of a cell.
 *
 * A cell is one number, row * width + column.  Directions are 0 left, 1 up, 2 right, 3 down, and a set of them is a bit set.
 * A symmetry swaps rows and columns, or not, then mirrors left to right, or not, then top to bottom, or not.
 */

/** The names of the directions, as the server writes them. */
export const DIRECTIONS = /** @type {const} */ (["left", "up", "right", "down"]);
const [LEFT, UP, RIGHT, DOWN] = DIRECTIONS.keys();

/** (x, y) of one step, by direction. */
export const DELTAS = /** @type {const} */ ([[-1, 0], [0, -1], [1, 0], [0, 1]]);

/** The edges of the cell at (0, 0), clockwise: the neighbour beyond it, the corner where it begins, and its direction. */
export const EDGES = /** @type {const} */ ([
  { beyond: DELTAS[UP], corner: [0, 0], direction: RIGHT },
  { beyond: DELTAS[RIGHT], corner: [1, 0], direction: DOWN },
  { beyond: DELTAS[DOWN], corner: [1, 1], direction: LEFT },
  { beyond: DELTAS[LEFT], corner: [0, 1], direction: UP },
]);

/** Return the direction that is so many quarters clockwise of another. @param {number} direction @param {number} quarters */
export const turned = (direction, quarters) => (((direction + quarters) % 4) + 4) % 4;

/** Return the directions of a bit set. @param {number} ports */
export const directionsOf = (ports) => [...DIRECTIONS.keys()].filter((direction) => ports & (1 << direction));

/**
 * Return the row and the column of a cell, both from 0.
 * @param {{width: number}} board
 * @param {number} cell
 * @returns {[number, number]}
 */
export function rowColumn({ width }, cell) {
  return [Math.floor(cell / width), cell % width];
}

/**
 * Return the cell of a row and a column, -1 off the board.
 * @param {Size} size
 * @param {number} row
 * @param {number} column
 */
export function cellAt({ width, height }, row, column) {
  return row >= 0 && row < height && column >= 0 && column < width ? row * width + column : -1;
}

/**
 * Return the cells left of, above, right of and below a cell, -1 off the board.
 * @param {Size} board
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

export const IDENTITY = { swap: false, mirror: false, flip: false };
export const MIRROR = { swap: false, mirror: true, flip: false };
const FLIP = { swap: false, mirror: false, flip: true };
const HALF_TURN = { swap: false, mirror: true, flip: true };
export const TURN_RIGHT = { swap: true, mirror: true, flip: false };
const TURN_LEFT = { swap: true, mirror: false, flip: true };
const DIAGONAL = { swap: true, mirror: false, flip: false };
const ANTIDIAGONAL = { swap: true, mirror: true, flip: true };

// By clockwise quarters, of a picture that is not mirrored and of one that is.
const TURNS = [[IDENTITY, MIRROR], [TURN_RIGHT, ANTIDIAGONAL], [HALF_TURN, FLIP], [TURN_LEFT, DIAGONAL]];

/** Return the symmetry that mirrors left to right first if `flip`, then turns clockwise. @param {number} quarters @param {boolean} flip */
export const symmetryOf = (quarters, flip) => TURNS[turned(0, quarters)][Number(flip)];

/**
 * The images that a stroke draws at once. Each is a group, so that a drawing that has the symmetry keeps it.
 * @type {Record<string, Symmetry[]>}
 */
export const SYMMETRY_GROUPS = {
  none: [IDENTITY],
  mirror: [IDENTITY, MIRROR],
  flip: [IDENTITY, FLIP],
  both: [IDENTITY, MIRROR, FLIP, HALF_TURN],
  half: [IDENTITY, HALF_TURN],
  quarter: [IDENTITY, TURN_RIGHT, HALF_TURN, TURN_LEFT],
  all: [IDENTITY, MIRROR, FLIP, HALF_TURN, TURN_RIGHT, TURN_LEFT, DIAGONAL, ANTIDIAGONAL],
};

/**
 * Return the names of the groups that a board of this size can have: those that turn it by a quarter need a square.
 * @param {Size} size
 */
export function availableGroups({ width, height }) {
  return Object.keys(SYMMETRY_GROUPS).filter((name) => width === height || SYMMETRY_GROUPS[name].every(({ swap }) => !swap));
}

/**
 * Return the symmetry that takes another back.
 * @param {Symmetry} symmetry
 * @returns {Symmetry}
 */
export function inverseOf({ swap, mirror, flip }) {
  return swap ? { swap, mirror: flip, flip: mirror } : { swap, mirror, flip };
}

/**
 * Return the size of a board after a symmetry.
 * @param {Size} size
 * @param {Symmetry} symmetry
 * @returns {Size}
 */
export function transformSize({ width, height }, { swap }) {
  return swap ? { width: height, height: width } : { width, height };
}

/**
 * Return the cell where a cell of a board of this size comes to lie.
 * @param {number} cell
 * @param {Size} size
 * @param {Symmetry} symmetry
 */
export function transformCell(cell, size, symmetry) {
  const after = transformSize(size, symmetry);
  const [first, second] = rowColumn(size, cell);
  let [row, column] = symmetry.swap ? [second, first] : [first, second];
  if (symmetry.mirror) column = after.width - 1 - column;
  if (symmetry.flip) row = after.height - 1 - row;
  return row * after.width + column;
}

/**
 * @param {number} direction
 * @param {Symmetry} symmetry
 */
export function transformDirection(direction, { swap, mirror, flip }) {
  if (direction < 0) return direction;
  let image = swap ? direction ^ 1 : direction;
  if (image % 2 === 0 ? mirror : flip) image ^= 2;
  return image;
}

/**
 * @param {number} ports a bit set of directions
 * @param {Symmetry} symmetry
 */
export function transformPorts(ports, symmetry) {
  return directionsOf(ports).reduce((image, direction) => image | (1 << transformDirection(direction, symmetry)), 0);
}
