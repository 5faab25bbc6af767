/** The ground below the pieces: floor, walls and rulers as wholes, and a tile for each cell of other terrain. */

import { svg } from "../core/dom.js";
import { drawTerrain } from "./drawing.js";
import { SIDE, outline } from "./geometry.js";
import { columnName, outsideCells, visibleKind } from "./model.js";
import { SHAPES } from "./shapes.js";
import { rowColumn } from "./tiling.js";

/** The width of the rulers at the left and at the top. */
export const RULER_WIDTH = 46;

/**
 * Draw floor and walls.
 * @param {Board} board
 * @param {Layout} layout
 * @param {{checkerboard: boolean, reveal: boolean}} options
 */
export function drawGround(board, layout, { checkerboard, reveal }) {
  const group = svg("g", { class: "ground" });
  const outside = reveal ? new Set() : outsideCells(board);
  const cells = board.terrain.keys();
  const kind = (/** @type {number} */ cell) => (reveal ? board.terrain[cell].kind : visibleKind(board.terrain[cell]));
  const inside = [...cells].filter((cell) => !outside.has(cell));
  const walls = inside.filter((cell) => kind(cell) === "wall").map(layout.place);
  const floor = inside.filter((cell) => kind(cell) !== "wall").map(layout.place);
  const places = { wall: walls, floor, odd: floor.filter(([x, y]) => (x + y) % 2 === 1) };
  for (const { class: name, of, ...layer } of SHAPES.ground) {
    if (name === (checkerboard ? "grid" : "checks")) continue;
    const points = places[of];
    const d = layer.outline ? outline(points, ...layer.outline) : layer.rows ? rows(points, layer.rows, layer.indent) : squares(points);
    group.append(svg("path", { class: name, d }));
  }
  return group;
}

/** @param {Point[]} points */
const squares = (points) => points.map(([x, y]) => `M${x * SIDE} ${y * SIDE}h${SIDE}v${SIDE}h${-SIDE}z`).join("");

/**
 * Draw lines through cells from left to right, each as long as its run of cells.
 * @param {Point[]} points
 * @param {number[]} heights of the lines in a cell
 * @param {number} [indent] by which every other line begins later
 */
function rows(points, heights, indent = 0) {
  const parts = [];
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => y1 - y2 || x1 - x2);
  for (let start = 0, end = 1; start < sorted.length; start = end, end++) {
    const [x, y] = sorted[start];
    while (end < sorted.length && sorted[end][1] === y && sorted[end][0] === x + end - start) end++;
    const width = (end - start) * SIDE;
    parts.push(...heights.map((height, line) => `M${x * SIDE + (line % 2) * indent} ${y * SIDE + height}h${width - (line % 2) * indent}`));
  }
  return parts.join("");
}

/**
 * Draw the tile of a cell in its place; return null for bare floor and walls.
 * @param {Board} board
 * @param {number} cell
 * @param {Layout} layout
 * @param {boolean} reveal
 */
export function drawTile(board, cell, layout, reveal) {
  const tile = drawTerrain(board.terrain[cell], layout, reveal);
  const [x, y] = layout.place(cell);
  tile?.setAttribute("transform", `translate(${x * SIDE} ${y * SIDE})`);
  return tile;
}

/**
 * Draw letters and numbers along the top and the left, which follow the board when it is rotated.
 * @param {Layout} layout
 */
export function drawRulers({ columns, rows, width, cellAt }) {
  const transposed = columns > 1 && rows > 0 && Math.abs(cellAt(1, 0) - cellAt(0, 0)) === width && width !== 1;
  const name = (/** @type {number} */ cell, /** @type {boolean} */ column) =>
    column ? columnName(rowColumn({ width }, cell)[1]) : String(rowColumn({ width }, cell)[0] + 1);
  const group = svg("g", { class: "rulers", "aria-hidden": "true" });
  for (let x = 0; x < columns; x++) {
    group.append(svg("text", { x: x * SIDE + 50, y: -RULER_WIDTH / 2, dy: "0.36em" }, name(cellAt(x, 0), !transposed)));
  }
  for (let y = 0; y < rows; y++) {
    group.append(svg("text", { x: -RULER_WIDTH / 2, y: y * SIDE + 50, dy: "0.36em" }, name(cellAt(0, y), transposed)));
  }
  return group;
}
