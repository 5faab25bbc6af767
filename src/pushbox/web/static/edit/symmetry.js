/**
 * The eight symmetries of the square, for cells, directions, parts and whole boards.
 *
 * A symmetry swaps rows and columns, or not, then mirrors left to right, or not, then top to bottom, or not.
 * Directions are those of boards: 0 left, 1 up, 2 right, 3 down, and a set of them is a bit set.
 */

/** @type {Edit.Symmetry} */
export const IDENTITY = { swap: false, mirror: false, flip: false };
/** @type {Edit.Symmetry} */
export const MIRROR = { swap: false, mirror: true, flip: false };
/** @type {Edit.Symmetry} */
export const FLIP = { swap: false, mirror: false, flip: true };
/** @type {Edit.Symmetry} */
export const HALF_TURN = { swap: false, mirror: true, flip: true };
/** @type {Edit.Symmetry} */
export const TURN_RIGHT = { swap: true, mirror: true, flip: false };
/** @type {Edit.Symmetry} */
export const TURN_LEFT = { swap: true, mirror: false, flip: true };
/** @type {Edit.Symmetry} */
export const DIAGONAL = { swap: true, mirror: false, flip: false };
/** @type {Edit.Symmetry} */
export const ANTIDIAGONAL = { swap: true, mirror: true, flip: true };

/**
 * The images that a stroke draws at once. Each is a group, so that a drawing that has the symmetry keeps it.
 * @type {Record<string, Edit.Symmetry[]>}
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
 * @param {Edit.Size} size
 * @returns {string[]}
 */
export function availableGroups({ width, height }) {
  return Object.keys(SYMMETRY_GROUPS).filter((name) => width === height || SYMMETRY_GROUPS[name].every(({ swap }) => !swap));
}

/**
 * Return the size of a board after a symmetry.
 * @param {Edit.Size} size
 * @param {Edit.Symmetry} symmetry
 * @returns {Edit.Size}
 */
export function transformSize({ width, height }, { swap }) {
  return swap ? { width: height, height: width } : { width, height };
}

/**
 * Return the cell where a cell of a board of this size comes to lie.
 * @param {number} cell
 * @param {Edit.Size} size
 * @param {Edit.Symmetry} symmetry
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
 * @param {Edit.Symmetry} symmetry
 */
export function transformDirection(direction, { swap, mirror, flip }) {
  if (direction < 0) return direction;
  let image = swap ? direction ^ 1 : direction;
  if (image % 2 === 0 ? mirror : flip) image ^= 2;
  return image;
}

/**
 * @param {number} ports a bit set of directions
 * @param {Edit.Symmetry} symmetry
 */
export function transformPorts(ports, symmetry) {
  return [0, 1, 2, 3].reduce(
    (image, direction) => (ports & (1 << direction) ? image | (1 << transformDirection(direction, symmetry)) : image),
    0,
  );
}

/**
 * @param {Edit.Terrain} terrain
 * @param {Edit.Symmetry} symmetry
 * @returns {Edit.Terrain}
 */
export function transformTerrain(terrain, symmetry) {
  if (terrain.direction === undefined && !terrain.ports) return terrain;
  const image = { ...terrain };
  if (terrain.direction !== undefined) image.direction = transformDirection(terrain.direction, symmetry);
  if (terrain.ports) image.ports = transformPorts(terrain.ports, symmetry);
  return image;
}

/**
 * @param {Edit.Piece} piece
 * @param {Edit.Size} size of the board that it stands on
 * @param {Edit.Symmetry} symmetry
 * @returns {Edit.Piece}
 */
export function transformPiece(piece, size, symmetry) {
  const image = { ...piece, cells: piece.cells.map((cell) => transformCell(cell, size, symmetry)) };
  if (piece.arrow !== undefined) image.arrow = transformDirection(piece.arrow, symmetry);
  if (piece.ports) image.ports = transformPorts(piece.ports, symmetry);
  return image;
}

/**
 * Return a whole drawing under a symmetry.
 * @param {Edit.Drawing} drawing
 * @param {Edit.Symmetry} symmetry
 * @returns {Edit.Drawing}
 */
export function transformDrawing(drawing, symmetry) {
  /** @type {Edit.Terrain[]} */
  const terrain = new Array(drawing.terrain.length);
  for (const [cell, part] of drawing.terrain.entries()) {
    terrain[transformCell(cell, drawing, symmetry)] = transformTerrain(part, symmetry);
  }
  const pieces = drawing.pieces.map((piece) => transformPiece(piece, drawing, symmetry));
  return { ...drawing, ...transformSize(drawing, symmetry), terrain, pieces };
}
