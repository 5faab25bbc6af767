/** What a page knows of a play beside the play itself, without a page: what was said, how it stood, which hint was next. */

import { transitionText } from "./announcements.js";

const TWICE_WITHIN = 600; // milliseconds between two presses that belong together

export class PlayState {
  /** @type {Board | null} */
  #announced = null;
  #last = "";
  #status = "playing";
  #hint = { node: -1, step: 0 };
  #cancelled = -Infinity;

  /** @param {() => number} [now] milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /**
   * Begin with a position, of which nothing has to be said.
   * @param {Board | null} board
   * @param {string} [status]
   */
  begin(board, status = "playing") {
    this.#announced = board;
    this.#status = status;
  }

  /** The text of the last transition. */
  get last() {
    return this.#last;
  }

  /**
   * Return what has happened since the last time, null where the position is the same.
   * @param {Board | null} board as the server has confirmed it
   */
  news(board) {
    const before = this.#announced;
    this.#announced = board;
    if (!before || !board || before === board) return null;
    return (this.#last = transitionText(before, board));
  }

  /** Note how the play stands; return whether it has ended just now. @param {string} status */
  ends(status) {
    const before = this.#status;
    this.#status = status;
    return before === "playing" && status !== "playing";
  }

  /**
   * Return how clear the next hint for a position is, from 1 to `most`.
   * @param {number} node of the history
   * @param {number} most
   */
  nextHint(node, most) {
    return this.#hint.node === node ? Math.min(this.#hint.step + 1, most) : 1;
  }

  /** Note that a hint for a position was shown. @param {number} node @param {number} step */
  showedHint(node, step) {
    this.#hint = { node, step };
  }

  /** Note that Escape was pressed for nothing; return whether it is the second time at once. */
  cancelsTwice() {
    const before = this.#cancelled;
    this.#cancelled = this.now();
    return this.#cancelled - before < TWICE_WITHIN;
  }
}
