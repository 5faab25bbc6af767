/**
 * Whether the positions of a line can still be won, by searches of the core, and the first steps of a solution: what the
 * server says with `pushbox.analysis.winnable` and `hint_ladder`.  Deadlocks that it explains without a search are searched for.
 */

import { cellAt, rowColumn } from "../board/tiling.js";
import { followRequest, searchRequest } from "../core/core-requests.js";

/** @import { Mirror, Step } from "./mirror.js" */

const FIRST_NODES = 2_000; // positions of the shortest search
const GROWTH = 10;
const PART = 40; // moves of a solution that are looked at together

/**
 * @typedef {{seconds: number, nodes: number, megabytes: number}} Budget
 * @typedef {{status: "winnable" | "lost" | "unknown", moves: string[], nodes: number}} Verdict
 * @typedef {{lastWinnable: number | null, firstLost: number | null, verdict: Verdict}} LineVerdict
 * @typedef {{region: number, cell: number, target: number, moves: string, path: number[]}} Ladder
 */

/**
 * Refuse a solution that is longer than a limit of steps, which the searches of the core do not know.
 * @param {readonly string[]} moves
 * @param {number} most
 */
export function requireFew(moves, most) {
  if (moves.length > most) throw new Error(`found a solution of ${moves.length} moves, expected ${most} at most`);
}

/** @type {Verdict} */
const UNKNOWN = { status: "unknown", moves: [], nodes: 0 };

export class Verdicts {
  /** @type {Map<number, Verdict>} by node */
  #known = new Map();
  #mirror;
  #now;
  #mostMoves;

  /** @param {Mirror} mirror in a core that searches @param {() => number} now seconds @param {number} mostMoves of a solution */
  constructor(mirror, now, mostMoves) {
    this.#mirror = mirror;
    this.#now = now;
    this.#mostMoves = mostMoves;
  }

  close() {
    return this.#mirror.close();
  }

  /**
   * Find where a line was lost, which begins with the start of the level; a lost position stays lost, so halving finds it.
   * @param {readonly Step[]} line
   * @param {Budget} budget
   * @param {number} [first] the first position that is judged
   * @returns {Promise<LineVerdict>}
   */
  async judgeLine(line, budget, first = 0) {
    const end = this.#now() + budget.seconds;
    const last = line.length - 1;
    let [low, high] = [first - 1, line.length];
    for (let nodes = Math.min(FIRST_NODES, budget.nodes); ; nodes = Math.min(GROWTH * nodes, budget.nodes)) {
      const judge = (/** @type {number} */ index) => this.#judge(line, index, nodes, budget, end);
      if (high === line.length && (await judge(last)).status === "winnable") low = last;
      high = await halve(low, high, judge, false);
      low = (await halve(low, high, judge, true)) - 1;
      if (low + 1 === high || this.#now() >= end || nodes >= budget.nodes) break;
    }
    const verdict = this.#known.get(line[last].id) ?? UNKNOWN;
    const isLost = high < line.length;
    return {
      lastWinnable: low >= first ? low : null,
      firstLost: isLost ? high : null,
      verdict: isLost ? { ...verdict, status: "lost" } : verdict,
    };
  }

  /**
   * @param {readonly Step[]} line
   * @param {number} index
   * @param {number} nodes of a search
   * @param {Budget} budget
   * @param {number} end
   * @returns {Promise<Verdict>}
   */
  async #judge(line, index, nodes, { megabytes }, end) {
    const { id } = line[index];
    const known = this.#known.get(id) ?? UNKNOWN;
    const left = end - this.#now();
    if (known.status !== "unknown" || known.nodes >= nodes || left <= 0) return known;
    const { status, moves } = await this.#search(line, index, { seconds: left, nodes, megabytes });
    const verdict = { status: { solved: "winnable", unsolvable: "lost" }[/** @type {"solved"} */ (status)] ?? "unknown", moves, nodes };
    this.#known.set(id, /** @type {Verdict} */ (verdict));
    return /** @type {Verdict} */ (verdict);
  }

  /**
   * Search for a solution from a position of a line.  Rejects where the one that is found is longer than the limit of steps.
   * @param {readonly Step[]} line
   * @param {number} index
   * @param {Budget} budget
   */
  async #search(line, index, budget) {
    const position = await this.#mirror.positionOf(line, index);
    const { status, moves } = await this.#mirror.ask(position, searchRequest, "any", budget);
    requireFew(moves, this.#mostMoves - index);
    return { position, status, moves };
  }

  /**
   * Solve the end of a line.
   * @param {readonly Step[]} line
   * @param {Budget} budget
   * @returns {Promise<{status: string, made: import("./made.js").Made[]}>} `made` are the moves of the solution
   */
  async solve(line, budget) {
    const { position, status, moves } = await this.#search(line, line.length - 1, budget);
    const { moves: made } = status === "solved" && moves.length ? await this.#mirror.ask(position, followRequest, -1, moves) : { moves: [] };
    return { status, made };
  }

  /**
   * Return the first steps of a solution from the end of a line, null where nothing is pushed.
   * @param {readonly Step[]} line
   * @param {readonly string[]} solution
   * @param {number} focus number of the steered piece, -1 for none
   * @param {{width: number, height: number}} size of the board
   * @returns {Promise<Ladder | null>}
   */
  async ladder(line, solution, focus, size) {
    let position = await this.#mirror.positionOf(line);
    let steered = focus;
    /** @type {number[]} */
    const path = [];
    let [typed, until] = ["", ""];
    for (let start = 0; start < solution.length; start += PART) {
      const { moves } = await this.#mirror.ask(position, followRequest, steered, solution.slice(start, start + PART));
      for (const made of moves) {
        typed += made.typed;
        const way = firstMoved(made);
        if (!way) continue;
        if (path.length && (way[0] !== path[path.length - 1] || path.includes(way[way.length - 1]))) return rungs(path, until, size);
        path.push(...(path.length ? way.slice(1) : way));
        until = typed;
      }
      if (moves.length < PART) break;
      ({ position, focus: steered } = { ...moves[moves.length - 1], focus: moves[moves.length - 1].focus ?? -1 });
    }
    return path.length ? rungs(path, until, size) : null;
  }
}

/** @param {number[]} path @param {string} typed @param {{width: number, height: number}} size @returns {Ladder} */
function rungs(path, typed, size) {
  const middle = (/** @type {number} */ place, /** @type {number} */ count) => Math.min(Math.floor(place / 3) * 3 + 1, count - 1);
  const [row, column] = rowColumn(size, path[0]);
  const region = cellAt(size, middle(row, size.height), middle(column, size.width));
  return { region, cell: path[0], target: path[path.length - 1], moves: typed.trim(), path };
}

/**
 * Return the way of the first piece other than a pusher that a move takes on, from its cell; null for none.
 * @param {{pushes: [number, number][], changes: {before: any, after: any}[]}} made
 */
function firstMoved({ pushes, changes }) {
  const pieces = changes.filter(({ before, after }) => before?.cells && after?.cells);
  if (pushes.length) {
    const [[start, end]] = pushes;
    if (end >= 0) return [start, end];
    const pusher = pieces.find(({ before, after }) => before.kind === "pusher" && after.cells[0] === start);
    return [start, pusher ? 2 * start - pusher.before.cells[0] : start]; // one cell beyond the pusher, where it has gone
  }
  /** @type {number[]} */
  const way = [];
  let moving = "";
  for (const { before, after } of pieces) {
    if (before.kind === "pusher" || (moving && moving !== JSON.stringify(before))) continue;
    if (!moving) way.push(before.cells[0], after.cells[0]);
    else if (before.cells[0] !== after.cells[0]) way.push(after.cells[0]);
    moving = JSON.stringify(after);
  }
  return way.length ? way : null;
}

/**
 * Return the index of the first lost position after `low`, else `high`.
 * @param {number} low
 * @param {number} high
 * @param {(index: number) => Promise<Verdict>} judge
 * @param {boolean} unknownIsLost
 */
async function halve(low, high, judge, unknownIsLost) {
  let [first, last] = [low + 1, high];
  while (first < last) {
    const middle = (first + last) >> 1;
    const { status } = await judge(middle);
    if (status === "lost" || (status === "unknown" && unknownIsLost)) last = middle;
    else first = middle + 1;
  }
  return first;
}
