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

/** A database whose writes end when they are let. */
class SlowDatabase {
  /** @type {Map<string, any>} */
  values = new Map();
  /** @type {(() => void)[]} */
  ends = [];

  close() {}

  /** @param {string} _name @param {string} mode */
  transaction(_name, mode = "readonly") {
    /** @type {(() => void)[]} */
    const changes = [];
    const request = (/** @type {any} */ result) => ({ result, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ act) => type === "success" && queueMicrotask(act) });
    const store = {
      put: (/** @type {any} */ value, /** @type {string} */ key) => void changes.push(() => void this.values.set(key, value)),
      delete: (/** @type {string} */ key) => void changes.push(() => void this.values.delete(key)),
      getAllKeys: () => request([...this.values.keys()].sort()),
      getAll: () => request([...this.values].sort().map(([, value]) => value)),
    };
    const addEventListener = (/** @type {string} */ type, /** @type {() => void} */ act) => {
      if (mode === "readwrite" && type === "complete") this.ends.push(() => (changes.forEach((change) => change()), act()));
    };
    return { objectStore: () => store, commit: () => {}, addEventListener };
  }

  /** Let all writes end. */
  async end() {
    while (this.ends.length) {
      this.ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Return the records as a new page has them. @param {SlowDatabase} database @returns {Promise<typeof import("../../src/pushbox/client/alone/records.js")>} */
async function newPage(database) {
  const opened = { result: database, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ act) => type === "success" && queueMicrotask(act) };
  Object.assign(globalThis, { indexedDB: { open: () => opened }, IDBKeyRange: { bound: () => null } });
  return import(`../../src/pushbox/client/alone/records.js?page=${pages++}`);
}

let pages = 0;

test("what a page had not written when it was left is there for the next one", async () => {
  const database = new SlowDatabase();
  const left = await newPage(database);
  void left.putRecord("kept/7/a", kept(1));
  await new Promise((resolve) => setImmediate(resolve));
  await database.end();
  void left.putRecord("kept/7/a", kept(2));
  void left.putRecord("kept/8/a", kept(1));
  await new Promise((resolve) => setImmediate(resolve));
  database.ends = []; // the page goes
  left.keepLate();
  const next = await newPage(database);
  const found = next.findRecords("kept/");
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    await database.end();
  }
  assert.deepEqual(await found, [["kept/7/a", kept(2)], ["kept/8/a", kept(1)]]);
  assert.equal(load("late", null), null);
});

test("a page that is back writes on, and nothing older comes after it", async () => {
  const database = new SlowDatabase();
  const page = await newPage(database);
  const first = page.putRecord("kept/7/a", kept(1));
  await new Promise((resolve) => setImmediate(resolve));
  page.keepLate();
  assert.deepEqual(load("late", null), { "kept/7/a": kept(1) });
  const second = page.putRecord("kept/7/a", undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await database.end();
  await Promise.all([first, second]);
  page.keepLate(); // nothing is on its way
  assert.deepEqual([load("late", null), [...database.values]], [null, []]);
});

test("what this page writes is newer than what another had left", async () => {
  const database = new SlowDatabase();
  save("late", { "kept/7/a": kept(1), "kept/7/b": kept(1), "kept/7/c": kept(1) });
  const page = await newPage(database);
  const before = page.putRecord("kept/7/a", kept(2));
  await new Promise((resolve) => setImmediate(resolve));
  const found = page.findRecords("kept/");
  await new Promise((resolve) => setImmediate(resolve));
  const after = page.putRecord("kept/7/b", kept(2));
  await new Promise((resolve) => setImmediate(resolve));
  await database.end();
  await Promise.all([before, found, after]);
  assert.deepEqual([...database.values].sort(), [["kept/7/a", kept(2)], ["kept/7/b", kept(2)], ["kept/7/c", kept(1)]]);
  assert.equal(load("late", null), null);
});
