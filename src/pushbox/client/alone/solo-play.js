/** Where a play without a server stands: its history, board, counts and clock, each position once asked of the core. */

import { applyChanges, inverseChanges } from "../board/changes.js";
import { followRequest } from "../core/core-requests.js";
import { Tree } from "../play/history.js";
import { difference } from "./difference.js";
import { COUNTS, changeOf, counted, counterAtStart } from "./made.js";
import { Refused, phraseOf } from "./phrases.js";

/** @import { Ask } from "../core/core-worker.js" */
/** @import { Counter, Made, Stands } from "./made.js" */
/** @import { Sentence } from "./phrases.js" */

const PART = 100; // moves that are replayed at once
const MAX_NODES = 20_000; // positions of a history, as the server keeps them
const LIMITS = ["steps", "seconds"]; // the options that limit any game
const LOST = /** @type {const} */ ("lost");

/**
 * @typedef {{position: number, changes: Change[], counter: Counter, stands: Stands}} Known what the core knows of a node
 *
 * What a play begins with.
 * @typedef {object} Start
 * @property {readonly Play.NodeRow[]} nodes in the order of their numbers
 * @property {[node: number, branch: number][]} redo where redo leads from those with several branches
 * @property {Play.State} state
 * @property {Record<string, number>} snapshots
 * @property {Record<number, string>} comments
 */

/** Wait for the end of this turn of the event loop; a timer would come once a second in a page that is hidden. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(null);
    };
    port2.postMessage(null);
  });

/** Return the limits of a level. @param {{options?: [string, unknown][]}} level @returns {Play.Limits} */
export const limitsOf = ({ options = [] }) => Object.fromEntries(options.filter(([name, value]) => LIMITS.includes(name) && value));

/** Return what pairs of what was and what is have now. @param {Record<string, [any, any]>} [pairs] */
const latest = (pairs = {}) => Object.fromEntries(Object.entries(pairs).map(([name, [, now]]) => [name, now]));

export class SoloPlay {
  /** @type {Map<number, Known>} */
  #known = new Map();
  #core;
  #number;
  #texts;
  #now;
  #seconds = 0;
  /** @type {number | null} */
  #started = null;
  /** @type {Change[][]} */
  #changes = [];
  /** @type {Play.NodeRow[]} */
  #rows = [];

  /**
   * @param {Ask} core
   * @param {{play: number, stands: Stands}} opened
   * @param {Board} board at the start
   * @param {Play.Limits} limits
   * @param {Record<string, string>} texts of sentences, in English
   * @param {() => number} now seconds
   */
  constructor(core, { play, stands }, board, limits, texts, now) {
    this.#core = core;
    this.#number = play;
    this.#texts = texts;
    this.#now = now;
    this.board = board;
    this.limits = limits;
    this.restarts = 0; // of the clock
    this.tree = new Tree();
    /** The number of the piece that is steered, -1 for none. */
    this.focus = stands.steers.length ? 0 : -1;
    /** @type {Record<string, number>} */
    this.snapshots = {};
    /** @type {Record<number, string>} */
    this.comments = {};
    /** @type {Set<string>} */
    this.assists = new Set();
    this.#known.set(0, { position: 0, changes: [], counter: counterAtStart(), stands });
  }

  /**
   * Go on from where a play stood; or from its start, with what was played since in a page that is gone.  It may have begun
   * before, with fewer nodes.
   * @param {Start} start
   * @param {Partial<import("./kept.js").Kept>} [since]
   */
  async begin({ nodes, redo, state, snapshots, comments }, since) {
    this.tree.add(nodes);
    for (const [node, branch] of redo) this.tree.get(node).latest = branch;
    await this.#show(since ? 0 : state.node);
    this.tree.select(this.tree.current);
    this.focus = this.#steered(since ? null : state.focus);
    this.#seconds = state.seconds + (since?.seconds ?? 0);
    this.#started = state.running && !since ? this.#now() : null;
    this.assists = new Set([...(state.assists ?? []), ...(since?.assists ?? [])]);
    const named = Object.entries({ ...snapshots, ...latest(since?.snapshots) }).flatMap(([slot, node]) => (node === null ? [] : [[slot, node]]));
    this.snapshots = Object.fromEntries(named);
    this.comments = Object.fromEntries(Object.entries({ ...comments, ...latest(since?.comments) }).filter(([, text]) => text));
    this.#changes = [];
  }

  /**
   * Ask the core about a position, that of the current node unless another is named.
   * @template {any[]} Rest
   * @param {(play: number, position: number, ...rest: Rest) => Uint8Array} request
   * @param {Rest} rest
   */
  ask(request, ...rest) {
    return this.askAt(this.here.position, request, ...rest);
  }

  /**
   * @template {any[]} Rest
   * @param {number} position
   * @param {(play: number, position: number, ...rest: Rest) => Uint8Array} request
   * @param {Rest} rest
   */
  askAt(position, request, ...rest) {
    return this.#core(request(this.#number, position, ...rest));
  }

  /**
   * Play moves as files write them, in parts that take less than a frame; a key is answered between two of them.
   * @param {number} position
   * @param {string[]} written
   * @returns {AsyncGenerator<Made[]>}
   */
  async *follow(position, written) {
    let steered = -1;
    for (let start = 0; start < written.length; start += PART) {
      if (start) await pause();
      const part = written.slice(start, start + PART);
      const { moves } = await this.askAt(position, followRequest, steered, part);
      if (moves.length < part.length) throw new Error(`the core does not play ${part[moves.length]}`);
      yield moves;
      position = moves[moves.length - 1].position;
      steered = moves[moves.length - 1].focus ?? -1;
    }
  }

  get here() {
    return this.at(this.tree.current);
  }

  /** @param {number} id of a node that the core knows @returns {Known} */
  at(id) {
    return /** @type {Known} */ (this.#known.get(id));
  }

  /** Return whether a node is solved, as far as that is known. @param {number} id */
  isSolved(id) {
    return this.#known.get(id)?.stands.outcome === "solved";
  }

  /** Return the nodes after the start up to one. @param {number} id */
  path(id) {
    /** @type {number[]} */
    const path = [];
    for (let at = id; at > 0; at = this.tree.get(at).parent) path.push(at);
    return path.reverse();
  }

  /** The positions from the start to this one, each with the move that led to it. */
  get steps() {
    const { tree } = this;
    return [0, ...this.path(tree.current)].map((id) => ({ id, written: tree.get(id).written }));
  }

  /** Play a move that the core has made. @param {Made} made */
  play(made) {
    this.requireOpen();
    this.arrive(made);
  }

  /** Refuse to go on where a limit is used up. */
  requireOpen() {
    const isUsedUp = this.stepsLeft <= 0 || this.seconds >= (this.limits.seconds ?? Infinity);
    if (isUsedUp && this.outcome.status === "lost") throw new Refused("limit-over");
  }

  /** Show a move that was made, in the branch that it has or in a new one. @param {Made} made */
  arrive(made) {
    const { tree } = this;
    const { current } = tree;
    let next = tree.get(current).children.find((child) => tree.get(child).written === made.text);
    if (next === undefined) {
      if (tree.nodes.size >= MAX_NODES) throw new Refused("play-full", { count: MAX_NODES });
      next = tree.nodes.size;
      const [push = false] = made.pushes;
      /** @type {Play.NodeRow} */
      const row = made.text === made.label ? [next, current, made.label, push] : [next, current, made.label, push, made.text];
      tree.add([row]);
      this.#rows.push(row);
    }
    const { changes } = this.#learn(next, made);
    this.board = applyChanges(this.board, changes);
    tree.select(next);
    this.focus = made.focus ?? -1;
    this.#changes.push(changes);
    this.#started ??= this.#now();
    if (this.outcome.status === "solved") this.#pause();
  }

  /** Take back the move that led here; return its changes. @param {number | null} focus what is steered then, null for nothing */
  takeBack(focus) {
    const changes = inverseChanges(this.here.changes);
    this.board = applyChanges(this.board, changes);
    this.tree.current = this.tree.get(this.tree.current).parent;
    this.focus = focus ?? -1;
    return changes;
  }

  /** Go to a node; the same piece is steered as before, if it is there. @param {number} node */
  async goTo(node) {
    const before = this.board;
    const steered = this.here.stands.steers[this.focus];
    await this.#show(node);
    this.tree.select(node);
    const { steers } = this.here.stands;
    const same = steers.findIndex((piece) => JSON.stringify(piece) === JSON.stringify(steered));
    this.focus = same < 0 && steers.length ? 0 : same;
    const changes = difference(before, this.board);
    if (changes.length) this.tell(changes);
  }

  /** Go to the start; where time is limited it is given anew. */
  async restart() {
    await this.goTo(0);
    if (!this.limits.seconds) return;
    [this.#seconds, this.#started] = [0, null];
    this.restarts++;
  }

  /** Have changes of the board told with the next message. @param {Change[]} changes */
  tell(changes) {
    this.#changes.push(changes);
  }

  /** Return what has changed since the last message, and where the play stands now. */
  takeMessage() {
    const message = { is: "turned", played: this.#changes.map((changes) => ({ changes })), nodes: this.#rows, state: this.state };
    [this.#changes, this.#rows] = [[], []];
    return message;
  }

  /** The seconds that were played. */
  get seconds() {
    return this.#seconds + (this.#started === null ? 0 : this.#now() - this.#started);
  }

  /** The steps of the limit that are used. */
  get #counted() {
    return this.board.counters.steps ?? 0;
  }

  /** The steps that the limit leaves. */
  get stepsLeft() {
    return (this.limits.steps ?? Infinity) - this.#counted;
  }

  /** The outcome of the position, the clock included, with its reason. */
  get outcome() {
    const { outcome: status, reason, winner } = this.here.stands;
    const { seconds: limit = Infinity } = this.limits;
    const isLate = this.seconds > limit || (this.seconds === limit && status !== "solved");
    return isLate ? { status: LOST, reason: { code: "limit-seconds", params: { count: limit } }, winner: 0 } : { status, reason, winner };
  }

  /** @returns {Play.State} */
  get state() {
    const { tree } = this;
    const { counter, stands: { steers } } = this.here;
    const { status, reason, winner } = this.outcome;
    const phrase = reason && this.phrase(reason);
    return {
      node: tree.current,
      depth: tree.depth,
      counts: Object.fromEntries(COUNTS.map((name, index) => [name, counter.counts[index]])),
      outcome: { status, reason: phrase?.text ?? "", winner, ...(phrase && { phrase }) },
      focus: this.focus < 0 ? null : steers[this.focus].cells,
      branches: tree.get(tree.current).children.map((child) => [child, tree.get(child).text]),
      seconds: Math.round(this.seconds * 10) / 10,
      running: this.#started !== null,
      steps: this.limits.steps ? this.#counted : null,
      assists: [...this.assists].sort(),
    };
  }

  /** Where the play stands, as records say it. */
  get place() {
    const { tree } = this;
    const redo = tree.choices.filter(([node, branch]) => tree.get(node).children.at(-1) !== branch);
    const { cells: focus = null } = this.here.stands.steers[this.focus] ?? {};
    return { here: tree.current, focus, index: this.focus, redo };
  }

  /** Return a sentence as the server sends it. @param {Sentence} sentence */
  phrase(sentence) {
    return phraseOf(sentence, this.#texts);
  }

  /** Take in what the core says of a node. @param {number} id @param {Made} made @returns {Known} */
  #learn(id, { position, pushes, changes: given, stands }) {
    const changes = given.map(changeOf);
    const before = this.at(this.tree.get(id).parent).counter;
    const known = this.#known.get(id) ?? { position, changes, counter: counted(before, changes, pushes, this.board), stands };
    this.#known.set(id, known);
    return known;
  }

  /** Have the board of a node, and all that leads to it known by the core. @param {number} id */
  async #show(id) {
    const { tree } = this;
    const path = this.path(id);
    const unknown = path.filter((node) => !this.#known.has(node));
    if (unknown.length) {
      const { position } = this.at(tree.get(unknown[0]).parent);
      let known = 0;
      for await (const moves of this.follow(position, unknown.map((node) => tree.get(node).written))) {
        for (const made of moves) this.#learn(unknown[known++], made);
      }
    }
    const above = new Set([0, ...path]);
    for (; !above.has(tree.current); tree.current = tree.get(tree.current).parent) {
      this.board = applyChanges(this.board, inverseChanges(this.here.changes));
    }
    for (const node of path.slice(tree.current ? path.indexOf(tree.current) + 1 : 0)) this.board = applyChanges(this.board, this.at(node).changes);
    tree.current = id;
  }

  /** Return the number of the piece on some cells that is steered, that of the first one where none is there. @param {number[] | null} cells */
  #steered(cells) {
    const { steers } = this.here.stands;
    const index = steers.findIndex((piece) => String(piece.cells) === String(cells));
    return index < 0 && steers.length ? 0 : index;
  }

  #pause() {
    this.#seconds = this.seconds;
    this.#started = null;
  }
}
