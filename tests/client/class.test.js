/** Classes as values: results by pupil and level, codes, days; and the rooms of a class. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { dayOf, groupedCode, resultOf, startOfDay, sumOf, withResults } from "../../src/pushbox/client/class/results.js";
import { NO_ROOM, viewAfter } from "../../src/pushbox/client/live/room.js";

/** @param {number} pupil @param {number} level @param {number} stars */
const result = (pupil, level, stars) => ({ pupil, level, stars, pushes: 1, moves: 2, helps: [], seconds: 3, plays: 1 });

test("a newer result takes the place of the one before, and the older table stays as it was", () => {
  const before = withResults(new Map(), [result(1, 7, 0), result(2, 7, 3)]);
  const after = withResults(before, [result(1, 7, 2)]);
  assert.equal(resultOf(before, 1, 7)?.stars, 0);
  assert.equal(resultOf(after, 1, 7)?.stars, 2);
  assert.equal(resultOf(after, 1, 8), undefined);
});

test("a sum counts solved levels that are set", () => {
  const results = withResults(new Map(), [result(1, 7, 3), result(1, 8, 0), result(1, 9, 2), result(2, 7, 1)]);
  assert.deepEqual(sumOf(results, 1, [7, 8]), { solved: 1, stars: 3 });
  assert.deepEqual(sumOf(results, 1, [7, 9, null]), { solved: 2, stars: 5 });
  assert.deepEqual(sumOf(results, 3, [7]), { solved: 0, stars: 0 });
});

test("a code is read in groups", () => {
  assert.equal(groupedCode("ABCDEFGHJ"), "ABC-DEF-GHJ");
  assert.equal(groupedCode("ABC"), "ABC");
});

test("a day begins at midnight of this browser", () => {
  const instant = startOfDay("2026-11-28");
  assert.ok(instant);
  assert.deepEqual([new Date(instant).getHours(), dayOf(new Date(instant))], [0, "2026-11-28"]);
  assert.equal(startOfDay(""), null);
});

test("the progress of a race of many is of all but oneself", () => {
  const player = (/** @type {number} */ seat) => ({ seat, progress: null, finished: null });
  const room = /** @type {any} */ ({ is: "room", you: 0, phase: "running", tick: 0, players: [player(0), player(1)], board: { width: 1, height: 1, palette: { "-": "floor" }, terrain: ["-"], pieces: [] } });
  const moved = [0, 1].map((seat) => ({ seat, depth: 4, boxes_on_goals: 1, finished: null }));
  const view = viewAfter(viewAfter(NO_ROOM, room), { is: "progressed", players: moved });
  assert.deepEqual(view.room?.players.map(({ progress }) => progress), [null, { depth: 4, boxes_on_goals: 1 }]);
});
