/** The pointer over a board, connected to a play: gestures become its queries and commands. */

import { Pointer } from "./pointer.js";

/** @import { Client } from "./client.js" */
/** @import { PushBoard } from "../board/push-board.js" */

/**
 * @typedef {object} BoardPointerOptions
 * @property {(from: number, to: number) => void} move
 * @property {() => boolean} [through] whether other boxes may be pushed aside on the way
 * @property {() => boolean} [enabled]
 * @property {() => boolean} [warns] whether cells on which a box is lost are marked
 * @property {Play.PointerAdapter["announce"]} [announce]
 */

/**
 * Return the pointer adapter of a play.
 * @param {() => Client} client of the play that is open now
 * @param {Pick<PushBoard, "setOverlay" | "dataset">} board
 * @param {BoardPointerOptions} options
 * @returns {Play.PointerAdapter}
 */
export function pointerAdapter(client, board, { move, through = () => false, announce = () => {}, warns = () => true }) {
  /** @type {Map<number, number[]>} */
  const lostTargets = new Map();
  return {
    board: () => client().displayed,
    focus: () => client().focus?.[0] ?? -1,
    reach: async (cell) => {
      const [play, aside] = [client(), through()];
      const { displayed } = play;
      const reached = play.query({ do: "reach", cell, through: aside });
      foresee(play, displayed, cell, aside);
      const { cells, lost = [] } = await reached;
      lostTargets.set(cell, warns() ? lost : []);
      return new Map(Object.entries(cells).map(([target, moves]) => [Number(target), Number(moves)]));
    },
    lost: (cell) => lostTargets.get(cell) ?? [],
    path: async (from, to) => {
      const [play, aside] = [client(), through()];
      const { displayed } = play;
      const { cells, ends } = await play.query({ do: "path", from, to, through: aside });
      play.foreseeDrags(displayed, aside, from, ends);
      return cells;
    },
    origins: async (cell) => (await client().query({ do: "origins", cell })).cells,
    move,
    setOverlay: (overlay, cells) => board.setOverlay(overlay, cells),
    setCursor: (cursor) => (board.dataset.cursor = cursor),
    announce,
  };
}

/**
 * Ask what drags from a cell do, which is answered behind what can be reached: only a release waits for it.  The core of this
 * browser does them as soon.
 * @param {Client} play
 * @param {Board | null} board
 * @param {number} cell
 * @param {boolean} through
 */
function foresee(play, board, cell, through) {
  if (play.core?.plays) return;
  play.query({ do: "ends", cell, through }).then(
    ({ ends }) => play.foreseeDrags(board, through, cell, ends),
    () => {}, // a refusal, or a lost connection: the release waits for its answer
  );
}

/**
 * Play with the pointer on a board.
 * @param {() => Client} client of the play that is open now
 * @param {PushBoard} board
 * @param {BoardPointerOptions} options
 */
export function attachPointer(client, board, options) {
  const pointer = new Pointer(pointerAdapter(client, board, options));
  const { enabled = () => true } = options;
  const listen = (/** @type {string} */ type, /** @type {(detail: any) => void} */ handler) =>
    board.addEventListener(type, (event) => enabled() && handler(/** @type {CustomEvent} */ (event).detail));
  listen("cell-press", ({ cell }) => pointer.tap(cell));
  listen("cell-hover", ({ cell }) => pointer.hover(cell));
  listen("cell-drag", ({ from, cell, phase }) => pointer.drag(from, cell, phase));
  return pointer;
}
