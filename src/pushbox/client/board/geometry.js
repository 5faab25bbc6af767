/** The layout of cells on the picture, rotated and mirrored, and the outlines of sets of cells. */

import { DELTAS, EDGES, cellAt, inverseOf, neighbours, rowColumn, symmetryOf, transformCell, transformDirection, transformSize, turned } from "./tiling.js";

/** The side of a cell in the units of the picture. */
export const SIDE = 100;

/** @typedef {{x: number, y: number, direction: number}} Edge from a corner of cells, the inside on its right */

/**
 * Lay out a board: mirrored left to right first if `flip`, then turned clockwise by `rotation` quarters.
 * @param {number} width
 * @param {number} height
 * @param {number} [rotation]
 * @param {boolean} [flip]
 * @returns {Layout}
 */
export function layout(width, height, rotation = 0, flip = false) {
  const board = { width, height };
  const symmetry = symmetryOf(rotation, flip);
  const inverse = inverseOf(symmetry);
  const picture = transformSize(board, symmetry);
  const { width: columns, height: rows } = picture;
  return {
    width,
    height,
    columns,
    rows,
    place(cell) {
      const [row, column] = rowColumn(picture, transformCell(cell, board, symmetry));
      return [column, row];
    },
    cellAt(column, row) {
      const image = cellAt(picture, row, column);
      return image < 0 ? -1 : transformCell(image, picture, inverse);
    },
    neighbour(cell, direction) {
      return neighbours(board, cell)[transformDirection(direction, inverse)];
    },
    toScreen: (direction) => transformDirection(direction, symmetry),
    toBoard: (direction) => transformDirection(direction, inverse),
  };
}

const vertex = (/** @type {number} */ x, /** @type {number} */ y) => `${x},${y}`;

/**
 * Return the outline of cells as the data of an SVG path, rings clockwise and holes the other way round, so that the edges
 * between cells of the set do not show.  Cells that touch at a corner only are apart.
 * @param {Iterable<Point>} points
 * @param {number} inset how far inside the cells it runs
 * @param {number} radius of its corners
 */
export function outline(points, inset = 0, radius = 0) {
  const cells = [...points];
  const set = new Set(cells.map(([x, y]) => vertex(x, y)));
  /** @type {Map<string, Edge[]>} edges by where they start */
  const edges = new Map();
  const edge = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ direction) => {
    const from = vertex(x, y);
    const starting = edges.get(from);
    if (starting) starting.push({ x, y, direction });
    else edges.set(from, [{ x, y, direction }]);
  };
  for (const [x, y] of cells) {
    for (const { beyond, corner, direction } of EDGES) {
      if (!set.has(vertex(x + beyond[0], y + beyond[1]))) edge(x + corner[0], y + corner[1], direction);
    }
  }
  let path = "";
  for (const starts of edges.values()) {
    while (starts.length) path += ring(edges, starts[0], inset, radius);
  }
  return path;
}

/**
 * Follow one ring, taking its edges away.
 * @param {Map<string, Edge[]>} edges
 * @param {Edge} first
 * @param {number} inset
 * @param {number} radius
 */
function ring(edges, first, inset, radius) {
  /** @type {(Edge & {incoming: number})[]} */
  const corners = [];
  let edge = first;
  do {
    const [dx, dy] = DELTAS[edge.direction];
    const candidates = edges.get(vertex(edge.x + dx, edge.y + dy)) ?? [];
    // The sharpest turn to the right stays at the same cell.
    const turns = [1, 0, -1].map((turn) => candidates.findIndex(({ direction }) => direction === turned(edge.direction, turn)));
    const [next] = candidates.splice(turns.find((index) => index >= 0) ?? 0, 1);
    if (next.direction !== edge.direction) corners.push({ ...next, incoming: edge.direction });
    edge = next;
  } while (edge !== first);
  return corners.map((corner, index) => bend(corner, inset, radius, index === 0)).join("") + "Z";
}

/**
 * @param {Edge & {incoming: number}} corner
 * @param {number} inset
 * @param {number} radius
 * @param {boolean} first
 */
function bend({ x, y, incoming, direction }, inset, radius, first) {
  const [ax, ay] = DELTAS[incoming];
  const [bx, by] = DELTAS[direction];
  // Seen along an edge, the inside is on the right.
  const px = x * SIDE + inset * (-ay - by);
  const py = y * SIDE + inset * (ax + bx);
  const convex = turned(incoming, 1) === direction;
  const size = Math.min(radius, SIDE / 2 - (convex ? inset : 0));
  const begin = `${first ? "M" : "L"}${px - ax * size} ${py - ay * size}`;
  return size > 0 ? `${begin}Q${px} ${py} ${px + bx * size} ${py + by * size}` : begin;
}
