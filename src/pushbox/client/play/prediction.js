/** What a command does, as far as a client can know it before the server has answered: from what the server has sent. */

import { applyChanges, concatMoves, followCells, inverseChanges } from "../board/changes.js";

/** @import { Tree } from "./history.js" */
/** @typedef {Pick<import("./look-ahead.js").LookAhead, "edge" | "focus" | "beside" | "led" | "changesTo">} Foresight what keys lead to: sent by the server, or found by the core */

/** Commands that leave the board as it is. */
export const STILL = new Set(["assist", "snapshot", "forget", "comment"]);

/**
 * @typedef {object} Knowledge
 * @property {Foresight} ahead
 * @property {Tree} tree
 * @property {Play.Ends | null} ends what becomes of the board by drags
 */

/**
 * Return the frame that a command leads to, `from` itself where it does nothing; null where that is not known.
 * @param {Play.Request} request
 * @param {Play.Frame} from
 * @param {Knowledge} knowledge
 * @returns {Play.Frame | null}
 */
export function predict(request, from, knowledge) {
  if (request.do === "press" && !request.player) return afterKey(String(request.key), from, knowledge);
  if (request.do === "undo") return repeat(Number(request.count ?? 1), from, (frame) => before(frame, knowledge));
  if (request.do === "redo") {
    const [node, count] = [Number(request.node ?? -1), Number(request.count ?? 1)];
    return repeat(count, from, (frame, number) => after(frame, number ? -1 : node, knowledge));
  }
  if (request.do === "drag") return afterDrag(request, from, knowledge);
  return STILL.has(request.do) ? from : null;
}

/** @param {number} count @param {Play.Frame} from @param {(frame: Play.Frame, number: number) => Play.Frame | null} step */
function repeat(count, from, step) {
  let frame = from;
  for (let number = 0; number < count; number++) {
    const reached = step(frame, number);
    if (!reached || reached === frame) return reached && frame;
    frame = number ? { ...reached, changes: concatMoves([frame, reached]) } : reached;
  }
  return frame;
}

/** @param {string} key @param {Play.Frame} from @param {Knowledge} knowledge */
function afterKey(key, from, { ahead }) {
  const edge = ahead.edge(from.position, key);
  if (!edge) return edge === null ? from : null;
  const steered = { position: edge.to, focus: ahead.focus(edge.to) };
  return edge.changes.length ? { ...next(from, edge.changes), ...steered } : { ...from, changes: [], ...steered }; // undo takes no choice back
}

/** @param {Play.Frame} frame @param {Knowledge} knowledge */
function before(frame, { ahead, tree }) {
  if (frame.before) return led(frame, { ...frame.before, after: frame, changes: inverseChanges(frame.arrival) }, ahead, true);
  if (frame.node === 0) return frame;
  const arrival = ahead.changesTo(frame.node);
  if (!arrival) return null;
  const { parent } = tree.get(frame.node);
  const undone = beside(frame, inverseChanges(arrival), parent, ahead);
  return { ...undone, arrival: [], before: null, after: { ...frame, arrival } };
}

/** @param {Play.Frame} frame @param {number} node of the branch, -1 for that which was played last @param {Knowledge} knowledge */
function after(frame, node, { ahead, tree }) {
  if (frame.after && (node < 0 || node === frame.after.node)) return led(frame, { ...frame.after, before: frame, changes: frame.after.arrival }, ahead, false);
  if (frame.node < 0) return null;
  const target = node < 0 ? tree.get(frame.node).latest : node;
  if (target < 0) return frame;
  const changes = ahead.changesTo(target);
  return changes ? beside(frame, changes, target, ahead) : null;
}

/** @param {Play.Request} request @param {Play.Frame} from @param {Knowledge} knowledge */
function afterDrag({ from: start, to, through }, from, { ends }) {
  if (!ends || ends.board !== from.board || ends.through !== Boolean(through)) return null;
  const changes = ends.changes.get(`${start} ${to}`);
  return changes ? next(from, changes) : null;
}

/**
 * Return the frame after some changes, of which nothing else is known.
 * @param {Play.Frame} before
 * @param {Change[]} changes
 * @returns {Play.Frame}
 */
function next(before, changes) {
  const board = applyChanges(before.board, changes);
  return { board, changes, arrival: changes, position: -1, node: -1, focus: followCells(before.focus, changes), before, after: null };
}

/** Return a frame to which undo or redo has led, with what is steered then. @param {Play.Frame} from @param {Play.Frame} to @param {Foresight} ahead @param {boolean} isBack */
function led(from, to, ahead, isBack) {
  const position = ahead.led(from.position, to.position, isBack);
  return position === to.position ? to : { ...to, position, focus: ahead.focus(position) };
}

/**
 * Return the frame of a node to which undo or redo leads, with its position as far as that is known.
 * @param {Play.Frame} from
 * @param {Change[]} changes
 * @param {number} node
 * @param {Foresight} ahead
 * @returns {Play.Frame}
 */
function beside(from, changes, node, ahead) {
  const frame = next(from, changes);
  const position = ahead.beside(from, node, frame.focus);
  return { ...frame, node, position, focus: position < 0 ? frame.focus : ahead.focus(position) };
}
