/** The tick of two players at one keyboard: what the page says while one of them has chosen. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bodyWith } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { Halves } from "../../src/pushbox/client/play/halves.js";

useTexts("en", { "half.waits": "half.waits {player} {other}: {steps}, {still}" });

/** A client that steers the pusher of a player. @param {number} players @param {number} [steered] */
const client = (players, steered = 1) =>
  /** @type {any} */ ({
    game: { players },
    focus: [steered],
    confirmed: { pieces: [{ kind: "box", cells: [3] }, { kind: "pusher", cells: [1], player: 1 }, { kind: "pusher", cells: [2], player: 2 }] },
  });

/** The note after some commands: "" where it is hidden. @param {any} play @param {...object} requests */
function noteAfter(play, ...requests) {
  const halves = new Halves(bodyWith("#half"));
  for (const request of requests) halves.take(/** @type {any} */ (request), play);
  return halves.note.hidden ? "" : halves.note.textContent;
}

const FIRST = { do: "press", key: "left", player: 1 };
const SECOND = { do: "press", key: "up", player: 2 };

test("who has chosen is shown with the keys of the other, until both have", () => {
  assert.match(noteAfter(client(2), FIRST), /^half\.waits\b.*\b1\b.*\b2\b.*W A S D.*Space/);
  assert.match(noteAfter(client(2), SECOND), /^half\.waits\b.*\b2\b.*\b1\b.*↑ ← ↓ →.*Enter/);
  assert.equal(noteAfter(client(2), FIRST, SECOND), "");
  assert.match(noteAfter(client(2), FIRST, SECOND, SECOND), /W A S D|↑ ← ↓ →/, "the next tick");
});

test("a player may choose anew, and standing still is a choice", () => {
  assert.match(noteAfter(client(2), FIRST, { ...FIRST, key: "right" }), /W A S D/);
  assert.match(noteAfter(client(2), { do: "press", key: "act", player: 1 }), /W A S D/);
  assert.equal(noteAfter(client(2), FIRST, { do: "press", key: "act", player: 2 }), "");
});

test("a step without a player is that of the pusher who is steered", () => {
  assert.match(noteAfter(client(2, 2), { do: "press", key: "left" }), /↑ ← ↓ →/);
  assert.equal(noteAfter(client(2, 2), { do: "press", key: "left" }, FIRST), "");
});

test("what plays something else ends the tick, what leaves the position does not", () => {
  for (const request of [{ do: "undo" }, { do: "drag", from: 3, to: 4 }, { do: "restart" }]) assert.equal(noteAfter(client(2), FIRST, request), "", request.do);
  for (const request of [{ do: "snapshot", slot: "1" }, { do: "assist" }]) assert.match(noteAfter(client(2), FIRST, request), /W A S D/, request.do);
});

test("whoever plays alone chooses nothing", () => {
  assert.equal(noteAfter(client(1), FIRST), "");
  assert.equal(noteAfter(client(1), { do: "press", key: "left" }), "");
});
