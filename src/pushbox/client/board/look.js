/** How a board is drawn: by shapes and the styles of a skin, unless a skin that is an image has put its functions here. */

import { drawPiece } from "./drawing.js";
import { drawGround, drawTile } from "./ground.js";

export const look = {
  drawGround,
  drawTile,
  drawPiece,
  /**
   * Is called when a piece has come to its place.
   * @type {(node: SVGGElement, piece: Piece, board: Board) => void}
   */
  settle: () => {},
};
