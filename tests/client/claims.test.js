/**
 * Sentences of cards, of the day and of storms are true: what they say is counted again from the data that they are
 * about, by other means and in every language. Each claim refuses the sentence of other data.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readTexts } from "./fake-dom.js";
import { t, useTexts } from "../../src/pushbox/client/core/i18n.js";
import { timeUntilNextDay } from "../../src/pushbox/client/daily/days.js";
import { resultText } from "../../src/pushbox/client/daily/result.js";
import { roadStops } from "../../src/pushbox/client/puzzles/map.js";
import { bestList, placeText, playedList } from "../../src/pushbox/client/storm/storm-parts.js";
import { NOT_BEGUN } from "../../src/pushbox/client/storm/storm.js";
import { collectionCard, formatCounts, levelCard, levelSize, levelTitle, progressMeter } from "../../src/pushbox/client/ui/cards.js";

/** @typedef {{of: string[], says: () => string, holds: (text: string) => boolean, others: (() => string)[]}} Claim */

const source = (/** @type {string} */ file) => readFileSync(new URL(`../../src/pushbox/${file}`, import.meta.url), "utf8");
const numbers = (/** @type {string} */ text) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
const says = (/** @type {string} */ text, /** @type {number[]} */ ...expected) => numbers(text).join() === expected.join();
/** Whether a text has these numbers, in the order of its language. @param {string} text @param {number[]} expected */
const has = (text, ...expected) => numbers(text).sort((a, b) => a - b).join() === expected.sort((a, b) => a - b).join();
/** @type {(fields: object) => any} */
const made = (fields) => fields; // what an answer of the server has of it

const DRAWN = ["########", "#@ $ . #", "# $*.  #", "########"];
const LINE = "rrRRllldRurR"; // letters alone count here, not the board

/** What is shown of a drawing of a level. @param {string[]} rows */
const level = (rows) => made({ width: rows[0].length, height: rows.length, boxes: rows.join("").split(/[$*]/).length - 1 });

/** What is shown of a line. @param {string} line */
const counts = (line) => ({ moves: line.length, pushes: line.length - line.replace(/[A-Z]/g, "").length });

/** Results of a storm: levels solved, and moves. The first is one's own, the second one's best before. */
const [OWN, BEFORE, ...OTHERS] = [[9, 200], [7, 90], [9, 199], [9, 201], [12, 900], [3, 10]];
const isBetter = (/** @type {number[]} */ [solved, moves]) => solved > OWN[0] || (solved === OWN[0] && moves < OWN[1]);
const storm = (/** @type {object} */ place) => placeText({ ...NOT_BEGUN, phase: "over", solved: OWN[0], moves: OWN[1], place: made(place) });
const stormPlace = { best_before: BEFORE[0], better: 2 };

const NOON = Date.UTC(2026, 10, 29, 12, 34, 56);
const left = (/** @type {number} */ time) => t("daily.next", timeUntilNextDay(time));
/** A text of the time that is left names the minute in which the next day begins. @param {string} text */
function endsTheDay(text) {
  const [hours, minutes] = numbers(text);
  const then = NOON + (60 * hours + minutes) * 60_000;
  return new Date(then).getUTCDate() === 30 && new Date(then - 60_000).getUTCDate() === 29;
}

const DAY = "2026-11-29";
const SOLVED = ["small", "large"];
const shared = (/** @type {string[]} */ solved, streak = 4) =>
  resultText(DAY, ["small", "middle", "large"].map((size) => made({ size, state: solved.includes(size) ? "solved" : "begun" })), streak, "https://x");

/** The words of an element. @param {any} part */
const words = (part) => [part].flat().map(({ textContent }) => textContent).join(" ");

/** A campaign: the levels of each pack, which of them are solved, and which in the fewest pushes. */
const CAMPAIGN = [[1, 1, 2, 0], [2, 0, 0, 0, 0, 0]];
const LAST = "Nine bolts";
const [SOLVED_LEVELS, IN_FEWEST] = [1, 2].map((least) => CAMPAIGN.map((pack) => pack.filter((level) => level >= least).length));
const road = (/** @type {any} */ { last = LAST, state = null, isBoss = false, ...fields } = {}) =>
  words(roadStops([made({
    collection: { id: 1, name: "one", title: "Pack", levels: CAMPAIGN[0].length, solved: SOLVED_LEVELS[0] },
    branches_off: null, fewest: IN_FEWEST[0], is_open: true,
    hardest: { id: 8, title: isBoss ? "Eight bolts" : last, state, level: {} },
    boss: isBoss ? { id: 9, title: last, state, level: {} } : null, ...fields,
  })]));
const closed = (/** @type {object} */ fields) => road({ is_open: false, fewest: 0, after: 1, needs: 3, stars: 0, ...fields });
const all = (/** @type {number} */ more = 0) =>
  t("campaign.all", { solved: sum(SOLVED_LEVELS) + more, levels: CAMPAIGN.flat().length, fewest: sum(IN_FEWEST) });
const sum = (/** @type {number[]} */ counts) => counts.reduce((total, count) => total + count, 0);
const card = (/** @type {object} */ fields) => words(levelCard(made({ ...level(DRAWN), id: 1, title: LAST, level: {}, ...fields })));
const best = (/** @type {number[]} */ [solved, moves], mine = false) => words(bestList([made({ name: "Ada", solved, moves, mine })]));

/** @type {Record<string, Claim>} */
const CLAIMS = {
  "the size of a level and its boxes": {
    of: ["level.size", "level.boxes"],
    says: () => levelSize(level(DRAWN)),
    holds: (text) => says(text, DRAWN[0].length, DRAWN.length, [...DRAWN.join("")].filter((sign) => "$*".includes(sign)).length),
    others: [() => levelSize(level(DRAWN.slice(1))), () => levelSize({ ...level(DRAWN), boxes: 2 }), () => levelSize({ ...level(DRAWN), boxes: 0 })],
  },
  "the best known counts": {
    of: ["level.best", "solution.moves", "solution.pushes"],
    says: () => t("level.best", { counts: formatCounts(counts(LINE)) }),
    holds: (text) => says(text, [...LINE].length, [...LINE].filter((letter) => letter === letter.toUpperCase()).length),
    others: [() => t("level.best", { counts: formatCounts(counts(`${LINE}r`)) }), () => t("level.best", { counts: formatCounts({ moves: LINE.length }) })],
  },
  "the result of a storm, the best before and the place": {
    of: ["storm.result", "storm.record", "storm.place"],
    says: () => storm(stormPlace),
    holds: (text) => says(text, OWN[0], OWN[1], BEFORE[0], 1 + OTHERS.filter(isBetter).length),
    others: [() => storm({ ...stormPlace, better: 3 }), () => storm({ ...stormPlace, best_before: 8 }), () => storm({ ...stormPlace, best_before: 9 })],
  },
  "a result that is no record": {
    of: ["storm.result", "storm.place"],
    says: () => storm({ ...stormPlace, best_before: OWN[0] }),
    holds: (text) => says(text, OWN[0], OWN[1], 1 + OTHERS.filter(isBetter).length),
    others: [() => storm(stormPlace)],
  },
  "what it costs to leave a level of a storm": {
    of: ["storm.skip"],
    says: () => t("storm.skip"),
    holds: (text) => says(text, Number(/^SKIP_SECONDS = (\d+)/m.exec(source("web/storm/run.py"))?.[1])),
    others: [() => t("storm.skip").replace("10", "5")],
  },
  "when a level of a storm was solved": {
    of: ["storm.at"],
    says: () => t("storm.at", { seconds: Math.round(41.6) }),
    holds: (text) => Math.abs(numbers(text)[0] - 41.6) <= 0.5,
    others: [() => t("storm.at", { seconds: 41 })],
  },
  "the levels solved of a storm": {
    of: ["storm.solved.count"],
    says: () => t("storm.solved.count", { count: OWN[0] }),
    holds: (text) => says(text, OWN[0]),
    others: [() => t("storm.solved.count", { count: 1 })],
  },
  "how many levels of a day are solved": {
    of: ["daily.solved"],
    says: () => t("daily.solved", { solved: SOLVED.length }),
    holds: (text) => numbers(text).sort().join() === [SOLVED.length, source("web/api/daily.py").match(/^ {4}"\w+": LevelSpec\(/gm)?.length].join(),
    others: [() => t("daily.solved", { solved: 1 }), () => t("daily.solved", { solved: SOLVED.length }).replace("3", "4")],
  },
  "the time until the next day": {
    of: ["daily.next"],
    says: () => left(NOON),
    holds: endsTheDay,
    others: [() => left(NOON - 60_000), () => left(NOON + 60_000)],
  },
  "a day that is shared": {
    of: ["daily.streak"],
    says: () => shared(SOLVED),
    holds: (text) => text.split("■").length === 1 + SOLVED.length && text.split("□").length === 2 && says(text, ...numbers(DAY), 4, ...numbers(DAY)),
    others: [() => shared(["small"]), () => shared(SOLVED, 5), () => shared(SOLVED, 1)],
  },
  "which level is the last of a pack, and whether it is solved": {
    of: ["campaign.hardest", "campaign.last.solved"],
    says: () => road({ state: "solved" }),
    holds: (text) => text.includes(t("campaign.hardest", { title: LAST })) && text.includes("✓"),
    others: [() => road(), () => road({ last: "Ten bolts", state: "solved" }), () => road({ isBoss: true, state: "solved" })],
  },
  "which level is the boss of a pack, and that it is not solved": {
    of: ["campaign.boss"],
    says: () => road({ isBoss: true }),
    holds: (text) => text.includes(t("campaign.boss", { title: LAST })) && !text.includes("✓") && !text.includes("Eight"),
    others: [() => road(), () => road({ isBoss: true, state: "solved" }), () => road({ isBoss: true, last: "Ten bolts" })],
  },
  "what is solved of a pack, and in the fewest pushes": {
    of: ["campaign.fewest", "collection.solved"],
    says: () => road(),
    holds: (text) => has(text, SOLVED_LEVELS[0], CAMPAIGN[0].length, IN_FEWEST[0], CAMPAIGN[0].length),
    others: [() => road({ fewest: 3 }), () => road({ fewest: 0 })],
  },
  "what is solved of the campaign": {
    of: ["campaign.all"],
    says: () => all(),
    holds: (text) => has(text, CAMPAIGN.flat().filter(Boolean).length, CAMPAIGN[0].length + CAMPAIGN[1].length, CAMPAIGN.flat().filter((one) => one === 2).length),
    others: [() => all(1)],
  },
  "what opens a pack": {
    of: ["campaign.closed"],
    says: () => closed({}),
    holds: (text) => says(text, 3) && text.split("Pack").length === 3, // its own title, and that of the one before
    others: [() => closed({ needs: 4 }), () => closed({ after: 7 }), () => closed({ stars: 8 })],
  },
  "what else opens the last pack": {
    of: ["campaign.closed", "campaign.closed.or"],
    says: () => closed({ stars: 8 }),
    holds: (text) => says(text, 3, 8),
    others: [() => closed({ stars: 9 }), () => closed({})],
  },
  "whether a level is solved": {
    of: ["state.solved", "level.size", "level.boxes"],
    says: () => card({ state: "solved" }),
    holds: (text) => text.includes(t("state.solved")) && !text.includes(t("state.begun")) && text.includes(LAST),
    others: [() => card({ state: "begun" }), () => card({}), () => card({ state: "solved", title: "Ten bolts" })],
  },
  "whether a level is begun": {
    of: ["state.begun"],
    says: () => card({ state: "begun" }),
    holds: (text) => text.includes(t("state.begun")) && !text.includes(t("state.solved")),
    others: [() => card({ state: "solved" }), () => card({})],
  },
  "the number of a level without a title": {
    of: ["level.numbered"],
    says: () => levelTitle(made({ title: "", number: 12 })),
    holds: (text) => says(text, 12),
    others: [() => levelTitle(made({ title: "", number: 11 })), () => levelTitle(made({ title: LAST, number: 12 }))],
  },
  "the levels of a collection, and those that are solved": {
    of: ["collection.count", "collection.solved"],
    says: () => words(collectionCard(made({ id: 1, name: "x", title: LAST, levels: 12, solved: 5 }))),
    holds: (text) => says(text, 12, 5, 12),
    others: [{ levels: 12, solved: 0 }, { levels: 13, solved: 5 }, { levels: 12, solved: 6 }].map((other) => () => words(collectionCard(made({ id: 1, name: "x", title: LAST, ...other })))),
  },
  "how far a bar is": {
    of: ["collection.solved"],
    says: () => words(progressMeter(5, 12)),
    holds: (text) => says(text, 5, 12),
    others: [() => words(progressMeter(12, 5)), () => words(progressMeter(4, 12))],
  },
  "a level that a storm left": {
    of: ["storm.left"],
    says: () => words(playedList([made({ id: 1, title: LAST, seconds: null })])),
    holds: (text) => text.includes(t("storm.left")) && !numbers(text).length,
    others: [() => words(playedList([made({ id: 1, title: LAST, seconds: 0 })]))],
  },
  "that nobody has played": {
    of: ["storm.none"],
    says: () => words(bestList([])),
    holds: (text) => text === t("storm.none"),
    others: [() => best(OWN)],
  },
  "one of the best results, and whose it is": {
    of: ["solution.moves", "live.you"],
    says: () => best(OWN, true),
    holds: (text) => says(text, ...OWN) && text.includes(t("live.you")),
    others: [() => best(BEFORE, true), () => best(OWN)],
  },
  "what a shared day keeps to itself": {
    of: ["daily.shared"],
    says: () => shared(SOLVED).replace(/https:.*/, ""), // the address has letters
    holds: (text) => !/[#$@*.+]|[lurdLURD]{4}/.test(text),
    others: [() => `${shared(SOLVED)}\n${LINE}`, () => [shared(SOLVED), ...DRAWN].join("\n")],
  },
};

/** Texts that claim nothing of a level or a result that could be counted, and why. */
const JUDGED = {
  "campaign.paths": "names a list",
  "daily.large": "names one of three levels; tests of the days compare how hard they are",
  "daily.middle": "names one of three levels; tests of the days compare how hard they are",
  "daily.small": "names one of three levels; tests of the days compare how hard they are",
  "daily.today": "holds for the day that the address names; tests of the page ask for one",
  "level.made.blocks": "names the way in which a level was made",
  "level.made.cave": "names the way in which a level was made",
  "level.made.hall": "names the way in which a level was made",
  "level.made.rooms": "names the way in which a level was made",
  "level.made.walk": "names the way in which a level was made",
  "level.untitled": "stands for a title",
  "state.unsolved": "names a choice of a filter, not a level",
  "storm.again": "names a button",
  "storm.gone": "is what a request was refused with",
  "storm.lost": "is of the connection",
  "storm.moved": "is of another window",
  "storm.over": "is the phase that the server names",
  "storm.ready": "is the phase that the server names; its clock is tested there",
  "storm.running": "is the phase that the server names",
};

test("every text of cards, of the day, of storms and of the campaign has a claim or is a judgement", () => {
  const shown = /^(storm|daily|campaign|level|solution|collection|state)\./;
  const known = ["common", "storm", "daily", "puzzles"].flatMap((page) => Object.keys(readTexts(page)));
  const said = new Set(known.filter((key) => shown.test(key)).map((key) => key.replace(/\.one$/, "")));
  const claimed = new Set(Object.values(CLAIMS).flatMap(({ of }) => of).filter((key) => shown.test(key)));
  assert.deepEqual([...said].filter((key) => !claimed.has(key) && !(key in JUDGED)), [], "without a claim");
  assert.deepEqual([...claimed, ...Object.keys(JUDGED)].filter((key) => !said.has(key)), [], "claims that nobody says");
  assert.deepEqual(Object.keys(JUDGED).filter((key) => claimed.has(key)), [], "both");
});

for (const language of ["en", "de", "zh"]) {
  for (const [name, claim] of Object.entries(CLAIMS)) {
    test(`${language}: ${name}`, () => {
      useTexts(language, Object.assign({}, ...["common", "live", "storm", "daily", "puzzles"].map((page) => textsOf(language, page))));
      assert.ok(claim.holds(claim.says()), claim.says());
      for (const other of claim.others) assert.ok(!claim.holds(other()), `refused: ${other()}`);
    });
  }
}

/** @param {string} language @param {string} page */
function textsOf(language, page) {
  return language === "en" ? readTexts(page) : JSON.parse(source(`client/i18n/${language}/${page}.json`));
}
