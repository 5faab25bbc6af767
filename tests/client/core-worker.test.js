/** The core in its worker: each request has its own answer, whatever a search reports on the way. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openDocument } from "./fake-dom.js";

const { startCore } = await import("../../src/pushbox/client/core/core-worker.js");

test("the progress of a search is no answer", async () => {
  openDocument();
  /** @type {(message: {data: any}) => void} */
  let receive = () => {};
  globalThis.Worker = /** @type {any} */ (
    class {
      addEventListener(/** @type {string} */ type, /** @type {any} */ listener) {
        if (type === "message") receive = listener;
      }

      postMessage() {}
    }
  );
  const core = startCore();
  const answers = [core?.ask(new Uint8Array(1)), core?.ask(new Uint8Array(2)), core?.ask(new Uint8Array(3))];
  receive({ data: { progress: { nodes: 5 } } });
  receive({ data: { answer: { status: "solved" } } });
  receive({ data: { answer: { error: "found no request" } } });
  receive({ data: { error: "memory is short" } });
  const [first, second, third] = await Promise.allSettled(answers);
  assert.deepEqual(first, { status: "fulfilled", value: { status: "solved" } });
  assert.deepEqual([second, third].map((one) => one.status === "rejected" && one.reason.message), ["found no request", "memory is short"]);
});
