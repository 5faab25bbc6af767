/**
 * What the editor edits: a drawing with the game that it is for and what a level says beside its board.
 */

import { FLOOR, WALL, framed, painted } from "./drawing.js";
import { PENS } from "./symmetry.js";
import { alike, readDrawing, writeDrawing } from "./values.js";

/** @typedef {import("./values.js").Drawing} Drawing */
/** @typedef {import("../board/model.js").Change} Change */
/** @typedef {import("../board/model.js").LevelJson} LevelJson */
/** @typedef {import("./palette.js").Entry} Entry */
/** @typedef {import("./drawing.js").Manners} Manners */
/** @typedef {string | number | boolean} Scalar */
/** @typedef {{name: string, default: Scalar, summary: string, choices: Scalar[], least: number | null}} OptionFacts */

/**
 * @typedef {object} Doc
 * @property {string} game
 * @property {Drawing} drawing
 * @property {readonly [string, Scalar][]} options those that differ from their default
 * @property {string} title
 * @property {string} author
 * @property {string} notes
 * @property {readonly [string, string][]} keys
 */

/**
 * @param {LevelJson} level
 * @returns {Doc}
 */
export function readLevel({ game, board, options = [], title = "", author = "", notes = "", keys = [] }) {
  return { game, drawing: readDrawing(board), options, title, author, notes, keys };
}

/**
 * The document as a level; solutions of the level that it was read from are not kept, as they are of another board.
 * @param {Doc} doc
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
 * An empty room with one of each thing that every level of the game needs.
 * @param {string} game
 * @param {Entry[]} entries of its palette
 * @param {Manners} manners
 * @param {{width: number, height: number}} size
 * @returns {Doc}
 */
export function blank(game, entries, manners, { width, height }) {
  const terrain = new Array(width * height).fill(FLOOR);
  const room = framed({ width, height, terrain, pieces: [], counters: [] }, manners);
  const middle = Math.floor(height / 2) * width;
  const drawing = entries
    .filter(({ needed }) => needed)
    .slice(0, Math.floor((width - 2) / 2))
    .reduce((drawn, { brush }, index) => {
      return painted(drawn, middle + 2 + index * 2, { brush, pen: PENS.none, manners });
    }, room);
  return { game, drawing, options: [], title: "", author: "", notes: "", keys: [] };
}

/**
 * The document with an option of its game set; the default takes it away.
 * @param {Doc} doc
 * @param {OptionFacts} option
 * @param {Scalar} value
 * @returns {Doc}
 */
export function withOption(doc, option, value) {
  const others = doc.options.filter(([name]) => name !== option.name);
  return { ...doc, options: value === option.default ? others : [...others, [option.name, value]] };
}

/**
 * The value of an option that was typed: one of its choices, a whole number from the least on, or null.
 * @param {OptionFacts} option
 * @param {string} text
 * @returns {Scalar | null}
 */
export function optionValue(option, text) {
  const plain = text.trim();
  const choice = [option.default, ...option.choices].find((value) => String(value) === plain);
  if (choice !== undefined) return choice;
  if (option.least === null || !/^\d{1,9}$/.test(plain)) return null;
  return Number(plain) >= option.least ? Number(plain) : null;
}

/**
 * What a picture has to change to show another drawing of the same size.
 * @param {Drawing} before
 * @param {Drawing} after
 * @returns {Change[]}
 */
export function changesBetween(before, after) {
  /** @type {Change[]} */
  const changes = [];
  after.terrain.forEach((sort, cell) => {
    if (alike(before.terrain[cell], sort)) return;
    changes.push({ tick: 0, cause: "draw", cell, terrain: [before.terrain[cell], sort] });
  });
  const kept = new Set(before.pieces);
  const there = new Set(after.pieces);
  for (const piece of before.pieces) {
    if (!there.has(piece)) changes.push({ tick: 0, cause: "draw", piece: [piece, null] });
  }
  for (const piece of after.pieces) {
    if (!kept.has(piece)) changes.push({ tick: 0, cause: "draw", piece: [null, piece] });
  }
  return changes;
}

/**
 * The cells of a straight stroke between two cells, the first left out.
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

/** What is around a board that grows: wall where its edge is wall, else floor. @param {Drawing} drawing */
export function filler({ terrain, width, height }) {
  const edge = terrain.filter((_, cell) => cell < width || cell >= width * (height - 1));
  return edge.every(({ kind }) => kind === "wall") ? WALL : FLOOR;
}
