/** The card of a solved level: which counts it shows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bodyWith, get } from "./fake-dom.js";
import { Card } from "../../src/pushbox/client/play/card.js";
import { showWon } from "../../src/pushbox/client/play/won.js";

/** Show a level as solved, and return the counts on its card. @param {Record<string, number>} counts */
async function shown(counts) {
  const card = new Card(bodyWith("#card"), () => {});
  const client = { level: null, game: null, state: { node: 1, counts, assists: [] } };
  await showWon(/** @type {any} */ ({ client, card, level: null }));
  return get("#card").querySelectorAll("dl div").map((/** @type {any} */ row) => row.querySelector("dd").textContent);
}

test("a game without pushes has no rows of zeros", async () => {
  assert.deepEqual(await shown({ moves: 9, pushes: 0, box_lines: 0, box_changes: 0, pushing_sessions: 0 }), ["9"]);
  assert.deepEqual(await shown({ moves: 9, pushes: 2, box_lines: 1, box_changes: 1, pushing_sessions: 1 }), ["9", "2", "1", "1", "1"]);
  assert.deepEqual(await shown({ moves: 0, pushes: 0, box_lines: 0, box_changes: 0, pushing_sessions: 0 }), ["0"]);
});
