/** A room as the client sees it, message by message. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_ROOM, canStartAlone, hasEnough, viewAfter, playerOn, standings } from "../../src/pushbox/client/live/room.js";

const BOARD = {
  width: 5,
  height: 1,
  palette: { "-": "floor", ".": "goal" },
  terrain: ["3-.-"],
  pieces: [
    { kind: "pusher", cells: [0] },
    { kind: "box", cells: [2] },
  ],
};
const STEP = { tick: 0, cause: "walk", piece: [{ kind: "pusher", cells: [0] }, { kind: "pusher", cells: [1] }] };

/** @param {number} seat @param {object} [more] */
function player(seat, more = {}) {
  return { seat, name: `p${seat}`, state: "here", ready: true, progress: null, finished: null, wins: 0, account: null, rating: null, ...more };
}

/** @param {object} [more] @returns {any} */
function room(more = {}) {
  const game = { key: "any", name: "Any", players: 1 };
  const level = { id: 1, title: "", author: "" };
  const who = { host: "p0", hosting: true, you: 0, spectators: 0, winner: null, best_of: 1, class: null, games: 0, decided: false, leader: null };
  const fixed = { is: "room", code: "ABCDEF", kind: "race", game, level, seats: 4, tick: 0, board: BOARD };
  return { ...fixed, ...who, phase: "waiting", players: [player(0)], ...more };
}

/** @param {any[]} messages */
function after(...messages) {
  return messages.reduce(viewAfter, NO_ROOM);
}

/** @param {Board | null} board */
function pusherOf(board) {
  return board?.pieces.find(({ kind }) => kind === "pusher")?.cells[0];
}

test("ticks move the board of all, each once", () => {
  const running = room({ kind: "match", phase: "running" });
  const ticked = /** @type {any} */ ({ is: "ticked", tick: 1, changes: [STEP] });
  const view = after(running, ticked);
  assert.equal(pusherOf(view.shared), 1);
  assert.equal(viewAfter(view, ticked), view);
  assert.equal(view.room?.tick, 1);
});

test("a room that is sent with the same position leaves the board as it is; another one replaces it", () => {
  const view = after(room({ kind: "match", phase: "running" }));
  assert.equal(viewAfter(view, room({ kind: "match", phase: "running", spectators: 3 })).shared, view.shared);
  const pieces = [{ kind: "pusher", cells: [4] }];
  const late = viewAfter(view, room({ kind: "match", phase: "running", tick: 9, board: { ...BOARD, pieces } }));
  assert.equal(pusherOf(late.shared), 4);
});

test("who watches a race sees every board move", () => {
  const race = room({ phase: "running", you: null, players: [player(0), player(2)] });
  const boards = { is: "boards", boards: { 0: BOARD, 2: BOARD } };
  const progress = { is: "progress", seat: 2, depth: 1, boxes_on_goals: 0, finished: null, played: [{ changes: [STEP] }] };
  const view = after(race, boards, progress);
  assert.deepEqual([pusherOf(view.boards[0]), pusherOf(view.boards[2])], [0, 1]);
  assert.deepEqual(view.room && playerOn(view.room, 2)?.progress, { depth: 1, boxes_on_goals: 0 });
});

test("a rematch clears the boards of the race before", () => {
  const boards = { is: "boards", boards: { 0: BOARD } };
  const view = after(room({ phase: "running" }), boards, room({ phase: "over" }));
  assert.deepEqual(Object.keys(view.boards), ["0"]);
  assert.deepEqual(viewAfter(view, room({ phase: "running" })).boards, {});
});

test("a race begins with two, a match with all seats taken; the host may start a race alone", () => {
  const view = /** @type {(more: object) => any} */ ((more) => after(room(more)).room);
  assert.equal(hasEnough(view({})), false);
  assert.equal(hasEnough(view({ players: [player(0), player(1)] })), true);
  assert.equal(hasEnough(view({ kind: "match", seats: 2 })), false);
  assert.equal(hasEnough(view({ kind: "match", seats: 2, players: [player(0), player(1)] })), true);
  assert.equal(canStartAlone(view({})), true);
  assert.equal(canStartAlone(view({ players: [player(0, { ready: false })] })), false);
  assert.equal(canStartAlone(view({ players: [player(0), player(1)] })), false);
  assert.equal(canStartAlone(view({ kind: "match", seats: 2 })), false);
  assert.equal(canStartAlone(view({ hosting: false })), false);
  assert.equal(canStartAlone(view({ phase: "running" })), false);
});

test("those who have finished come first, by their time, then those with more boxes home", () => {
  const players = [
    player(0, { progress: { depth: 9, boxes_on_goals: 1 } }),
    player(1, { finished: 8.5 }),
    player(2, { progress: { depth: 2, boxes_on_goals: 3 } }),
    player(3, { finished: 4 }),
  ];
  const running = after(room({ players })).room;
  assert.deepEqual(running && standings(running).map(({ seat }) => seat), [3, 1, 2, 0]);
});
