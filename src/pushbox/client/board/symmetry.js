/**
 * The eight symmetries of the square, for cells and directions.
 *
 * A symmetry swaps rows and columns, or not, then mirrors left to right, or not, then top to bottom, or not.
 * Directions are those of boards: 0 left, 1 up, 2 right, 3 down, and a set of them is a bit set.
 */

export const IDENTITY = { swap: false, mirror: false, flip: false };
export const MIRROR = { swap: false, mirror: true, flip: false };
const FLIP = { swap: false, mirror: false, flip: true };
const HALF_TURN = { swap: false, mirror: true, flip: true };
export const TURN_RIGHT = { swap: true, mirror: true, flip: false };
const TURN_LEFT = { swap: true, mirror: false, flip: true };
const DIAGONAL = { swap: true, mirror: false, flip: false };
const ANTIDIAGONAL = { swap: true, mirror: true, flip: true };

/** The symmetries of a picture that is not mirrored and of one that is, by clockwise quarters. */
export const TURNS = [[IDENTITY, MIRROR], [TURN_RIGHT, ANTIDIAGONAL], [HALF_TURN, FLIP], [TURN_LEFT, DIAGONAL]];

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
  return [0, 1, 2, 3].reduce(
    (image, direction) => (ports & (1 << direction) ? image | (1 << transformDirection(direction, symmetry)) : image),
    0,
  );
}
