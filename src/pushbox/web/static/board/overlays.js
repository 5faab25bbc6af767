/** Overlays of a board: areas, dots, lines, crosses and frames over sets of cells, each by its name. */

import { svg } from "../core/dom.js";
import { SIDE, outline } from "./geometry.js";

/** @typedef {"area" | "dots" | "line" | "crosses" | "frame"} Shape */

/** The shapes of the named overlays; any other is an area. @type {Record<string, Shape>} */
const SHAPES = {
  reach: "dots",
  path: "line",
  dead: "crosses",
  cursor: "frame",
  eye: "frame",
  focus: "frame",
  selected: "frame",
  origins: "frame",
  hint: "area",
  problem: "frame",
};

/** The overlays drawn below the pieces; the others are above. */
export const BELOW_PIECES = new Set(["reach", "dead", "area", "focus", "hint"]);

/**
 * Draw an overlay.
 * @param {string} name
 * @param {readonly number[]} cells for a line in its order
 * @param {Layout} layout
 * @param {ReadonlyMap<number, string>} [labels] short texts on cells
 */
export function drawOverlay(name, cells, layout, labels) {
  const shape = SHAPES[name] ?? "area";
  const centres = cells.map((cell) => layout.place(cell).map((index) => index * SIDE + SIDE / 2));
  const group = svg("g", { class: `overlay ${name}`, "data-count": cells.length });
  if (shape === "area") {
    group.append(svg("path", { d: outline(cells.map(layout.place), 3, 14) }));
  } else if (shape === "dots") {
    // One path of points with round ends, as there may be thousands.
    group.append(svg("path", { d: centres.map(([x, y]) => `M${x} ${y}h.1`).join("") }));
  } else if (shape === "crosses") {
    const lines = centres.map(([x, y]) => `M${x - 13} ${y - 13}l26 26m0-26l-26 26`);
    group.append(svg("path", { d: lines.join("") }));
  } else if (shape === "frame") {
    group.append(...cells.map((cell) => svg("path", { d: outline([layout.place(cell)], 3, 16) })));
  } else if (centres.length) {
    group.append(
      svg("polyline", { class: "casing", points: centres.join(" ") }),
      svg("polyline", { points: centres.join(" ") }),
      svg("circle", { class: "end", cx: centres[centres.length - 1][0], cy: centres[centres.length - 1][1], r: 15 }),
    );
  }
  for (const [cell, text] of labels ?? []) {
    const [x, y] = layout.place(cell);
    group.append(svg("text", { class: "label", x: x * SIDE + 50, y: y * SIDE + 50, dy: "0.36em" }, text));
  }
  return group;
}
