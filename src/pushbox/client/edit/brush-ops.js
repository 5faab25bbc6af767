/**
 * What tools do to a drawing: pure functions from drawings to drawings, for the palette of any game.
 *
 * A brush is a terrain, or a piece with its shape. The palette says what can stand where: no piece stands on solid
 * terrain, and only pieces that share stand on one cell with others. A function returns the same drawing where nothing
 * changes.
 */

import { equalParts } from "../board/changes.js";
import { partKey } from "../board/model.js";
import { IDENTITY, cellAt, neighbours, rowColumn, transformCell } from "../board/tiling.js";
import { transformPiece, transformTerrain } from "./symmetry.js";

/** @type {Edit.Terrain} */
export const FLOOR = { kind: "floor" };
/** @type {Edit.Terrain} */
export const WALL = { kind: "wall" };

const SIDES = ["top", "bottom", "left", "right"];
const NO_RULES = { solid: [], unshared: [] };

/**
 * Return the drawing with the brush put down on a cell and on its images.
 * @param {Edit.Drawing} drawing
 * @param {number} cell
 * @param {Edit.Stroke} stroke
 */
export function paint(drawing, cell, { brush, symmetries, rules }) {
  if ("terrain" in brush) {
    return symmetries.reduce((painted, symmetry) => {
      const terrain = transformTerrain(brush.terrain, symmetry);
      return setTerrain(painted, transformCell(cell, drawing, symmetry), terrain, rules);
    }, drawing);
  }
  const cells = shapeCells(cell, brush.shape, drawing);
  if (!cells) return drawing;
  const piece = { ...brush.piece, cells };
  const images = brush.single ? [IDENTITY] : symmetries;
  return images.reduce((painted, symmetry) => placePiece(painted, transformPiece(piece, drawing, symmetry), brush, rules), drawing);
}

/**
 * Return the drawing without what lies on top of a cell and of its images: its pieces, or else its terrain.
 * @param {Edit.Drawing} drawing
 * @param {number} cell
 * @param {Symmetry[]} symmetries
 */
export function erase(drawing, cell, symmetries) {
  return symmetries.reduce((erased, symmetry) => {
    const image = transformCell(cell, drawing, symmetry);
    const cleared = removePieces(erased, image);
    return cleared === erased ? setTerrain(erased, image, FLOOR, NO_RULES) : cleared;
  }, drawing);
}

/**
 * Return the drawing with the brush put down on some cells.
 * @param {Edit.Drawing} drawing
 * @param {number[]} cells
 * @param {Edit.Stroke} stroke
 */
export function paintAll(drawing, cells, stroke) {
  return cells.reduce((painted, cell) => paint(painted, cell, stroke), drawing);
}

/**
 * Return the cells of the rectangle between two corners.
 * @param {number} from
 * @param {number} to
 * @param {Size} size of the board
 */
export function rectangleCells(from, to, size) {
  const corners = [rowColumn(size, from), rowColumn(size, to)];
  const [rows, columns] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const cells = [];
  for (let row = Math.min(...rows); row <= Math.max(...rows); row += 1) {
    for (let column = Math.min(...columns); column <= Math.max(...columns); column += 1) cells.push(cellAt(size, row, column));
  }
  return cells;
}

/**
 * Return the drawing with one more cell for the piece on `from`, a neighbour of it; what stood there is gone.
 * @param {Edit.Drawing} drawing
 * @param {number} from
 * @param {number} to
 * @param {Edit.PlacementRules} rules
 */
export function extendPiece(drawing, from, to, rules) {
  const piece = drawing.pieces.findLast(({ cells }) => cells.includes(from));
  if (!piece || piece.cells.includes(to)) return drawing;
  const colours = piece.colours && [...piece.colours, piece.colours[piece.cells.indexOf(from)]];
  const larger = { ...piece, cells: [...piece.cells, to], ...(colours && { colours }) };
  const others = { ...drawing, pieces: drawing.pieces.filter((other) => other !== piece) };
  return placePiece(others, larger, { shares: false, single: false }, rules);
}

/**
 * Return the brush that draws what lies on top of a cell.
 * @param {Edit.Drawing} drawing
 * @param {number} cell
 * @returns {{terrain: Edit.Terrain} | {piece: Edit.Piece, shape: number[][]}}
 */
export function pickBrush(drawing, cell) {
  const piece = drawing.pieces.findLast(({ cells }) => cells.includes(cell));
  if (!piece) return { terrain: drawing.terrain[cell] };
  const [anchorRow, anchorColumn] = rowColumn(drawing, piece.cells[0]);
  const shape = piece.cells.map((other) => {
    const [row, column] = rowColumn(drawing, other);
    return [row - anchorRow, column - anchorColumn];
  });
  return { piece: { ...piece, cells: [0] }, shape };
}

/**
 * Return the drawing with rows and columns added at its sides, or taken away where the number is negative.
 * @param {Edit.Drawing} drawing
 * @param {{left?: number, right?: number, top?: number, bottom?: number}} sides
 * @param {Edit.Terrain} filler of the new cells
 * @returns {Edit.Drawing}
 */
export function resize(drawing, { left = 0, right = 0, top = 0, bottom = 0 }, filler) {
  const size = { width: drawing.width + left + right, height: drawing.height + top + bottom };
  if (size.width < 1 || size.height < 1) return drawing;
  const terrain = new Array(size.width * size.height).fill(filler);
  /** @param {number} cell */
  const moved = (cell) => {
    const [row, column] = rowColumn(drawing, cell);
    return cellAt(size, row + top, column + left);
  };
  for (const [cell, part] of drawing.terrain.entries()) {
    if (moved(cell) >= 0) terrain[moved(cell)] = part;
  }
  const pieces = drawing.pieces
    .map((piece) => ({ ...piece, cells: piece.cells.map(moved) }))
    .filter(({ cells }) => cells.every((cell) => cell >= 0));
  return { ...drawing, ...size, terrain, pieces };
}

/**
 * Return the drawing without the empty rows and columns around it; floor and wall alone count as empty at the edge where
 * the next row or column is of the same terrain.
 * @param {Edit.Drawing} drawing
 */
export function crop(drawing) {
  let cropped = drawing;
  for (const side of SIDES) while (isSpare(cropped, side)) cropped = resize(cropped, { [side]: -1 }, FLOOR);
  return cropped;
}

/**
 * Return the drawing with walls on all cells of its edge.
 * @param {Edit.Drawing} drawing
 * @param {Edit.PlacementRules} rules
 */
export function addFrame(drawing, rules) {
  const edge = [...drawing.terrain.keys()].filter((cell) => neighbours(drawing, cell).includes(-1));
  return edge.reduce((framed, cell) => setTerrain(framed, cell, WALL, rules), drawing);
}

/**
 * @param {Edit.Drawing} drawing
 * @param {number} cell
 * @param {Edit.Terrain} terrain
 * @param {Edit.PlacementRules} rules
 */
function setTerrain(drawing, cell, terrain, rules) {
  const cleared = rules.solid.includes(terrain.kind) ? removePieces(drawing, cell) : drawing;
  if (equalParts(cleared.terrain[cell], terrain)) return cleared;
  return { ...cleared, terrain: cleared.terrain.with(cell, terrain) };
}

/**
 * @param {Edit.Drawing} drawing
 * @param {Edit.Piece} piece
 * @param {{shares: boolean, single: boolean}} brush
 * @param {Edit.PlacementRules} rules
 */
function placePiece(drawing, piece, { shares, single }, { solid, unshared }) {
  if (drawing.pieces.some((other) => equalParts(other, piece))) return drawing;
  const terrain = drawing.terrain.slice();
  for (const cell of piece.cells) if (solid.includes(terrain[cell].kind)) terrain[cell] = FLOOR;
  const { cells: _, ...look } = piece;
  const stays = (/** @type {Edit.Piece} */ { cells, ...other }) => {
    if (single && equalParts(look, other)) return false;
    if (!cells.some((cell) => piece.cells.includes(cell))) return true;
    return shares && !equalParts(look, other) && !unshared.some((one) => equalParts(one, other));
  };
  return { ...drawing, terrain, pieces: [...drawing.pieces.filter(stays), piece] };
}

/**
 * @param {Edit.Drawing} drawing
 * @param {number} cell
 */
function removePieces(drawing, cell) {
  const pieces = drawing.pieces.filter(({ cells }) => !cells.includes(cell));
  return pieces.length === drawing.pieces.length ? drawing : { ...drawing, pieces };
}

/**
 * Return the cells of a shape whose anchor is a cell, null where it would leave the board.
 * @param {number} anchor
 * @param {number[][]} shape
 * @param {Edit.Drawing} drawing
 */
function shapeCells(anchor, shape, drawing) {
  const [row, column] = rowColumn(drawing, anchor);
  const cells = shape.map(([down, across]) => cellAt(drawing, row + down, column + across));
  return cells.includes(-1) ? null : cells;
}

/**
 * Return the cells that look like one and are connected with it.
 * @param {Edit.Drawing} drawing
 * @param {number} start
 */
export function connectedCells(drawing, start) {
  const look = /** @param {number} cell */ (cell) =>
    partKey(drawing.terrain[cell]) + drawing.pieces.filter(({ cells }) => cells.includes(cell)).map(({ kind }) => kind);
  const wanted = look(start);
  const connected = new Set([start]);
  for (const cell of connected) {
    for (const neighbour of neighbours(drawing, cell)) {
      if (neighbour >= 0 && look(neighbour) === wanted) connected.add(neighbour); // the loop comes to it too
    }
  }
  return [...connected];
}

/**
 * Return whether the row or column at a side can be cropped.
 * @param {Edit.Drawing} drawing
 * @param {string} side
 */
function isSpare(drawing, side) {
  const isColumn = side === "left" || side === "right";
  const count = isColumn ? drawing.width : drawing.height;
  if (count <= 3) return false;
  const [first, second] = side === "left" || side === "top" ? [0, 1] : [count - 1, count - 2];
  const lineOf = (/** @type {number} */ cell) => rowColumn(drawing, cell)[Number(isColumn)];
  const terrain = drawing.terrain.filter((_, cell) => [first, second].includes(lineOf(cell)));
  const isPlain = [FLOOR, WALL].some((plain) => terrain.every((part) => equalParts(part, plain)));
  return isPlain && !drawing.pieces.some(({ cells }) => cells.some((cell) => lineOf(cell) === first));
}
