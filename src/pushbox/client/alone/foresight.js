/**
 * What the next keys lead to in a play that the server confirms, as in a storm or a race, by the core of this page.  It answers
 * as the look-ahead does, which knows what the server has sent.
 */

import { loadCoreHere } from "../core/core-worker.js";
import { backRequest, closeRequest, followRequest, openRequest, pressRequest } from "../core/core-requests.js";
import { changeOf } from "./made.js";

/** @typedef {import("./made.js").Made} Made */
/** @typedef {{parent: number, written: string}} Row what leads to a node */
/** @typedef {{position: number, written: string, changes: Change[], steers: PieceJson[]}} Reached a position of the core, and what has led to it */
/** @typedef {Reached & {focus: number, edges: Map<string, Play.Edge | null>}} Place a position in which a piece is steered, -1 for none */

const PATIENCE = 1_000; // milliseconds that a play waits for the core

/** Have a play be foreseen by the core, where that is there soon. @param {import("../play/client.js").Client} client */
export async function foresee(client) {
  if (!globalThis.WebAssembly?.instantiateStreaming) return;
  const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const ask = await Promise.race([loadCoreHere().catch(() => null), late]);
  if (ask) client.foreseeBy(new CoreForesight(ask));
}

export class CoreForesight {
  #ask;
  #play = -1; // the number of what is open
  /** @type {Place[]} by number */
  #places = [];
  /** @type {Map<string, number>} the numbers of places */
  #numbers = new Map();
  /** @type {Map<string, Made>} moves by the position before them, as files write them */
  #made = new Map();
  /** @type {Map<number, Reached>} by node */
  #reached = new Map();
  /** @type {Map<number, Row>} by node */
  #rows = new Map();

  /** @param {(request: Uint8Array) => any} ask the core */
  constructor(ask) {
    this.#ask = ask;
  }

  /**
   * Begin anew.  Return the number of the position in which the play is.  Throws where the core does not play it.
   * @param {any} opened the message that opens a play
   */
  open(opened) {
    const { game, level } = opened;
    if (game.hides || game.players > 1) throw new Error("found a level that hides something or has several players");
    if (this.#play >= 0) this.#ask(closeRequest(this.#play));
    for (const known of [this.#numbers, this.#made, this.#reached, this.#rows]) known.clear();
    this.#places = [];
    const { play, position, stands } = this.#ask(openRequest(level.level));
    this.#play = play;
    this.#reached.set(0, { position, written: "", changes: [], steers: stands.steers });
    return this.take(opened);
  }

  /**
   * Take in what has been played.  Return the number of the position in which the play is, -1 where one of several pieces on
   * a cell is steered that was not foreseen.
   * @param {{nodes: Play.NodeRow[], state: Play.State}} message
   * @param {number} [foreseen] the number that it was thought to be
   */
  take({ nodes, state: { node, focus } }, foreseen = -1) {
    for (const [id, parent, text, , written = text] of nodes) this.#rows.set(id, { parent: parent ?? 0, written });
    const reached = this.#reach(node);
    const isThere = (/** @type {PieceJson | undefined} */ piece) => String(piece?.cells) === String(focus ?? undefined);
    const place = this.#places[foreseen];
    if (place?.position === reached.position && isThere(place.steers[place.focus])) return foreseen;
    const known = reached.steers.filter(isThere);
    return known.length > 1 ? -1 : this.#numberOf(reached, reached.steers.indexOf(known[0]));
  }

  /** Return the number of the position of a node to which undo or redo leads, -1 where that is not known. @param {{position: number, node: number}} from @param {number} node */
  beside(from, node) {
    const place = this.#numberOf(this.#reach(node), -1);
    return from.position < 0 ? -1 : this.led(from.position, place, this.#rows.get(from.node)?.parent === node);
  }

  /**
   * Return the number of a position with what is steered there, once undo or redo has led to it from another one.
   * @param {number} from
   * @param {number} to
   * @param {boolean} isBack
   */
  led(from, to, isBack) {
    const [origin, target] = [this.#places[from], this.#places[to]];
    if (!origin || !target) return to;
    const { focus } = isBack
      ? this.#ask(backRequest(this.#play, target.position, origin.focus, origin.written))
      : this.#ask(followRequest(this.#play, origin.position, origin.focus, [target.written])).moves[0];
    return this.#numberOf(target, focus ?? -1);
  }

  /**
   * Return what a key does in a position: null for nothing, undefined where that is not known.
   * @param {number} position
   * @param {string} key
   * @returns {Play.Edge | null | undefined}
   */
  edge(position, key) {
    const place = this.#places[position];
    if (!place) return undefined;
    let edge = place.edges.get(key);
    if (edge === undefined) place.edges.set(key, (edge = this.#press(place, key)));
    return edge;
  }

  /** Return the cells of what the keys steer in a position. @param {number} position */
  focus(position) {
    const { steers, focus } = this.#places[position] ?? { steers: [], focus: -1 };
    return steers[focus]?.cells ?? null;
  }

  /** Return the changes that have led to a position of the history. @param {number} node */
  changesTo(node) {
    return this.#reach(node).changes;
  }

  /** @param {Place} place @param {string} key @returns {Play.Edge | null} */
  #press(place, key) {
    const { position, focus } = place;
    const answer = this.#ask(pressRequest(this.#play, position, focus, key));
    if ("focus" in answer) return { to: this.#numberOf(place, answer.focus), changes: [] };
    if (!answer.move) return null;
    this.#made.set(`${position} ${answer.move.text}`, answer.move);
    const reached = reachedBy(answer.move);
    return { to: this.#numberOf(reached, answer.move.focus ?? -1), changes: reached.changes };
  }

  /** Return a node as the core has it. @param {number} node @returns {Reached} */
  #reach(node) {
    const path = [];
    for (let id = node; !this.#reached.has(id); id = path[path.length - 1].parent) {
      path.push({ id, .../** @type {Row} */ (this.#rows.get(id)) });
    }
    for (const { id, parent, written } of path.reverse()) {
      const { position } = /** @type {Reached} */ (this.#reached.get(parent));
      const made = this.#made.get(`${position} ${written}`) ?? this.#ask(followRequest(this.#play, position, -1, [written])).moves[0];
      this.#reached.set(id, reachedBy(made));
    }
    return /** @type {Reached} */ (this.#reached.get(node));
  }

  /** @param {Reached} reached @param {number} focus */
  #numberOf({ position, written, changes, steers }, focus) {
    const name = `${position} ${focus}`;
    const number = this.#numbers.get(name) ?? this.#places.length;
    if (number === this.#places.length) {
      this.#numbers.set(name, number);
      this.#places.push({ position, written, changes, steers, focus, edges: new Map() });
    }
    return number;
  }
}

/** @param {Made} made @returns {Reached} */
const reachedBy = ({ position, text, changes, stands }) => ({ position, written: text, changes: changes.map(changeOf), steers: stands.steers });
