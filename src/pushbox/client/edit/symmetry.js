/** Drawings and their parts under a symmetry. */

import { transformCell, transformDirection, transformPorts, transformSize } from "../board/tiling.js";

/**
 * @param {Edit.Terrain} terrain
 * @param {Symmetry} symmetry
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
 * @param {Size} size of the board that it stands on
 * @param {Symmetry} symmetry
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
 * @param {Symmetry} symmetry
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
