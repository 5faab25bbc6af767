/** What lies under the pieces of a board: floor, walls and rulers as wholes, and one tile a cell where there is more. */

import { svg } from "../core/dom.js";
import { SIDE, outline } from "./geometry.js";
import { columnName, outside, seen } from "./model.js";
import { tile } from "./tiles.js";

/** @typedef {import("./model.js").Board} Board */
/** @typedef {import("./geometry.js").Layout} Layout */

/** How much room the rulers take at the left and at the top. */
export const RULER = 46;

/**
 * Floor and walls.
 * @param {Board} board
 * @param {Layout} layout
 * @param {{checkerboard: boolean, reveal: boolean}} options
 */
export function ground(board, layout, { checkerboard, reveal }) {
  const group = svg("g", { class: "ground" });
  const around = reveal ? new Set() : outside(board);
  const cells = board.terrain.keys();
  const kind = (/** @type {number} */ cell) => (reveal ? board.terrain[cell].kind : seen(board.terrain[cell]));
  const inside = [...cells].filter((cell) => !around.has(cell));
  const walls = inside.filter((cell) => kind(cell) === "wall").map(layout.place);
  const floor = inside.filter((cell) => kind(cell) !== "wall").map(layout.place);
  group.append(svg("path", { class: "floor", d: outline(floor) }));
  if (checkerboard) group.append(svg("path", { class: "checks", d: squares(floor.filter(([x, y]) => (x + y) % 2 === 1)) }));
  else group.append(svg("path", { class: "grid", d: squares(floor) }));
  group.append(
    svg("path", { class: "wall shade", d: outline(walls, 0, 14) }),
    svg("path", { class: "wall", d: outline(walls, 0, 14) }),
    svg("path", { class: "wall rim", d: outline(walls, 7, 9) }),
  );
  return group;
}

/** @param {import("./geometry.js").Point[]} points */
const squares = (points) => points.map(([x, y]) => `M${x * SIDE} ${y * SIDE}h${SIDE}v${SIDE}h${-SIDE}z`).join("");

/**
 * The tile of a cell at its place, null where there is none.
 * @param {Board} board
 * @param {number} cell
 * @param {Layout} layout
 * @param {boolean} reveal
 */
export function placedTile(board, cell, layout, reveal) {
  const found = tile(board.terrain[cell], layout, reveal);
  const [x, y] = layout.place(cell);
  found?.setAttribute("transform", `translate(${x * SIDE} ${y * SIDE})`);
  return found;
}

/**
 * Letters and numbers along the top and the left; they go with the board when it is turned.
 * @param {Layout} layout
 */
export function rulers({ columns, rows, width, cellAt }) {
  const lying = columns > 1 && rows > 0 && Math.abs(cellAt(1, 0) - cellAt(0, 0)) === width && width !== 1;
  const name = (/** @type {number} */ cell, /** @type {boolean} */ column) =>
    column ? columnName(cell % width) : String(Math.floor(cell / width) + 1);
  const group = svg("g", { class: "rulers", "aria-hidden": "true" });
  for (let x = 0; x < columns; x++) {
    group.append(svg("text", { x: x * SIDE + 50, y: -RULER / 2, dy: "0.36em" }, name(cellAt(x, 0), !lying)));
  }
  for (let y = 0; y < rows; y++) {
    group.append(svg("text", { x: -RULER / 2, y: y * SIDE + 50, dy: "0.36em" }, name(cellAt(0, y), lying)));
  }
  return group;
}
