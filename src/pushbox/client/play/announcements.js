/** Announcements of a play for screen readers: a transition, a position, boxes that can be pushed. */

import { pieceName } from "../board/cell-labels.js";
import { cellName, isHome, visibleKind } from "../board/model.js";
import { MOVED, pieceNoun } from "../board/piece-nouns.js";
import { rowColumn } from "../board/tiling.js";
import { t } from "../core/i18n.js";
import { sentenceText } from "../core/phrases.js";

/** @param {Board} board */
const movedPieces = (board) => board.pieces.filter(({ kind, hidden }) => MOVED.includes(kind) && !hidden);

/**
 * Count the boxes that are home, and all of them.
 * @param {Board} board
 */
export function countHome(board) {
  const boxes = movedPieces(board);
  return { home: boxes.filter((box) => isHome(board, box)).length, all: boxes.length };
}

/**
 * Describe a transition: where the pieces that moved are now, and which vanished.
 * @param {Board} before
 * @param {Board} after
 */
export function transitionText(before, after) {
  const previous = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const remaining = new Set(after.pieces.map(({ id }) => id));
  const moved = after.pieces
    .filter((piece) => !piece.hidden && previous.get(piece.id)?.cells[0] !== piece.cells[0])
    .map((piece) => {
      const home = piece.kind !== "pusher" && isHome(after, piece);
      const values = { piece: pieceName(piece), cell: cellName(after, piece.cells[0]) };
      return t(home ? "announce.home" : "announce.moved", values);
    });
  const gone = before.pieces.filter(({ id, hidden }) => !hidden && !remaining.has(id)).map((piece) => t("announce.gone", { piece: pieceName(piece) }));
  return [...moved, ...gone].join(t("list.comma"));
}

/**
 * Describe a position.
 * @param {Board} board
 * @param {Play.State} state
 * @param {string} last the text of the last transition
 */
export function positionText(board, state, last) {
  const { home, all } = countHome(board);
  const goals = board.terrain.some((terrain) => visibleKind(terrain) === "goal");
  const pieces = pieceNoun(movedPieces(board), all);
  const parts = [goals ? t("announce.boxes", { count: all, home, all, pieces }) : t("announce.pieces", { count: all, pieces })];
  const [focus] = state.focus ?? [];
  if (focus !== undefined) parts.push(t("announce.focus", { cell: cellName(board, focus) }));
  const goal = nearestGoal(board, focus);
  if (goal >= 0) parts.push(t("announce.goal", { cell: cellName(board, goal) }));
  if (state.outcome.status !== "playing") parts.push(outcomeText(state));
  if (last) parts.push(last);
  return parts.join(" ");
}

/**
 * Return the nearest free goal, -1 for none.
 * @param {Board} board
 * @param {number | undefined} from
 */
function nearestGoal(board, from) {
  if (from === undefined) return -1;
  const occupied = new Set(board.pieces.flatMap(({ cells, kind }) => (kind === "pusher" ? [] : cells)));
  const [row, column] = rowColumn(board, from);
  const distance = (/** @type {number} */ cell) => {
    const [otherRow, otherColumn] = rowColumn(board, cell);
    return Math.abs(otherRow - row) + Math.abs(otherColumn - column);
  };
  const free = [...board.terrain.keys()].filter((cell) => visibleKind(board.terrain[cell]) === "goal" && !occupied.has(cell));
  return free.sort((a, b) => distance(a) - distance(b))[0] ?? -1;
}

/** Describe the outcome of a position. @param {Play.State} state */
export function outcomeText({ outcome }) {
  if (outcome.winner) return t("announce.winner", { player: outcome.winner });
  if (outcome.status === "solved") return t("solved");
  const why = sentenceText(outcome.reason, outcome.phrase);
  if (outcome.status === "lost") return why ? t("announce.lost.why", { why }) : t("announce.lost");
  return t("announce.playing");
}

/**
 * Return the notes for the labels of cells: which boxes can be pushed where.
 * @param {readonly [number, ...string[]][]} pushable
 */
export function pushNotes(pushable) {
  return new Map(
    pushable
      .filter(([, ...directions]) => directions.length)
      .map(([cell, ...directions]) => [cell, [t("announce.pushable", { directions: directions.map((name) => t(`direction.${name}`)).join(" ") })]]),
  );
}
