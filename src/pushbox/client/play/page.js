/** The play page. */

import { piecesAt } from "../board/model.js";
import { DIRECTIONS } from "../board/tiling.js";
import "../board/push-board.js";
import { find, h } from "../core/dom.js";
import { settings, watchSettings } from "../core/settings.js";
import { announce, announceError } from "../ui/status.js";
import { showAbout } from "./about.js";
import { commandRunner, commentOn } from "./commands.js";
import { Community } from "./community.js";
import { PlayController } from "./controller.js";
import { acceptDrops, pasteText } from "./import-export.js";
import { DirectionPad } from "./direction-pad.js";
import { listenToKeys, stepOf } from "./keyboard.js";
import { extraAction, playerOf } from "./keys.js";
import { Panel } from "./panel.js";
import { watchSolution } from "./solutions.js";
import { requestedPlay } from "./start-play.js";
import { onSwipe } from "./swipe.js";
import { mountViewButtons } from "./view-buttons.js";
import { playAddress, wayBack } from "./way-back.js";
import { showWon } from "./won.js";

/** @import { PlayController as Controller } from "./controller.js" */

const WHEEL_STEP = 50; // pixels of a wheel that are one move

/**
 * Set the page up and open the play of its address; wait until all that is known of its level is shown.
 * @param {HTMLElement} root
 */
export async function mount(root) {
  const panel = new Panel(root, {
    run: (command) => run(command),
    goto: (node) => controller.command({ do: "goto", node }),
    comment: (node) => commentOn(controller, node),
  });
  let shown = () => {};
  let watched = new URLSearchParams(location.search).get("solution") ?? "";
  const community = new Community(find("#community", root));
  /** @type {Promise<void>} */
  const complete = new Promise((resolve) => (shown = resolve));
  const controller = new PlayController(root, panel, {
    opened: () => {
      community.show(undefined);
      void showAbout(controller).then(() => {
        community.show(controller.client.level?.id); // not before what stands above it, which would move it under a click
        shown();
      });
      if (watched) watchSolution(controller, watched).catch(announceError);
      watched = "";
    },
    solved: () => void showWon(controller),
  });
  const run = commandRunner(controller);
  takeKeys(controller, run);
  takeBoardEvents(controller);
  takeWheel(find("#frame", root), run);
  takeSwipes(controller, run);
  mountViewButtons(find("#view", root), controller.board);
  const pad = new DirectionPad(find("#pad", root), (direction) => run(direction));
  takeClipboard(controller, run);
  acceptDrops(controller);
  watchSettings(({ rulers, checkerboard, dpad }) => {
    controller.board.toggleAttribute("rulers", rulers);
    controller.board.toggleAttribute("checkerboard", checkerboard);
    pad.show(dpad);
  });
  const back = wayBack();
  find("#way-back", root).replaceChildren(back ? h("a", { href: back.href }, back.text) : "");
  const open = () => openRequested(controller);
  addEventListener("popstate", open);
  addEventListener("hashchange", open);
  open();
  await complete;
}

/** Open the play of the address. @param {Controller} controller */
async function openRequested(controller) {
  try {
    const { play, moves } = await requestedPlay(new URL(location.href));
    history.replaceState(null, "", playAddress(play));
    controller.open(play, moves);
  } catch (error) {
    if (controller.client.level) announceError(error); // the level that is open stays
    else controller.showMissing(error instanceof Error ? error.message : String(error));
  }
}

/** Take the keys of the whole page; in hop mode they steer the ghost. @param {Controller} controller @param {Play.Run} run */
function takeKeys(controller, run) {
  const { modes } = controller;
  listenToKeys((bound, chord) => {
    const players = controller.client.game?.players ?? 1;
    const action = bound || extraAction(chord, players);
    const hopping = modes.mode === "hop";
    const direction = stepOf(action)?.direction;
    if (hopping && chord === "Enter") modes.land();
    else if (hopping && direction !== undefined) modes.steer(direction);
    else if (action) run(action, playerOf(chord, players));
    else return false;
    return true;
  });
}

/** @param {Controller} controller */
function takeBoardEvents({ board, modes }) {
  board.addEventListener("cell-hold", (event) => {
    announce(board.labelOf(/** @type {CustomEvent} */ (event).detail.cell), { show: true });
  });
  board.addEventListener("cell-focus", (event) => {
    if (modes.mode === "eye") board.setOverlay("eye", [/** @type {CustomEvent} */ (event).detail.cell]);
  });
}

/** Undo and redo with the wheel over the board. @param {HTMLElement} frame @param {Play.Run} run */
function takeWheel(frame, run) {
  let distance = 0;
  frame.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      distance += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
      for (; Math.abs(distance) >= WHEEL_STEP; distance -= Math.sign(distance) * WHEEL_STEP) run(distance < 0 ? "undo" : "redo");
    },
    { passive: false },
  );
}

/** Take swipes as steps: on the board flicks alone where a slower one drags a piece or pans. @param {Controller} controller @param {Play.Run} run */
function takeSwipes({ board }, run) {
  const drags = (/** @type {number} */ cell) =>
    board.zoomed || (board.board !== null && cell >= 0 && piecesAt(board.board, cell).length > 0);
  onSwipe(
    document.body,
    (target, { clientX, clientY }, quick) =>
      settings().swipe &&
      !target.closest("button, a, input, select, dialog, .history, .top") &&
      (quick || !board.contains(target) || !drags(board.cellAt(clientX, clientY))),
    (direction) => document.querySelector("dialog[open]") || run(DIRECTIONS[direction]),
  );
}

/** Copy and paste levels and moves on the page itself, beside its fields. @param {Controller} controller @param {Play.Run} run */
function takeClipboard(controller, run) {
  const isField = (/** @type {unknown} */ target) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  document.addEventListener("copy", (event) => {
    if (getSelection()?.toString() || isField(document.activeElement)) return;
    event.preventDefault();
    run("copy");
  });
  document.addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    event.preventDefault();
    pasteText(controller, event.clipboardData?.getData("text/plain") ?? "");
  });
}
