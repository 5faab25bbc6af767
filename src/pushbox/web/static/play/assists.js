/** Helps for the player: hints, dead squares, the lower bound, a description, the boxes that can be pushed. */

import { pieceName } from "../board/cell-labels.js";
import { at, cellName, neighbours } from "../board/model.js";
import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openDialog } from "../ui/dialog.js";
import { announce, announceError, toast } from "../ui/status.js";
import { positionText } from "./announcements.js";

/** @typedef {import("./controller.js").Table} Table */

const WAYS = ["left", "up", "right", "down"];

/** The next step of the ladder of hints at this position. @param {Table} table */
export async function hint(table) {
  const { client, board } = table;
  const { node } = client.state;
  const step = table.hints.node === node ? Math.min(table.hints.step + 1, 4) : 1;
  toast(t("hint.thinking"));
  try {
    const found = await client.question({ do: "hint", step });
    if (node !== client.state.node) return;
    table.hints = { node, step };
    board.mark("hint", [found.cell, found.target].filter((cell) => Number.isInteger(cell)));
    announce(hintText(found, board.board), { show: true });
  } catch (error) {
    announceError(error);
  }
}

/**
 * @param {{status: string, since: number | null, cell?: number, target?: number, moves?: string}} found
 * @param {import("../board/model.js").Board | null} board
 */
function hintText({ status, since, cell, target, moves }, board) {
  const name = (/** @type {number} */ at) => (board ? cellName(board, at) : "");
  if (moves) return t("hint.moves", { moves });
  if (cell !== undefined && target !== undefined) return t("hint.target", { cell: name(cell), target: name(target) });
  if (cell !== undefined) return t("hint.cell", { cell: name(cell) });
  if (status === "lost" && since !== null) return t("hint.since", { push: since });
  return t(`hint.${status}`);
}

/**
 * What is known of the position without a search.
 * @param {Table} table
 * @returns {Promise<{dead: number[], bound: number | null, proof: string} | null>}
 */
async function analysis(table) {
  if (table.client.game?.hides || table.client.reverse) {
    announce(t("analyse.none"), { show: true });
    return null;
  }
  table.turn({ do: "assist", name: "overlay" });
  return post("/analyse", { level: table.level, moves: await table.line() }).catch((error) => {
    announceError(error);
    return null;
  });
}

/** Show the dead squares, or hide them. @param {Table} table */
export async function deadSquares(table) {
  if (document.querySelector('[data-mark="dead"]')) {
    table.board.mark("dead", []);
    return;
  }
  const found = await analysis(table);
  if (!found) return;
  table.board.mark("dead", found.dead);
  announce(t("analyse.dead", { count: found.dead.length }), { show: true });
}

/** Tell how many pushes are needed at least. @param {Table} table */
export async function bound(table) {
  const found = await analysis(table);
  if (!found) return;
  announce(found.bound === null ? t("analyse.proof", { why: found.proof }) : t("analyse.bound", { count: found.bound }), { show: true });
}

/** Describe the position in a sentence. @param {Table} table */
export function describe(table) {
  const { client, last } = table;
  if (client.sure) announce(positionText(client.sure, client.state, last), { show: true });
}

/** List the boxes that can be pushed, each with its ways as buttons. @param {Table} table */
export function listPushable(table) {
  const { client, board } = table;
  const list = h("ul", { class: "choices" });
  const state = h("p", { class: "muted", role: "status" });
  let pressed = "";
  async function refresh() {
    if (!client.sure || client.pending.length) return;
    state.textContent = positionText(client.sure, client.state, "");
    const { cells } = await client.question({ do: "pushable" }).catch(() => ({ cells: [] }));
    const items = cells.flatMap((/** @type {[number, ...string[]]} */ [cell, ...ways]) => ways.map((way) => item(cell, way)));
    list.replaceChildren(...items);
    if (!items.length) list.append(h("li", {}, t("pushable.none")));
    const again = [...list.querySelectorAll("button")].find((button) => button.dataset.box === pressed);
    (again ?? list.querySelector("button"))?.focus();
  }
  /** @param {number} cell @param {string} way */
  function item(cell, way) {
    const now = /** @type {import("../board/model.js").Board} */ (client.sure);
    const [piece] = at(now, cell);
    const values = { cell: cellName(now, cell), piece: piece ? pieceName(piece) : "", way: t(`way.${way}`) };
    let here = cell; // a second press, before the list is new, pushes on
    const act = () => {
      const target = neighbours(now, here)[WAYS.indexOf(way)];
      if (target < 0) return;
      pressed = `${target} ${way}`;
      table.go(here, target);
      here = target;
    };
    return h("li", {}, h("button", { onclick: act, "data-box": `${cell} ${way}` }, t("pushable.item", values)));
  }
  table.watchers.add(refresh);
  openDialog(t("key.pushable"), [state, list], { onclose: () => table.watchers.delete(refresh), kind: "pushable" });
  refresh();
  board.mark("eye", []);
}
