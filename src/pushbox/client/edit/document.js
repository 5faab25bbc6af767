/** What the editor edits: a drawing with its game and what a level says beside its board. */

import { equalParts } from "../board/changes.js";
import { IDENTITY, cellAt, rowColumn } from "../board/tiling.js";
import { FLOOR, WALL, addFrame, paint } from "./brush-ops.js";
import { readDrawing, readTerrain, writeDrawing } from "./codec.js";

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
 * Return a room with one of each thing that every level of the game needs, and a goal for each box, where it has goals:
 * a drawing that can be played.
 * @param {string} game
 * @param {Edit.Entry[]} entries of its palette
 * @param {Edit.PlacementRules} rules
 * @param {{width: number, height: number}} size
 * @returns {Edit.Doc}
 */
export function emptyRoom(game, entries, rules, { width, height }) {
  const terrain = new Array(width * height).fill(FLOOR);
  const room = addFrame({ width, height, terrain, pieces: [], counters: [] }, rules);
  const middle = cellAt({ width, height }, Math.floor(height / 2), 2);
  const drawing = entries
    .filter(({ needed }) => needed)
    .slice(0, Math.floor((width - 2) / 2))
    .reduce((painted, { brush }, index) => {
      return paint(painted, middle + index * 2, { brush, symmetries: [IDENTITY], rules });
    }, room);
  return { game, drawing: withGoals(drawing, entries, rules), options: [], title: "", author: "", notes: "", keys: [] };
}

/**
 * Put plain goals at the right end of the row in which the boxes stand.
 * @param {Edit.Drawing} drawing
 * @param {Edit.Entry[]} entries
 * @param {Edit.PlacementRules} rules
 */
function withGoals(drawing, entries, rules) {
  const goal = entries.find(({ layer, brush }) => layer === "ground" && "terrain" in brush && brush.terrain.kind === "goal");
  const boxes = drawing.pieces.filter(({ kind }) => kind === "box");
  if (!goal || !boxes.length) return drawing;
  const last = cellAt(drawing, Math.floor(drawing.height / 2), drawing.width - 3);
  const cells = boxes.map((_, index) => last - index);
  const free = cells.filter((cell) => !drawing.pieces.some((piece) => piece.cells.includes(cell)));
  return free.reduce((painted, cell) => paint(painted, cell, { brush: goal.brush, symmetries: [IDENTITY], rules }), drawing);
}

/**
 * Return a drawing without what a game does not know: unknown terrain becomes floor, unknown pieces and traits go.
 * @param {Edit.Drawing} drawing
 * @param {Api.PaletteOut} palette
 * @returns {Edit.Drawing} the same one where the game knows all of it
 */
export function withoutUnknown(drawing, { terrain, brushes }) {
  const grounds = terrain.map(readTerrain);
  const looks = brushes.map(({ piece }) => piece);
  const ground = drawing.terrain.map((part) => knownPart(part, grounds, []) ?? FLOOR);
  const pieces = drawing.pieces.map((piece) => knownPart(piece, looks, ["cells"]));
  const kept = pieces.filter((piece) => piece !== null);
  const isSame = ground.every((part, cell) => part === drawing.terrain[cell]) && drawing.pieces.every((piece, index) => piece === kept[index]);
  return isSame ? drawing : { ...drawing, terrain: ground, pieces: kept };
}

/**
 * Return a part with the traits that some part of its kind has, the same one where these are all; null for no such kind.
 * @template {{kind: string}} T
 * @param {T} part
 * @param {{kind: string}[]} known
 * @param {string[]} always names of what is no trait
 * @returns {T | null}
 */
function knownPart(part, known, always) {
  const alike = known.filter(({ kind }) => kind === part.kind);
  if (!alike.length) return null;
  const names = new Set([...always, ...alike.flatMap((one) => Object.keys(one))]);
  const traits = Object.entries(part).filter(([name]) => names.has(name));
  return traits.length === Object.keys(part).length ? part : /** @type {T} */ (Object.fromEntries(traits));
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
 * @param {Size} size of the board
 */
export function strokeCells(from, to, size) {
  const [row, column] = rowColumn(size, from);
  const [lastRow, lastColumn] = rowColumn(size, to);
  const [down, across] = [lastRow - row, lastColumn - column];
  const steps = Math.max(Math.abs(down), Math.abs(across));
  return Array.from({ length: steps }, (_, step) => {
    const part = (step + 1) / steps;
    return cellAt(size, row + Math.round(down * part), column + Math.round(across * part));
  });
}

/** Return the terrain around a board that grows: wall where its edge is wall, else floor. @param {Edit.Drawing} drawing */
export function edgeTerrain({ terrain, width, height }) {
  const edge = terrain.filter((_, cell) => cell < width || cell >= width * (height - 1));
  return edge.every(({ kind }) => kind === "wall") ? WALL : FLOOR;
}
