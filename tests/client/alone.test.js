/** Laws of play without a server: what is kept comes home once, in order, whatever the server has meanwhile. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { openDocument, pass, settle } from "./fake-dom.js";

const { load, save } = await import("../../src/pushbox/client/core/storage.js");
const { Client } = await import("../../src/pushbox/client/play/client.js");
const { bringingHome } = await import("../../src/pushbox/client/play/connect.js");
const { bringHome, keep, keptOf, recordsOf } = await import("../../src/pushbox/client/alone/kept.js");
const { linesOf, refusedOf, tryAgain } = await import("../../src/pushbox/client/alone/refused.js");
const { isMarked } = await import("../../src/pushbox/client/core/marks.js");
const { sendKept } = await import("../../src/pushbox/client/alone/home.js");
const { prepare, resume } = await import("../../src/pushbox/client/alone/takeover.js");
const { Mirror } = await import("../../src/pushbox/client/alone/mirror.js");
const { Verdicts } = await import("../../src/pushbox/client/alone/verdicts.js");
const { oneCore } = await import("../../src/pushbox/client/core/core-worker.js");

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
  /** @type {{handlers: Play.SocketHandlers, numbers: Record<number, number>}[]} */
  lines = [];
  up = true;
  /** whether what it has is on its disk */
  saves = true;
  /** whether it answers keys */
  mute = false;
  seconds = 0;

  /** Return the position below one. @param {number} parent @param {string} text */
  below(parent, text) {
    const known = this.rows.find(([, its, own]) => its === parent && own === text);
    if (!known) this.rows.push([this.rows.length + 1, parent, text, /[A-Z]/.test(text)]);
    return known ? known[0] : this.rows.length;
  }

  /** @param {any} request @param {Record<number, number>} numbers @returns {any} */
  answer(request, numbers) {
    const { do: what, n, first = 0, lines = [], here, node, milliseconds = 0 } = request;
    this.requests.push(request);
    if (what === "record") {
      let count = first;
      for (const [parent, ...moves] of lines) {
        let at = numbers[parent] ?? parent;
        for (const move of moves) {
          if (this.illegal.has(move)) return { is: "error", n, message: "a wall" };
          at = this.below(at, move);
          if (at !== count) numbers[count] = at;
          count++;
        }
      }
      if (typeof here === "number") this.here = numbers[here] ?? here;
      this.seconds += milliseconds / 1000;
      return { is: "recorded", n, size: this.rows.length + 1, saved: this.rows.length, ...(Object.keys(numbers).length && { numbers }) };
    }
    if (what === "take") {
      for (const name of Object.keys(numbers)) delete numbers[Number(name)];
      return { ...this.opened, n };
    }
    const before = this.rows.length;
    if (what === "press") this.here = this.below(this.here, request.key[0]);
    if (what === "goto") this.here = node;
    return { is: "turned", n, played: [], nodes: this.rows.slice(before), state: this.state };
  }

  /** The cells of the player and of the box where it stands. */
  get cells() {
    let [pusher, box] = [8, 10];
    const line = [];
    for (let at = this.here; at; [, at] = /** @type {any} */ (this.rows[at - 1])) line.unshift(this.rows[at - 1][2]);
    for (const move of line) {
      pusher += { l: -1, u: -7, r: 1, d: 7 }[/** @type {"l"} */ (move.toLowerCase())];
      if (pusher === box) box++;
    }
    return [pusher, box];
  }

  get state() {
    return { node: this.here, depth: 0, focus: [this.cells[0]], counts: {}, outcome: { status: "playing", reason: "", winner: 0 }, branches: [], seconds: this.seconds, running: false, assists: [] };
  }

  get opened() {
    return { is: "opened", play: 7, level: { id: 1, level: ROOM }, game: { key: "sokoban", name: "Sokoban", players: 1, hides: false }, board: this.board, nodes: this.rows, state: this.state };
  }

  get board() {
    const [pusher, box] = this.cells;
    return { ...ROOM.board, pieces: [{ kind: "pusher", cells: [pusher] }, { kind: "box", cells: [box] }] };
  }

  /** @type {Play.Connect} */
  connect = (handlers) => {
    const line = { handlers, numbers: {} };
    this.lines.push(line);
    const tell = (/** @type {any} */ message) => queueMicrotask(() => this.up && handlers.message(JSON.stringify(message)));
    if (!this.up) queueMicrotask(() => handlers.closed(1006));
    else tell(this.opened);
    return {
      send: (text) => {
        const request = JSON.parse(text);
        if (!this.up || (this.mute && request.do === "press")) return;
        if (this.left-- <= 0) {
          this.kill();
          return;
        }
        tell(this.answer(request, line.numbers));
        if (request.do === "record" && this.saves) tell({ is: "saved", node: this.rows.length, record: request.n });
      },
      close: () => queueMicrotask(() => handlers.closed(1000)),
    };
  };

  kill() {
    this.up = false;
    for (const { handlers } of this.lines.splice(0)) queueMicrotask(() => handlers.closed(1006));
  }

  /** What it was asked, without its numbers. @param {string} what */
  asked(what) {
    return this.requests.filter((request) => request.do === what).map(({ n, do: _, ...request }) => request);
  }
}

/** @param {Partial<import("../../src/pushbox/client/alone/kept.js").Kept>} [more] @returns {import("../../src/pushbox/client/alone/kept.js").Kept} */
const kept = (more = {}) => ({
  base: 1,
  rows: [[2, 1, "r", false], [3, 2, "R", true], [4, 1, "d", false], [5, 3, "l", false]],
  solved: [3],
  here: 4,
  snapshots: { 1: [null, 4], 2: [1, null] },
  comments: { 5: ["", "so"] },
  assists: ["hint"],
  seconds: 12.4,
  ...more,
});

/** @param {FakeServer} server @param {Record<number, number>} [numbers] */
const sending = (server, numbers = {}) => async (/** @type {Play.Request} */ request) => {
  const answer = server.answer(request, numbers);
  if (answer.is === "error") throw new Error(answer.message);
  return answer;
};

test("what is kept is told in records, in lines that end where it was solved, and then where it stood", () => {
  const remarks = { snapshots: { 1: [null, 4], 2: [1, null] }, comments: { 5: ["", "so"] } };
  assert.deepEqual(recordsOf(kept()), [
    { do: "record", first: 2, lines: [[1, "r", "R"], [1, "d"], [3, "l"]], milliseconds: 12_400, assists: ["hint"] },
    { do: "record", first: 6, lines: [], ...remarks, here: 4, focus: null, index: -1 },
  ]);
  assert.deepEqual(recordsOf(kept({ rows: [], snapshots: {}, comments: {}, assists: [], here: null })), [{ do: "record", first: 2, lines: [], milliseconds: 12_400 }]);
  const place = { here: 1, focus: [8], index: 0, redo: /** @type {[number, number][]} */ ([[0, 1]]) };
  const [{ milliseconds, ...where }] = recordsOf(kept({ rows: [], snapshots: {}, comments: {}, assists: [], ...place, clock: 20 }), 15);
  assert.deepEqual([milliseconds, where], [5_000, { do: "record", first: 2, lines: [], ...place }]); // the server has counted the rest
});

test("the server's tree may have moved on: positions have its numbers, and what it has is there once", async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "u", false], [2, 1, "d", false], [3, 1, "r", false], [4, 3, "R", true]];
  await bringHome(kept(), 0, sending(server));
  assert.deepEqual(server.rows.slice(4), [[5, 4, "l", false]]);
  assert.equal(server.here, 2);
});

test("whenever the line is lost, everything comes home once", async () => {
  for (let cut = 0; cut < 4; cut++) {
    const server = new FakeServer();
    server.rows = [[1, 0, "u", false]];
    let left = cut;
    const send = async (/** @type {Play.Request} */ request) => {
      if (left-- <= 0) throw new Error("lost");
      const answer = server.answer(request, {});
      if (!left) throw new Error("lost after it was executed");
      return answer;
    };
    await bringHome(kept(), 0, send).catch(() => {});
    await bringHome(kept(), 0, sending(server));
    assert.equal(server.rows.length, 5, `cut after ${cut}`);
    assert.equal(server.rows.find(([id]) => id === server.here)?.[2], "d");
  }
});

test("what is long goes in several messages", async () => {
  const server = new FakeServer();
  const rows = Array.from({ length: 4_000 }, (_, index) => /** @type {Play.NodeRow} */ ([index + 1, index, "lr"[index % 2], false]));
  const comments = Object.fromEntries(Array.from({ length: 100 }, (_, node) => [node + 1, /** @type {[string, string]} */ (["", "x".repeat(500)])]));
  const redo = Array.from({ length: 3_000 }, (_, node) => /** @type {[number, number]} */ ([node, node + 1]));
  const long = kept({ base: 0, rows, solved: [], here: 4_000, redo, snapshots: {}, comments, assists: [] });
  await bringHome(long, 0, sending(server));
  assert.ok(server.requests.every((request) => JSON.stringify(request).length < 16_000));
  assert.deepEqual([server.rows.length, server.here], [4_000, 4_000]);
  assert.equal(Object.keys(Object.assign({}, ...server.requests.map((request) => request.comments))).length, 100);
});

test("what the server refuses stays in the browser, is not sent by itself again, and comes home once it is tried again", async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "u", false]];
  server.illegal.add("R");
  await keep(7, "a", kept());
  await keep(7, "b", kept({ rows: [[2, 1, "l", false]], solved: [], here: 2, snapshots: {}, comments: {}, assists: [] }));
  const home = () => sendKept(7, server.connect);
  assert.equal(await home(), true);
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
  server.kill();
  await keep(7, "c", kept());
  assert.deepEqual([await home(), Object.keys(await keptOf(7))], [false, ["c"]]);
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

/** The texts, from the disk. */
function readFiles() {
  const file = (/** @type {string} */ address) => readFileSync(new URL(address.replace("/static/", ""), CLIENT), "utf-8");
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => ({ json: async () => JSON.parse(file(address)) }));
}

/**
 * A play that the server opens, with what its page hears.
 * @param {FakeServer} server
 */
async function playing(server) {
  readFiles();
  /** @type {Play.Event[]} */
  const events = [];
  const client = new Client({ connect: server.connect, report: (event) => void events.push(event) });
  client.arriving = bringingHome(client, 7);
  client.connection.open();
  await settle();
  const press = (/** @type {string[]} */ ...keys) => keys.map((key) => client.command({ do: "press", key }));
  const phases = () => events.flatMap((event) => (event.type === "phase" ? [event.phase] : []));
  return { client, press, phases, events };
}

/** The same, played by the core. @param {FakeServer} server */
async function playingHere(server) {
  const play = await playing(server);
  const core = await startHere();
  await prepare(play.client, () => core);
  await settle();
  assert.ok(play.client.core?.plays);
  return play;
}

/** Leave the page of a play, of which the browser keeps what was played. @param {import("../../src/pushbox/client/play/client.js").Client} client */
function leave(client) {
  client.core?.end();
  client.connection.close();
}

/** @param {import("../../src/pushbox/client/play/client.js").Client} client */
const cells = (client) => client.displayed?.pieces.map(({ cells: [cell] }) => cell);

test("where the core fails, the play waits for the server as it did, and what was played comes home", async () => {
  readFiles();
  const server = new FakeServer();
  const { client, press } = await playing(server);
  let opened = 0;
  const stands = { outcome: "playing", reason: null, winner: 0, steers: [{ kind: "pusher", cells: [8] }] };
  const ask = async () => (opened++ < 2 ? { play: 0, position: 0, stands, board: ROOM.board, moves: [] } : Promise.reject(new Error("memory is short")));
  await prepare(client, () => ({ ask, end: () => {} }));
  await settle();
  assert.ok(client.core?.plays);
  server.kill();
  await settle();
  assert.equal(client.phase, "alone");
  press("right");
  await settle();
  await settle();
  assert.deepEqual([client.phase, client.core, client.pending, client.command({ do: "press", key: "right" })], ["lost", null, [], false]);
  server.up = true;
  await pass(10_000);
  assert.deepEqual([client.phase, client.command({ do: "press", key: "right" })], ["open", true]);
  await prepare(client, () => assert.fail("it is tried again"));
});

test("at a pause the core takes over, and tells the server in portions", { skip }, async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "d", false]];
  const { client, press, events } = await playing(server);
  const core = await startHere();
  server.mute = true;
  press("right"); // has no answer yet
  await prepare(client, () => core);
  assert.equal(client.core?.plays, false);
  client.pending = [];
  await prepare(client, () => core);
  await settle();
  assert.deepEqual(server.asked("record"), [{ first: 2, lines: [], here: 0, focus: [8], index: 0, redo: [] }]); // it needs no boards from now on
  press("right", "right", "up");
  await settle();
  assert.deepEqual([cells(client), client.pending.length, client.state.node], [[10, 11], 0, 3]);
  assert.deepEqual(events.flatMap((event) => (event.type === "refused" ? [event.reason] : [])).length, 1);
  assert.deepEqual([server.asked("press").length, server.asked("record").length], [0, 1]);
  assert.deepEqual(Object.values(await keptOf(7)).map(({ base, rows, here }) => [base, rows.map(([, , text]) => text).join(""), here]), [[1, "rR", 3]]);
  await pass(5_000);
  assert.deepEqual(server.asked("record").slice(1), [{ first: 2, lines: [[0, "r", "R"]], here: 3, focus: [10], index: 0, milliseconds: 5_000, redo: [[0, 2]] }].map(({ redo, ...record }) => record));
  assert.deepEqual([server.rows.length, server.here, await keptOf(7), isMarked("kept", 7)], [3, 3, {}, false]);
  press("right"); // solves it, which is told at once
  await settle();
  assert.deepEqual([client.state.outcome.status, server.rows.length], ["solved", 4]);
});

test("a key is answered in the turn of the event loop in which it is pressed, so before the next frame", { skip }, async () => {
  const { client, press } = await playingHere(new FakeServer());
  const reach = assert.rejects(client.query({ do: "reach", cell: 8 }), /later move/); // of a position that is gone
  const turn = new Promise((resolve) => setImmediate(resolve));
  press("right", "right");
  await turn;
  assert.deepEqual([cells(client), client.pending, client.state.node], [[10, 11], [], 2]);
  await reach;
  assert.deepEqual((await client.query({ do: "reach", cell: 10 })).cells[8], 2);
});

test("queries of a long play are asked of a core that has replayed it once", { skip }, async ({ mock }) => {
  const { client, press } = await playingHere(new FakeServer());
  for (let round = 0; round < 5; round++) press("down", "up");
  await settle();
  const mirrored = mock.method(Mirror.prototype, "ask");
  for (let round = 0; round < 2; round++) assert.ok((await client.query({ do: "pushable" })).cells);
  const { text } = await client.query({ do: "line" });
  assert.equal(text, "dududududu");
  assert.deepEqual(mirrored.mock.calls.map(({ arguments: [, request] }) => /** @type {Function} */ (request).name), ["followRequest", "pushableRequest", "pushableRequest"]);
});

test("what is left to the server comes after what was played, and then it plays until the next pause", { skip }, async () => {
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  press("right");
  client.command({ do: "reverse" });
  press("left"); // in the order in which they were asked for
  await settle();
  await settle();
  assert.deepEqual(server.requests.map(({ do: what }) => what), ["record", "record", "reverse", "press"]);
  assert.deepEqual([client.core?.plays, client.pending.length, client.tree.nodes.size], [false, 0, 3]);
  await prepare(client);
  await settle();
  press("left");
  await settle();
  assert.deepEqual([client.core?.plays, server.asked("press").length], [true, 1]);
  const asked = client.query({ do: "tell", cell: 3 });
  await settle();
  assert.deepEqual([server.requests.at(-1)?.do, client.core?.plays], ["tell", true]);
  server.kill();
  await assert.rejects(asked, /lost/);
  await assert.rejects(client.query({ do: "tell", cell: 3 }), /connection/); // needs one
});

test("what is dragged while the core plays is there at once", { skip }, async () => {
  const { client, events } = await playingHere(new FakeServer());
  client.command({ do: "drag", from: 10, to: 12 });
  await settle();
  const [applied] = events.flatMap((event) => (event.type === "applied" ? [event.changes] : []));
  assert.deepEqual([cells(client), applied.length, applied.every(({ tick }) => tick === 0)], [[11, 12], 5, true]);
});

test("what a search of the core does not find out is asked of the server, which knows solutions", { skip }, async ({ mock }) => {
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  mock.method(Verdicts.prototype, "judgeLine", async () => ({ lastWinnable: null, firstLost: null, verdict: { status: "unknown", moves: [], nodes: 1 } }));
  press("right");
  await settle();
  const judged = await client.query({ do: "judge", search: false });
  assert.deepEqual([judged.status, server.asked("judge")], ["unknown", []]); // at once: it is not asked to search
  client.query({ do: "judge", search: true }).catch(() => {}); // the server of this test does not judge
  for (let turn = 0; turn < 100 && !server.asked("judge").length; turn++) await settle();
  assert.deepEqual([server.asked("judge").length, client.core?.plays], [1, true]);
  server.kill();
  await settle();
  assert.equal((await client.query({ do: "judge", search: true })).status, "unknown");
});

test("keys go on while the server is away, unanswered ones too, and come home when it is back", { skip }, async () => {
  for (const isUnanswered of [true, false]) {
    const server = new FakeServer();
    const { client, press, phases } = await playing(server);
    const core = await startHere();
    if (isUnanswered) {
      server.mute = true;
      press("right");
    }
    await prepare(client, () => core);
    await settle();
    if (!isUnanswered) press("right");
    server.kill();
    press("right");
    await settle();
    assert.equal(client.phase, "alone");
    assert.deepEqual(press("right"), [true]);
    await settle();
    assert.deepEqual([client.pending.length, client.state.outcome.status, cells(client)], [0, "solved", [11, 12]]);
    assert.deepEqual(Object.values(await keptOf(7)).map(({ rows, solved, here }) => [rows.map(([, , text]) => text).join(""), solved, here]), [["rRR", [3], 3]]);
    client.command({ do: "undo" });
    await settle();
    Object.assign(server, { up: true, mute: false });
    await pass(10_000);
    assert.deepEqual(server.rows.map(([, , text]) => text), ["r", "R", "R"]);
    assert.deepEqual([server.here, client.phase, client.state.node, await keptOf(7)], [2, "open", 2, {}]);
    assert.deepEqual([phases(), server.asked("take")], [["connecting", "open", "alone", "open"], []]); // nothing is opened anew
    leave(client);
  }
});

test("while the server does not have all on its disk, the play is alone", { skip }, async () => {
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  server.kill();
  press("right");
  await settle();
  Object.assign(server, { up: true, saves: false });
  await pass(10_000);
  assert.deepEqual([server.rows.length, client.phase, Object.keys(await keptOf(7)).length], [1, "alone", 1]);
  press("right");
  server.kill();
  Object.assign(server, { up: true, saves: true, rows: [], here: 0 }); // it has lost what was not on its disk
  await pass(10_000);
  assert.deepEqual([server.rows.map(([, , text]) => text), client.phase, await keptOf(7)], [["r", "R"], "open", {}]);
});

test("where others have played, the play goes on with the server's numbers, and a key of the moment is played once", { skip }, async () => {
  const server = new FakeServer();
  const { client, press, events } = await playingHere(server);
  server.kill();
  press("right");
  await settle();
  Object.assign(server, { up: true, rows: [[1, 0, "d", false]] });
  /** @type {string[]} */
  const given = [];
  const { answer } = server;
  server.answer = (request, numbers) => {
    if (request.do === "take") {
      press("right");
      client.query({ do: "pushable" }).catch(({ message }) => given.push(message));
    }
    return answer.call(server, request, numbers);
  };
  await pass(10_000);
  assert.deepEqual(server.rows.map(([id, parent, text]) => [id, parent, text]), [[1, 0, "d"], [2, 0, "r"], [3, 2, "R"]]);
  assert.deepEqual([given.length, client.phase, client.pending.length, client.state.node, cells(client)], [1, "open", 0, 3, [10, 11]]);
  assert.deepEqual([server.asked("press"), events.filter(({ type }) => type === "opened").length], [[], 2]);
});

test("what another window says later is taken in, and what says nothing new is not", { skip }, async () => {
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  press("right");
  await pass(5_000);
  const turned = { is: "turned", played: [], nodes: [], state: server.state };
  const [{ handlers }] = server.lines;
  handlers.message(JSON.stringify(turned));
  await settle();
  assert.deepEqual(server.asked("take"), []);
  server.rows.push([2, 0, "d", false]);
  handlers.message(JSON.stringify({ ...turned, nodes: [[2, 0, "d", false]] }));
  await settle();
  await settle();
  assert.deepEqual([server.asked("take").length, client.tree.nodes.size, client.state.node, client.core?.plays], [1, 3, 1, true]);
});

test("another window has the keys: what was played is told, and from then on who has them says where the play stands", { skip }, async () => {
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  press("right");
  await settle();
  server.saves = false;
  server.lines[0].handlers.message('{"is":"moved"}');
  await settle();
  assert.deepEqual([client.phase, client.core?.plays, press("right")], ["moved", false, [false]]);
  assert.deepEqual([server.asked("record").at(-1)?.lines, server.here], [[[0, "r"]], 1]);
  assert.deepEqual(Object.values(await keptOf(7)).map(({ rows, here }) => [rows.length, here]), [[1, null]]);
  server.here = 0; // the other window has gone back
  client.connection.open();
  await pass(100);
  assert.deepEqual([client.phase, client.state.node, server.here, client.tree.nodes.size], ["open", 0, 0, 2]);
});

/** The locks of a browser in which one window is open, as its names are. */
function lockNames() {
  /** @type {{name: string}[]} */
  const held = [];
  const request = async (/** @type {string} */ name, /** @type {object} */ _, /** @type {(lock: object) => unknown} */ take) => {
    held.push({ name });
    await take({});
  };
  const before = globalThis.navigator;
  const put = (/** @type {any} */ value) => Object.defineProperty(globalThis, "navigator", { value, configurable: true });
  put({ locks: { request, query: async () => ({ held }) } });
  return () => put(before);
}

test("a page that is loaded anew brings home what it had kept, and stands where it stood", { skip }, async (context) => {
  context.after(lockNames());
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  press("right", "right");
  client.command({ do: "undo" });
  await settle();
  assert.deepEqual([server.rows, server.here], [[], 0]); // nothing is told before the page is left
  leave(client);
  const { client: next } = await playing(server);
  await pass(100);
  assert.deepEqual([server.rows.map(([, , text]) => text), server.here, next.state.node, next.tree.nodes.size], [["r", "R"], 1, 1, 3]);
  await pass(100);
  assert.deepEqual([await keptOf(7), isMarked("kept", 7)], [{}, false]);
});

test("a page that is left tells what is new at once", { skip }, async () => {
  const server = new FakeServer();
  const { press } = await playingHere(server);
  press("right");
  await settle();
  /** @type {any} */ (document.body).fire("pagehide");
  assert.deepEqual(server.asked("record").at(-1)?.lines, [[0, "r"]]);
});

test("a page that is loaded without the server goes on where the one before was left", { skip }, async () => {
  const server = new FakeServer();
  const { client, press } = await playingHere(server);
  press("right");
  await pass(5_000);
  await prepare(client); // at a pause: notes where it stands
  server.kill();
  press("right");
  client.command({ do: "comment", node: 2, text: "so" });
  await settle();
  leave(client);
  const { client: next, phases, press: pressNext } = await playing(server);
  const core = await startHere();
  await resume(next, 7, () => core);
  assert.deepEqual([next.phase, next.state.node, next.comments, cells(next)], ["alone", 2, { 2: "so" }, [10, 11]]);
  pressNext("right");
  await settle();
  assert.equal(next.state.outcome.status, "solved");
  server.up = true;
  await pass(20_000);
  assert.deepEqual([server.rows.map(([, , text]) => text), server.here, next.phase, await keptOf(7)], [["r", "R", "R"], 3, "open", {}]);
  assert.deepEqual(server.requests.flatMap(({ comments = {} }) => Object.entries(comments)), [["2", ["", "so"]]]);
  assert.ok(phases().includes("alone"));
});

test("a push to a dead square is held back by the core, once it is known which squares are", { skip }, async () => {
  const server = new FakeServer();
  const { client, press, events } = await playingHere(server);
  press("right");
  const push = { do: "press", key: "right", avoid: [11] };
  client.command(push);
  await settle();
  assert.deepEqual(events.filter(({ type }) => type === "held"), [{ type: "held", cell: 11, request: push }]);
  assert.deepEqual([client.state.node, client.pending.length], [1, 0]);
  press("right");
  await settle();
  assert.equal(client.state.node, 2);
});

test("a box on a dead square is lost at once, and the reason names the square", { skip }, async () => {
  const { Solo } = await import("../../src/pushbox/client/alone/solo.js");
  const board = { width: 6, height: 5, palette: { "#": "wall", "-": "floor", ".": "goal" }, terrain: ["6#", "#4-#", "#2-.-#", "#4-#", "6#"], pieces: [{ kind: "pusher", cells: [7] }, { kind: "box", cells: [14] }] };
  const { ask } = await startHere();
  const texts = async (/** @type {string} */ language) => JSON.parse(readFileSync(new URL(`i18n/${language}/insight.json`, CLIENT), "utf-8"));
  const solo = await Solo.open(oneCore(ask), { game: "sokoban", board }, {}, undefined, texts);
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
