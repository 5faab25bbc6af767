/** What is known of a position: the server assesses it; the core of the page does only where the server does not answer. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { bodyWith, pass, serve } from "./fake-dom.js";
import { Assessment } from "../../src/pushbox/client/analyse/assessment.js";
import { ApiError, get, isOffline } from "../../src/pushbox/client/core/api.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";

useTexts("en", { offline: "offline", "analyse.least": "least {count}", "analyse.dead.count": "dead {count}", "analyse.dead.none": "no dead" });

/** @type {HTMLElement} */
let root;

beforeEach(() => {
  root = bodyWith("#assessment", "#dead-count", "input#dead");
});

/** Answer the next requests by a function. @param {() => unknown} answer */
function answerBy(answer) {
  globalThis.fetch = /** @type {any} */ (async () => answer());
}

/** A response as fetch gives it. @param {number} status @param {string} type @param {string} text */
const response = (status, type, text) => ({
  ok: status < 300,
  status,
  statusText: "",
  headers: { get: (/** @type {string} */ name) => (name === "Content-Type" ? type : null) },
  text: async () => text,
});

/** The error of a request. @param {AbortSignal} [signal] @returns {Promise<any>} */
const errorOf = (signal) => get("/games", undefined, { signal }).then(() => assert.fail("it is answered"), (error) => error);

test("only a request without an answer is offline", () => {
  assert.ok(isOffline(new ApiError("", "offline", 0)));
  const others = [new ApiError("", "bad-input", 422), new ApiError("", "server", 0), new Error("offline"), new TypeError("Failed to fetch")];
  const more = [new DOMException("", "AbortError"), { code: "offline" }, "offline", null, undefined];
  for (const error of [...others, ...more]) assert.equal(isOffline(error), false, String(error));
});

test("a server that does not answer is offline, also behind a proxy that does", async () => {
  answerBy(() => Promise.reject(new TypeError("Failed to fetch")));
  assert.ok(isOffline(await errorOf()));
  for (const status of [502, 503, 504]) {
    answerBy(() => response(status, "text/html", "<h1>Bad Gateway</h1>"));
    assert.ok(isOffline(await errorOf()), String(status));
  }
});

test("a server that refuses, fails or is busy has answered", async () => {
  const busy = JSON.stringify({ error: { code: "busy", message: "later" } });
  const answers = [[503, "application/json", busy], [422, "application/json", busy], [500, "text/plain", "oh"], [404, "text/html", ""]];
  for (const [status, type, text] of /** @type {[number, string, string][]} */ (answers)) {
    answerBy(() => response(status, type, text));
    const error = await errorOf();
    assert.equal(isOffline(error), false, `${status} ${type}`);
    assert.equal(error.status, status);
  }
});

test("a request that the page gives up is no server that is away", async () => {
  const stop = new AbortController();
  answerBy(() => {
    stop.abort();
    return Promise.reject(stop.signal.reason);
  });
  assert.equal(isOffline(await errorOf(stop.signal)), false);
});

/** Assess a position; return what is shown and what the core was asked. */
async function assess() {
  /** @type {object[]} */
  const asked = [];
  const query = async (/** @type {object} */ request) => {
    asked.push(request);
    return { bound: 3, proof: "", dead: [4, 5] };
  };
  const client = { state: { outcome: { status: "playing" } }, level: { level: { game: "sokoban" } }, line: async () => "r", query };
  const assessment = new Assessment(root, /** @type {any} */ (client), /** @type {any} */ ({ setOverlay: () => {} }));
  assessment.schedule();
  await pass(1_000);
  const text = (/** @type {string} */ id) => root.querySelector(id)?.textContent;
  return { asked, shown: [text("#assessment"), text("#dead-count")] };
}

test("the server assesses, and the core is not asked", async () => {
  const requests = serve({ "POST /analyse": { bound: 7, proof: "", dead: [4] } });
  assert.deepEqual(await assess(), { asked: [], shown: ["least 7", "dead 1"] });
  assert.deepEqual(requests, [{ request: "POST /analyse", body: { level: { game: "sokoban" }, moves: "r" } }]);
});

test("what the server refuses is said, and the core is not asked", async () => {
  serve({ "POST /analyse": 422 });
  assert.deepEqual(await assess(), { asked: [], shown: ["refused", "no dead"] });
});

test("without a server the core assesses", async () => {
  answerBy(() => Promise.reject(new TypeError("Failed to fetch")));
  assert.deepEqual(await assess(), { asked: [{ do: "analyse" }], shown: ["least 3", "dead 2"] });
});
