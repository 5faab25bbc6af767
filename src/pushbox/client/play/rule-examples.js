/** What the rules of a game look like: small boards that play by themselves, over and over, until somebody stops them. */

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { reducedMotion } from "../core/settings.js";
import { drawBoard } from "../ui/picture.js";

/** @import { PushBoard } from "../board/push-board.js" */

const STEP = 450; // milliseconds of a move
const REST = 1400; // milliseconds at the end, and before the first move

/** @typedef {{board: PushBoard, example: Api.ExampleOut, next: number, waits: number}} Playing */

/**
 * Return a board for each rule of a game, in their order, with a button that stops and starts them all; nothing of a game
 * that has none.
 * @param {string} game
 * @returns {Promise<{boards: HTMLElement[], button: HTMLElement | null}>}
 */
export async function ruleExamples(game) {
  const { examples } = await get("/games/{key}/examples", { key: game }).catch(() => ({ examples: [] }));
  if (!examples.length) return { boards: [], button: null };
  const playing = examples.map((example) => ({ board: drawBoard(/** @type {any} */ (example.board)), example, next: 0, waits: REST }));
  const button = h("button", { type: "button", class: "quiet rules-play", "aria-pressed": String(!reducedMotion()) }, t("rules.play"));
  button.addEventListener("click", () => button.setAttribute("aria-pressed", String(!isOn(button))));
  const timer = setInterval(() => {
    if (!button.isConnected) clearInterval(timer); // the dialog is closed
    else if (isOn(button)) playing.forEach(step);
  }, STEP);
  return { boards: playing.map(({ board }) => h("div", { class: "rule-example", "aria-hidden": "true" }, board)), button };
}

/** @param {HTMLElement} button */
const isOn = (button) => button.getAttribute("aria-pressed") === "true";

/** Let a board go on: by a move, or back to the start once it has rested. @param {Playing} playing */
function step(playing) {
  const { board, example } = playing;
  if ((playing.waits -= STEP) > 0) return;
  if (playing.next < example.moves.length) board.apply(/** @type {any} */ (example.moves[playing.next++]));
  else {
    board.show(/** @type {any} */ (example.board));
    playing.next = 0;
  }
  playing.waits = playing.next % example.moves.length ? 0 : REST;
}
