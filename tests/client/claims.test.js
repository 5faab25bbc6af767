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
import { placeText } from "../../src/pushbox/client/storm/storm-parts.js";
import { NOT_BEGUN } from "../../src/pushbox/client/storm/storm.js";
import { formatCounts, levelSize } from "../../src/pushbox/client/ui/cards.js";

/** @typedef {{says: () => string, holds: (text: string) => boolean, others: (() => string)[]}} Claim */

const source = (/** @type {string} */ file) => readFileSync(new URL(`../../src/pushbox/${file}`, import.meta.url), "utf8");
const numbers = (/** @type {string} */ text) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
const says = (/** @type {string} */ text, /** @type {number[]} */ ...expected) => numbers(text).join() === expected.join();
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

/** @type {Record<string, Claim>} */
const CLAIMS = {
  "the size of a level and its boxes": {
    says: () => levelSize(level(DRAWN)),
    holds: (text) => says(text, DRAWN[0].length, DRAWN.length, [...DRAWN.join("")].filter((sign) => "$*".includes(sign)).length),
    others: [() => levelSize(level(DRAWN.slice(1))), () => levelSize({ ...level(DRAWN), boxes: 2 }), () => levelSize({ ...level(DRAWN), boxes: 0 })],
  },
  "the best known counts": {
    says: () => t("level.best", { counts: formatCounts(counts(LINE)) }),
    holds: (text) => says(text, [...LINE].length, [...LINE].filter((letter) => letter === letter.toUpperCase()).length),
    others: [() => t("level.best", { counts: formatCounts(counts(`${LINE}r`)) }), () => t("level.best", { counts: formatCounts({ moves: LINE.length }) })],
  },
  "the result of a storm, the best before and the place": {
    says: () => storm(stormPlace),
    holds: (text) => says(text, OWN[0], OWN[1], BEFORE[0], 1 + OTHERS.filter(isBetter).length),
    others: [() => storm({ ...stormPlace, better: 3 }), () => storm({ ...stormPlace, best_before: 8 }), () => storm({ ...stormPlace, best_before: 9 })],
  },
  "a result that is no record": {
    says: () => storm({ ...stormPlace, best_before: OWN[0] }),
    holds: (text) => says(text, OWN[0], OWN[1], 1 + OTHERS.filter(isBetter).length),
    others: [() => storm(stormPlace)],
  },
  "what it costs to leave a level of a storm": {
    says: () => t("storm.skip"),
    holds: (text) => says(text, Number(/^SKIP_SECONDS = (\d+)/m.exec(source("web/storm/run.py"))?.[1])),
    others: [() => t("storm.skip").replace("10", "5")],
  },
  "when a level of a storm was solved": {
    says: () => t("storm.at", { seconds: Math.round(41.6) }),
    holds: (text) => Math.abs(numbers(text)[0] - 41.6) <= 0.5,
    others: [() => t("storm.at", { seconds: 41 })],
  },
  "the levels solved of a storm": {
    says: () => t("storm.solved.count", { count: OWN[0] }),
    holds: (text) => says(text, OWN[0]),
    others: [() => t("storm.solved.count", { count: 1 })],
  },
  "how many levels of a day are solved": {
    says: () => t("daily.solved", { solved: SOLVED.length }),
    holds: (text) => numbers(text).sort().join() === [SOLVED.length, source("web/api/daily.py").match(/^ {4}"\w+": LevelSpec\(/gm)?.length].join(),
    others: [() => t("daily.solved", { solved: 1 }), () => t("daily.solved", { solved: SOLVED.length }).replace("3", "4")],
  },
  "the time until the next day": {
    says: () => left(NOON),
    holds: endsTheDay,
    others: [() => left(NOON - 60_000), () => left(NOON + 60_000)],
  },
  "a day that is shared": {
    says: () => shared(SOLVED),
    holds: (text) => text.split("■").length === 1 + SOLVED.length && text.split("□").length === 2 && says(text, ...numbers(DAY), 4, ...numbers(DAY)),
    others: [() => shared(["small"]), () => shared(SOLVED, 5), () => shared(SOLVED, 1)],
  },
};

for (const language of ["en", "de", "zh"]) {
  for (const [name, claim] of Object.entries(CLAIMS)) {
    test(`${language}: ${name}`, () => {
      useTexts(language, Object.assign({}, ...["common", "live", "storm", "daily"].map((page) => textsOf(language, page))));
      assert.ok(claim.holds(claim.says()), claim.says());
      for (const other of claim.others) assert.ok(!claim.holds(other()), `refused: ${other()}`);
    });
  }
}

/** @param {string} language @param {string} page */
function textsOf(language, page) {
  return language === "en" ? readTexts(page) : JSON.parse(source(`client/i18n/${language}/${page}.json`));
}
