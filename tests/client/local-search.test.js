/** Searches on the machine of the visitor: what a worker answers is checked by the server, and where it cannot, that searches. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { openDocument, pass, serve, settle } from "./fake-dom.js";

const { runSolver } = await import("../../src/pushbox/client/core/local-search.js");

/** @type {any} */
const REQUEST = { task: "solve", level: { game: "sokoban" }, moves: "l", objective: "pushes", seconds: 9 };
const CHECKED = { result: { status: "solved", moves_text: "R" } };

class FakeWorker {
  /** @type {FakeWorker[]} */
  static all = [];
  isOver = false;
  /** @type {Map<string, (event: any) => void>} */
  listeners = new Map();

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    FakeWorker.all.push(this);
  }

  /** @param {string} name @param {(event: any) => void} listener */
  addEventListener(name, listener) {
    this.listeners.set(name, listener);
  }

  /** @param {{id: number, request?: Uint8Array, stop?: boolean}} message */
  postMessage({ id, request, stop }) {
    this.id = id;
    this.bytes = request ? [...request] : this.bytes;
    this.isStopped = Boolean(stop);
  }

  terminate() {
    this.isOver = true;
  }

  /** @param {any} data */
  says(data) {
    this.listeners.get("message")?.({ data: { id: this.id, ...data } });
  }
}

class FakeEventSource extends FakeWorker {
  close() {}
}

beforeEach(() => {
  openDocument();
  FakeWorker.all = [];
  Object.assign(globalThis, { Worker: FakeWorker, EventSource: FakeEventSource });
  document.documentElement.dataset.static = "/static/~1/";
});

/** @param {any} [watch] */
async function begin(watch) {
  const requests = serve({ "POST /searches": { request: "AQID" }, "POST /searches/answer": CHECKED, "POST /jobs": { job: "j" } });
  const job = runSolver(REQUEST, watch);
  await settle();
  const [worker] = FakeWorker.all;
  return { requests, job, worker, names: () => requests.map(({ request }) => request) };
}

test("a worker gets the bytes, shows its progress, and its answer is checked", async () => {
  /** @type {any[]} */
  const shown = [];
  const { requests, job, worker, names } = await begin({ progress: (/** @type {any} */ result) => shown.push(result) });
  assert.deepEqual([worker.address, worker.bytes], ["/static/~1/core/search-worker.js", [1, 2, 3]]);
  worker.says({ progress: { nodes: 7, open: 2, bound: 1, seconds: 0.5, best: [9, 4] } });
  assert.deepEqual(shown, [{ nodes: 7, open: 2, bound: 1, seconds: 0.5, best: { moves: 9, pushes: 4 } }]);
  const answer = { status: "solved", lurd: "R", nodes: 9, seconds: 1 };
  worker.says({ answer });
  assert.deepEqual(await job.done, CHECKED.result);
  const { level, moves, objective } = REQUEST;
  assert.deepEqual(requests.at(-1), { request: "POST /searches/answer", body: { level, moves, objective, answer } });
  assert.deepEqual([worker.isOver, names()], [true, ["POST /searches", "POST /searches/answer"]]);
});

test("a search that is stopped says what it has found, and ends at once where it does not", async () => {
  const { job, worker, names } = await begin();
  job.stop();
  await settle();
  assert.deepEqual([worker.isStopped, worker.isOver], [true, false]);
  worker.says({ answer: { status: "gave-up", limit: "stopped" } });
  assert.deepEqual(await job.done, { status: "gave-up", limit: "stopped" });
  assert.deepEqual([worker.isOver, names()], [true, ["POST /searches"]]);
  const other = await begin();
  other.worker = /** @type {FakeWorker} */ (FakeWorker.all.at(-1));
  other.job.stop();
  await settle();
  const answer = { status: "solved", limit: "stopped", lurd: "rR", pushers: null, nodes: 7, seconds: 0.5 };
  other.worker.says({ answer });
  assert.deepEqual(await other.job.done, CHECKED.result);
  assert.deepEqual(other.requests.at(-1)?.body.answer, answer);
  const busy = await begin();
  busy.worker = /** @type {FakeWorker} */ (FakeWorker.all.at(-1));
  busy.job.stop();
  await pass(299);
  assert.ok(!busy.worker.isOver);
  await pass(1);
  assert.deepEqual(await busy.job.done, { status: "gave-up", limit: "stopped" });
  assert.ok(busy.worker.isOver);
});

for (const fault of [{ error: "RuntimeError: unreachable" }, { answer: { error: "found no such terrain" } }]) {
  test(`the server searches after ${JSON.stringify(fault)}`, async () => {
    const { job, worker, names } = await begin();
    worker.says(fault);
    await settle();
    assert.deepEqual([worker.isOver, names()], [true, ["POST /searches", "POST /jobs"]]);
    FakeWorker.all.at(-1)?.listeners.get("done")?.(new MessageEvent("done", { data: '{"status": "solved"}' }));
    assert.deepEqual(await job.done, { status: "solved" });
  });
}

test("the server searches what only it can, and where there are no workers", async () => {
  const requests = serve({ "POST /searches": { request: null }, "POST /jobs": { job: "j" } });
  runSolver(REQUEST);
  await settle();
  Object.assign(globalThis, { Worker: undefined });
  runSolver(REQUEST);
  await settle();
  assert.deepEqual(requests.map(({ request }) => request), ["POST /searches", "POST /jobs", "POST /jobs"]);
});
