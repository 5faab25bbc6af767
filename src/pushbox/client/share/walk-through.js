/** Walk-throughs in words: each box by its number, and where it is pushed. */

import { cellName } from "../board/model.js";
import { rowColumn } from "../board/tiling.js";
import { t } from "../core/i18n.js";

/**
 * Return the lines of a walk-through, one for each box that is pushed with no other one in between.
 * @param {readonly Api.StretchOut[]} stretches
 * @param {{width: number, height: number}} board
 */
export function walkThroughLines(stretches, board) {
  return stretches.map(({ box, cells }) => {
    const ways = cells.slice(1).map((cell, index) => wayText(board, cells[index], cell));
    return t("walk.line", { box, ways: ways.join(t("walk.comma")) });
  });
}

/**
 * Say where a box goes: how many cells in a direction, or to which cell where it is no straight way.
 * @param {{width: number, height: number}} board
 * @param {number} from
 * @param {number} to -1 where it is gone
 */
function wayText(board, from, to) {
  if (to < 0) return t("walk.gone");
  const [[row, column], [lastRow, lastColumn]] = [rowColumn(board, from), rowColumn(board, to)];
  const [right, down] = [lastColumn - column, lastRow - row];
  if (right && down) return t("walk.to", { cell: cellName(board, to) });
  const direction = right > 0 ? "right" : right < 0 ? "left" : down > 0 ? "down" : "up";
  return t(`walk.${direction}`, { count: Math.abs(right + down) });
}
