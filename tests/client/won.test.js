/** The card of a solved level: which counts it shows, and that what it says is true. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bodyWith, get, readTexts, serve } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { showHint } from "../../src/pushbox/client/play/assists.js";
import { Card } from "../../src/pushbox/client/play/card.js";
import { fewest } from "../../src/pushbox/client/play/stars.js";
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

test("a solved level asks for no hint, and has none to play", async () => {
  const card = new Card(bodyWith("#card"), () => {});
  const query = () => assert.fail("a hint is asked for");
  const client = { settled: async () => {}, query, state: { node: 3, outcome: { status: "solved", reason: "", winner: 0 } } };
  await showHint(/** @type {any} */ ({ client, card }));
  assert.equal(get("#card").querySelector("p").textContent, "solved");
  assert.equal(get("#card").querySelectorAll("[data-command=hint], button.primary").length, 0);
});

/** Solutions as pushes and moves: all that a level has, and those that were known before; which came out by chance. */
function world(/** @type {() => number} */ random) {
  const some = (/** @type {number} */ least, /** @type {number} */ most) => least + Math.floor(random() * (most - least + 1));
  const solution = () => { const pushes = some(4, 7); return [pushes, pushes + some(2, 5)]; };
  const all = Array.from({ length: some(1, 5) }, solution);
  const own = all[0];
  const known = all.slice(1).filter(() => random() < 0.6);
  const least = [0, 1].map((count) => Math.min(...all.map((one) => one[count])));
  const low = [0, 1].map((count) => Math.min(...known.map((one) => one[count])));
  const proven = ["pushes", "moves"].filter((_, count) => known.length > 0 && low[count] === least[count] && random() < 0.5);
  const bound = random() < 0.5 ? null : some(2, least[0]);
  const lowest = known.length > 0 ? { pushes: low[0], moves: low[1] } : {};
  return { all, own, known, bound, assists: random() < 0.5 ? [] : [["undo", "hint", "solver"][some(0, 2)]], before: { lowest, best: fewest(known), proven } };
}

/** @typedef {ReturnType<typeof world>} World */
const fewer = (/** @type {number} */ count, /** @type {number[]} */ own, /** @type {number[][]} */ others) => others.filter((one) => one[count] < own[count]);
const lowestOf = (/** @type {number} */ count, /** @type {number[][]} */ others) => Math.min(...others.map((one) => one[count]));

/** What each sentence claims of a world, with the numbers in it. @type {Record<string, (world: World, numbers: number[]) => boolean>} */
const CLAIMS = {
  "win.fewest": ({ all, own }) => fewer(0, own, all).length === 0,
  "win.shortest": ({ all, own }) => fewer(1, own, all).length === 0,
  "win.try.fewer": ({ own, known }, [pushes, best]) => pushes === own[0] && best === lowestOf(0, known) && best < pushes,
  "win.try.moves": ({ own, known }, [best]) => best === lowestOf(1, known) && best < own[1],
  "win.try.next": ({ own, known }) => known.length > 0 && fewer(0, own, known).length + fewer(1, own, known).length === 0,
  "win.first": ({ known }) => known.length === 0,
};

/** What the card of a solved level says of a solution: the key of its sentence, and the numbers. @param {World} world */
async function said({ own: [pushes, moves], before, bound, assists }) {
  const card = new Card(bodyWith("#card"), () => {});
  serve({ "POST /analyse": { bound } });
  const counts = { moves, pushes, box_lines: 1, box_changes: 1, pushing_sessions: 1 };
  const client = { level: { known: before }, game: null, state: { node: 1, counts, assists } };
  await showWon(/** @type {any} */ ({ client, card, level: {} }));
  const [advice, help] = get("#card").querySelectorAll("p").slice(1).map((/** @type {any} */ line) => line.textContent);
  const code = Object.keys(CLAIMS).find((key) => new RegExp(`^${TEXTS[key].replace(/\{\w+\}/g, "\\d+")}$`).test(advice)) ?? advice;
  const stars = get("#card .stars").getAttribute("aria-label");
  const counted = get("#card").querySelectorAll("dl div").flatMap((/** @type {any} */ row) => {
    const [own, best] = row.querySelectorAll("dd").map((/** @type {any} */ one) => one.textContent);
    return best ? [{ own: Number(own), best }] : [];
  });
  return { code, numbers: (advice.match(/\d+/g) ?? []).map(Number), stars: Number(stars.match(/\d/)[0]), lost: help === undefined ? 0 : Number(help.match(/\d/)?.[0] ?? 1), counted };
}

/**
 * Return which of two sentences is said beside a count: with the lowest of the solutions that were known, "better" where
 * none of them had so few.
 * @param {World} world @param {number} own @param {string} text
 */
function bestCode({ own: [pushes, moves], known }, own, text) {
  assert.ok([pushes, moves].includes(own));
  const all = known.map((one) => one[own === pushes ? 0 : 1]);
  const lowest = Math.min(...all);
  const code = all.every((count) => own < count) ? "solved.better" : "solved.best";
  assert.equal(text, TEXTS[code].replace("{best}", String(lowest)));
  return code;
}

const TEXTS = readTexts("play");
const WORLDS = 250;

test("what the card of a solved level says is true of all its solutions, and of those that were known", async () => {
  useTexts("en", TEXTS);
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const worlds = Array.from({ length: WORLDS }, () => world(random));
  const refused = new Set();
  const codes = new Set();
  const counts = new Set();
  for (const one of worlds) {
    const { code, numbers, stars, lost, counted } = await said(one);
    assert.equal(counted.length, one.known.length ? 2 : 0, "moves and pushes, as nothing else is known");
    for (const { own, best } of counted) counts.add(bestCode(one, own, best));
    codes.add(code);
    assert.ok(CLAIMS[code]?.(one, numbers), `${code} ${numbers}: ${JSON.stringify(one)}`);
    const times = Math.max(1, ...one.known.length ? [Math.min(...one.before.best.map(([pushes, moves]) => Math.max(one.own[0] / pushes, one.own[1] / moves)))] : []);
    const earned = times <= 1 ? 3 : times <= 1.25 ? 2 : 1;
    assert.equal(stars + lost, earned);
    assert.ok(stars === earned || stars === (one.assists.includes("solver") ? 1 : 2));
    for (const other of worlds) if (!CLAIMS[code](other, numbers)) refused.add(code);
    if (numbers.length && !CLAIMS[code](one, numbers.map((/** @type {number} */ number) => number + 1))) refused.add(`${code} counts`);
  }
  assert.deepEqual([...codes].sort(), Object.keys(CLAIMS).sort(), "each is said");
  assert.deepEqual([...counts].sort(), ["solved.best", "solved.better"], "each is said");
  assert.deepEqual([...refused].sort(), [...Object.keys(CLAIMS), "win.try.fewer counts", "win.try.moves counts"].sort(), "each is refused elsewhere");
});

test("every sentence of the card of a solved level has a claim", () => {
  const others = ["win.stars", "win.help", "win.help.one"]; // counted with the stars
  assert.deepEqual(Object.keys(TEXTS).filter((key) => key.startsWith("win.")).sort(), [...Object.keys(CLAIMS), ...others].sort());
});
