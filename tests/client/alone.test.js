/** Laws of play without a server: what is kept comes home once, in order, whatever the server has meanwhile. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { openDocument, pass, settle } from "./fake-dom.js";

const { load, save } = await import("../../src/pushbox/client/core/storage.js");
const { Client } = await import("../../src/pushbox/client/play/client.js");
const { bringHome, keep, keptOf } = await import("../../src/pushbox/client/alone/kept.js");
const { linesOf, refusedOf, tryAgain } = await import("../../src/pushbox/client/alone/refused.js");
const { isMarked } = await import("../../src/pushbox/client/core/marks.js");
const { bringAllHome, prepare } = await import("../../src/pushbox/client/alone/stand-in.js");

const CLIENT = new URL("../../src/pushbox/client/", import.meta.url);
const MODULE = new URL("core/pushbox.wasm", CLIENT);
const skip = existsSync(MODULE) ? false : "the core for browsers is not built";
const ROOM = {
  game: "sokoban",
  board: { width: 7, height: 4, palette: { "#": "wall", "-": "floor", ".": "goal" }, terrain: ["7#", "#4-.#", "#5-#", "7#"], pieces: [{ kind: "pusher", cells: [8] }, { kind: "box", cells: [10] }] },
};

beforeEach(() => {
  openDocument();
  for (const name of ["kept", "refused", "alone", "records"]) save(name, undefined);
});

/** A server that keeps a tree of texts, knows no rules, and loses the line when it is told to. */
class FakeServer {
  /** @type {Play.NodeRow[]} */
  rows = [];
  here = 0;
  /** @type {any[]} */
  requests = [];
  /** how many more requests are answered */
  left = Infinity;
  /** @type {Set<string>} */
  illegal = new Set();
  /** @type {{handlers: Play.SocketHandlers}[]} */
  lines = [];
  up = true;

  /** @param {string} text below the current position */
  play(text) {
    const known = this.rows.find(([, parent, own]) => parent === this.here && own === text);
    if (!known) this.rows.push([this.rows.length + 1, this.here, text, /[A-Z]/.test(text)]);
    this.here = known ? known[0] : this.rows.length;
    return known ? [] : [this.rows[this.rows.length - 1]];
  }

  /** @param {any} request @returns {any} */
  answer(request) {
    const { do: what, node, moves = [], n } = request;
    this.requests.push(request);
    /** @type {Play.NodeRow[]} */
    const nodes = [];
    let refused;
    if ((what === "report" || what === "goto") && typeof node === "number") this.here = node;
    for (const move of moves) {
      if (this.illegal.has(move)) refused = "a wall";
      else nodes.push(...this.play(move));
    }
    return { is: "turned", n, played: [], nodes, state: this.state, ...(refused && { refused }) };
  }

  get state() {
    return { node: this.here, depth: 0, focus: [8], counts: {}, outcome: { status: "playing", reason: "", winner: 0 }, branches: [], seconds: 0, running: false, assists: [] };
  }

  /** @type {Play.Connect} */
  connect = (handlers) => {
    const line = { handlers };
    this.lines.push(line);
    const tell = (/** @type {any} */ message) => queueMicrotask(() => this.up && handlers.message(JSON.stringify(message)));
    if (!this.up) queueMicrotask(() => handlers.closed(1006));
    else tell({ is: "opened", play: 7, level: { id: 1, level: ROOM }, game: { key: "sokoban", name: "Sokoban", players: 1, hides: false }, board: ROOM.board, nodes: this.rows, state: this.state });
    return {
      send: (text) => {
        if (!this.up) return;
        if (this.left-- <= 0) {
          this.kill();
          return;
        }
        const answer = this.answer(JSON.parse(text));
        tell(answer);
        if (answer.nodes.length) tell({ is: "saved", node: this.rows.length });
      },
      close: () => queueMicrotask(() => handlers.closed(1000)),
    };
  };

  kill() {
    this.up = false;
    for (const { handlers } of this.lines.splice(0)) queueMicrotask(() => handlers.closed(1006));
  }
}

/** @param {Partial<import("../../src/pushbox/client/alone/kept.js").Kept>} [more] @returns {import("../../src/pushbox/client/alone/kept.js").Kept} */
const kept = (more = {}) => ({
  base: 1,
  rows: [[2, 1, "r", false], [3, 2, "R", true], [4, 1, "d", false], [5, 3, "l", false]],
  solved: [3],
  here: 4,
  snapshots: { 1: 4, 2: null },
  comments: { 5: "so" },
  assists: ["hint"],
  seconds: 12.4,
  ...more,
});

test("what is kept comes home in lines, and to the place where it stood", async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "u", false]];
  await bringHome(kept(), server.rows.slice(), async (request) => server.answer(request));
  assert.deepEqual(server.requests, [
    { do: "assist", name: "hint" },
    { do: "report", node: 1, moves: ["r", "R"], seconds: 12 },
    { do: "report", node: 1, moves: ["d"], seconds: 0 },
    { do: "report", node: 3, moves: ["l"], seconds: 0 },
    { do: "goto", node: 4 },
    { do: "snapshot", slot: "1" },
    { do: "forget", slot: "2" },
    { do: "comment", node: 5, text: "so" },
    { do: "goto", node: 4 },
  ]);
});

test("the server's tree may have moved on: positions have its numbers, and what it has is not played again but for solutions", async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "u", false], [2, 1, "d", false], [3, 1, "r", false], [4, 3, "R", true]];
  const before = server.rows.slice();
  await bringHome(kept(), before, async (request) => server.answer(request));
  const told = server.requests.filter(({ do: what }) => what === "report");
  assert.deepEqual(told.map(({ node, moves }) => [node, moves.join("")]), [[1, "rR"], [4, "l"]]);
  assert.deepEqual(server.rows.slice(before.length), [[5, 4, "l", false]]);
  assert.equal(server.here, 2);
});

test("whenever the line is lost, everything comes home once", async () => {
  for (let cut = 0; cut < 10; cut++) {
    const server = new FakeServer();
    server.rows = [[1, 0, "u", false]];
    server.left = cut;
    const send = async (/** @type {Play.Request} */ request) => {
      if (server.left-- <= 0) throw new Error("lost");
      const answer = server.answer(request);
      if (!server.left) throw new Error("lost after it was executed");
      return answer;
    };
    await bringHome(kept(), server.rows.slice(), send).catch(() => {});
    server.left = Infinity;
    await bringHome(kept(), server.rows.slice(), send);
    assert.equal(server.rows.length, 5, `cut after ${cut}`);
    assert.equal(server.rows.find(([id]) => id === server.here)?.[2], "d");
  }
});

test("a long line goes in several messages", async () => {
  const server = new FakeServer();
  const rows = Array.from({ length: 1200 }, (_, index) => /** @type {Play.NodeRow} */ ([index + 1, index, "lr"[index % 2], false]));
  await bringHome(kept({ base: 0, rows, solved: [], here: 1200, snapshots: {}, comments: {}, assists: [] }), [], async (request) => server.answer(request));
  assert.ok(server.requests.every((request) => JSON.stringify(request).length < 16 << 10));
  assert.deepEqual([server.rows.length, server.here], [1200, 1200]);
});

test("what the server refuses stays in the browser, is not sent by itself again, and comes home once it is tried again", async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "u", false]];
  server.illegal.add("R");
  await keep(7, "a", kept());
  await keep(7, "b", kept({ rows: [[2, 1, "l", false]], solved: [], here: 2, snapshots: {}, comments: {}, assists: [] }));
  const home = () => bringAllHome(7, new Client({ connect: server.connect, report: () => {} }));
  await home();
  assert.deepEqual(server.rows.map(([, , text]) => text), ["u", "r", "l"]); // what is of another window comes home all the same
  assert.deepEqual(await keptOf(7), {});
  assert.deepEqual(await refusedOf(7), [{ window: "a", kept: kept(), reason: "a wall" }]);
  const sent = server.requests.length;
  await home();
  assert.equal(server.requests.length, sent);

  await tryAgain(7);
  assert.deepEqual([Object.values(await keptOf(7)), await refusedOf(7)], [[kept()], []]);
  await home();
  assert.deepEqual((await refusedOf(7)).map(({ kept: again, reason }) => [again, reason]), [[kept(), "a wall"]]);

  server.illegal.clear();
  await tryAgain(7);
  await home();
  assert.deepEqual([server.rows.length, await refusedOf(7), await keptOf(7), isMarked("refused", 7)], [6, [], {}, false]);
});

test("refused lines are written from the start of the level, one for each end", () => {
  const rows = /** @type {Play.NodeRow[]} */ ([[3, 1, "r", false], [4, 3, "R", true, "{d}R"], [5, 3, "l", false], [6, 0, "d", false]]);
  const before = (/** @type {number} */ node) => ["u", "u"].slice(0, node);
  assert.deepEqual(linesOf(kept({ base: 2, rows }), before), ["u r {d}R", "u r l", "d"]);
});

test("each window keeps its own, and what is empty leaves nothing", async () => {
  await keep(7, "a", kept());
  await keep(7, "b", kept({ here: 2 }));
  await keep(8, "a", kept());
  assert.deepEqual([Object.keys(await keptOf(7)), isMarked("kept", 7)], [["a", "b"], true]);
  for (const [play, window] of /** @type {[number, string][]} */ ([[7, "a"], [7, "b"], [8, "a"]])) await keep(play, window, null);
  assert.deepEqual([load("records", null), isMarked("kept", 7), isMarked("kept", 8)], [null, false, false]);
});

/** @param {FakeServer} server */
async function playing(server) {
  const client = new Client({ connect: server.connect, report: () => {}, wait: () => {} });
  client.connection.open();
  await settle();
  return client;
}

test("where the core fails, the play waits for the server as it did", async () => {
  globalThis.fetch = /** @type {any} */ (async () => ({ json: async () => ({}) }));
  const server = new FakeServer();
  const client = await playing(server);
  let opened = 0;
  const stands = { outcome: "playing", reason: null, winner: 0, steers: [{ kind: "pusher", cells: [8] }] };
  const ask = async () => (opened++ < 3 ? { play: 0, position: 0, stands, board: ROOM.board, moves: [] } : Promise.reject(new Error("memory is short")));
  await prepare(Object.assign(client, { play: 9 }), () => ({ ask, end: () => {} }));
  assert.ok(client.standIn);
  server.kill();
  await settle();
  await settle();
  assert.deepEqual([client.phase, client.standIn, client.command({ do: "press", key: "right" })], ["lost", null, false]);
});

/** The core in this process. */
async function startHere() {
  const host = { now: () => performance.now(), progress: () => 0 };
  const { instance } = await WebAssembly.instantiate(readFileSync(MODULE), { host });
  const { memory, request, run, output } = /** @type {any} */ (instance.exports);
  return {
    end: () => {},
    ask: async (/** @type {Uint8Array} */ bytes) => {
      const at = request(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = run();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
    },
  };
}

test("keys go on while the server is away, unanswered ones too, and come home when it is back", { skip }, async () => {
  const file = (/** @type {string} */ address) => readFileSync(new URL(address.replace("/static/", ""), CLIENT), "utf-8");
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => ({ json: async () => JSON.parse(file(address)) }));
  const server = new FakeServer();
  const core = await startHere();
  /** @type {string[]} */
  const phases = [];
  const client = new Client({ connect: server.connect, report: (event) => void (event.type === "phase" && phases.push(event.phase)), wait: () => {} });
  client.connection.open();
  await settle();
  await prepare(client, () => core);
  assert.ok(client.standIn);
  server.left = 0;
  for (const key of ["right", "right"]) assert.ok(client.command({ do: "press", key })); // the first ends the server
  await settle();
  assert.equal(client.phase, "alone");
  assert.ok(client.command({ do: "press", key: "right" }));
  await settle();
  assert.deepEqual([client.pending.length, client.state.outcome.status], [0, "solved"]);
  assert.deepEqual(client.displayed?.pieces.map(({ cells }) => cells[0]), [11, 12]);
  assert.deepEqual(Object.values(await keptOf(7)).map(({ rows, solved, here }) => [rows.map(([, , text]) => text).join(""), solved, here]), [["rRR", [3], 3]]);
  client.command({ do: "undo" });
  await settle();
  Object.assign(server, { up: true, left: Infinity });
  await pass(10_000);
  assert.deepEqual(server.rows.map(([, , text]) => text), ["r", "R", "R"]);
  assert.deepEqual([server.here, client.phase, client.state.node, await keptOf(7)], [2, "open", 2, {}]);
  assert.deepEqual(phases, ["connecting", "open", "alone", "connecting", "open"]);
});

test("a box on a dead square is lost at once, and the reason names the square", { skip }, async () => {
  const { Solo } = await import("../../src/pushbox/client/alone/solo.js");
  const board = { width: 6, height: 5, palette: { "#": "wall", "-": "floor", ".": "goal" }, terrain: ["6#", "#4-#", "#2-.-#", "#4-#", "6#"], pieces: [{ kind: "pusher", cells: [7] }, { kind: "box", cells: [14] }] };
  const { ask } = await startHere();
  const texts = async (/** @type {string} */ language) => JSON.parse(readFileSync(new URL(`i18n/${language}/insight.json`, CLIENT), "utf-8"));
  const solo = await Solo.open(ask, { game: "sokoban", board }, {}, undefined, undefined, texts);
  assert.deepEqual(await solo.execute({ do: "judge" }), { is: "judged", status: "unknown", reasons: [] });
  for (const key of ["right", "down"]) await solo.execute({ do: "press", key });
  assert.deepEqual(await solo.execute({ do: "judge" }), { is: "judged", status: "lost", reasons: [{ text: "The box on C4 stands on a dead square: from there no pushes bring it to a goal of its own.", boxes: [20], cells: [] }] });
  const german = /** @type {any} */ (await solo.execute({ do: "judge", lang: "de" }));
  assert.match(german.reasons[0].text, /C4.*toten Feld/);
  await solo.close();
});

test("without a server a level is checked and solved as the server does, from the end of some moves", { skip }, async () => {
  const file = (/** @type {string} */ address) => readFileSync(new URL(address.replace("/static/", ""), CLIENT), "utf-8");
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => ({ json: async () => JSON.parse(file(address)) }));
  const { solve, takes } = await import("../../src/pushbox/client/alone/search.js");
  const { ask: core } = await startHere();
  const ask = async (/** @type {Uint8Array} */ bytes) => {
    const answer = await core(bytes);
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  const palette = { "#": "wall", "-": "floor", ".": "goal" };
  const drawn = (/** @type {number} */ boxAt, /** @type {number} */ boxes = 1) => ({
    game: "sokoban",
    board: { width: 7, height: 4, palette, terrain: ["7#", "#5-#", "#3-.-#", "7#"], pieces: [{ kind: "pusher", cells: [8] }, ...[boxAt, 19].slice(0, boxes).map((cell) => ({ kind: "box", cells: [cell] }))] },
  });
  const limit = { seconds: 5, nodes: Infinity, megabytes: 64 };
  const { seconds, ...solved } = await solve(ask, drawn(16), "d", "pushes", limit);
  assert.ok(Number(seconds) >= 0);
  assert.deepEqual(solved, { status: "solved", nodes: solved.nodes, bound: 2, optimal: "pushes", moves_text: "RR", moves: 2, pushes: 2, box_lines: 1, box_changes: 1, pushing_sessions: 1, player_lines: 1 });
  const { message, ...lost } = await solve(ask, drawn(12), "", "any", limit);
  assert.deepEqual([lost.status, message], ["unsolvable", "a box stands on a dead square"]);
  await assert.rejects(solve(ask, drawn(16), "ll", "any", limit), /wall/);
  assert.deepEqual(await Promise.all([takes(ask, drawn(16)), takes(ask, drawn(16, 2))]), [true, false]);
});

test("a key of the moment in which the server takes over is the server's, once, and a query is given up", { skip }, async () => {
  const file = (/** @type {string} */ address) => readFileSync(new URL(address.replace("/static/", ""), CLIENT), "utf-8");
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => ({ json: async () => JSON.parse(file(address)) }));
  const server = new FakeServer();
  const core = await startHere();
  const client = new Client({ connect: server.connect, report: () => {}, wait: () => {} });
  client.connection.open();
  await settle();
  await prepare(Object.assign(client, { play: 11 }), () => core);
  server.kill();
  await settle();
  client.command({ do: "press", key: "right" });
  await settle();
  /** @type {string[]} */
  const given = [];
  const { answer } = server;
  let told = 0;
  server.answer = (request) => {
    if (request.do === "goto" && ++told === 2) {
      client.command({ do: "press", key: "left" });
      client.query({ do: "pushable" }).catch(({ message }) => given.push(message));
    }
    return answer.call(server, request);
  };
  Object.assign(server, { up: true, left: Infinity });
  await pass(10_000);
  assert.equal(told, 2);
  const asked = server.requests.filter(({ do: what }) => what === "press" || what === "pushable");
  assert.deepEqual(asked.map(({ do: what, key }) => [what, key]), [["press", "left"]]);
  assert.deepEqual([given.length, client.phase, client.pending.length], [1, "open", 0]);
});
