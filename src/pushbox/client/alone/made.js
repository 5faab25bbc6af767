/** Moves that the core has made: their changes as the server writes them, and what they count. */

import { neighbours } from "../board/tiling.js";

export const COUNTS = ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"];

/**
 * How a position stands: its outcome, and the pieces that can be steered.
 * @typedef {{outcome: Play.State["outcome"]["status"], reason: import("./phrases.js").Sentence | null, winner: number, steers: PieceJson[]}} Stands
 * @typedef {{position: number, text: string, label: string, typed: string, pushes: [number, number][], focus: number | null, changes: any[], stands: Stands}} Made
 * @typedef {{counts: number[], direction: number | null, pushing: boolean, rest: Set<number>}} Counter
 */

/** @returns {Counter} */
export const counterAtStart = () => ({ counts: COUNTS.map(() => 0), direction: null, pushing: false, rest: new Set() });

/** Return a change of the core as the server writes it. @param {any} change @returns {Change} */
export function changeOf({ tick, cause, before, after, cell, original }) {
  const sample = before ?? after;
  const part = Array.isArray(sample) ? "counter" : "cells" in sample ? "piece" : "terrain";
  return { tick, cause, [part]: [before, after], ...(cell >= 0 && { cell }), ...(original && { who: original }) };
}

/**
 * Return the counts after a move; `pushbox.metrics` says what is counted.
 * @param {Counter} before
 * @param {readonly Change[]} changes
 * @param {readonly [number, number][]} pushes
 * @param {Board} board
 * @returns {Counter}
 */
export function counted({ counts: [moves, pushed, lines, boxes, sessions, playerLines], direction: last, pushing, rest }, changes, pushes, board) {
  const walk = changes.find(({ piece }) => piece?.[0]?.kind === "pusher" && piece[1] && String(piece[0].cells) !== String(piece[1].cells));
  const [from, to] = walk?.piece ?? [];
  const way = from && to ? neighbours(board, from.cells[0]).indexOf(to.cells[0]) : -1;
  const direction = way < 0 ? null : way;
  const turned = direction !== last;
  const counts = [moves + 1, pushed, lines, boxes, sessions, playerLines + Number(turned)];
  if (!pushes.length) return { counts, direction, pushing: false, rest };
  const starts = pushes.map(([start]) => start);
  const others = starts.length !== rest.size || starts.some((cell) => !rest.has(cell));
  counts[1]++;
  counts[2] += Number(!pushing || turned || !starts.some((cell) => rest.has(cell)));
  counts[3] += Number(others);
  counts[4] += Number(!pushing);
  return { counts, direction, pushing: true, rest: new Set(pushes.map(([, end]) => end)) };
}

/** Return moves as files write them, with what they count from their beginning. @param {readonly Made[]} made @param {Board} board */
export function measured(made, board) {
  let counter = counterAtStart();
  for (const { changes, pushes } of made) counter = counted(counter, changes.map(changeOf), pushes, board);
  return { text: typed(made), counts: counter.counts };
}

/** Return moves as files write them. @param {readonly Made[]} made */
export const typed = (made) => made.map((move) => move.typed).join("").trim();
