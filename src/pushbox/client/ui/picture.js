/** A board as a small still picture, drawn when it comes near the window. */

import { readBoard } from "../board/model.js";
import { PushBoard } from "../board/push-board.js";
import { trimmed } from "../board/trim.js";
import { h } from "../core/dom.js";

const NEAR = "300px"; // drawn before it is scrolled to

/** @type {WeakMap<Element, BoardJson>} */
const waiting = new WeakMap();

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const board = waiting.get(target);
      if (!isIntersecting || !board) continue;
      watcher.unobserve(target);
      target.append(drawBoard(trimmed(readBoard(board))));
    }
  },
  { rootMargin: NEAR },
);

/**
 * Return a picture that a screen reader passes over: what it shows stands beside it in words.
 * @param {BoardJson} board
 */
export function boardPicture(board) {
  const frame = h("span", { class: "picture", "aria-hidden": "true" });
  waiting.set(frame, board);
  watcher.observe(frame);
  return frame;
}

/**
 * @param {Board | BoardJson} board
 * @param {boolean} [reveal] whether what is hidden is drawn too
 */
export function drawBoard(board, reveal = false) {
  const element = new PushBoard();
  element.toggleAttribute("picture", true);
  element.toggleAttribute("reveal", reveal);
  element.show(board);
  return element;
}
