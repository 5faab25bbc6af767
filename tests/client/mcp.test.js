// The board of a chat: JSON-RPC with its host, and a game whose requests go to a tool, in order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GameModel } from "../../src/pushbox/mcp/static/game-model.js";
import { Host } from "../../src/pushbox/mcp/static/host.js";

/** A frame whose parent keeps what it is sent. */
function frame() {
  /** @type {any[]} */
  const sent = [];
  /** @type {any} */
  let listener;
  const parent = { postMessage: (/** @type {any} */ message) => sent.push(message) };
  const own = { parent, addEventListener: (/** @type {string} */ _, /** @type {any} */ take) => (listener = take) };
  const receive = (/** @type {any} */ data, /** @type {any} */ source = parent) => listener({ data, source });
  return { own: /** @type {any} */ (own), sent, receive };
}

test("a request is answered by its number, and by the parent alone", async () => {
  const { own, sent, receive } = frame();
  const host = new Host(own);
  const first = host.request("one", { a: 1 });
  const second = host.request("two", {});
  assert.deepEqual(sent[0], { jsonrpc: "2.0", id: 1, method: "one", params: { a: 1 } });
  receive({ jsonrpc: "2.0", id: 1, result: "forged" }, {});
  receive("no JSON-RPC");
  receive({ jsonrpc: "2.0", id: 2, error: { code: 1, message: "not today" } });
  receive({ jsonrpc: "2.0", id: 1, result: "answer" });
  assert.equal(await first, "answer");
  await assert.rejects(second, /not today/);
});

test("requests of the host are answered, and those that are unknown refused", () => {
  const { own, sent, receive } = frame();
  const host = new Host(own);
  /** @type {any[]} */
  const got = [];
  host.on("told", (params) => got.push(params));
  host.on("ping", () => ({}));
  receive({ jsonrpc: "2.0", method: "told", params: { x: 1 } });
  receive({ jsonrpc: "2.0", id: 7, method: "ping" });
  receive({ jsonrpc: "2.0", id: 8, method: "unknown" });
  assert.deepEqual(got, [{ x: 1 }]);
  assert.deepEqual(sent[0], { jsonrpc: "2.0", id: 7, result: {} });
  assert.equal(sent[1].error.code, -32601);
});

/** A game over a host whose tool is a function. @param {(given: any) => any} tool */
function game(tool) {
  /** @type {any[]} */
  const calls = [];
  const host = {
    request: async (/** @type {string} */ method, /** @type {any} */ params) => {
      calls.push(method === "tools/call" ? params.arguments : { method, ...params });
      return method === "tools/call" ? tool(params.arguments) : {};
    },
  };
  /** @type {any[]} */
  const heard = [];
  const model = new GameModel(/** @type {any} */ (host), "game-1", (language) => /** @type {any} */ ({ language }));
  model.on("msg:custom", (message) => heard.push(message));
  return { model, calls, heard };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("requests go in order, those of a moment in one call, each with what has been seen", async () => {
  Object.assign(globalThis, { document: { visibilityState: "hidden" } });
  const { model, calls, heard } = game(({ seen, requests }) => ({
    structuredContent: {
      seen: Math.max(seen, 0) + requests.length,
      messages: requests.map((/** @type {string} */ text) => ({ n: JSON.parse(text).n, message: { is: "line", text } })),
    },
  }));
  model.send({ view: "v", language: "de" });
  model.send({ view: "v", open: true });
  for (const n of [1, 2]) model.send({ view: "v", text: JSON.stringify({ do: "line", n }) });
  await settled();
  model.send({ view: "v", text: JSON.stringify({ do: "line", n: 3 }) });
  await settled();
  model.close();
  assert.deepEqual(calls.map(({ seen, requests }) => [seen, requests.length]), [[-1, 0], [0, 2], [2, 1]]);
  assert.deepEqual(heard[0], { to: "v", setup: { language: "de" } });
  assert.deepEqual(heard.slice(1).map(({ to, n }) => [to, n]), [["v", 1], ["v", 2], ["v", 3]]);
});

test("a tool that fails is an error of each of its requests", async () => {
  Object.assign(globalThis, { document: { visibilityState: "hidden" } });
  const { model, heard } = game(() => ({ isError: true, content: [{ type: "text", text: "found no open game" }] }));
  model.send({ view: "v", text: '{"do":"undo","n":5}' });
  await settled();
  model.close();
  assert.deepEqual(heard, [{ to: "v", n: 5, message: { is: "error", message: "found no open game" } }]);
});

test("what it looks like is kept, and its listeners are told", () => {
  const { model } = game(() => ({}));
  /** @type {any[]} */
  const changes = [];
  const listener = (/** @type {any} */ value) => changes.push(value);
  model.on("change:skin", listener);
  model.set("skin", "wood");
  model.off("change:skin", listener);
  model.set("skin", "paper");
  assert.deepEqual(changes, ["wood"]);
  assert.equal(model.get("skin"), "paper");
});
