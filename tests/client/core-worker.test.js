/** The core in its worker: each request has its own answer, whatever a search reports on the way, and in whatever order. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";

import { openDocument } from "./fake-dom.js";

const { Cores, NotLoaded, startCore, startCoreHere } = await import("../../src/pushbox/client/core/core-worker.js");

test("the progress of a search is no answer, and one that is stopped is told so", async () => {
  openDocument();
  /** @type {(message: {data: any}) => void} */
  let receive = () => {};
  /** @type {any[]} */
  const sent = [];
  globalThis.Worker = /** @type {any} */ (
    class {
      addEventListener(/** @type {string} */ type, /** @type {any} */ listener) {
        if (type === "message") receive = listener;
      }

      postMessage(/** @type {any} */ message) {
        sent.push(message);
      }
    }
  );
  const core = startCore();
  /** @type {any[]} */
  const shown = [];
  /** @type {() => void} */
  let stop = () => {};
  const stopped = new Promise((resolve) => (stop = () => resolve(null)));
  const search = core?.ask(new Uint8Array(1), { progress: (state) => shown.push(state), stopped });
  const answers = [search, core?.ask(new Uint8Array(2)), core?.ask(new Uint8Array(3))];
  receive({ data: { id: 0, progress: { nodes: 5 } } });
  receive({ data: { id: 2, error: "memory is short" } });
  receive({ data: { id: 1, answer: { error: "found no request" } } });
  assert.deepEqual([shown, sent.map(({ id, request }) => [id, request.length])], [[{ nodes: 5 }], [[0, 1], [1, 2], [2, 3]]]);
  stop();
  await stopped;
  await Promise.resolve();
  assert.deepEqual(sent.at(-1), { id: 0, stop: true });
  receive({ data: { id: 0, answer: { status: "solved" } } });
  const [first, second, third] = await Promise.allSettled(answers);
  assert.deepEqual(first, { status: "fulfilled", value: { status: "solved" } });
  assert.deepEqual([second, third].map((one) => one.status === "rejected" && one.reason.message), ["found no request", "memory is short"]);
});

const CLIENT = new URL("../../src/pushbox/client/", import.meta.url);
const MODULE = new URL("core/pushbox.wasm", CLIENT);

test("the core of a page's own thread answers at once, and says what is wrong", { skip: existsSync(MODULE) ? false : "the core for browsers is not built" }, async () => {
  openDocument();
  document.documentElement.dataset.static = CLIENT.href;
  /** @type {string[]} */
  const fetched = [];
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => fetched.push(address) && new Response(readFileSync(MODULE), { headers: { "content-type": "application/wasm" } }));
  const { readRequest } = await import("../../src/pushbox/client/core/core-requests.js");
  const core = startCoreHere();
  const { levels } = await core?.ask(readRequest("#####\n#@$.#\n#####"));
  assert.equal(levels.length, 1);
  // A worker that starts when the server is gone has all that it needs.
  assert.deepEqual(fetched.map((address) => address.replace(CLIENT.href, "")).sort(), ["core/pushbox.wasm", "core/search-worker.js"]);
  /** @type {any[]} */
  const answers = [];
  const turn = new Promise((resolve) => setImmediate(resolve));
  core?.ask(readRequest("#####\n#@$.#\n#####")).then((answer) => answers.push(answer));
  await turn;
  assert.equal(answers.length, 1);
  await assert.rejects(/** @type {any} */ (core?.ask(new Uint8Array(3))), /found/);
});

test("a page starts each of its cores when it is first asked, and ends them together", async () => {
  /** @type {string[]} */
  const log = [];
  const cores = new Cores(() => {
    const name = String(log.length);
    log.push(`start ${name}`);
    return { ask: async () => name, end: () => void log.push(`end ${name}`) };
  });
  assert.deepEqual([await cores.keys(new Uint8Array()), await cores.searches(new Uint8Array()), await cores.keys(new Uint8Array())], ["0", "1", "0"]);
  cores.end();
  assert.deepEqual(log, ["start 0", "start 1", "end 0", "end 1"]);
  await assert.rejects(new Cores(() => null, "none here").queries(new Uint8Array()), /none here/);
});

test("a core that was not loaded is ended, and another one is started when it is asked again", async () => {
  /** @type {string[]} */
  const log = [];
  /** @type {(() => Promise<any>)[]} */
  const answers = [async () => Promise.reject(new NotLoaded()), async () => Promise.reject(new Error("a wall")), async () => "moved"];
  const cores = new Cores(() => {
    log.push("start");
    return { ask: () => /** @type {() => Promise<any>} */ (answers.shift())(), end: () => void log.push("end") };
  });
  await assert.rejects(cores.keys(new Uint8Array()), /does not load/);
  await assert.rejects(cores.keys(new Uint8Array()), /a wall/); // what a core says is no reason to end it
  assert.equal(await cores.keys(new Uint8Array()), "moved");
  assert.deepEqual(log, ["start", "end", "start"]);
});

test("a worker that does not load, and a page without the core's files, say so", async () => {
  openDocument();
  /** @type {(() => void)[]} */
  const failed = [];
  globalThis.Worker = /** @type {any} */ (
    class {
      addEventListener(/** @type {string} */ type, /** @type {() => void} */ listener) {
        if (type === "error") failed.push(listener);
      }

      postMessage() {}
    }
  );
  const asked = startCore()?.ask(new Uint8Array(1));
  failed[0]();
  await assert.rejects(/** @type {any} */ (asked), NotLoaded);
  document.documentElement.dataset.static = "file:///none/";
  globalThis.fetch = async () => Promise.reject(new TypeError("Failed to fetch"));
  await assert.rejects(/** @type {any} */ (startCoreHere()?.ask(new Uint8Array(1))), NotLoaded);
});

test("a module that has failed once is asked for by another address, as a browser may remember that", async (context) => {
  openDocument();
  const folder = mkdtempSync(`${tmpdir()}/core-`);
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(`${folder}/core`);
  writeFileSync(`${folder}/package.json`, '{"type": "module"}');
  const module = 'if (!import.meta.url.includes("?")) throw new Error("gone"); export const loadCore = async () => ({ answer: () => ({ moved: true }) });';
  writeFileSync(`${folder}/core/instance.js`, module);
  document.documentElement.dataset.static = `file://${folder}/`;
  globalThis.fetch = async () => new Response("");
  await startCoreHere()?.ask(new Uint8Array(1)).catch(() => {}); // unless one has failed before
  assert.deepEqual(await startCoreHere()?.ask(new Uint8Array(1)), { moved: true });
});
