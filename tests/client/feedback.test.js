/** Feedback of a play: pushes that lose, and how good a solution is. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./fake-dom.js";
import { updateSettings } from "../../src/pushbox/client/core/settings.js";
import { Judge } from "../../src/pushbox/client/play/judge.js";
import { fewest, rate } from "../../src/pushbox/client/play/stars.js";

test("a solution is rated beside the best that is known and what every solution needs, as in the terminal game", () => {
  /** @type {{ counts: Record<string, number>, best: number[][], proven: string[], bound: number | null, assists: string[], stars: number, cost: number, advice: string }[]} */
  const cases = JSON.parse(readFileSync(new URL("../golden/stars.json", import.meta.url), "utf8"));
  for (const { counts, best, proven, bound, assists, ...expected } of cases) {
    /** @type {Record<string, number>} */
    const lowest = {};
    for (const [pushes, moves] of best) {
      lowest.pushes = Math.min(pushes, lowest.pushes ?? pushes);
      lowest.moves = Math.min(moves, lowest.moves ?? moves);
    }
    assert.deepEqual(rate(counts, { lowest, best, proven }, bound, assists), expected);
  }
});

test("a solution is rated beside the best by pushes and the best by moves alone", () => {
  assert.deepEqual(fewest([[12, 30], [10, 20], [11, 15], [14, 40]]), [[10, 20], [11, 15]]);
  assert.deepEqual(fewest([]), []);
});

/** A page whose client stands on a node; the answers of the server come in order. @param {object[]} answers */
function page(answers) {
  /** @type {object[]} */
  const queries = [];
  /** @type {[string, string][]} */
  const shown = [];
  const client = {
    state: { node: 1, outcome: { status: "playing" } },
    tree: { get: () => ({ pushed: true }) },
    reverse: false,
    has: () => true,
    query: async (/** @type {object} */ request) => {
      queries.push(request);
      return answers.shift();
    },
  };
  const card = { show: (/** @type {string} */ kind, /** @type {string} */ title) => shown.push([kind, title]) };
  const board = { setOverlay: () => {} };
  const judge = new Judge(/** @type {any} */ ({ client, card, board }));
  return { judge, client, queries, shown };
}

const LOST = { status: "lost", reasons: [{ text: "The box on B2 is stuck.", boxes: [8], cells: [] }] };
const UNKNOWN = { status: "unknown", reasons: [] };

test("a push that loses is shown, at once or after a search, and asked once a position", async () => {
  updateSettings({ warn: "after" });
  const { judge, queries, shown } = page([UNKNOWN, LOST]);
  await judge.judge();
  await judge.judge();
  assert.deepEqual(queries, [{ do: "judge", lang: "en" }, { do: "judge", lang: "en", search: true }]);
  assert.deepEqual(shown.map(([kind]) => kind), ["lost", "lost"]);
});

test("nothing is said of what is not known, and nothing is requested where the player wants no warning", async () => {
  updateSettings({ warn: "after" });
  const unknown = page([UNKNOWN, UNKNOWN]);
  await unknown.judge.judge();
  assert.deepEqual(unknown.shown, []);
  updateSettings({ warn: "never" });
  const never = page([LOST]);
  await never.judge.judge();
  assert.deepEqual(never.queries, []);
  updateSettings({ warn: "after" });
});

test("a verdict that comes after the next move is not shown", async () => {
  const { judge, client, shown } = page([LOST]);
  const judging = judge.judge();
  client.state = { ...client.state, node: 2 };
  await judging;
  assert.deepEqual(shown, []);
});
