/** Drawings of terrain and pieces, from (0, 0) to (SIDE, SIDE) of their cell, by the shapes of `shapes.js`. */

import { svg } from "../core/dom.js";
import { SIDE, outline } from "./geometry.js";
import { DELTAS, directionsOf } from "./tiling.js";
import { SHAPES } from "./shapes.js";

/** @typedef {Record<string, unknown>} Traits what conditions and attributes of a shape may name */
/** @typedef {{layout: Layout, traits: Traits, offsets: Point[], colours: readonly string[]}} Subject */

const HALF = SIDE / 2;

/**
 * Draw further kinds of terrain and pieces from now on.
 * @param {Pick<Shapes, "terrain" | "pieces">} shapes
 */
export function addShapes({ terrain, pieces }) {
  Object.assign(SHAPES.terrain, terrain);
  Object.assign(SHAPES.pieces, pieces);
}

/**
 * Draw the terrain of a cell; return null for bare floor and walls, which are drawn as wholes.
 * @param {Terrain} terrain
 * @param {Layout} layout
 * @param {boolean} reveal whether what is hidden is drawn too, as an editor does
 */
export function drawTerrain(terrain, layout, reveal) {
  const disguised = terrain.looks !== null && !terrain.uses && !reveal;
  const shown = disguised ? { ...terrain, kind: terrain.looks ?? "", ports: 0, colour: null, number: 0, player: 0 } : terrain;
  const traits = { ...shown, ...common(shown.colour ?? "", shown.direction, layout) };
  const subject = { layout, traits, offsets: [], colours: [] };
  const parts = draw(SHAPES.terrain[shown.kind] ?? [], subject);
  if (terrain.looks && !disguised) parts.push(...draw(SHAPES.disguise, subject));
  return parts.length ? svg("g", { class: classes("tile", traits) }, ...parts) : null;
}

/**
 * Draw a piece.
 * @param {Piece} piece
 * @param {Layout} layout
 */
export function drawPiece(piece, layout) {
  const offsets = offsetsOf(piece, layout);
  const [dx, dy] = (offsets[1] ?? [0, 0]).map((offset) => offset * SIDE);
  const place = { bloomed: piece.bloomed && offsets.length > 1, dx, dy, x: HALF + dx, y: HALF + dy };
  const traits = { ...piece, ...common(piece.colours[0] ?? "", piece.arrow, layout), ...place };
  const shape = SHAPES.pieces[piece.kind] ?? SHAPES.pieces.box;
  const parts = draw([...shape, ...SHAPES.marks], { layout, traits, offsets, colours: piece.colours });
  return svg("g", { class: classes("figure", traits) }, ...parts);
}

/**
 * Return a text that is equal for pieces that look alike, wherever they stand.
 * @param {Piece} piece
 * @param {Layout} layout
 */
export function drawingKey(piece, layout) {
  return JSON.stringify({ ...piece, id: 0, cells: offsetsOf(piece, layout) });
}

/**
 * Return the offsets of a piece's cells from its anchor on the picture.
 * @param {Piece} piece
 * @param {Layout} layout
 * @returns {Point[]}
 */
function offsetsOf(piece, { place }) {
  const [ax, ay] = place(piece.cells[0]);
  return piece.cells.map((cell) => {
    const [x, y] = place(cell);
    return [x - ax, y - ay];
  });
}

/**
 * @param {string} colour
 * @param {number} direction of the board, -1 for none
 * @param {Layout} layout
 */
function common(colour, direction, { toScreen }) {
  return { colour, tint: tint(colour), turn: direction < 0 ? -270 : (toScreen(direction) - 2) * 90 };
}

/** @param {"tile" | "figure"} name @param {Traits} traits */
function classes(name, traits) {
  const states = Object.entries(SHAPES.classes[name]).filter(([, when]) => holds(when, traits));
  return [name, traits.kind, ...states.map(([state]) => filled(state, traits))].join(" ");
}

/**
 * @param {ShapePart[]} parts
 * @param {Subject} subject
 * @returns {Element[]}
 */
function draw(parts, subject) {
  return parts.flatMap((part) => (part.if === undefined || holds(part.if, subject.traits) ? drawPart(part, subject) : []));
}

/**
 * @param {ShapePart} part
 * @param {Subject} subject
 * @returns {Element[]}
 */
function drawPart(part, subject) {
  const { traits, offsets, colours, layout } = subject;
  const { parts = [], if: _, ...own } = part;
  const [[tag, name], ...rest] = Object.entries(own);
  const { x = HALF, y = HALF, scale = 1 } = part;
  switch (tag) {
    case "use":
      return draw(SHAPES.shared[name], subject);
    case "numeral":
      return [numeral(filled(name, traits), x, y, part.size)];
    case "glyph":
      return [glyph(filled(name, traits), x, y, scale)];
    case "glyphs":
      return offsets.flatMap(([dx, dy], index) => {
        const colour = colours[index];
        return colour ? [svg("g", { class: tint(colour) }, glyph(colour, dx * SIDE + x, dy * SIDE + y, scale))] : [];
      });
  }
  const attributes = Object.fromEntries(rest.map(([key, value]) => [key, filled(value, traits)]));
  const place = { class: name || undefined };
  if (tag === "wires") return [svg("path", { ...place, d: wires(Number(traits.ports), layout, part.end) })];
  if (tag === "outline") {
    const { inset, radius, ...more } = attributes;
    return [svg("path", { ...place, d: outline(offsets, inset, radius), ...more })];
  }
  return [svg(/** @type {"g"} */ (tag), { ...place, ...attributes }, ...draw(parts, subject))];
}

/** Return the class that gives a part its colour. @param {string} colour */
function tint(colour) {
  const name = SHAPES.aliases[colour] ?? colour;
  return name in SHAPES.glyphs ? `c-${name}` : "c-other";
}

/**
 * Draw a colour's glyph: its shape, or its first letter where it has none.
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function glyph(colour, x, y, scale) {
  const shape = SHAPES.glyphs[SHAPES.aliases[colour] ?? colour];
  if (!shape) return numeral(colour.slice(0, 1).toUpperCase(), x, y, 34 * scale);
  return svg("path", { class: "glyph", d: shape, transform: `translate(${x} ${y}) scale(${scale})` });
}

/**
 * Draw a short text centred on (x, y).
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
function numeral(text, x, y, size = 46) {
  const fitted = text.length > 2 ? size * 0.7 : text.length > 1 ? size * 0.9 : size;
  return svg("text", { class: "numeral", x, y, "font-size": fitted, dy: "0.36em" }, text);
}

/**
 * Return lines from the middle to the open sides.
 * @param {number} ports a bit set of directions of the board
 * @param {Layout} layout
 * @param {number} [end] how far they reach
 */
function wires(ports, { toScreen }, end = HALF) {
  const sides = directionsOf(ports).map((direction) => DELTAS[toScreen(direction)]);
  return sides.map(([dx, dy]) => `M50 50L${HALF + dx * end} ${HALF + dy * end}`).join("");
}

/**
 * Return a value with the traits that it names put in.
 * @param {any} value
 * @param {Traits} traits
 */
function filled(value, traits) {
  return typeof value === "string" ? value.replace(/\{(\w+)\}/g, (_, name) => String(traits[name])) : value;
}

/**
 * Return whether all conditions of a text hold: `a !b|c=2` is a, and c is 2 or b is not.
 * @param {string} text
 * @param {Traits} traits
 */
function holds(text, traits) {
  return text.split(" ").every((alternatives) => alternatives.split("|").some((condition) => isTrue(condition, traits)));
}

/** @param {string} condition @param {Traits} traits */
function isTrue(condition, traits) {
  const [, negated, name, sign, value] = /^(!?)(\w+)(?:([=>])(-?\w+))?$/.exec(condition) ?? [];
  const trait = traits[name];
  const found = sign === "=" ? String(trait) === value : sign === ">" ? Number(trait) > Number(value) : Boolean(trait);
  return found !== Boolean(negated);
}
