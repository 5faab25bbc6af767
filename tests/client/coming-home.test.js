/** Laws of what is kept of a play without a server: it comes home once, in order, whatever the server has meanwhile. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { FakeServer } from "./alone/fake-server.js";
import { cells, leave, openPage, playing, playingHere, skip, startHere } from "./alone/page.js";
import { pass, settle } from "./fake-dom.js";

const { load } = await import("../../src/pushbox/client/core/storage.js");
const { bringHome, keep, keptOf, recordsOf } = await import("../../src/pushbox/client/alone/kept.js");
const { linesOf, refusedOf, tryAgain } = await import("../../src/pushbox/client/alone/refused.js");
const { isMarked } = await import("../../src/pushbox/client/core/marks.js");
const { bringOthersHome, sendKept } = await import("../../src/pushbox/client/alone/home.js");
const { prepare, resume } = await import("../../src/pushbox/client/alone/takeover.js");

beforeEach(openPage);

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
  assert.equal(await home(), "home");
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
  assert.deepEqual([await home(), Object.keys(await keptOf(7))], ["lost", ["c"]]);
});

test("what a window that is about to close has kept comes home once it has gone", async () => {
  const server = new FakeServer();
  server.rows = [[1, 0, "u", false]];
  const held = [{ name: "pushbox 7 a" }];
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks: { query: async () => ({ held }) } } });
  const isHome = () => "home" in document.body.dataset || document.body.getAttribute("data-home") !== null;
  try {
    await keep(7, "a", kept());
    await bringOthersHome(null, () => server.connect);
    assert.deepEqual([server.rows.length, isHome()], [1, false]);
    held.pop();
    await pass(5_000);
    for (let turn = 0; turn < 20 && !isHome(); turn++) await settle();
    assert.deepEqual([server.rows.length, isHome(), await keptOf(7)], [5, true, {}]);
  } finally {
    Reflect.deleteProperty(globalThis, "navigator");
  }
});

test("what the server fails on is sent again, and is not said to be home", async () => {
  const server = new FakeServer();
  const isHome = () => document.body.getAttribute("data-home") !== null;
  document.body.toggleAttribute("data-home", false);
  await keep(7, "a", kept({ base: 0, rows: [[1, 0, "d", false]], solved: [], here: 1, snapshots: {}, comments: {} }));
  const { answer } = server;
  server.answer = (request, numbers) => (request.do === "take" ? { is: "error", n: request.n, message: "out of order" } : answer.call(server, request, numbers));
  await bringOthersHome(null, () => server.connect);
  assert.equal(isHome(), false);
  server.answer = answer;
  await pass(5_000);
  for (let turn = 0; turn < 20 && !isHome(); turn++) await settle();
  assert.deepEqual([isHome(), server.rows.length, await keptOf(7)], [true, 1, {}]);
});

test("a line that is lost while it comes home is no fault of the page", async () => {
  const server = new FakeServer();
  await keep(7, "a", kept({ base: 0, rows: [[1, 0, "d", false]], solved: [], here: 1, snapshots: {}, comments: {} }));
  await keep(7, "b", kept({ base: 0, rows: [[1, 0, "u", false]], solved: [], here: 1, snapshots: {}, comments: {} }));
  server.saves = false;
  /** @type {unknown[]} */
  const faults = [];
  const note = (/** @type {unknown} */ fault) => void faults.push(fault);
  process.on("unhandledRejection", note);
  try {
    const { answer } = server;
    server.answer = (request, numbers) => {
      if (request.do === "take") server.kill(); // the record before it waits for the disk
      return answer.call(server, request, numbers);
    };
    assert.equal(await sendKept(7, server.connect), "lost");
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(faults, []);
  } finally {
    process.off("unhandledRejection", note);
  }
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
