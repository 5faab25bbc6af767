/** Marks and arrows as people type them: a line each, cells by their names on the rulers. */

import { cellName } from "../board/model.js";
import { cellAt } from "../board/tiling.js";

export const MARKS = ["area", "selected", "problem", "hint", "path", "dead", "reach"];
const CELL = /^([A-Z]{1,2})(\d{1,3})$/;

/**
 * Return the cell of a name such as D4, -1 for what is none of the board.
 * @param {{width: number, height: number}} board
 * @param {string} name
 */
export function cellOf(board, name) {
  const [, letters = "", digits = ""] = CELL.exec(name.toUpperCase()) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const row = Number(digits) - 1;
  return letters ? cellAt(board, row, column) : -1;
}

/**
 * Write what is drawn at a node: `problem D4 E5`, `arrow D4 E5`.
 * @param {{width: number}} board
 * @param {Pick<Study.Node, "marks" | "arrows">} node
 */
export function formatDrawn(board, { marks, arrows }) {
  const name = (/** @type {number} */ cell) => cellName(board, cell);
  const lines = Object.entries(marks).map(([mark, cells]) => [mark, ...cells.map(name)].join(" "));
  return [...lines, ...arrows.map((ends) => ["arrow", ...ends.map(name)].join(" "))].join("\n");
}

/**
 * Read what is drawn; lines that say nothing of the board are left out, and returned.
 * @param {{width: number, height: number}} board
 * @param {string} text
 */
export function readDrawn(board, text) {
  /** @type {Record<string, number[]>} */
  const marks = {};
  /** @type {[number, number][]} */
  const arrows = [];
  const wrong = [];
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const [kind, ...names] = line.trim().split(/\s+/);
    const cells = names.map((name) => cellOf(board, name));
    if (!cells.length || cells.includes(-1) || (kind === "arrow" ? cells.length !== 2 : !MARKS.includes(kind))) wrong.push(line.trim());
    else if (kind === "arrow") arrows.push([cells[0], cells[1]]);
    else marks[kind] = [...(marks[kind] ?? []), ...cells];
  }
  return { marks, arrows, wrong };
}
