/**
 * A drawing: the board that the editor works on, its parts as JSON writes them, without their defaults.
 */

import { runs } from "../board/model.js";

/** @typedef {import("../board/model.js").BoardJson} BoardJson */
/** @typedef {import("../board/model.js").TerrainJson} TerrainJson */
/** @typedef {Exclude<TerrainJson, string>} Terrain */
/** @typedef {import("../board/model.js").PieceJson} Piece */

/**
 * @typedef {object} Drawing
 * @property {number} width
 * @property {number} height
 * @property {readonly Terrain[]} terrain one a cell, row by row
 * @property {readonly Piece[]} pieces
 * @property {readonly [string, number][]} counters
 */

const USUAL = { wall: "#", floor: "-", goal: "." };
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const BEYOND = 0x10000; // the first of the many characters for more sorts than there are letters

/** @param {TerrainJson} sort */
export function spelled(sort) {
  return typeof sort === "string" ? { kind: sort } : sort;
}

/**
 * @param {BoardJson} json
 * @returns {Drawing}
 */
export function readDrawing({ width, height, palette, terrain, pieces = [], counters = [] }) {
  const sorts = new Map(Object.entries(palette).map(([glyph, sort]) => [glyph, spelled(sort)]));
  const cells = terrain.flatMap(runs).map((glyph) => {
    const sort = sorts.get(glyph);
    if (!sort) throw new RangeError(`found ${glyph}, expected a character of the palette`);
    return sort;
  });
  if (cells.length !== width * height) {
    throw new RangeError(`found ${cells.length} cells of terrain, expected ${width * height}`);
  }
  return { width, height, terrain: cells, pieces, counters };
}

/**
 * @param {Drawing} drawing
 * @returns {BoardJson}
 */
export function writeDrawing({ width, height, terrain, pieces, counters }) {
  /** @type {Map<string, string>} */
  const glyphs = new Map();
  /** @type {Record<string, TerrainJson>} */
  const palette = {};
  let others = 0;
  const cells = terrain.map((sort) => {
    const text = wording(sort);
    let glyph = glyphs.get(text);
    if (!glyph) {
      const plain = Object.keys(sort).length === 1;
      glyph = (plain && USUAL[/** @type {keyof typeof USUAL} */ (sort.kind)]) || free(others++);
      glyphs.set(text, glyph);
      palette[glyph] = plain ? sort.kind : sort;
    }
    return glyph;
  });
  const rows = Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(""));
  return {
    width,
    height,
    palette,
    terrain: rows,
    ...(pieces.length && { pieces: [...pieces] }),
    ...(counters.length && { counters: [...counters] }),
  };
}

/**
 * Whether two parts, or looks of parts, are the same.
 * @param {object} first
 * @param {object} second
 */
export function alike(first, second) {
  return first === second || wording(first) === wording(second);
}

/**
 * A text that is equal for equal parts.
 * @param {object} part
 */
export function wording(part) {
  return JSON.stringify(Object.entries(part).sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** @param {number} index of a sort beyond the usual ones */
function free(index) {
  return LETTERS[index] ?? String.fromCodePoint(BEYOND + index);
}
