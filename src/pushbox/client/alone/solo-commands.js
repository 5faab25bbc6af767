/** The commands of a play that the core executes: moves, history, and what is noted of positions. */

import { applyChanges } from "../board/changes.js";
import { cellName, deadBoxes } from "../board/model.js";
import { backRequest, dragRequest, followRequest, pressRequest, typeRequest } from "../core/core-requests.js";
import { difference } from "./difference.js";
import { changeOf } from "./made.js";
import { LEFT, Refused } from "./phrases.js";

/** @import { Made } from "./made.js" */
/** @import { SoloPlay } from "./solo-play.js" */

const MAX_SNAPSHOTS = 40; // names of positions, as the server keeps them
const MAX_COMMENTS = 200;
const MAX_RUN = 200; // steps of a run
const MAX_AT_ONCE = 1_000; // moves that are redone at once

/** A move that would take a box to a cell where it is lost, of which the player wants to be warned. */
export class Held extends Error {
  /** @param {number} cell */
  constructor(cell) {
    super("held back");
    this.cell = cell;
  }
}

/** @type {Record<string, (play: SoloPlay, request: any) => unknown>} what is executed without a server */
export const COMMANDS = {
  drag: (play, { from, to, through = false, avoid = [] }) => drag(play, from, to, through, avoid),
  type: (play, { text }) => type(play, text, play.focus),
  follow: (play, { text }) => follow(play, text),
  press: (play, { key, avoid = [] }) => press(play, key, avoid),
  run: (play, { key, push = false }) => run(play, key, push),
  undo: (play, { count = 1 }) => undo(play, count),
  redo: (play, { count = 1, node = null }) => redo(play, count, node),
  goto: (play, { node }) => goTo(play, node),
  restart: (play) => play.restart(),
  snapshot: (play, { slot }) => snapshot(play, String(slot)),
  forget: (play, { slot }) => forget(play, String(slot)),
  recall: (play, { slot }) => recall(play, String(slot)),
  comment: (play, { node, text }) => comment(play, node, text),
  assist: (play, { name }) => play.assists.add(name),
};

/**
 * Hold moves back that take a box to one of some cells.
 * @param {SoloPlay} play
 * @param {readonly Made[]} moves
 * @param {readonly number[]} avoid cells where a box is lost
 */
function mind({ board }, moves, avoid) {
  if (!avoid.length) return;
  const dead = new Set(avoid);
  const standing = deadBoxes(board, dead);
  const after = moves.reduce((before, { changes }) => applyChanges(before, changes.map(changeOf)), board);
  const lost = deadBoxes(after, dead).find((cell) => !standing.includes(cell));
  if (lost !== undefined) throw new Held(lost);
}

/** Take what stands on a cell to another. @param {SoloPlay} play @param {number} from @param {number} to @param {boolean} through @param {readonly number[]} avoid */
async function drag(play, from, to, through, avoid) {
  const { board } = play;
  const off = [from, to].find((cell) => cell < 0 || cell > board.terrain.length);
  if (off !== undefined) throw new Refused("cell-off-board", { cell: off, count: board.terrain.length });
  const { moves } = await play.ask(dragRequest, from, to, through, play.focus);
  if (!moves) throw new Refused("nothing-taken", { start: cellName(board, from), end: cellName(board, to) });
  mind(play, moves, avoid);
  for (const made of moves) play.play(made);
}

/** Play moves as they are typed while a piece is steered, -1 for none. @param {SoloPlay} play @param {string} text @param {number} focus */
async function type(play, text, focus) {
  const { moves, why, count, most } = await play.ask(typeRequest, focus, text);
  if (count) throw new Refused("moves-at-once", { count, most });
  if (!moves) throw LEFT;
  for (const made of moves) play.play(made);
  if (!why) return;
  play.requireOpen();
  throw new Refused(why.code, why.params);
}

/** Play moves as files write them. @param {SoloPlay} play @param {string} text */
async function follow(play, text) {
  play.assists.add("handed in"); // nobody watched it being found
  await type(play, text, -1);
}

/** @param {SoloPlay} play @param {string} key @param {readonly number[]} avoid cells where a box is lost */
async function press(play, key, avoid) {
  const answer = await play.ask(pressRequest, play.focus, key);
  if ("focus" in answer) {
    play.focus = answer.focus;
    return;
  }
  play.requireOpen();
  if (answer.move) mind(play, [answer.move], avoid);
  if (!("move" in answer)) throw new Refused("key-nothing");
  else if (answer.move) play.arrive(answer.move);
  else throw new Refused(answer.why?.code ?? "refused", answer.why?.params);
}

/** Press a key until something stops it. @param {SoloPlay} play @param {string} key @param {boolean} push whether it may push */
async function run(play, key, push) {
  const { status } = play.outcome;
  for (let step = 0; step < MAX_RUN; step++) {
    const { move } = await play.ask(pressRequest, play.focus, key);
    if (!move || (move.pushes.length && !push)) return;
    play.play(move);
    if (play.outcome.status !== status) return;
  }
}

/** @param {SoloPlay} play @param {number} times */
async function undo(play, times) {
  const { tree, board: before } = play;
  if (!tree.depth) throw new Refused("nothing-undo");
  /** @type {Change[]} */
  let changes = [];
  for (let left = Math.min(times, tree.depth); left > 0; left--) {
    const { parent, written } = tree.get(tree.current);
    const { focus } = await play.askAt(play.at(parent).position, backRequest, play.focus, written);
    changes = play.takeBack(focus);
  }
  play.tell(times === 1 ? changes : difference(before, play.board));
}

/** @param {SoloPlay} play @param {number} times @param {number | null} node the first branch */
async function redo(play, times, node) {
  const { tree } = play;
  if (node !== null && !tree.get(tree.current).children.includes(node)) throw new Refused("no-branch");
  for (let step = 0; step < Math.min(times, MAX_AT_ONCE); step++) {
    const next = step || node === null ? tree.get(tree.current).latest : node;
    if (next < 0 && step) return;
    if (next < 0) throw new Refused("nothing-redo");
    const { moves } = await play.ask(followRequest, play.focus, [tree.get(next).written]);
    play.arrive(moves[0]);
  }
}

/** @param {SoloPlay} play @param {number} node */
async function goTo(play, node) {
  if (!play.tree.nodes.has(node)) throw new Refused("no-position", { node });
  await play.goTo(node);
}

/** @param {SoloPlay} play @param {string} slot */
function snapshot(play, slot) {
  if (!(slot in play.snapshots) && Object.keys(play.snapshots).length >= MAX_SNAPSHOTS) throw new Refused("many-snapshots", { count: MAX_SNAPSHOTS });
  play.snapshots = { ...play.snapshots, [slot]: play.tree.current };
}

/** @param {SoloPlay} play @param {string} slot */
function forget(play, slot) {
  play.snapshots = Object.fromEntries(Object.entries(play.snapshots).filter(([name]) => name !== slot));
}

/** @param {SoloPlay} play @param {string} slot */
async function recall(play, slot) {
  if (!(slot in play.snapshots)) throw new Refused("no-snapshot", { slot });
  await goTo(play, play.snapshots[slot]);
}

/** @param {SoloPlay} play @param {number} node @param {string} text */
function comment(play, node, text) {
  const { [node]: _, ...others } = play.comments;
  if (text && Object.keys(others).length >= MAX_COMMENTS) throw new Refused("many-comments", { count: MAX_COMMENTS });
  play.comments = text ? { ...others, [node]: text } : others;
}
