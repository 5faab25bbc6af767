/**
 * What can be drawn in a game, by layers, and how each thing can be varied. All of it follows from the palette that the
 * game tells.
 */

import { alike, spelled } from "./values.js";

/** @typedef {import("./values.js").Terrain} Terrain */
/** @typedef {import("./values.js").Piece} Piece */
/** @typedef {import("./drawing.js").Brush} Brush */
/** @typedef {import("./drawing.js").Manners} Manners */
/** @typedef {{piece: Piece, least?: number, most?: number, shape?: number[][], shares?: boolean}} BrushFacts */
/** @typedef {{terrain: (string | Terrain)[], brushes: BrushFacts[], solid?: string[]}} PaletteFacts */
/** @typedef {"ground" | "special" | "pieces" | "twists"} Layer */
/** @typedef {{layer: Layer, brush: Brush, needed: boolean}} Entry `needed` is what every level has at least one of */

/**
 * A property of a part that can be chosen, and how: a number from 0 on, one of the directions, a set of them, one of
 * the colours, or yes and no.
 * @typedef {{name: string, sort: "number" | "direction" | "ports" | "colour" | "flag" | "kind"}} Trait
 */

export const COLOURS = ["red", "green", "blue", "yellow", "orange", "purple", "cyan", "pink", "white", "grey", "black"];

const PLAIN = ["wall", "floor", "goal"];
/** @type {Record<string, Trait["sort"]>} */
const SORTS = {
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
 * What can be drawn; where a game has a plain part, everything beyond that is a layer of its own.
 * @param {PaletteFacts} palette
 * @param {PaletteFacts | null} [plain]
 * @returns {Entry[]}
 */
export function entriesOf({ terrain, brushes }, plain = null) {
  const grounds = terrain.map(spelled);
  const usual = grounds.filter((sort) => PLAIN.includes(sort.kind) && Object.keys(sort).length === 1);
  const special = grounds.filter((sort) => !usual.includes(sort));
  const all = [
    ...usual.map((sort) => entry("ground", { terrain: sort })),
    ...special.map((sort) => entry("special", { terrain: sort })),
    ...brushes.map((facts) => entry("pieces", pieceBrush(facts), (facts.least ?? 0) > 0)),
  ];
  if (!plain) return all;
  const known = entriesOf(plain);
  return all.map((one) => (placeOf(known, one.brush) < 0 ? { ...one, layer: "twists" } : one));
}

/**
 * @param {PaletteFacts} palette
 * @returns {Manners}
 */
export function mannersOf({ solid = ["wall"], brushes }) {
  const lonely = brushes.filter(({ shares }) => !shares).map(({ piece: { cells, ...look } }) => look);
  return { solid, lonely };
}

/**
 * What of a brush can be varied: every property that some part of its kind in the palette has.
 * @param {PaletteFacts} palette
 * @param {Brush} brush
 * @returns {Trait[]}
 */
export function traitsOf({ terrain, brushes }, brush) {
  const parts = "terrain" in brush ? terrain.map(spelled) : brushes.map(({ piece }) => piece);
  const kind = "terrain" in brush ? brush.terrain.kind : brush.piece.kind;
  const names = new Set(parts.filter((part) => part.kind === kind).flatMap((part) => Object.keys(part)));
  return Object.keys(SORTS)
    .filter((name) => names.has(name))
    .map((name) => ({ name, sort: SORTS[name] }));
}

/**
 * What a trait can be, in this palette: the kinds that it looks like, or the colours, those of the palette first.
 * @param {PaletteFacts} palette
 * @param {Trait} trait
 */
export function choicesOf({ terrain, brushes }, { name, sort }) {
  if (sort !== "colour" && sort !== "kind") return [];
  const parts = [...terrain.map(spelled), ...brushes.map(({ piece }) => piece)];
  const used = parts.flatMap((part) => {
    const found = sort === "colour" ? (/** @type {Piece} */ (part).colours ?? /** @type {Terrain} */ (part).colour) : /** @type {any} */ (part)[name];
    return found ?? [];
  });
  return [...new Set(sort === "colour" ? [...used, ...COLOURS] : used)];
}

/**
 * The brush with a trait set; a value of null, 0 or false takes it away.
 * @param {Brush} brush
 * @param {string} name
 * @param {string | number | boolean | null} value
 * @returns {Brush}
 */
export function varied(brush, name, value) {
  if ("terrain" in brush) return { terrain: /** @type {Terrain} */ (withTrait(brush.terrain, name, value)) };
  const given = name === "colours" && value ? brush.shape.map(() => value) : value;
  return { ...brush, piece: /** @type {Piece} */ (withTrait(brush.piece, name, given)) };
}

/**
 * The place of the entry that draws the same as a brush, or -1.
 * @param {Entry[]} entries
 * @param {{terrain: Terrain} | {piece: Piece, shape: number[][]}} brush
 */
export function placeOf(entries, brush) {
  return entries.findIndex((entry) => {
    if ("terrain" in brush) return "terrain" in entry.brush && alike(entry.brush.terrain, brush.terrain);
    return "piece" in entry.brush && alike(entry.brush.piece, brush.piece) && sameShape(entry.brush.shape, brush.shape);
  });
}

/**
 * @param {Layer} layer
 * @param {Brush} brush
 * @param {boolean} [needed]
 * @returns {Entry}
 */
function entry(layer, brush, needed = false) {
  return { layer, brush, needed };
}

/**
 * A piece that every level needs exactly once is single: drawn anew, it moves.
 * @param {BrushFacts} facts
 * @returns {Brush}
 */
function pieceBrush({ piece, least = 0, most = 9, shape = [[0, 0]], shares = false }) {
  return { piece, shape, shares, single: least === 1 && most === 1 };
}

/**
 * @param {object} part
 * @param {string} name
 * @param {unknown} value
 */
function withTrait(part, name, value) {
  const { [name]: _, ...rest } = /** @type {Record<string, unknown>} */ (part);
  const isNothing = value === null || value === false || (value === 0 && SORTS[name] !== "direction") || value === -1;
  return isNothing ? rest : { ...rest, [name]: value };
}

/**
 * @param {number[][]} first
 * @param {number[][]} second
 */
function sameShape(first, second) {
  return String(first) === String(second);
}
