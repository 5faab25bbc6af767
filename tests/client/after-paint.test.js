/** What waits for a paint: once for many calls, and not too often. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openDocument, painted, pass } from "./fake-dom.js";
import { afterPaint, coalesced } from "../../src/pushbox/client/core/after-paint.js";

openDocument();

test("what waits for a paint is done after the frame in which that is", async () => {
  /** @type {(() => void)[]} */
  const frames = [];
  const order = /** @type {string[]} */ ([]);
  Object.assign(globalThis, { requestAnimationFrame: (/** @type {() => void} */ frame) => frames.push(frame) });
  afterPaint(() => order.push("work"));
  await painted();
  assert.equal(order.length, 0);
  frames[0]();
  order.push("paint");
  await painted();
  assert.deepEqual(order, ["paint", "work"]);
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
});

test("many calls are one run, the next of which has to wait", async () => {
  let runs = 0;
  const show = coalesced(() => runs++);
  show();
  show();
  assert.equal(runs, 0);
  await painted();
  assert.equal(runs, 1);
  show();
  show();
  await pass(39);
  assert.equal(runs, 1, "the last one was 49 ms ago");
  await pass(1);
  assert.equal(runs, 2);
});
