/** What is said of a play: a turn, a position, a box that can be pushed. */

import { cellName, isHome, seen } from "../board/model.js";
import { pieceName } from "../board/cell-labels.js";
import { t } from "../core/i18n.js";

/** @typedef {import("../board/model.js").Board} Board */
/** @typedef {import("../board/model.js").Change} Change */
/** @typedef {import("./client.js").State} State */

const BOXES = ["box", "stone", "block", "circle"];

/**
 * How many of what has to be brought home stand there, and how many there are.
 * @param {Board} board
 */
export function homes(board) {
  const boxes = board.pieces.filter(({ kind, hidden }) => BOXES.includes(kind) && !hidden);
  return { home: boxes.filter((box) => isHome(board, box)).length, all: boxes.length };
}

/**
 * A turn in words: where everything that moved has gone, and what vanished.
 * @param {Board} before
 * @param {Board} after
 */
export function turnText(before, after) {
  const was = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const here = new Set(after.pieces.map(({ id }) => id));
  const moved = after.pieces
    .filter((piece) => !piece.hidden && was.get(piece.id)?.cells[0] !== piece.cells[0])
    .map((piece) => {
      const home = piece.kind !== "pusher" && isHome(after, piece);
      const values = { piece: pieceName(piece), cell: cellName(after, piece.cells[0]) };
      return t(home ? "say.home" : "say.moved", values);
    });
  const gone = before.pieces.filter(({ id, hidden }) => !hidden && !here.has(id)).map((piece) => t("say.gone", { piece: pieceName(piece) }));
  return [...moved, ...gone].join(t("list.comma"));
}

/**
 * The position in one sentence.
 * @param {Board} board
 * @param {State} state
 * @param {string} last what happened last
 */
export function positionText(board, state, last) {
  const { home, all } = homes(board);
  const goals = board.terrain.some((terrain) => seen(terrain) === "goal");
  const parts = [goals ? t("say.boxes", { home, all }) : t("say.pieces", { count: all })];
  const [focus] = state.focus ?? [];
  if (focus !== undefined) parts.push(t("say.focus", { cell: cellName(board, focus) }));
  const near = nearestGoal(board, focus);
  if (near >= 0) parts.push(t("say.goal", { cell: cellName(board, near) }));
  if (state.outcome.status !== "playing") parts.push(outcomeText(state));
  if (last) parts.push(last);
  return parts.join(" ");
}

/**
 * The nearest goal on which nothing stands, -1 for none.
 * @param {Board} board
 * @param {number | undefined} from
 */
function nearestGoal(board, from) {
  if (from === undefined) return -1;
  const taken = new Set(board.pieces.flatMap(({ cells, kind }) => (kind === "pusher" ? [] : cells)));
  const far = (/** @type {number} */ cell) =>
    Math.abs((cell % board.width) - (from % board.width)) +
    Math.abs(Math.floor(cell / board.width) - Math.floor(from / board.width));
  const open = [...board.terrain.keys()].filter((cell) => seen(board.terrain[cell]) === "goal" && !taken.has(cell));
  return open.sort((a, b) => far(a) - far(b))[0] ?? -1;
}

/** How a position stands. @param {State} state */
export function outcomeText({ outcome }) {
  if (outcome.winner) return t("say.winner", { player: outcome.winner });
  if (outcome.status === "solved") return t("say.solved");
  if (outcome.status === "lost") return outcome.reason ? t("say.lost.why", { why: outcome.reason }) : t("say.lost");
  return t("say.playing");
}

/**
 * The notes of the names of cells: which boxes can be pushed where.
 * @param {readonly [number, ...string[]][]} pushable
 * @returns {Map<number, string[]>}
 */
export function pushNotes(pushable) {
  return new Map(
    pushable
      .filter(([, ...ways]) => ways.length)
      .map(([cell, ...ways]) => [cell, [t("say.pushable", { ways: ways.map((way) => t(`way.${way}`)).join(" ") })]]),
  );
}
