/** A storm as the client sees it: its clock, and what stands beside its board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, readTexts, serve, settle, sockets } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { mount } from "../../src/pushbox/client/storm/page.js";
import { placeText } from "../../src/pushbox/client/storm/storm-parts.js";
import { NOT_BEGUN, clockText, secondsLeft, viewOf } from "../../src/pushbox/client/storm/storm.js";

useTexts("en", { ...readTexts("live"), ...readTexts("storm") });
const STORM = { is: /** @type {const} */ ("storm"), phase: /** @type {const} */ ("ready"), number: 0, solved: 0, moves: 0, left: 180 };

test("the clock stands until the first move, then counts down to nothing", () => {
  const ready = viewOf(STORM, 5_000);
  assert.equal(secondsLeft(ready, 95_000), 180);
  const running = viewOf({ ...STORM, phase: "running", left: 90 }, 5_000);
  assert.equal(secondsLeft(running, 15_000), 80);
  assert.equal(secondsLeft(running, 999_000), 0);
  assert.deepEqual([180, 60.2, 9.01, 0].map(clockText), ["3:00", "1:01", "0:10", "0:00"]);
});

test("a result says whether it is the best of this person", () => {
  const view = { ...NOT_BEGUN, phase: /** @type {const} */ ("over"), solved: 9, moves: 200, place: { best_before: 7, better: 2 } };
  assert.equal(placeText(view), "9 levels in 200 moves. Your best until now was 7. Place 3 of all time.");
  assert.equal(placeText({ ...view, place: { best_before: 9, better: 2 } }), "9 levels in 200 moves. Place 3 of all time.");
  assert.equal(placeText({ ...view, solved: 1, place: null }), "1 level in 200 moves.");
});

test("a level that comes is said to be shown, so that keys before it are none of its moves", async () => {
  const board = { width: 3, height: 1, palette: { "-": "floor" }, terrain: ["3-"], pieces: [{ kind: "pusher", cells: [0] }] };
  const state = { node: 0, depth: 0, focus: [0], counts: {}, outcome: { status: "playing" }, branches: [] };
  const body = openPage("storm", "/storm");
  serve({ "GET /me": { account: null, recent: [] }, "GET /storms": { best: [{ name: "Gale", account: false, solved: 9, moves: 100, played: "", mine: true }] } });
  const mounted = mount(body); // which waits for the first answer
  await settle();
  const [socket] = sockets;
  const opened = { is: "opened", game: { players: 1 }, board, nodes: [], state };
  for (const message of [STORM, opened]) socket.receive(message);
  await mounted;
  body.fire("keydown", { key: "ArrowRight" });
  assert.deepEqual(socket.sent.slice(0, 2), [{ do: "shown", number: 0 }, { do: "press", key: "right", n: 1 }]);
  socket.receive({ ...STORM, phase: "running", number: 1, solved: 1, left: 170 });
  assert.equal(body.querySelector("#score").textContent, "1");
  body.querySelector("#storm-actions button").fire("click");
  assert.deepEqual(socket.sent.at(-1), { do: "skip" });
  socket.receive({ ...STORM, phase: "over", solved: 1, left: 0, played: [{ id: 7, title: "", seconds: 3.4 }, { id: 8, title: "X", seconds: null }] });
  assert.deepEqual(
    body.querySelectorAll("#played li").map((/** @type {Node} */ item) => item.textContent),
    ["Untitledafter 3 s", "Xnot solved"],
  );
  assert.match(body.querySelector("#best").textContent, /9Gale \(you\)100 moves/);
});
