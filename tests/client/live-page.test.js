/** The live page, mounted on its own HTML with a fake browser and server: the lobby, and a room of each kind. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, pass, readTexts, serve, settle, sockets } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { mount } from "../../src/pushbox/client/live/page.js";

/** @param {number} cell */
const pusher = (cell) => ({ kind: "pusher", cells: [cell] });
const BOARD = { width: 4, height: 1, palette: { "-": "floor", ".": "goal" }, terrain: ["3-."], pieces: [pusher(0), { kind: "box", cells: [1] }] };
const STEP = { tick: 0, cause: "step", piece: [pusher(0), pusher(2)] };

/** @param {number} seat @param {object} [more] */
const player = (seat, more = {}) => ({ seat, name: `P${seat}`, state: "here", ready: true, progress: null, finished: null, wins: 0, account: null, rating: null, ...more });

/** @param {object} [more] */
const room = (more = {}) => ({
  is: "room",
  code: "ABCDEF",
  kind: "race",
  host: "P0",
  hosting: true,
  you: 0,
  game: { key: "sokoban", name: "Sokoban", players: 1 },
  level: { id: 1, title: "Corridor", author: "" },
  phase: "waiting",
  seats: 2,
  players: [player(0)],
  spectators: 0,
  winner: null,
  best_of: 1,
  class: null,
  games: 0,
  decided: false,
  leader: null,
  failed: false,
  paused: false,
  seconds: null,
  tick: 0,
  board: BOARD,
  ...more,
});

useTexts("en", readTexts("live"));
const ME = { "GET /me": { account: null, recent: [] } };

/** Enter a room, and return its page, its socket and the texts of its seats. */
async function enter() {
  const body = openPage("live", "/live?room=abcdef");
  const requests = serve(ME);
  await mount(body);
  const [socket] = sockets;
  const seats = () => body.querySelectorAll("#seats li").map((/** @type {Node} */ seat) => seat.textContent);
  const find = (/** @type {string} */ selector) => body.querySelector(selector);
  return { body, find, socket, seats, requests };
}

test("a room shows its seats, and its buttons are sent", async () => {
  const { find, socket, seats, requests } = await enter();
  assert.deepEqual(requests.map(({ request }) => request), ["GET /me"], "the visitor is known before the socket opens");
  assert.match(socket.url ?? "", /^ws:\/\/localhost\/ws\/rooms\/ABCDEF/);
  socket.receive(room({ you: null, players: [player(1)] }));
  assert.equal(find("#level").textContent, "Corridor · Sokoban");
  assert.deepEqual(seats(), ["1Free seatSit down", "2P1ready"]);
  find("#seats button").fire("click");
  socket.receive(room({ players: [player(0, { ready: false }), player(1)] }));
  for (const button of find("#room-actions").children) button.fire("click");
  assert.deepEqual(socket.sent, [{ do: "sit", seat: 0 }, { do: "ready", ready: true }, { do: "next" }, { do: "watch" }]);
});

test("whoever has given no name is a guest in the language, an account of that name is not", async () => {
  const { socket, seats } = await enter();
  useTexts("de", { ...readTexts("live"), "live.guest": "Gast" });
  socket.receive(room({ seats: 3, players: [player(0, { name: "guest" }), player(1, { name: "guest 2" }), player(2, { name: "guest", account: "guest" })] }));
  useTexts("en", readTexts("live"));
  assert.deepEqual(seats().map((/** @type {string} */ text) => /[Gg](ast|uest)( 2)?/.exec(text)?.[0]), ["Gast", "Gast 2", "guest"]);
});

test("a series shows its score, its ratings and who has won it", async () => {
  const { find, socket, seats } = await enter();
  const players = [
    player(0, { wins: 2, account: "P0", rating: { value: 1512, provisional: true, change: 12 } }),
    player(1, { ready: false, wins: 1 }),
  ];
  const series = (/** @type {object} */ more) => room({ best_of: 3, games: 1, players, ...more });
  socket.receive(series({ phase: "over", winner: 1 }));
  assert.equal(find("#standing").textContent, "P1 has won");
  assert.equal(find("#room-actions button").textContent, "Next game");
  assert.equal(find("#level").textContent, "Corridor · Sokoban · game 1 of 3");
  socket.receive(series({ phase: "over", winner: 0, games: 3, decided: true, leader: 0 }));
  assert.equal(find("#standing").textContent, "You have won the series");
  assert.equal(find("#room-actions button").textContent, "Another series");
  assert.match(seats()[0], /1512\? \+12ready.*2/);
});

test("before a game the seconds are counted down, and keys wait for its beginning", async () => {
  const { body, find, socket } = await enter();
  const match = (/** @type {object} */ more) => room({ kind: "match", phase: "running", players: [player(0), player(1)], ...more });
  socket.receive(match({ seconds: -2.5 }));
  assert.deepEqual([find("#countdown").hidden, find("#countdown").textContent], [false, "3"]);
  body.fire("keydown", { key: "d" });
  assert.deepEqual(socket.sent, []);
  socket.receive(match({ seconds: 0.1 }));
  assert.equal(find("#countdown").hidden, true);
  body.fire("keydown", { key: "d" });
  assert.deepEqual(socket.sent, [{ do: "press", key: "right" }]);
});

test("a button stays the same while others come and go, so that a click under way is not lost", async () => {
  const { find, socket, seats } = await enter();
  socket.receive(room({ you: null, players: [player(1)] }));
  const sit = find("#seats button");
  socket.receive(room({ you: null, players: [player(1, { state: "away" })], spectators: 2 }));
  assert.deepEqual(seats(), ["1Free seatSit down", "2P1awayready"]);
  assert.equal(find("#seats button"), sit);
  socket.receive(room());
  const buttons = find("#room-actions").children;
  socket.receive(room({ spectators: 3 }));
  assert.deepEqual(find("#room-actions").children, buttons);
  buttons[0].focus();
  socket.receive(room({ players: [player(0, { ready: false })] }));
  const [ready, next, stand] = find("#room-actions").children;
  assert.equal(document.activeElement, ready, "the button that was pressed keeps the focus");
  assert.deepEqual([ready, next, stand].map(({ textContent }) => textContent), ["I am ready", "Next level", "Stand up and watch"]);
  assert.equal(ready.getAttribute("aria-pressed"), "false");
  socket.receive(room({ you: null, hosting: false, players: [] }));
  assert.equal(find("#room-actions").childElementCount, 0);
});

test("a race is played on a board of one's own, and its progress is shown", async () => {
  const { body, find, socket, seats } = await enter();
  socket.receive(room({ phase: "running", players: [player(0, { progress: { depth: 0, boxes_on_goals: 0 } })] }));
  const state = { node: 0, depth: 0, focus: [0], counts: {}, outcome: { status: "playing" }, branches: [] };
  socket.receive({ is: "opened", level: {}, game: { players: 1 }, board: BOARD, nodes: [], state, next: {}, seconds: 1 });
  assert.equal(find("#pad").hidden, false);
  body.fire("keydown", { key: "ArrowRight" });
  find("#pad .pad-undo").fire("click");
  assert.deepEqual(socket.sent, [{ do: "press", key: "right", n: 1 }, { do: "undo", n: 2 }]);
  socket.receive({ is: "turned", n: 1, played: [{ changes: [STEP] }], nodes: [[1, 0, "r", false]], state: { ...state, node: 1, depth: 1, focus: [2] }, next: {} });
  assert.match(seats()[0], /Boxes: 0 of 1, moves: 1/);
  assert.equal(find('[data-cell="2"]').getAttribute("aria-label"), "C1, player");
});

test("a key pressed between the beginning of a rematch and its board is played on that board", async () => {
  const { body, find, socket } = await enter();
  const state = { node: 0, depth: 0, focus: [0], counts: {}, outcome: { status: "playing" }, branches: [] };
  const opened = { is: "opened", level: {}, game: { players: 1 }, board: BOARD, nodes: [], state, next: {}, seconds: 0 };
  for (const message of [room({ phase: "running" }), opened, room({ phase: "over" }), room({ phase: "running" })]) socket.receive(message);
  body.fire("keydown", { key: "ArrowRight" });
  assert.deepEqual(socket.sent, []);
  socket.receive(opened);
  assert.deepEqual(socket.sent, [{ do: "press", key: "right", n: 1 }]);
  socket.receive({ is: "turned", n: 1, played: [{ changes: [STEP] }], nodes: [[1, 0, "r", false]], state: { ...state, node: 1, depth: 1 }, next: {} });
  assert.equal(find('#board [data-cell="2"]').getAttribute("aria-label"), "C1, player");
});

test("who watched a race may take a free seat once it is over", async () => {
  const { socket, seats } = await enter();
  socket.receive(room({ phase: "running", you: null, players: [player(1)] }));
  assert.equal(seats().length, 1);
  socket.receive(room({ phase: "over", you: null, players: [player(1)] }));
  assert.match(seats()[1], /Free seat.*Sit down/);
});

test("after a restart of the server a game waits for its players, with its clock and its board", async () => {
  const { body, find, socket } = await enter();
  const players = [player(0), player(1)];
  const match = (/** @type {object} */ more) => room({ kind: "match", phase: "running", players, seconds: 4, ...more });
  socket.receive(match({}));
  socket.receive({ is: "ticked", tick: 1, changes: [STEP] });
  socket.drop(1012);
  await pass(350);
  const again = sockets[1];
  again.receive(match({ paused: true, tick: 1 }));
  assert.equal(find('#board [data-cell="0"]').getAttribute("aria-label"), "A1, player", "the board is that of the server");
  assert.match(find("#standing").textContent, /goes on when everybody is back/);
  assert.equal(find("#pad").hidden, true);
  body.fire("keydown", { key: "d" });
  assert.deepEqual(again.sent, []);
  again.receive(match({ tick: 1 }));
  body.fire("keydown", { key: "d" });
  assert.deepEqual(again.sent, [{ do: "press", key: "right" }]);
});

test("the clock of a race stands while it is paused, and who watches sees it too", async () => {
  const { find, socket } = await enter();
  const race = (/** @type {object} */ more) => room({ phase: "running", you: null, players: [player(1)], ...more });
  socket.receive(race({ paused: true, seconds: 7.5 }));
  await pass(250);
  assert.equal(find("#clock").textContent, "7.5 s");
  socket.receive(race({ seconds: 7.5 }));
  await pass(250);
  assert.match(find("#clock").textContent, /^(7\.[6-9]|[89]\.)/);
});

test("a game that the server could not go on with says so", async () => {
  const { find, socket } = await enter();
  socket.receive(room({ kind: "match", phase: "over", failed: true, players: [player(0), player(1)] }));
  assert.match(find("#standing").textContent, /server has failed/);
});

test("the notice that one plays in another window stays while a match goes on there", async () => {
  const { find, socket } = await enter();
  socket.receive(room({ kind: "match", phase: "running", players: [player(0), player(1)] }));
  socket.receive({ is: "moved" });
  socket.receive(room({ kind: "match", phase: "running", you: null, players: [player(0), player(1)], spectators: 1 }));
  assert.match(find("#status").textContent, /another window/);
  socket.receive(room({ kind: "match", phase: "over", you: 0, players: [player(0), player(1)] }));
  assert.equal(find("#status").textContent, "", "the seat is here again");
});

test("a match takes keys only, each sent to the room, and follows its ticks", async () => {
  const { body, find, socket } = await enter();
  socket.receive(room({ kind: "match", phase: "running", players: [player(0), player(1)] }));
  body.fire("keydown", { key: "d" });
  body.fire("keydown", { key: "u" });
  assert.deepEqual(socket.sent, [{ do: "press", key: "right" }]);
  find("#board").dispatchEvent(new CustomEvent("cell-press", { detail: { cell: 1 } }));
  assert.equal(socket.sent.length, 1);
  socket.receive({ is: "ticked", tick: 1, changes: [STEP] });
  assert.equal(find('#board [data-cell="2"]').getAttribute("aria-label"), "C1, player");
});

test("who watches a race sees the board of each player", async () => {
  const { find, socket } = await enter();
  socket.receive(room({ phase: "running", you: null, players: [player(0), player(1)] }));
  socket.receive({ is: "boards", boards: { 0: BOARD, 1: BOARD } });
  socket.receive({ is: "progress", seat: 1, depth: 1, boxes_on_goals: 0, finished: null, played: [{ changes: [STEP] }] });
  const boards = find("#others").querySelectorAll("push-board");
  assert.deepEqual(boards.map((/** @type {any} */ { board }) => board.pieces[0].cells[0]), [0, 2]);
  assert.equal(find("#board").hidden, true);
  socket.receive(room({ phase: "running", you: null, players: [player(0)] }));
  socket.receive({ is: "boards", boards: { 0: BOARD } });
  assert.equal(find("#others").querySelectorAll("push-board").length, 1);
});

test("a connection that is lost until it is open again, and a room that does not exist, are shown", async () => {
  const { find, socket } = await enter();
  socket.drop(1006);
  assert.match(find("#status").textContent, /connection is lost/);
  await pass(350);
  sockets[1].receive(room());
  assert.equal(find("#status").textContent, "");
  const other = await enter();
  other.socket.drop(4404);
  assert.match(other.find("#status").textContent, /room does not exist/);
});

test("the lobby offers the collections that suit a race and a match, and opens a room", async () => {
  const level = { id: 11, title: "Corridor", number: 1, level: { board: BOARD } };
  const collection = (/** @type {number} */ id, /** @type {string} */ game) => ({ id, title: game, name: game, games: { [game]: 1 } });
  const requests = serve({
    ...ME,
    "GET /collections": { collections: [collection(1, "sokoban"), collection(2, "versus")] },
    "GET /games": { games: [{ key: "sokoban", players: 1 }, { key: "versus", players: 2 }] },
    "GET /collections/1/levels": { levels: [level] },
    "GET /collections/2/levels": { levels: [{ ...level, id: 12 }] },
    "POST /rooms": { code: "NEWONE" },
    "GET /rooms": { rooms: [{ code: "QWERTY", kind: "race", game: "sokoban", title: "Corridor", players: ["P1"], seats: 4 }] },
  });
  const body = openPage("live", "/live");
  await mount(body);
  const choices = (/** @type {string} */ card) => body.querySelectorAll(`${card} select[name=collection] option`).map((/** @type {Node} */ option) => option.textContent);
  assert.deepEqual([choices("#race"), choices("#match")], [["sokoban"], ["versus"]]);
  assert.equal(body.querySelector("#rooms a").getAttribute("href"), "/live?room=QWERTY");
  body.querySelector("#match form").fire("submit");
  await settle();
  assert.deepEqual(requests.at(-1), { request: "POST /rooms", body: { kind: "match", level_id: 12, best_of: 1 } });
  assert.equal(location.search, "?room=NEWONE");
});
