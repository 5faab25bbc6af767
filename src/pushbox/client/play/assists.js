/** Assists: hints, dead squares, the lower bound, a description, the boxes that can be pushed. */

import { pieceName } from "../board/cell-labels.js";
import { cellName, piecesAt } from "../board/model.js";
import { DIRECTIONS, neighbours } from "../board/tiling.js";
import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { sentenceText } from "../core/phrases.js";
import { settings } from "../core/settings.js";
import { openDialog } from "../ui/dialog.js";
import { announce } from "../ui/status.js";
import { positionText } from "./announcements.js";

/** @import { PlayController } from "./controller.js" */

/** @typedef {{status: string, since: number | null, node: number | null, region?: number, cell?: number, target?: number, path?: number[], moves?: string}} Hint */

const STEPS = /^[lurd]+$/i;
/** @type {Record<string, string>} */
const ARROWS = { l: "←", u: "↑", r: "→", d: "↓" };
const LAST_STEP = 5; // of the hints for a position

/** @type {WeakSet<object>} the plays whose next hint is on its way */
const asked = new WeakSet();

/** Show a hint, for the same position a clearer one each time; none is asked for twice. @param {PlayController} controller */
export async function showHint(controller) {
  const { client } = controller; // another one for the next play
  if (asked.has(client)) return;
  asked.add(client);
  await showNextHint(controller).finally(() => asked.delete(client));
}

/** @param {PlayController} controller */
async function showNextHint(controller) {
  const { client } = controller;
  showThinking(controller);
  await client.settled(); // else the hint would be for a position that keys have left
  if (client.state.outcome.status === "solved") {
    controller.card.show("hint", t("hint.title"), [h("p", {}, t("solved"))], []);
    announce(t("solved"));
    return;
  }
  showThinking(controller); // again, as answers to keys may have closed the card
  const { node } = client.state;
  const step = controller.state.nextHint(node, LAST_STEP);
  const hint = /** @type {Hint} */ (await client.query({ do: "hint", step }));
  if (node !== client.state.node) return;
  controller.state.showedHint(node, step);
  const text = hintText(hint, controller.board.board);
  markHint(controller, hint);
  const hasMore = hint.status === "winnable" && step < LAST_STEP && hint.cell !== (hint.target ?? -1);
  controller.card.show("hint", t("hint.title"), [h("p", {}, text)], [
    hasMore ? h("button", { "data-command": "hint" }, t("hint.more")) : null,
    hint.status === "winnable" ? h("button", { class: "primary", onclick: () => doHint(controller, node) }, t("hint.do")) : null,
    hint.status === "lost" && hint.node !== null ? h("button", { class: "primary", onclick: () => controller.command({ do: "goto", node: hint.node }) }, t("hint.back")) : null,
  ]);
  announce(text);
}

/** Show that a hint is on its way, where none is shown. @param {PlayController} controller */
function showThinking({ card }) {
  if (card.kind !== "hint") card.show("hint", t("hint.title"), [h("p", {}, t("hint.thinking"))], []);
}

/** Draw what a hint says on the board: where, which box, the way that it takes. @param {{board: import("../board/push-board.js").PushBoard}} controller @param {Hint} hint */
export function markHint({ board }, { region, cell, target, path }) {
  const marked = cell ?? region;
  board.setOverlay("hint", marked === undefined ? [] : [marked]);
  const straight = cell === undefined || target === undefined ? [] : [cell, target];
  board.setOverlay("arrow", path ?? straight);
  board.toggleAttribute("rulers", settings().rulers || marked !== undefined); // the text names cells
}

/** Play the moves of the hint for a position. @param {PlayController} controller @param {number} node */
async function doHint(controller, node) {
  const { client } = controller;
  const { moves } = /** @type {Hint} */ (await client.query({ do: "hint", step: LAST_STEP }));
  if (moves && node === client.state.node) controller.command({ do: "type", text: moves });
}

/**
 * Return what a hint says.
 * @param {Hint} hint
 * @param {Board | null} board
 */
export function hintText({ status, since, region, cell, target, path, moves }, board) {
  const name = (/** @type {number} */ cell) => (board ? cellName(board, cell) : "");
  if (cell !== undefined && cell === target) return t("hint.fix", { cell: name(cell) });
  if (moves && STEPS.test(moves)) return t("hint.moves", { moves: moves.replace(/[lurd]/gi, (letter) => ARROWS[letter.toLowerCase()]) });
  if (path) return t("hint.moves", { moves: path.map(name).join(" → ") });
  if (cell !== undefined && target !== undefined) return t("hint.target", { cell: name(cell), target: name(target) });
  if (cell !== undefined) return t("hint.cell", { cell: name(cell) });
  if (region !== undefined) return t("hint.region", { cell: name(region) });
  if (status === "lost" && since !== null) return t(since ? "hint.since" : "hint.never", { push: since });
  return t(`hint.${status}`);
}

/**
 * Return what is known of the position without a search, null where that is nothing.
 * @param {PlayController} controller
 */
async function analyse({ client, level }) {
  if (client.game?.hides || client.reverse) {
    announce(t("analyse.none"), { show: true });
    return null;
  }
  client.command({ do: "assist", name: "overlay" });
  return client.phase === "alone" ? client.query({ do: "analyse" }) : post("/analyse", { level, moves: await client.line() });
}

/** Show the dead squares, or hide them. @param {PlayController} controller */
export async function showDeadSquares(controller) {
  const { board } = controller;
  if (board.querySelector('[data-overlay="dead"]')) {
    board.setOverlay("dead", []);
    return;
  }
  const analysis = await analyse(controller);
  if (!analysis) return;
  board.setOverlay("dead", analysis.dead);
  announce(t("analyse.dead", { count: analysis.dead.length }), { show: true });
}

/** Say how many pushes are needed at least. @param {PlayController} controller */
export async function showLowerBound(controller) {
  const analysis = await analyse(controller);
  if (!analysis) return;
  const { bound, proof, phrase } = analysis;
  announce(bound === null ? t("analyse.proof", { why: sentenceText(proof, phrase) }) : t("analyse.bound", { count: bound }), { show: true });
}

/** Describe the position in a sentence. @param {PlayController} controller */
export function describePosition({ client, state }) {
  if (client.confirmed) announce(positionText(client.confirmed, client.state, state.last), { show: true });
}

/** List the boxes that can be pushed, each direction as a button. @param {PlayController} controller */
export function listPushable(controller) {
  const { client } = controller;
  const list = h("ul", { class: "choices" });
  const position = h("p", { class: "muted", role: "status" });
  let focused = ""; // the button that has the focus when the list is new
  async function refresh() {
    if (!client.confirmed || client.pending.length) return;
    position.textContent = positionText(client.confirmed, client.state, "");
    const { cells } = await client.query({ do: "pushable" }).catch(() => ({ cells: [] }));
    const pushes = /** @type {[number, ...string[]][]} */ (cells).flatMap(([cell, ...directions]) =>
      directions.map((direction) => pushItem(controller, cell, direction, (push) => (focused = push))),
    );
    list.replaceChildren(...(pushes.length ? pushes : [h("li", {}, t("pushable.none"))]));
    const same = [...list.querySelectorAll("button")].find(({ dataset }) => dataset.push === focused);
    (same ?? list.querySelector("button"))?.focus();
  }
  const unwatch = controller.watch(refresh);
  openDialog(t("key.pushable"), [position, list], { onclose: unwatch, kind: "pushable" });
  refresh();
  controller.board.setOverlay("eye", []);
}

/**
 * @param {PlayController} controller
 * @param {number} cell
 * @param {string} direction
 * @param {(push: string) => void} pushed is called with the button that goes on with a push
 */
function pushItem(controller, cell, direction, pushed) {
  const board = /** @type {Board} */ (controller.client.confirmed);
  const [piece] = piecesAt(board, cell);
  const values = { cell: cellName(board, cell), piece: piece ? pieceName(piece) : "", direction: t(`direction.${direction}`) };
  let from = cell; // a second press, before the list is new, pushes on
  const push = () => {
    const target = neighbours(board, from)[DIRECTIONS.findIndex((name) => name === direction)];
    if (target < 0) return;
    pushed(`${target} ${direction}`);
    controller.move(from, target);
    from = target;
  };
  return h("li", {}, h("button", { onclick: push, "data-push": `${cell} ${direction}` }, t("pushable.item", values)));
}
