/** Overlays of a board: areas, dots, lines, crosses and frames over sets of cells, each by its name. */

import { svg } from "../core/dom.js";
import { SIDE, outline } from "./geometry.js";
import { SHAPES } from "./shapes.js";

/** @typedef {(points: Point[], centres: Point[]) => Element[]} Shape of cells, by their places and their centres */

/** @type {Shape} */
const area = (points) => [svg("path", { d: outline(points, 3, 14) })];
/** @type {Shape} */
const frame = (points) => points.map((point) => svg("path", { d: outline([point], 3, 16) }));
/** One path of points with round ends, as there may be thousands. @type {Shape} */
const dots = (_, centres) => [svg("path", { d: centres.map(([x, y]) => `M${x} ${y}h.1`).join("") })];
/** @type {Shape} */
const crosses = (_, centres) => {
  const lines = centres.map(([x, y]) => `M${x - 13} ${y - 13}l26 26m0-26l-26 26`);
  return [svg("path", { d: lines.join("") })];
};
/** @type {Shape} */
const line = (_, centres) => {
  const [cx, cy] = centres[centres.length - 1];
  return [
    svg("polyline", { class: "casing", points: centres.join(" ") }),
    svg("polyline", { points: centres.join(" ") }),
    svg("circle", { class: "end", cx, cy, r: 15 }),
  ];
};

/** A line with a head, from the edge of the first cell to the middle of the last. @type {Shape} */
const arrow = (_, centres) => {
  const [[bx, by], [x, y]] = centres.slice(-2);
  const long = Math.hypot(x - bx, y - by) || 1;
  const [dx, dy] = [(x - bx) / long, (y - by) / long];
  const head = [[x - 34 * dx + 24 * dy, y - 34 * dy - 24 * dx], [x, y], [x - 34 * dx - 24 * dy, y - 34 * dy + 24 * dx]];
  const points = centres.join(" ");
  return [svg("polyline", { class: "casing", points }), svg("polyline", { points }), svg("polyline", { points: head.join(" ") })];
};

/** @type {Record<string, Shape>} */
const DRAWN = { dots, line, arrow, crosses, frame };

/** The overlays drawn below the pieces; the others are above. */
export const BELOW_PIECES = new Set(SHAPES.below);

/**
 * Draw an overlay.
 * @param {string} name of which the first word says the shape
 * @param {readonly number[]} cells at least one; for a line in its order
 * @param {Layout} layout
 */
export function drawOverlay(name, cells, layout) {
  const points = cells.map(layout.place);
  const centres = points.map(([x, y]) => /** @type {const} */ ([x * SIDE + SIDE / 2, y * SIDE + SIDE / 2]));
  return svg("g", { class: `overlay ${name}`, "data-count": cells.length }, ...(DRAWN[SHAPES.overlays[name.split(" ")[0]]] ?? area)(points, centres));
}
