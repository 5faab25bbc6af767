/** The layout of cells on the picture, rotated and mirrored, and the outlines of sets of cells. */

/** The side of a cell in the units of the picture. */
export const SIDE = 100;

/** (x, y) of one step on the picture, by direction: left, up, right, down. */
export const DELTAS = /** @type {const} */ ([[-1, 0], [0, -1], [1, 0], [0, 1]]);

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
  const quarters = ((rotation % 4) + 4) % 4;
  const transposed = quarters % 2 === 1;
  const mirrored = (/** @type {number} */ direction) => (flip && direction % 2 === 0 ? direction ^ 2 : direction);
  return {
    width,
    height,
    columns: transposed ? height : width,
    rows: transposed ? width : height,
    place(cell) {
      const column = cell % width;
      const row = Math.floor(cell / width);
      const x = flip ? width - 1 - column : column;
      if (quarters === 0) return [x, row];
      if (quarters === 1) return [height - 1 - row, x];
      if (quarters === 2) return [width - 1 - x, height - 1 - row];
      return [row, width - 1 - x];
    },
    cellAt(column, row) {
      let [x, y] = [column, row];
      if (quarters === 1) [x, y] = [row, height - 1 - column];
      else if (quarters === 2) [x, y] = [width - 1 - column, height - 1 - row];
      else if (quarters === 3) [x, y] = [width - 1 - row, column];
      if (flip) x = width - 1 - x;
      return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1;
    },
    neighbour(cell, direction) {
      const [column, row] = this.place(cell);
      const [dx, dy] = DELTAS[direction];
      return this.cellAt(column + dx, row + dy);
    },
    toScreen: (direction) => (mirrored(direction) + quarters) % 4,
    toBoard: (direction) => mirrored((direction - quarters + 4) % 4),
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
    if (!set.has(vertex(x, y - 1))) edge(x, y, 2);
    if (!set.has(vertex(x + 1, y))) edge(x + 1, y, 3);
    if (!set.has(vertex(x, y + 1))) edge(x + 1, y + 1, 0);
    if (!set.has(vertex(x - 1, y))) edge(x, y + 1, 1);
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
    const turns = [1, 0, 3].map((turn) => candidates.findIndex(({ direction }) => direction === (edge.direction + turn) % 4));
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
  const convex = (incoming + 1) % 4 === direction;
  const size = Math.min(radius, SIDE / 2 - (convex ? inset : 0));
  const begin = `${first ? "M" : "L"}${px - ax * size} ${py - ay * size}`;
  return size > 0 ? `${begin}Q${px} ${py} ${px + bx * size} ${py + by * size}` : begin;
}
