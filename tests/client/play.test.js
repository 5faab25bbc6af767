/** Laws of the play client on a fake socket: order, predictions, reverts, reconnection. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Client } from "../../src/pushbox/client/play/client.js";
import { Tree, formatMoves } from "../../src/pushbox/client/play/history.js";
import { readChange } from "../../src/pushbox/client/play/look-ahead.js";
import { Replay } from "../../src/pushbox/client/play/replay.js";

/** @param {number} cell */
const pusher = (cell) => ({ kind: "pusher", cells: [cell] });
/** @param {number} from @param {number} to */
const step = (from, to) => [{ tick: 0, cause: "step", piece: [pusher(from), pusher(to)], who: pusher(from) }];
// A corridor of ten cells in which the player stands: its positions have the numbers of the cells.
const CELLS = [...Array(10).keys()];
/** @param {number} from @param {number} to */
const row = (from, to) => [0, "step", "pusher", from, to];
/** @param {number} cell what the keys do there */
const edges = (cell) => [
  [cell, 2, ...(cell < 8 ? [cell + 1, [cell + 1], row(cell, cell + 1)] : [])],
  [cell, 0, ...(cell > 1 ? [cell - 1, [cell - 1], row(cell, cell - 1)] : [])],
];
/** @param {number} cell what is known with one step ahead @param {any[][]} [nodes] */
const near = (cell, nodes = []) => ({ at: cell, edges: edges(cell), nodes });
/** @param {number} cell what is sent where nothing is new @param {any[][]} [nodes] */
const known = (cell, nodes = []) => ({ at: cell, edges: [], nodes });
/** @param {number} node @param {number} cell */
const state = (node, cell) => ({ node, focus: [cell], counts: {}, outcome: { status: "playing" }, branches: [] });

/** @param {number} cell @param {[number, number | null, string, boolean][]} [nodes] @param {number} [node] */
const opened = (cell, nodes = [], node = 0) => ({
  is: "opened",
  level: { id: 1 },
  game: { key: "sokoban", players: 1, hides: false },
  board: { width: 10, height: 1, palette: { "-": "floor" }, terrain: ["10-"], pieces: [pusher(cell)] },
  nodes,
  state: state(node, cell),
  ahead: near(cell),
});

/** @param {number} n @param {number} from @param {number} to */
const turned = (n, from, to) => ({
  is: "turned",
  n,
  played: [{ changes: step(from, to) }],
  nodes: [[n, n - 1, "r", false]],
  state: state(n, to),
  ahead: near(to),
});

/** A client whose sockets the test controls. @param {any} [foresight] what foresees in the server's place */
function opening(foresight) {
  /** @type {any[]} */
  const events = [];
  /** @type {{sent: any[], handlers: Play.SocketHandlers, ahead?: boolean}[]} */
  const sockets = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const client = new Client({
    connect: (handlers, ahead) => {
      const socket = { sent: /** @type {any[]} */ ([]), handlers, ahead };
      sockets.push(socket);
      return { send: (text) => socket.sent.push(JSON.parse(text)), close: () => {} };
    },
    report: (event) => events.push(event),
    wait: (step) => waiting.push(step),
  });
  if (foresight) client.foreseeBy(foresight);
  client.connection.open();
  const receive = (/** @type {unknown} */ message) => sockets[sockets.length - 1].handlers.message(JSON.stringify(message));
  const cell = () => client.displayed?.pieces[0].cells[0];
  const reported = (/** @type {string} */ name) => events.filter(({ type }) => type === name);
  return { client, events, sockets, waiting, receive, cell, reported };
}

test("a key is displayed before the server answers, and the answer changes nothing", () => {
  const { client, receive, cell, reported } = opening();
  receive(opened(3));
  assert.equal(client.command({ do: "press", key: "right" }), true);
  assert.equal(cell(), 4);
  assert.deepEqual(client.focus, [4]);
  receive(turned(1, 3, 4));
  assert.equal(cell(), 4);
  assert.deepEqual(reported("applied").map(({ confirmed }) => confirmed), [false]);
  assert.equal(reported("reset").length, 0);
});

test("keys are sent at once and in order, and the second is displayed when it is known what it does", () => {
  const { client, sockets, receive, cell } = opening();
  receive(opened(3));
  for (const key of ["right", "right", "left"]) client.command({ do: "press", key });
  assert.deepEqual(sockets[0].sent.map(({ key, n }) => [key, n]), [["right", 1], ["right", 2], ["left", 3]]);
  assert.equal(cell(), 4);
  receive(turned(1, 3, 4));
  assert.equal(cell(), 5);
  receive(turned(2, 4, 5));
  assert.equal(cell(), 4);
  receive(turned(3, 5, 4));
  assert.equal(cell(), 4);
  assert.equal(client.pending.length, 0);
  assert.equal(client.displayed, client.confirmed);
});

test("a prediction is taken back where the server answers otherwise", () => {
  const { client, receive, cell, reported } = opening();
  receive(opened(3));
  client.command({ do: "press", key: "right" });
  receive({ ...turned(1, 3, 2), nodes: [[1, 0, "l", false]] });
  assert.equal(cell(), 2);
  assert.equal(reported("reset").length, 1);
});

test("a refusal takes the prediction back and gives its reason", () => {
  const { client, receive, cell, reported } = opening();
  receive(opened(3));
  client.command({ do: "press", key: "right" });
  receive({ is: "turned", n: 1, played: [], nodes: [], state: state(0, 3), ahead: near(3), refused: "a wall" });
  assert.equal(cell(), 3);
  assert.deepEqual(reported("refused").map(({ reason }) => reason), ["a wall"]);
});

/** What is known five steps ahead, each way. @param {number} cell */
const deep = (cell) => ({ ...near(cell), edges: CELLS.flatMap(edges) });

test("keys are displayed at once as far as it is known what they lead to, and the answers change nothing", () => {
  const { client, receive, cell, reported } = opening();
  receive({ ...opened(3), ahead: deep(3) });
  const cells = ["right", "right", "left", "right", "right"].map((key) => {
    client.command({ do: "press", key });
    return cell();
  });
  assert.deepEqual(cells, [4, 5, 4, 5, 6]);
  assert.equal(client.pending.length, 5);
  const steps = [[3, 4], [4, 5], [5, 4], [4, 5], [5, 6]];
  for (const [index, [from, to]] of steps.entries()) receive({ ...turned(index + 1, from, to), ahead: known(to) });
  assert.equal(client.displayed, client.confirmed);
  assert.equal(reported("applied").length, 5);
  assert.equal(reported("reset").length, 0);
});

test("a key that is known to do nothing waits for no answer", () => {
  const { client, receive, cell } = opening();
  receive({ ...opened(8), ahead: deep(8) });
  for (const key of ["right", "left"]) client.command({ do: "press", key });
  assert.equal(cell(), 7);
  receive({ is: "turned", n: 1, played: [], nodes: [], state: state(0, 8), ahead: known(8), refused: "a wall" });
  assert.equal(cell(), 7);
});

test("undo and redo are displayed at once, through what has no answer yet and through the history", () => {
  const { client, receive, cell } = opening();
  const ahead = { ...deep(5), nodes: [[1, row(3, 4)], [2, row(4, 5)]] };
  receive({ ...opened(5, [[1, 0, "r", false], [2, 1, "r", false]], 2), ahead });
  const requests = [{ do: "press", key: "right" }, { do: "undo" }, { do: "undo" }, { do: "undo" }, { do: "undo" }, { do: "redo" }, { do: "redo" }, { do: "redo" }];
  const cells = requests.map((request) => {
    client.command(request);
    return cell();
  });
  assert.deepEqual(cells, [6, 5, 4, 3, 3, 4, 5, 6]);
  receive({ ...turned(1, 5, 6), nodes: [[3, 2, "r", false]], state: state(3, 6), ahead: known(6, [[3, row(5, 6)]]) });
  const undone = { is: "turned", nodes: [], played: [{ changes: step(6, 5) }], state: state(2, 5), ahead: known(5) };
  receive({ ...undone, n: 2 });
  assert.equal(cell(), 6);
  assert.equal(client.tree.current, 2);
  assert.equal(client.pending.length, 6);
});

test("keys after an undo are displayed where the position has been there before", () => {
  const { client, receive, cell } = opening();
  receive({ ...opened(3), ahead: deep(3) });
  client.command({ do: "press", key: "right" });
  receive({ ...turned(1, 3, 4), ahead: known(4, [[1, row(3, 4)]]) });
  for (const request of [{ do: "undo" }, { do: "press", key: "left" }]) client.command(request);
  assert.equal(cell(), 2);
});

test("a prediction that is wrong takes those after it along, and they are made anew", () => {
  const { client, receive, cell, reported } = opening();
  receive({ ...opened(3), ahead: deep(3) });
  for (const key of ["right", "right"]) client.command({ do: "press", key });
  receive({ ...turned(1, 3, 2), nodes: [[1, 0, "l", false]], ahead: known(2) });
  assert.equal(cell(), 3, "one step to the right of where the first has led");
  assert.equal(reported("reset").length, 1);
});

test("what was sent to another window alone is not known here, and what comes to both is", () => {
  const { client, receive, cell } = opening();
  receive(opened(3));
  receive({ ...turned(9, 3, 4), n: undefined, ahead: { at: 31, edges: [[31, 2, 32, [5], row(4, 5)], [40, 2, 41, [6], row(5, 6)]], nodes: [] } });
  for (let keys = 0; keys < 2; keys++) client.command({ do: "press", key: "right" });
  assert.equal(cell(), 5, "one step is known, and no more");
});

test("a change that is written in short is the same change", () => {
  const box = (/** @type {number[]} */ cells) => ({ kind: "box", cells, colour: "red" });
  const push = { tick: 1, cause: "push", piece: [box([3, 4]), box([4, 5])] };
  assert.deepEqual(readChange([1, "push", "box", [3, 4], [4, 5], { colour: "red" }]), push);
  assert.equal(readChange(/** @type {any} */ (push)), push);
});

test("a drag is displayed at its release where the answer on its reach has shown what becomes of the board", () => {
  const { client, receive, cell, reported } = opening();
  receive(opened(3));
  client.foreseeDrags(client.displayed, false, 3, [[6, [0, "walk", "pusher", 3, 6]]]);
  client.command({ do: "drag", from: 3, to: 6, through: false });
  assert.equal(cell(), 6);
  const moves = [3, 4, 5].map((from) => ({ changes: step(from, from + 1) }));
  const nodes = [[1, 0, "r", false], [2, 1, "r", false], [3, 2, "r", false]];
  receive({ is: "turned", n: 1, played: moves, nodes, state: state(3, 6), ahead: near(6) });
  assert.equal(reported("applied").length, 1);
  assert.equal(client.displayed, client.confirmed);
});

test("while a player pauses more is asked for, and known by the keys that come meanwhile", async () => {
  const { client, sockets, receive, cell } = opening();
  receive(opened(3));
  const looking = client.lookFurther();
  assert.deepEqual(sockets[0].sent.map(({ do: name }) => name), ["ahead", "ahead", "ahead"]);
  for (let key = 0; key < 4; key++) client.command({ do: "press", key: "right" });
  assert.equal(cell(), 4);
  receive({ is: "ahead", n: 1, ahead: deep(3) });
  assert.equal(cell(), 7);
  for (const n of [2, 3]) receive({ is: "ahead", n, ahead: known(3) });
  await looking;
});

test("an error of one message takes its prediction back and lets the next go on", () => {
  const { client, receive, cell, reported } = opening();
  receive(opened(3));
  client.command({ do: "press", key: "right" });
  client.command({ do: "press", key: "left" });
  receive({ is: "error", n: 1, message: "too fast" });
  assert.equal(cell(), 2);
  assert.equal(reported("error").length, 1);
  receive(turned(2, 3, 2));
  assert.equal(cell(), 2);
});

test("nothing is predicted where the server sends nothing to foresee it by", () => {
  const { client, receive, cell } = opening();
  receive({ ...opened(3), ahead: undefined });
  client.command({ do: "press", key: "right" });
  assert.equal(cell(), 3);
  receive({ ...turned(1, 3, 4), ahead: undefined });
  assert.equal(cell(), 4);
});

test("where the core does not foresee on, the server is asked for what keys lead to", async () => {
  for (const fails of ["open", "edge", "take"]) {
    const fail = () => {
      throw new Error("unreachable");
    };
    const { client, sockets, receive, cell } = opening({ open: () => 0, take: () => 0, edge: () => undefined, [fails]: fail });
    receive(opened(3));
    client.command({ do: "press", key: "right" });
    if (fails !== "open") receive(turned(1, 3, 4));
    await Promise.resolve();
    assert.deepEqual(sockets.map(({ ahead }) => ahead), [false, true], fails);
    receive(opened(4, [[1, 0, "r", false]], 1));
    client.command({ do: "press", key: "right" });
    assert.equal(cell(), 5, fails);
  }
});

test("several moves of one answer are shown one after the other", () => {
  const { client, receive, reported } = opening();
  receive(opened(3));
  client.command({ do: "drag", from: 3, to: 5 });
  receive({ ...turned(2, 3, 4), n: 1, played: [{ changes: step(3, 4) }, { changes: step(4, 5) }], nodes: [[1, 0, "r", false], [2, 1, "r", false]] });
  const [{ changes }] = reported("applied");
  assert.deepEqual(changes.map((/** @type {{tick: number}} */ { tick }) => tick), [0, 1]);
});

test("queries get their answers, whatever comes between", async () => {
  const { client, receive } = opening();
  receive(opened(3));
  const reach = client.query({ do: "reach", cell: 3 });
  const path = client.query({ do: "path", from: 3, to: 5 });
  const bad = client.query({ do: "reach", cell: -1 });
  receive({ is: "path", n: 2, cells: [3, 4, 5] });
  receive({ is: "error", n: 3, message: "cell: found -1" });
  receive({ is: "reach", n: 1, cells: { 5: 2 } });
  assert.deepEqual((await path).cells, [3, 4, 5]);
  assert.deepEqual((await reach).cells, { 5: 2 });
  await assert.rejects(bad, /found -1/);
});

test("a lost connection is opened again, and the play is where the server says", async () => {
  const { client, sockets, waiting, receive, cell, reported } = opening();
  receive(opened(3));
  client.command({ do: "press", key: "right" });
  const lost = client.query({ do: "reach", cell: 3 });
  sockets[0].handlers.closed(1006);
  await assert.rejects(lost);
  assert.equal(client.phase, "lost");
  assert.equal(cell(), 3);
  assert.equal(client.command({ do: "press", key: "right" }), false);
  waiting[0]();
  assert.equal(sockets.length, 2);
  receive(opened(4, [[1, 0, "r", false]], 1));
  assert.equal(client.phase, "open");
  assert.equal(cell(), 4);
  assert.equal(client.tree.current, 1);
  assert.deepEqual(reported("opened").map(({ again }) => again), [false, true]);
  sockets[0].handlers.message(JSON.stringify(turned(1, 3, 4)));
  assert.equal(cell(), 4, "what an old socket says is ignored");
});

test("keys pressed while the play is being opened are played in their order once it is open", () => {
  const { client, sockets, waiting, receive, cell } = opening();
  const press = (/** @type {string} */ key) => client.connection.whenOpen(() => client.command({ do: "press", key }));
  press("right");
  sockets[0].handlers.closed(1006); // the play was never open: it is opened again
  press("right");
  waiting[0]();
  press("left");
  receive(opened(3));
  assert.deepEqual(sockets.map(({ sent }) => sent.map(({ key }) => key)), [[], ["right", "right", "left"]]);
  assert.equal(cell(), 4);
  press("up");
  assert.deepEqual(sockets[1].sent.map(({ n }) => n), [1, 2, 3, 4]);
});

test("keys that found no play are dropped where the connection is lost, and where there is no play", () => {
  const { client, sockets, waiting, receive } = opening();
  const press = (/** @type {string} */ key) => client.connection.whenOpen(() => client.command({ do: "press", key }));
  receive(opened(3));
  client.connection.open(); // fetched anew
  press("right");
  sockets[1].handlers.closed(1006);
  press("right"); // on a board that is displayed, while nothing answers
  waiting[0]();
  receive(opened(3));
  assert.deepEqual(sockets[2].sent, []);
  const gone = opening();
  gone.sockets[0].handlers.closed(4404);
  gone.client.connection.whenOpen(() => gone.client.command({ do: "press", key: "right" }));
  assert.deepEqual(gone.client.connection.queued, []);
});

test("a socket that was replaced changes nothing when it closes", () => {
  const { client, sockets, receive } = opening();
  receive(opened(3));
  client.connection.open();
  sockets[0].handlers.closed(1000);
  receive(opened(4, [[1, 0, "r", false]], 1));
  assert.equal(client.phase, "open");
  assert.equal(client.command({ do: "press", key: "right" }), true);
});

test("a play that does not exist is not opened again", () => {
  const { client, sockets, waiting } = opening();
  sockets[0].handlers.closed(4404);
  assert.equal(client.phase, "gone");
  assert.equal(waiting.length, 0);
});

test("a board that is not the server's is fetched anew", () => {
  const { client, sockets, receive, cell } = opening();
  receive(opened(3));
  client.command({ do: "undo" });
  receive(turned(1, 6, 7));
  assert.equal(sockets.length, 2);
  receive(opened(7, [[1, 0, "r", false]], 1));
  assert.equal(cell(), 7);
});

test("what another window does is displayed too", () => {
  const { client, receive, cell } = opening();
  receive(opened(3));
  receive({ is: "moved" });
  assert.equal(client.phase, "moved");
  receive({ ...turned(1, 3, 4), n: undefined });
  assert.equal(cell(), 4);
});

test("a play that was played elsewhere too is displayed anew, and what was sent before goes on from there", () => {
  const { client, receive, cell, reported } = opening();
  receive(opened(3));
  client.command({ do: "press", key: "right" });
  assert.equal(cell(), 4, "it is foretold");
  receive({ ...opened(6, [[1, 0, "r", false]], 1), merged: "a sentence" });
  assert.deepEqual(reported("opened").map(({ merged }) => merged), [false, true]);
  assert.equal(cell(), 6);
  client.command({ do: "press", key: "right" });
  receive(turned(1, 6, 7));
  assert.equal(cell(), 8, "the server has done what was sent before, and the next key is foretold from there");
  receive(turned(2, 7, 8));
  assert.equal(cell(), 8);
  assert.deepEqual(client.pending, []);
});

test("what is said on positions is known once the server has taken it, in every window", () => {
  const { client, receive } = opening();
  receive(opened(3));
  client.command({ do: "snapshot", slot: "1" });
  assert.deepEqual(client.snapshots, {});
  const still = { ...turned(1, 3, 4), played: [], nodes: [], state: state(0, 3) };
  receive({ ...still, snapshots: { 1: 0 } });
  assert.deepEqual(client.snapshots, { 1: 0 });
  receive({ ...still, n: undefined, comments: { 0: "Begin." } });
  receive({ ...still, n: undefined, snapshots: {}, comments: { 1: "On." } });
  assert.deepEqual([client.snapshots, client.comments], [{}, { 0: "Begin.", 1: "On." }]);
});

test("a tree keeps every branch, and its line goes through the present one", () => {
  const tree = new Tree();
  tree.add([[1, 0, "r", false], [2, 1, "R", true], [3, 1, "u", false], [4, 3, "u", false]]);
  tree.select(2);
  assert.deepEqual(tree.line().map(({ id }) => id), [1, 2]);
  tree.select(4);
  tree.select(1);
  assert.deepEqual(tree.line().map(({ id }) => id), [1, 3, 4]);
  assert.equal(tree.depth, 1);
  assert.deepEqual(tree.variations().map(({ nodes, level }) => [formatMoves(nodes), level]), [["r", 0], ["uu", 1], ["R", 0]]);
  assert.throws(() => tree.get(9), RangeError);
});

test("moves that are no letters are written apart", () => {
  const tree = new Tree();
  tree.add([[1, 0, "1,3>", false], [2, 1, "2,2<", false]]);
  tree.select(2);
  assert.equal(formatMoves(tree.line()), "1,3> 2,2<");
});

test("a replay goes on until there is no step, or until it is stopped", () => {
  /** @type {(() => void)[]} */
  const timers = [];
  /** @type {boolean[]} */
  const changes = [];
  let left = 3;
  const replay = new Replay({
    step: () => left-- > 0,
    changed: (running) => changes.push(running),
    speed: 4,
    wait: (step) => timers.push(step),
    stop: () => timers.splice(0),
  });
  replay.start();
  while (timers.length) timers.shift()?.();
  assert.equal(left, -1);
  assert.deepEqual(changes, [true, false]);
  left = 5;
  replay.start();
  replay.pause();
  assert.equal(replay.running, false);
  assert.equal(replay.scaleSpeed(1000), 60);
});
