/**
 * What the server has sent of the positions that the next keys lead to: numbered positions, what a key does in them, and
 * what has led to the positions of the history.  It knows no rule, and nothing that the server has not sent.
 */

import { DIRECTIONS } from "../board/tiling.js";

const KEYS = [...DIRECTIONS, "act", "next", "previous"]; // in the order in which the server numbers them
const MAX_POSITIONS = 2_000; // the newest are kept; the server refers to fewer
const MAX_CHANGES = 8_000;

/** Return the cells that a message writes as one number where it is one. @param {number | number[]} cells */
const readCells = (cells) => (typeof cells === "number" ? [cells] : cells);

/** The changes of a board by number, as messages refer to them. */
export class ChangeTable {
  /** @type {Map<number, Change>} */
  #changes = new Map();
  /** @type {Play.ChangeShape[]} */
  #shapes = [];
  #firstShape = 0;
  count = 0;

  /** Begin anew, with the numbers that come next. @param {number} changes @param {number} shapes */
  restart(changes, shapes) {
    this.#changes.clear();
    this.#shapes = [];
    this.#firstShape = shapes;
    this.count = changes;
  }

  /** Take new shapes and changes. @param {{shapes?: Play.ChangeShape[], changes?: Play.ChangeRow[]}} message */
  take({ shapes = [], changes = [] }) {
    this.#shapes.push(...shapes);
    for (const row of changes) {
      this.#changes.set(this.count++, this.#read(row));
      if (this.#changes.size > MAX_CHANGES) this.#changes.delete(this.count - MAX_CHANGES - 1);
    }
  }

  /** The number of all shapes so far. */
  get shapeCount() {
    return this.#firstShape + this.#shapes.length;
  }

  /** Return the changes of some numbers. @param {number[]} numbers */
  changes(numbers) {
    return numbers.map((number) => /** @type {Change} */ (this.#changes.get(number)));
  }

  /** @param {Play.ChangeRow} row @returns {Change} */
  #read(row) {
    if (!Array.isArray(row)) return row;
    const [shape, before, after] = row;
    const { tick, cause, piece } = this.#shapes[shape - this.#firstShape];
    return { tick, cause, piece: [{ ...piece, cells: readCells(before) }, { ...piece, cells: readCells(after) }] };
  }
}

export class LookAhead {
  #table = new ChangeTable();
  /** @type {Map<number, {focus: number[] | null, edges: Map<string, Play.Edge | null>}>} */
  #positions = new Map();
  #count = 0;
  /** @type {Map<number, Change[]>} what has led to the positions of the history */
  #nodes = new Map();
  /** @type {Map<number, number>} the positions of the history that it knows, by node */
  #visited = new Map();
  #valid = false; // whether nothing has been missed since it was opened

  /**
   * Begin anew, by what comes with the board.  Return the number of the position.
   * @param {{ahead?: Play.Ahead, state?: Play.State}} opened
   * @returns {number}
   */
  open({ ahead, state }) {
    for (const known of [this.#positions, this.#nodes, this.#visited]) known.clear();
    this.#valid = Boolean(ahead);
    if (!ahead) return -1;
    const [positions, changes, shapes] = ahead.first;
    this.#count = positions;
    this.#table.restart(changes, shapes);
    return this.take({ ahead, state });
  }

  /**
   * Take in what is new.  Return the number of the position in which the play is, -1 where that is not known: what was
   * sent to another window has other numbers.
   * @param {{ahead?: Play.Ahead, state?: Play.State}} message
   * @param {number} [_foreseen]
   * @returns {number}
   */
  take({ ahead, state }, _foreseen = -1) {
    if (!ahead || !this.#valid) return -1;
    const { first, at, focus = [], edges = [], nodes = [] } = ahead;
    this.#valid = String(first) === String([this.#count, this.#table.count, this.#table.shapeCount]);
    if (!this.#valid) return this.open({});
    this.#table.take(ahead);
    for (const cells of focus) {
      this.#positions.set(this.#count++, { focus: cells === null ? null : readCells(cells), edges: new Map() });
      if (this.#positions.size > MAX_POSITIONS) this.#positions.delete(/** @type {number} */ (this.#positions.keys().next().value));
    }
    for (const [from, key, to, ...numbers] of edges) {
      const edge = to === undefined ? null : { to, changes: this.#table.changes(numbers) };
      this.#positions.get(from)?.edges.set(KEYS[key], edge);
    }
    for (const [node, ...numbers] of nodes) this.#nodes.set(node, this.#table.changes(numbers));
    if (state) this.#visited.set(state.node, at);
    return at;
  }

  /** Return the number of the position of a node, -1 where what is steered was another piece then, and where it is not known. @param {unknown} _ @param {number} node @param {number[] | null} focus */
  beside(_, node, focus) {
    const position = this.#visited.get(node) ?? -1;
    return String(this.focus(position)) === String(focus) ? position : -1;
  }

  /** Return what a key does in a position: null for nothing, undefined where that is not known. @param {number} position @param {string} key */
  edge(position, key) {
    return this.#positions.get(position)?.edges.get(key);
  }

  /** Return the cells of what the keys steer in a position. @param {number} position */
  focus(position) {
    return this.#positions.get(position)?.focus ?? null;
  }

  /** Return the number of a position to which undo or redo has led from another one. @param {number} _from @param {number} to @param {boolean} _isBack */
  led(_from, to, _isBack) {
    return to;
  }

  /** Return the changes that have led to a position of the history, undefined where they are not known. @param {number} node */
  changesTo(node) {
    return this.#nodes.get(node);
  }
}
