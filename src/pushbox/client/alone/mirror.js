/** The positions of a play in another core than the one that plays it, so that no key waits for what is asked there. */

import { closeRequest, followRequest, openRequest } from "../core/core-requests.js";

/** @import { Ask } from "../core/core-worker.js" */
/** @import { Level } from "./solo.js" */

/** @typedef {{id: number, written: string}} Step a position of the history, and the move that has led to it */

export class Mirror {
  /** @type {Map<number, number>} positions of the core by node */
  #positions = new Map([[0, 0]]);
  #core;
  #play;

  /** @param {Ask} core @param {number} play of the core */
  constructor(core, play) {
    this.#core = core;
    this.#play = play;
  }

  /** Open a level. @param {Ask} core @param {Level} level */
  static async open(core, level) {
    const { play } = await core(openRequest(level));
    return new Mirror(core, play);
  }

  close() {
    return this.#core(closeRequest(this.#play));
  }

  /**
   * Ask the core about a position.
   * @template {any[]} Rest
   * @param {number} position
   * @param {(play: number, position: number, ...rest: Rest) => Uint8Array} request
   * @param {Rest} rest
   */
  ask(position, request, ...rest) {
    return this.#core(request(this.#play, position, ...rest));
  }

  /**
   * Return the position of the core after the moves of a line, which begins with the start of the level.
   * @param {readonly Step[]} line
   * @param {number} [index] that of the last move, of all of them otherwise
   * @returns {Promise<number>}
   */
  async positionOf(line, index = line.length - 1) {
    let known = index;
    while (!this.#positions.has(line[known].id)) known--;
    const from = /** @type {number} */ (this.#positions.get(line[known].id));
    const texts = line.slice(known + 1, index + 1).map(({ written }) => written);
    if (!texts.length) return from;
    const { moves } = await this.ask(from, followRequest, -1, texts);
    if (moves.length < texts.length) throw new Error(`the core does not play ${texts[moves.length]}`);
    moves.forEach((/** @type {{position: number}} */ { position }, /** @type {number} */ step) => this.#positions.set(line[known + 1 + step].id, position));
    return moves[moves.length - 1].position;
  }
}
