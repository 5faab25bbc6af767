/** The worker of searches, with the core that was compiled for browsers: it takes other messages between two steps. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const { closeRequest, openRequest, readRequest, searchRequest } = await import("../../src/pushbox/client/core/core-requests.js");

const MODULE = new URL("../../src/pushbox/client/core/pushbox.wasm", import.meta.url);
const skip = existsSync(MODULE) ? false : "the core for browsers is not built";
const ENDLESS = { seconds: Infinity, nodes: Infinity, megabytes: 256 };
// Boxes in a hall, more than any search for the fewest moves finishes with.
const SIDE = 12;
const HALL = {
  game: "sokoban",
  board: {
    width: SIDE,
    height: SIDE,
    palette: { "#": "wall", "-": "floor", ".": "goal" },
    terrain: [`${SIDE}#`, ...Array.from({ length: SIDE - 3 }, () => `#${SIDE - 2}-#`), "#8.2-#", `${SIDE}#`],
    pieces: [{ kind: "pusher", cells: [SIDE + 1] }, ...[26, 28, 30, 32, 50, 52, 54, 56].map((cell) => ({ kind: "box", cells: [cell] }))],
  },
};

/** @type {any[]} what the worker has posted */
const posted = [];
/** @type {(() => void)[]} */
const watchers = [];
Object.assign(globalThis, {
  onmessage: null,
  postMessage(/** @type {any} */ message) {
    posted.push(message);
    for (const watcher of watchers) watcher();
  },
  // A port of Node's would keep this process alive.
  MessageChannel: class {
    port2 = { onmessage: () => {} };
    port1 = { postMessage: () => setImmediate(() => this.port2.onmessage()) };
  },
  fetch: async () => new Response(readFileSync(MODULE), { headers: { "content-type": "application/wasm" } }),
});

const send = (/** @type {any} */ data) => void (/** @type {any} */ (globalThis).onmessage({ data }));

/** Return the next message of the worker that is as it should be. @param {(message: any) => boolean} isIt */
function next(isIt) {
  const from = posted.length;
  return new Promise((resolve) => {
    const look = () => {
      const found = posted.slice(from).find(isIt);
      if (found) resolve(found);
    };
    watchers.push(look);
  });
}

const answerTo = (/** @type {number} */ id) => next((message) => message.id === id && !message.progress);

test("a search goes on beside plays and other searches, and ends with what it has found when it is stopped", { skip }, async () => {
  await import("../../src/pushbox/client/core/search-worker.js");
  let answer = answerTo(0);
  send({ id: 0, request: openRequest(/** @type {any} */ (HALL)) });
  assert.equal((await answer).answer.play, 0);
  let progress = next(({ id, progress: state }) => id === 1 && state?.nodes > 0);
  send({ id: 1, request: searchRequest(0, 0, "moves", ENDLESS) });
  assert.ok((await progress).progress.nodes > 0);
  // A play is answered meanwhile, and a second search takes turns.
  answer = answerTo(2);
  send({ id: 2, request: readRequest("#####\n#@$.#\n#####") });
  assert.equal((await answer).answer.levels.length, 1);
  progress = next(({ id, progress: state }) => id === 1 && state?.nodes > 0);
  answer = answerTo(3);
  send({ id: 3, request: searchRequest(0, 0, "any", ENDLESS) });
  assert.equal((await answer).answer.status, "solved");
  assert.ok(await progress);
  answer = answerTo(1);
  send({ id: 1, stop: true });
  const { answer: stopped } = await answer;
  assert.equal(stopped.limit, "stopped");
  assert.ok(stopped.nodes > 0);
  // What nobody waits for is no search any more, and what is no request is refused.
  send({ id: 1, stop: true });
  answer = answerTo(4);
  send({ id: 4, request: closeRequest(0) });
  assert.deepEqual((await answer).answer, {});
  answer = answerTo(5);
  send({ id: 5, request: new Uint8Array(3) });
  assert.ok((await answer).answer.error);
});

test("what a search that is dropped has held is free for the next", { skip }, async () => {
  const { coreOf } = await import("../../src/pushbox/client/core/instance.js");
  const { instance } = await WebAssembly.instantiate(readFileSync(MODULE), { host: { now: () => 0 } });
  const core = coreOf(instance.exports);
  const { memory } = /** @type {any} */ (instance.exports);
  const { play } = core.answer(openRequest(/** @type {any} */ (HALL)));
  const sizes = Array.from({ length: 12 }, () => {
    const { search } = core.answer(searchRequest(play, 0, "moves", ENDLESS));
    const { progress } = core.step(search, 200);
    assert.equal(progress.nodes, 200);
    core.drop(search);
    assert.ok(core.step(search, 1).error);
    return memory.buffer.byteLength;
  });
  assert.equal(sizes.at(-1), sizes[3]);
  assert.ok(core.step(99, 1).error);
});
