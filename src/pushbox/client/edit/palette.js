/**
 * What can be drawn in a game, by layers, and how each part can be varied. All of it follows from the palette of the
 * game.
 */

import { equalParts } from "../board/changes.js";
import { readTerrain } from "./codec.js";

const COLOURS = ["red", "green", "blue", "yellow", "orange", "purple", "cyan", "pink", "white", "grey", "black"];

const PLAIN = ["wall", "floor", "goal"];
/** @type {Record<string, Edit.Trait["type"]>} */
const TRAITS = {
  number: "number",
  group: "number",
  fuse: "number",
  uses: "number",
  pair: "number",
  player: "number",
  direction: "direction",
  arrow: "direction",
  ports: "ports",
  colour: "colour",
  colours: "colour",
  looks: "kind",
  fixed: "flag",
  hidden: "flag",
  spent: "flag",
};

/**
 * Return what can be drawn; where a game has a plain part, everything beyond that is a layer of its own.
 * @param {Api.PaletteOut} palette
 * @param {Api.PaletteOut | null} [plain]
 * @returns {Edit.Entry[]}
 */
export function paletteEntries({ terrain, brushes }, plain = null) {
  const all = terrain.map(readTerrain);
  const isPlain = (/** @type {Edit.Terrain} */ part) => PLAIN.includes(part.kind) && Object.keys(part).length === 1;
  const ground = all.filter(isPlain).map((part) => entry("ground", { terrain: part }));
  const special = all.filter((part) => !isPlain(part)).map((part) => entry("special", { terrain: part }));
  const entries = [...ground, ...special, ...brushes.map((brush) => entry("pieces", pieceBrush(brush), brush.least > 0))];
  if (!plain) return entries;
  const known = paletteEntries(plain);
  return entries.map((each) => (findEntry(known, each.brush) < 0 ? { ...each, layer: "variants" } : each));
}

/**
 * Return what can stand where.
 * @param {Api.PaletteOut} palette
 * @returns {Edit.PlacementRules}
 */
export function placementRules({ solid, brushes }) {
  const unshared = brushes.filter(({ shares }) => !shares).map(({ piece: { cells, ...look } }) => look);
  return { solid, unshared };
}

/**
 * Return the brush of what was picked from the board: it shares its cell and is single as its kind in the palette.
 * @param {Api.PaletteOut} palette
 * @param {Edit.Look} look
 * @returns {Edit.Brush}
 */
export function brushOf(palette, look) {
  if ("terrain" in look) return look;
  const like = palette.brushes.find(({ piece }) => piece.kind === look.piece.kind);
  const { shares, single } = like ? pieceBrush(like) : { shares: false, single: false };
  return { ...look, shares, single };
}

/**
 * Return the properties of a brush that can be varied: those that some part of its kind in the palette has.
 * @param {Api.PaletteOut} palette
 * @param {Edit.Brush} brush
 * @returns {Edit.Trait[]}
 */
export function brushTraits({ terrain, brushes }, brush) {
  const parts = "terrain" in brush ? terrain.map(readTerrain) : brushes.map(({ piece }) => piece);
  const { kind } = "terrain" in brush ? brush.terrain : brush.piece;
  const names = new Set(parts.filter((part) => part.kind === kind).flatMap((part) => Object.keys(part)));
  return Object.entries(TRAITS)
    .filter(([name]) => names.has(name))
    .map(([name, type]) => ({ name, type }));
}

/**
 * Return what a trait can be, in this palette: the kinds that it looks like, or the colours, those of the palette first.
 * @param {Api.PaletteOut} palette
 * @param {Edit.Trait} trait
 * @returns {string[]}
 */
export function traitChoices({ terrain, brushes }, { name, type }) {
  if (type !== "colour" && type !== "kind") return [];
  const parts = [...terrain.map(readTerrain), ...brushes.map(({ piece }) => piece)];
  const used = parts.flatMap((part) => (type === "colour" ? (part.colours ?? part.colour) : part[name]) ?? []);
  return [...new Set(type === "colour" ? [...used, ...COLOURS] : used)];
}

/**
 * Return the brush with a trait set; a value of null, 0 or false takes it away.
 * @param {Edit.Brush} brush
 * @param {string} name
 * @param {string | number | boolean | null} value
 * @returns {Edit.Brush}
 */
export function setTrait(brush, name, value) {
  if ("terrain" in brush) return { terrain: withProperty(brush.terrain, name, value) };
  const all = name === "colours" && value ? brush.shape.map(() => value) : value;
  return { ...brush, piece: withProperty(brush.piece, name, all) };
}

/**
 * Return the index of the entry that draws the same as a brush, or -1.
 * @param {Edit.Entry[]} entries
 * @param {Edit.Look} look
 */
export function findEntry(entries, look) {
  return entries.findIndex(({ brush }) => {
    if ("terrain" in look) return "terrain" in brush && equalParts(brush.terrain, look.terrain);
    return "piece" in brush && equalParts(brush.piece, look.piece) && String(brush.shape) === String(look.shape);
  });
}

/**
 * @param {Edit.Layer} layer
 * @param {Edit.Brush} brush
 * @param {boolean} [needed]
 */
function entry(layer, brush, needed = false) {
  return { layer, brush, needed };
}

/**
 * Return the brush of a piece.  One that every level needs exactly once is single: drawn anew, it moves.
 * @param {Api.BrushOut} brush
 */
function pieceBrush({ piece, least, most, shape, shares }) {
  return { piece, shape, shares, single: least === 1 && most === 1 };
}

/**
 * @template {object} T
 * @param {T} part
 * @param {string} name
 * @param {unknown} value
 */
function withProperty(part, name, value) {
  const { [name]: _, ...rest } = /** @type {Record<string, unknown>} */ (part);
  const isDefault = value === null || value === false || (value === 0 && TRAITS[name] !== "direction") || value === -1;
  return /** @type {T} */ (isDefault ? rest : { ...rest, [name]: value });
}
