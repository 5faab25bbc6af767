/**
 * Glyphs for colours, numbers and other traits, so that no meaning rests on colour alone: each colour has a shape of its
 * own, on boxes, goals and pushers alike.
 */

import { svg } from "../core/dom.js";
import { DELTAS, SIDE } from "./geometry.js";

const HALF = SIDE / 2;

/** Shapes around (0, 0), by colour. @type {Record<string, string>} */
const SHAPES = {
  red: "M0-17L17 0L0 17L-17 0Z",
  blue: "M0-15A15 15 0 1 1 0 15A15 15 0 1 1 0-15Z",
  green: "M0-16L17 13H-17Z",
  yellow: "M-13-13H13V13H-13Z",
  black: "M-15-9L-9-15L0-6L9-15L15-9L6 0L15 9L9 15L0 6L-9 15L-15 9L-6 0Z",
  orange: "M-6-16H6V-6H16V6H6V16H-6V6H-16V-6H-6Z",
  purple: "M0-18L5-6L17-5L8 4L11 16L0 9L-11 16L-8 4L-17-5L-5-6Z",
  cyan: "M-16-6A16 16 0 0 0 16-6L16 10A16 16 0 0 1-16 10Z",
  white: "M-16-6H16V6H-16Z",
};

const ALIASES = /** @type {Record<string, string>} */ ({ pink: "purple", magenta: "purple", violet: "purple", gray: "grey" });

/** Return the class that gives a part its colour. @param {string} colour */
export function colourClass(colour) {
  const name = ALIASES[colour] ?? colour;
  return name in SHAPES ? `c-${name}` : "c-other";
}

/**
 * Draw a colour's glyph: its shape, or its first letter where it has none.
 * @param {string} colour
 * @param {number} [x]
 * @param {number} [y]
 * @param {number} [scale]
 */
export function colourGlyph(colour, x = HALF, y = HALF, scale = 1) {
  const shape = SHAPES[ALIASES[colour] ?? colour];
  if (!shape) return numeral(colour.slice(0, 1).toUpperCase(), x, y, 34 * scale);
  return svg("path", { class: "glyph", d: shape, transform: `translate(${x} ${y}) scale(${scale})` });
}

/**
 * Draw a short text centred on (x, y).
 * @param {string | number} text
 * @param {number} [x]
 * @param {number} [y]
 * @param {number} [size]
 */
export function numeral(text, x = HALF, y = HALF, size = 46) {
  const { length } = String(text);
  const fitted = length > 2 ? size * 0.7 : length > 1 ? size * 0.9 : size;
  return svg("text", { class: "numeral", x, y, "font-size": fitted, dy: "0.36em" }, text);
}

/**
 * Draw a small round label at a corner of a cell.
 * @param {string | number} text
 * @param {string} kind a class
 * @param {number} [x]
 * @param {number} [y]
 */
export function badge(text, kind, x = 76, y = 76) {
  return svg("g", { class: `badge ${kind}` }, svg("circle", { cx: x, cy: y, r: 22 }), numeral(text, x, y, 34));
}

/**
 * Draw wires from the centre to the open sides.
 * @param {number} ports a bit set of directions of the board
 * @param {(direction: number) => number} toScreen
 * @param {number} [end] how far from the middle they reach
 */
export function wires(ports, toScreen, end = HALF) {
  const lines = [0, 1, 2, 3]
    .filter((direction) => ports & (1 << direction))
    .map((direction) => {
      const [dx, dy] = DELTAS[toScreen(direction)];
      return `M50 50L${HALF + dx * end} ${HALF + dy * end}`;
    });
  return svg("path", { class: "wires", d: lines.join("") });
}

/**
 * Draw an arrow that points in a direction of the picture.
 * @param {number} direction
 * @param {string} [kind] a class
 * @param {string} [shape] as it points to the right, around (0, 0)
 */
export function arrow(direction, kind = "arrow", shape = "M-20-6H2V-18L22 0L2 18V6H-20Z") {
  return svg("path", { class: kind, d: shape, transform: `translate(50 50) rotate(${(direction - 2) * 90})` });
}

/**
 * Draw a flower of five petals.
 * @param {number} [scale]
 */
export function flower(scale = 1) {
  const petals = [0, 1, 2, 3, 4].map((index) =>
    svg("ellipse", { class: "petal", cx: 0, cy: -20, rx: 12.5, ry: 17, transform: `rotate(${index * 72})` }),
  );
  const heart = svg("circle", { class: "heart", r: 11 });
  return svg("g", { class: "blossom", transform: `translate(50 50) scale(${scale})` }, ...petals, heart);
}

/** Draw the tick mark at a corner that shows on a piece at home. */
export function tickMark() {
  const disc = svg("circle", { cx: 80, cy: 20, r: 16 });
  return svg("g", { class: "tick" }, disc, svg("path", { d: "M72.500 20.500L78 26L88 14.500" }));
}
