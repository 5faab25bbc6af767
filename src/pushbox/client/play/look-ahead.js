/**
 * What the server has sent of the positions that the next keys lead to: numbered positions, what a key does in them, and
 * what has led to the positions of the history.  It knows no rule, and nothing that the server has not sent.
 */

import { DIRECTIONS } from "../board/tiling.js";

const KEYS = [...DIRECTIONS, "act", "next", "previous"]; // in the order in which the server numbers them
const MAX_POSITIONS = 4_000; // the newest are kept; the server refers to fewer

/** Return a change that is written in short. @param {Play.ChangeRow} row @returns {Change} */
export function readChange(row) {
  if (!Array.isArray(row)) return row;
  const [tick, cause, kind, before, after, rest] = row;
  const [from, to] = [before, after].map((cells) => ({ kind, cells: [cells].flat(), ...rest }));
  return { tick, cause, piece: [from, to] };
}

export class LookAhead {
  /** @type {Map<number, {focus: number[] | null, edges: Map<string, Play.Edge | null>}>} */
  #positions = new Map();
  /** @type {Map<number, Change[]>} what has led to the positions of the history */
  #nodes = new Map();
  /** @type {Map<number, number>} the positions of the history that it knows, by node */
  #visited = new Map();

  /**
   * Begin anew, by what comes with the board.  Return the number of the position.
   * @param {{ahead?: Play.Ahead, state: Play.State}} opened
   * @returns {number}
   */
  open(opened) {
    for (const known of [this.#positions, this.#nodes, this.#visited]) known.clear();
    return this.take(opened);
  }

  /**
   * Take in what is new.  Return the number of the position in which the play is, -1 where that is not known.
   * @param {{ahead?: Play.Ahead, state: Play.State}} message
   * @param {number} [_foreseen]
   * @returns {number}
   */
  take({ ahead, state }, _foreseen = -1) {
    if (!ahead) return -1;
    const { at, edges, nodes } = ahead;
    this.#add(at, state.focus);
    for (const [from, key, to, focus = null, ...rows] of edges) {
      const edge = to === undefined ? null : { to, changes: rows.map(readChange) };
      this.#positions.get(from)?.edges.set(KEYS[key], edge);
      if (edge) this.#add(edge.to, focus);
    }
    for (const [node, ...rows] of nodes) this.#nodes.set(node, rows.map(readChange));
    this.#visited.set(state.node, at);
    return at;
  }

  /** @param {number} position @param {number[] | null} focus */
  #add(position, focus) {
    if (this.#positions.has(position)) return;
    this.#positions.set(position, { focus, edges: new Map() });
    if (this.#positions.size > MAX_POSITIONS) this.#positions.delete(/** @type {number} */ (this.#positions.keys().next().value));
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
