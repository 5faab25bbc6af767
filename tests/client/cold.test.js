/** A play that was begun without the server is given up only where the server will never have it. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import "./fake-dom.js";

const { connectCold } = await import("../../src/pushbox/client/alone/cold.js");
const { putRecord } = await import("../../src/pushbox/client/alone/records.js");

const { fetch } = globalThis;
afterEach(() => void (globalThis.fetch = fetch));

/** Return the code with which a connection to a play closes. @param {string} play @returns {Promise<number>} */
const closing = (play) => new Promise((resolve) => void connectCold(play)({ message: () => {}, closed: resolve }));

for (const [status, code] of [[404, 4404], [422, 4404], [429, 1006], [500, 1006], [503, 1006]]) {
  test(`a server that answers ${status} ${code === 1006 ? "is asked again" : "will not have it"}`, async () => {
    await putRecord("cold/new-a", { create: { level_id: 1 } });
    globalThis.fetch = async () => new Response(JSON.stringify({ error: "some", message: "Some reason." }), { status, headers: { "Content-Type": "application/json" } });
    assert.equal(await closing("new-a"), code);
  });
}

test("what this browser does not know is nowhere", async () => {
  assert.equal(await closing("new-b"), 4404);
});
