/** Titles of what comes along in the language of the visitor, and the result of a day as it is shared. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { resultText } from "../../src/pushbox/client/daily/result.js";
import { noteText } from "../../src/pushbox/client/core/level-note.js";
import { sentenceText, shippedText } from "../../src/pushbox/client/core/phrases.js";

test("a title is a text of its own, or two words of the list; what others wrote stays", () => {
  useTexts("de", { "level.title.First push": "Erster Schub", "level.two-words": "{first}{second}", "level.first.Amber": "Bernstein", "level.second.Gate": "tor" });
  const titles = ["First push", "Amber Gate", "Amber Gates", "Gate", "Amber Gate two"];
  assert.deepEqual(titles.map((title) => shippedText("level.title", title)), ["Erster Schub", "Bernsteintor", "Amber Gates", "Gate", "Amber Gate two"]);
  assert.equal(shippedText("level.note", "Amber Gate"), "Amber Gate");
});

test("a note names the turning point of its level with numbers, in the language", () => {
  useTexts("de", { "level.note.A row.": "Eine Reihe.", "level.note-turn": "{note} Wende: {push} von {pushes}." });
  const turn = "The best solution turns at push 12 of 34: from there on it has no detours.";
  assert.equal(noteText(`A row. ${turn}`), "Eine Reihe. Wende: 12 von 34.");
  assert.equal(noteText(turn), turn);
  useTexts("en", {});
  assert.equal(noteText(`A row. ${turn}`), `A row. ${turn}`);
});

test("a note names the shortest solution known with numbers, in the language", () => {
  useTexts("de", { "level.note.A row.": "Eine Reihe.", "level.note-known": "{note} Bekannt: {pushes}, erste Kiste: {push}." });
  const known = "The shortest solution known has 123 pushes; its first box is home for good at push 45.";
  assert.equal(noteText(`A row. ${known}`), "Eine Reihe. Bekannt: 123, erste Kiste: 45.");
  assert.equal(noteText(known), known);
  useTexts("en", {});
  assert.equal(noteText(`A row. ${known}`), `A row. ${known}`);
});

test("a generated level is called by its shape, and game and authors by their names in the language", () => {
  const titles = ["Hall 270069585714-9", "Rooms 3-1", "Hall of 3-1", "Attic 3-1"];
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(new URL(`../../src/pushbox/client/i18n/${file}.json`, import.meta.url), "utf8"));
  useTexts("en", read("en/common"));
  assert.deepEqual(titles.map((title) => shippedText("level.title", title)), ["Generated hall", "Generated rooms", "Hall of 3-1", "Attic 3-1"]);
  assert.equal(shippedText("game.name", "Sokoban"), "Sokoban");
  useTexts("de", read("de/levels"));
  assert.equal(shippedText("level.title", "Stone Well"), "Stein\u00adbrunnen"); // narrow tiles break it there
  useTexts("zh", { ...read("zh/common"), ...read("zh/levels") });
  assert.equal(shippedText("level.title", titles[0]), "生成的大厅");
  assert.deepEqual([shippedText("game.name", "Sokoban"), shippedText("author", "the pushbox authors"), shippedText("author", "Ann")], ["推箱子", "pushbox 团队", "Ann"]);
});

test("a shared result says which levels of a day are solved, and gives nothing away", () => {
  useTexts("en", { "daily.small": "Small", "daily.large": "Large", "daily.streak": "{count} days in a row" });
  const levels = /** @type {const} */ ([{ size: "small", state: "solved" }, { size: "large", state: "begun" }]);
  assert.equal(resultText("2026-11-23", [...levels], 3, "https://x.org"), "pushbox 2026-11-23\n■ Small  □ Large\n3 days in a row\nhttps://x.org/daily?day=2026-11-23");
  assert.doesNotMatch(resultText("2026-11-23", [...levels], 1, ""), /in a row/);
});

test("a sentence of the server is said in the language of the visitor, with the sentences in it", () => {
  const counted = (/** @type {string} */ code, /** @type {number} */ count, /** @type {string} */ text) => ({ code, params: { count }, text });
  const text = "found 1 box and 2 goals";
  const phrase = { code: "boxes-and-goals", params: { boxes: counted("count.box", 1, "1 box"), goals: counted("count.goal", 2, "2 goals") }, text };
  useTexts("de", { "boxes-and-goals": "{boxes} und {goals} gefunden", "count.box": "{count} Kisten", "count.box.one": "1 Kiste" });
  assert.equal(sentenceText(text, phrase), "1 Kiste und 2 goals gefunden"); // a part without a text is in English
  assert.equal(sentenceText("of another server", { code: "unknown", params: {}, text: "" }), "of another server");
  useTexts("en", {});
  assert.equal(sentenceText(text, phrase), text);
});
