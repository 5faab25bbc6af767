/** What the editor edits: a drawing with its game and what a level says beside its board. */

import { equalParts } from "../board/changes.js";
import { IDENTITY } from "../board/symmetry.js";
import { FLOOR, WALL, addFrame, paint } from "./brush-ops.js";
import { readDrawing, writeDrawing } from "./codec.js";

/**
 * @param {LevelJson} level
 * @returns {Edit.Doc}
 */
export function readLevel({ game, board, options = [], title = "", author = "", notes = "", keys = [] }) {
  return { game, drawing: readDrawing(board), options, title, author, notes, keys };
}

/**
 * Return the document as a level; solutions of the level that it was read from are left out, as they are of another
 * board.
 * @param {Edit.Doc} doc
 * @returns {LevelJson}
 */
export function writeLevel({ game, drawing, options, title, author, notes, keys }) {
  return {
    game,
    board: writeDrawing(drawing),
    ...(title && { title }),
    ...(author && { author }),
    ...(notes && { notes }),
    ...(options.length && { options: [...options] }),
    ...(keys.length && { keys: [...keys] }),
  };
}

/**
 * Return an empty room with one of each thing that every level of the game needs.
 * @param {string} game
 * @param {Edit.Entry[]} entries of its palette
 * @param {Edit.PlacementRules} rules
 * @param {{width: number, height: number}} size
 * @returns {Edit.Doc}
 */
export function emptyRoom(game, entries, rules, { width, height }) {
  const terrain = new Array(width * height).fill(FLOOR);
  const room = addFrame({ width, height, terrain, pieces: [], counters: [] }, rules);
  const middle = Math.floor(height / 2) * width;
  const drawing = entries
    .filter(({ needed }) => needed)
    .slice(0, Math.floor((width - 2) / 2))
    .reduce((painted, { brush }, index) => {
      return paint(painted, middle + 2 + index * 2, { brush, symmetries: [IDENTITY], rules });
    }, room);
  return { game, drawing, options: [], title: "", author: "", notes: "", keys: [] };
}

/**
 * Return whether two documents differ in nothing.
 * @param {Edit.Doc} first
 * @param {Edit.Doc} second
 */
export function equalDocs({ drawing, ...rest }, { drawing: otherDrawing, ...otherRest }) {
  return drawing === otherDrawing && JSON.stringify(rest) === JSON.stringify(otherRest);
}

/**
 * Return the document with an option of its game set; the default takes it away.
 * @param {Edit.Doc} doc
 * @param {Api.OptionOut} option
 * @param {Edit.Scalar} value
 * @returns {Edit.Doc}
 */
export function withOption(doc, option, value) {
  const others = doc.options.filter(([name]) => name !== option.name);
  return { ...doc, options: value === option.default ? others : [...others, [option.name, value]] };
}

/**
 * Return the value of an option that was typed: one of its choices, a whole number from the least on, or null.
 * @param {Api.OptionOut} option
 * @param {string} text
 * @returns {Edit.Scalar | null}
 */
export function optionValue(option, text) {
  const trimmed = text.trim();
  const choice = [option.default, ...option.choices].find((value) => String(value) === trimmed);
  if (choice !== undefined) return choice;
  if (option.least === null || !/^\d{1,9}$/.test(trimmed)) return null;
  return Number(trimmed) >= option.least ? Number(trimmed) : null;
}

/**
 * Return the changes that lead a picture from one drawing to another of the same size.
 * @param {Edit.Drawing} before
 * @param {Edit.Drawing} after
 */
export function changesBetween(before, after) {
  /** @type {Change[]} */
  const changes = [];
  for (const [cell, terrain] of after.terrain.entries()) {
    if (equalParts(before.terrain[cell], terrain)) continue;
    changes.push({ tick: 0, cause: "draw", cell, terrain: [before.terrain[cell], terrain] });
  }
  const [earlier, later] = [new Set(before.pieces), new Set(after.pieces)];
  for (const piece of earlier) {
    if (!later.has(piece)) changes.push({ tick: 0, cause: "draw", piece: [piece, null] });
  }
  for (const piece of later) {
    if (!earlier.has(piece)) changes.push({ tick: 0, cause: "draw", piece: [null, piece] });
  }
  return changes;
}

/**
 * Return the cells of a straight stroke between two cells, the first left out.
 * @param {number} from
 * @param {number} to
 * @param {number} width of the board
 */
export function strokeCells(from, to, width) {
  const [row, column] = [Math.floor(from / width), from % width];
  const [down, across] = [Math.floor(to / width) - row, (to % width) - column];
  const steps = Math.max(Math.abs(down), Math.abs(across));
  return Array.from({ length: steps }, (_, step) => {
    const part = (step + 1) / steps;
    return (row + Math.round(down * part)) * width + column + Math.round(across * part);
  });
}

/** Return the terrain around a board that grows: wall where its edge is wall, else floor. @param {Edit.Drawing} drawing */
export function edgeTerrain({ terrain, width, height }) {
  const edge = terrain.filter((_, cell) => cell < width || cell >= width * (height - 1));
  return edge.every(({ kind }) => kind === "wall") ? WALL : FLOOR;
}
