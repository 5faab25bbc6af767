/** What localStorage had of plays in an older release is taken over, and nothing of it is lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake-dom.js";

const { load, save } = await import("../../src/pushbox/client/core/storage.js");
const { hasKept, isMarked } = await import("../../src/pushbox/client/core/marks.js");
const { keptOf, keptPlays } = await import("../../src/pushbox/client/alone/kept.js");
const { findRecords, putRecord, readRecord } = await import("../../src/pushbox/client/alone/records.js");
const { refusedOf } = await import("../../src/pushbox/client/alone/refused.js");

/** @param {number} here */
const kept = (here) => ({ base: 0, rows: [[1, 0, "r", false]], solved: [], here, snapshots: {}, comments: {}, assists: [], seconds: 1 });

test("kept and refused plays, and where one stood, are records with their marks", async () => {
  save("kept", { 7: { a: kept(1), b: kept(0) }, 9: { a: kept(1) } });
  save("refused", { 8: [{ window: "a", kept: kept(1), reason: "a wall" }] });
  save("alone", { play: 7, window: "a", opened: { play: 7 } });
  assert.deepEqual([isMarked("kept", 7), isMarked("kept", 8), isMarked("refused", 8), hasKept()], [true, false, true, true]); // before any is read

  assert.deepEqual(await keptPlays(), ["7", "9"]);
  assert.deepEqual(await keptOf(7), { a: kept(1), b: kept(0) });
  assert.deepEqual((await refusedOf(8)).map(({ reason }) => reason), ["a wall"]);
  assert.deepEqual((await findRecords("stood/7/")).map(([key]) => key), ["stood/7/a"]);
  assert.deepEqual(["kept", "refused", "alone"].map((name) => load(name, null)), [null, null, null]);
  assert.deepEqual([isMarked("kept", 7), isMarked("kept", 9), isMarked("refused", 8), hasKept()], [true, true, true, true]);
});

test("records are found by the beginning of their keys, and none of another play", async () => {
  await putRecord("kept/70/a", kept(1));
  assert.deepEqual(Object.keys(await keptOf(7)), ["a", "b"]);
  assert.equal(await readRecord("kept/7"), undefined);
  await putRecord("kept/70/a", undefined);
  assert.deepEqual(await keptOf(70), {});
});
