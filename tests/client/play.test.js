/** Laws of the play client against a socket that is none: order, painting ahead, taking back, coming back. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Client } from "../../src/pushbox/web/static/play/client.js";
import { Tree, spell } from "../../src/pushbox/web/static/play/history.js";
import { Replay } from "../../src/pushbox/web/static/play/replay.js";

/** @param {number} cell */
const pusher = (cell) => ({ kind: "pusher", cells: [cell] });
/** @param {number} from @param {number} to */
const step = (from, to) => [{ tick: 0, cause: "step", piece: [pusher(from), pusher(to)], who: pusher(from) }];
/** @param {number} cell a corridor of ten cells in which the player stands */
const next = (cell) => ({
  right: cell < 8 ? { changes: step(cell, cell + 1), focus: [cell + 1] } : null,
  left: cell > 1 ? { changes: step(cell, cell - 1), focus: [cell - 1] } : null,
});
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
  next: next(cell),
});

/** @param {number} n @param {number} from @param {number} to */
const turned = (n, from, to) => ({
  is: "turned",
  n,
  played: [{ changes: step(from, to) }],
  nodes: [[n, n - 1, "r", false]],
  state: state(n, to),
  next: next(to),
});

/** A client with a line that the test holds in its hand. */
function table() {
  /** @type {any[]} */
  const events = [];
  /** @type {{sent: any[], ears: import("../../src/pushbox/web/static/play/client.js").Ears}[]} */
  const lines = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const client = new Client({
    connect: (ears) => {
      const line = { sent: /** @type {any[]} */ ([]), ears };
      lines.push(line);
      return { send: (text) => line.sent.push(JSON.parse(text)), close: () => {} };
    },
    report: (event) => events.push(event),
    wait: (step) => waiting.push(step),
  });
  client.open();
  const hear = (/** @type {unknown} */ message) => lines[lines.length - 1].ears.message(JSON.stringify(message));
  const cell = () => client.shown?.pieces[0].cells[0];
  const told = (/** @type {string} */ is) => events.filter((event) => event.is === is);
  return { client, events, lines, waiting, hear, cell, told };
}

test("a key is painted before the server answers, and the answer paints nothing", () => {
  const { client, hear, cell, told } = table();
  hear(opened(3));
  assert.equal(client.turn({ do: "press", key: "right" }), true);
  assert.equal(cell(), 4);
  assert.deepEqual(client.focus, [4]);
  hear(turned(1, 3, 4));
  assert.equal(cell(), 4);
  assert.deepEqual(told("painted").map(({ sure }) => sure), [false]);
  assert.equal(told("reset").length, 0);
});

test("keys go out at once and in order, and the second is painted when it is known what it does", () => {
  const { client, lines, hear, cell } = table();
  hear(opened(3));
  for (const key of ["right", "right", "left"]) client.turn({ do: "press", key });
  assert.deepEqual(lines[0].sent.map(({ key, n }) => [key, n]), [["right", 1], ["right", 2], ["left", 3]]);
  assert.equal(cell(), 4);
  hear(turned(1, 3, 4));
  assert.equal(cell(), 5);
  hear(turned(2, 4, 5));
  assert.equal(cell(), 4);
  hear(turned(3, 5, 4));
  assert.equal(cell(), 4);
  assert.equal(client.pending.length, 0);
  assert.equal(client.shown, client.sure);
});

test("what was painted is taken back where the server answers otherwise", () => {
  const { client, hear, cell, told } = table();
  hear(opened(3));
  client.turn({ do: "press", key: "right" });
  hear({ ...turned(1, 3, 2), nodes: [[1, 0, "l", false]] });
  assert.equal(cell(), 2);
  assert.equal(told("reset").length, 1);
});

test("a refusal takes back and says why", () => {
  const { client, hear, cell, told } = table();
  hear(opened(3));
  client.turn({ do: "press", key: "right" });
  hear({ is: "turned", n: 1, played: [], nodes: [], state: state(0, 3), next: next(3), refused: "a wall" });
  assert.equal(cell(), 3);
  assert.deepEqual(told("refused").map(({ why }) => why), ["a wall"]);
});

test("an error of one message takes its painting back and lets the next go on", () => {
  const { client, hear, cell, told } = table();
  hear(opened(3));
  client.turn({ do: "press", key: "right" });
  client.turn({ do: "press", key: "left" });
  hear({ is: "error", n: 1, message: "too fast" });
  assert.equal(cell(), 2);
  assert.equal(told("error").length, 1);
  hear(turned(2, 3, 2));
  assert.equal(cell(), 2);
});

test("nothing is painted ahead where the server tells no next", () => {
  const { client, hear, cell } = table();
  hear({ ...opened(3), next: {} });
  client.turn({ do: "press", key: "right" });
  assert.equal(cell(), 3);
  hear({ ...turned(1, 3, 4), next: {} });
  assert.equal(cell(), 4);
});

test("several turns of one answer are painted one after the other", () => {
  const { client, hear, told } = table();
  hear(opened(3));
  client.turn({ do: "drag", from: 3, to: 5 });
  hear({ ...turned(2, 3, 4), n: 1, played: [{ changes: step(3, 4) }, { changes: step(4, 5) }], nodes: [[1, 0, "r", false], [2, 1, "r", false]] });
  const [{ changes }] = told("painted");
  assert.deepEqual(changes.map((/** @type {{tick: number}} */ { tick }) => tick), [0, 1]);
});

test("questions find their answers, whatever comes between", async () => {
  const { client, hear } = table();
  hear(opened(3));
  const reach = client.question({ do: "reach", cell: 3 });
  const path = client.question({ do: "path", from: 3, to: 5 });
  const bad = client.question({ do: "reach", cell: -1 });
  hear({ is: "path", n: 2, cells: [3, 4, 5] });
  hear({ is: "error", n: 3, message: "cell: found -1" });
  hear({ is: "reach", n: 1, cells: { 5: 2 } });
  assert.deepEqual((await path).cells, [3, 4, 5]);
  assert.deepEqual((await reach).cells, { 5: 2 });
  await assert.rejects(bad, /found -1/);
});

test("a broken line is opened again, and the play stands where the server says", async () => {
  const { client, lines, waiting, hear, cell, told } = table();
  hear(opened(3));
  client.turn({ do: "press", key: "right" });
  const lost = client.question({ do: "reach", cell: 3 });
  lines[0].ears.closed(1006);
  await assert.rejects(lost);
  assert.equal(client.phase, "lost");
  assert.equal(cell(), 3);
  assert.equal(client.turn({ do: "press", key: "right" }), false);
  waiting[0]();
  assert.equal(lines.length, 2);
  hear(opened(4, [[1, 0, "r", false]], 1));
  assert.equal(client.phase, "open");
  assert.equal(cell(), 4);
  assert.equal(client.tree.here, 1);
  assert.deepEqual(told("opened").map(({ again }) => again), [false, true]);
  lines[0].ears.message(JSON.stringify(turned(1, 3, 4)));
  assert.equal(cell(), 4, "what an old line says counts no more");
});

test("keys pressed while the play is being opened are played in their order once it is open", () => {
  const { client, lines, waiting, hear, cell } = table();
  const press = (/** @type {string} */ key) => client.soon(() => client.turn({ do: "press", key }));
  press("right");
  lines[0].ears.closed(1006); // nothing has been seen of the play yet: it is asked for again
  press("right");
  waiting[0]();
  press("left");
  hear(opened(3));
  assert.deepEqual(lines.map(({ sent }) => sent.map(({ key }) => key)), [[], ["right", "right", "left"]]);
  assert.equal(cell(), 4);
  press("up");
  assert.deepEqual(lines[1].sent.map(({ n }) => n), [1, 2, 3, 4]);
});

test("keys that found no play are forgotten where the line breaks, and where there is none", () => {
  const { client, lines, waiting, hear } = table();
  const press = (/** @type {string} */ key) => client.soon(() => client.turn({ do: "press", key }));
  hear(opened(3));
  client.open(); // fetched anew
  press("right");
  lines[1].ears.closed(1006);
  press("right"); // on a board that is shown, while nothing answers
  waiting[0]();
  hear(opened(3));
  assert.deepEqual(lines[2].sent, []);
  const gone = table();
  gone.lines[0].ears.closed(4404);
  gone.client.soon(() => gone.client.turn({ do: "press", key: "right" }));
  assert.deepEqual(gone.client.early, []);
});

test("a line that was given up for a new one breaks nothing when it closes", () => {
  const { client, lines, hear } = table();
  hear(opened(3));
  client.open();
  lines[0].ears.closed(1000);
  hear(opened(4, [[1, 0, "r", false]], 1));
  assert.equal(client.phase, "open");
  assert.equal(client.turn({ do: "press", key: "right" }), true);
});

test("a play that is not there is not asked for again", () => {
  const { client, lines, waiting } = table();
  lines[0].ears.closed(4404);
  assert.equal(client.phase, "gone");
  assert.equal(waiting.length, 0);
});

test("a board that is not the server's is fetched anew", () => {
  const { client, lines, hear, cell } = table();
  hear(opened(3));
  client.turn({ do: "undo" });
  hear(turned(1, 6, 7));
  assert.equal(lines.length, 2);
  hear(opened(7, [[1, 0, "r", false]], 1));
  assert.equal(cell(), 7);
});

test("what another window does is shown too", () => {
  const { client, hear, cell } = table();
  hear(opened(3));
  hear({ is: "moved" });
  assert.equal(client.phase, "moved");
  hear({ ...turned(1, 3, 4), n: undefined });
  assert.equal(cell(), 4);
});

test("a snapshot is known once the server has taken it", () => {
  const { client, hear } = table();
  hear(opened(3));
  client.turn({ do: "snapshot", slot: "1" });
  assert.deepEqual(client.snapshots, {});
  hear({ ...turned(1, 3, 4), played: [], nodes: [], state: state(0, 3) });
  assert.deepEqual(client.snapshots, { 1: 0 });
});

test("a tree keeps every branch, and its line goes through the present one", () => {
  const tree = new Tree();
  tree.add([[1, 0, "r", false], [2, 1, "R", true], [3, 1, "u", false], [4, 3, "u", false]]);
  tree.stand(2);
  assert.deepEqual(tree.line().map(({ id }) => id), [1, 2]);
  tree.stand(4);
  tree.stand(1);
  assert.deepEqual(tree.line().map(({ id }) => id), [1, 3, 4]);
  assert.equal(tree.depth, 1);
  assert.deepEqual(tree.lines().map(({ nodes, level }) => [spell(nodes), level]), [["r", 0], ["uu", 1], ["R", 0]]);
  assert.throws(() => tree.get(9), RangeError);
});

test("moves that are no letters are spelled apart", () => {
  const tree = new Tree();
  tree.add([[1, 0, "1,3>", false], [2, 1, "2,2<", false]]);
  tree.stand(2);
  assert.equal(spell(tree.line()), "1,3> 2,2<");
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
  assert.equal(replay.hurry(1000), 60);
});
