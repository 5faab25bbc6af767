/** Laws of the core that plays in the server's place: what it answers itself, what it leaves, and what it tells. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { FakeServer, ROOM } from "./alone/fake-server.js";
import { CLIENT, cells, openPage, playing, playingHere, readFiles, skip, startHere } from "./alone/page.js";
import { pass, settle } from "./fake-dom.js";

const { keptOf } = await import("../../src/pushbox/client/alone/kept.js");
const { isMarked } = await import("../../src/pushbox/client/core/marks.js");
const { prepare } = await import("../../src/pushbox/client/alone/takeover.js");
const { Mirror } = await import("../../src/pushbox/client/alone/mirror.js");
const { Verdicts } = await import("../../src/pushbox/client/alone/verdicts.js");
const { NotLoaded, oneCore } = await import("../../src/pushbox/client/core/core-worker.js");

beforeEach(openPage);

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

test("a core that was not loaded, as the connection was lost, is loaded for a later play", { skip }, async () => {
  const core = await startHere();
  /** @type {string[]} */
  const log = [];
  const failing = { ask: async () => Promise.reject(new NotLoaded()), end: () => void log.push("end") };
  const start = () => (log.push("start") === 1 ? failing : core);
  const { client } = await playing(new FakeServer());
  await prepare(client, start);
  await prepare(client, start); // at the next pause: nothing is tried for this play
  assert.deepEqual([client.core, log], [null, ["start", "end"]]);
  const { client: next } = await playing(new FakeServer());
  await prepare(next, start);
  await settle();
  assert.deepEqual([next.core?.plays, log], [true, ["start", "end", "start"]]);
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

test("a play that is lost before the first pause goes on by the core, and comes home", { skip }, async () => {
  const server = new FakeServer();
  const { client, press } = await playing(server);
  const core = await startHere();
  server.kill();
  await settle();
  assert.deepEqual([client.phase, client.core], ["lost", null]);
  await prepare(client, () => core);
  assert.equal(client.phase, "alone");
  press("right", "right");
  await settle();
  assert.deepEqual([cells(client)?.[0], client.state.node, client.pending], [10, 2, []]);
  server.up = true;
  await pass(10_000);
  assert.deepEqual([client.phase, server.rows.map(([, , text]) => text).join("")], ["open", "rR"]);
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

test("a line of many moves waits for no timer, of which a hidden page has one a second", { skip }, async () => {
  const { client, press } = await playingHere(new FakeServer());
  for (let round = 0; round < 120; round++) press("down", "up");
  await settle();
  const { text } = await client.query({ do: "line" }); // the clock of this test stands
  assert.equal(text, "du".repeat(120));
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
  readFiles();
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
