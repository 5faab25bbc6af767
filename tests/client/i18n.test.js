/** The languages are complete: the same keys and the same placeholders everywhere. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { LANGUAGES, pickLanguage, t, useTexts } from "../../src/pushbox/client/core/i18n.js";

const ROOT = new URL("../../src/pushbox/client/i18n/", import.meta.url);

/** @param {string} language @param {string} file @returns {Record<string, string>} */
const read = (language, file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, ROOT), "utf8"));

/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

const all = readdirSync(new URL("de/", ROOT));
const files = all.filter((name) => name !== "messages.json"); // in which other languages have more: see tests/test_sentences.py
const ofLevels = "levels.json"; // titles and notes, which the levels themselves say in English

test("every language has a file for each page", () => {
  for (const language of Object.keys(LANGUAGES)) {
    assert.deepEqual(readdirSync(new URL(`${language}/`, ROOT)), language === "en" ? all.filter((name) => name !== ofLevels) : all);
  }
});

for (const file of files) {
  test(`${file}: the languages have the same keys and placeholders, and no empty text`, () => {
    const languages = Object.keys(LANGUAGES).filter((language) => language !== "en" || file !== ofLevels);
    const english = read(languages[0], file);
    for (const language of languages) {
      const texts = read(language, file);
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), language);
      for (const [key, text] of Object.entries(texts)) {
        assert.deepEqual(placeholders(text), placeholders(english[key]), `${language}: ${key}`);
        assert.ok(text, `${language}: ${key}`);
      }
    }
  });
}

test("no key stands in two files that a page loads together", () => {
  const common = Object.keys(read("en", "common.json"));
  for (const file of files.filter((name) => name !== "common.json")) {
    assert.deepEqual(Object.keys(read("de", file)).filter((key) => common.includes(key)), [], file);
  }
});

test("a language is that of the address, of the settings, or of the browser, else English", () => {
  assert.equal(pickLanguage("?lang=de", "zh", ["en"]), "de");
  assert.equal(pickLanguage("", "zh", ["de"]), "zh");
  assert.equal(pickLanguage("?lang=xx", "", ["fr-FR", "de-AT"]), "de");
  assert.equal(pickLanguage("", "", ["fr"]), "en");
});

test("texts take values, and have a singular", () => {
  useTexts("en", { boxes: "{count} boxes", "boxes.one": "{count} box" });
  assert.equal(t("boxes", { count: 1 }), "1 box");
  assert.equal(t("boxes", { count: 2 }), "2 boxes");
  assert.equal(t("missing.key"), "missing.key");
});
