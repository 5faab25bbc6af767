/** A drawing: the board that the editor works on, its parts as JSON writes them, without their defaults. */

import { decodeTerrain, partKey } from "../board/model.js";

const USUAL = { wall: "#", floor: "-", goal: "." };
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const BEYOND = 0x10000; // the first of the many characters for more terrains than there are letters

/** @param {TerrainJson} json */
export function readTerrain(json) {
  return typeof json === "string" ? { kind: json } : json;
}

/**
 * @param {BoardJson} json
 * @returns {Edit.Drawing}
 * @throws {RangeError} where the terrain does not fit the palette or the size
 */
export function readDrawing(json) {
  const { width, height, pieces = [], counters = [] } = json;
  return { width, height, terrain: decodeTerrain(json, readTerrain), pieces, counters };
}

/**
 * @param {Edit.Drawing} drawing
 * @returns {BoardJson}
 */
export function writeDrawing({ width, height, terrain, pieces, counters }) {
  /** @type {Map<string, string>} */
  const glyphs = new Map();
  /** @type {Record<string, TerrainJson>} */
  const palette = {};
  let others = 0;
  const cells = terrain.map((part) => {
    const key = partKey(part);
    let glyph = glyphs.get(key);
    if (!glyph) {
      const isPlain = Object.keys(part).length === 1;
      glyph = (isPlain && USUAL[/** @type {keyof typeof USUAL} */ (part.kind)]) || freeGlyph(others++);
      glyphs.set(key, glyph);
      palette[glyph] = isPlain ? part.kind : part;
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

/** @param {number} index of a terrain beyond the usual ones */
function freeGlyph(index) {
  return LETTERS[index] ?? String.fromCodePoint(BEYOND + index);
}
