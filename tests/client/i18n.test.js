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
const ofPython = ["insight.json", "messages.json", "terminal.json"]; // see tests/analysis/test_deadlocks.py and tests/sentences
const files = all.filter((name) => !ofPython.includes(name));
const ofLevels = "levels.json"; // titles and notes, which the levels themselves say in English

test("every language has a file for each page", () => {
  for (const language of Object.keys(LANGUAGES)) {
    assert.deepEqual(readdirSync(new URL(`${language}/`, ROOT)), language === "en" ? all.filter((name) => name !== ofLevels) : all);
  }
});

/** What the pages themselves say in English, by keys. @returns {Record<string, string>} */
function textsOfPages() {
  const names = ["header.html", "footer.html", ...readdirSync(new URL("../pages/", ROOT)).map((name) => `pages/${name}`)];
  const html = names.map((name) => readFileSync(new URL(`../${name}`, ROOT), "utf8")).join("");
  const contents = [...html.matchAll(/<(\w+)\b[^>]*\sdata-t="([^"]+)"[^>]*>([^<]*)<\/\1>/g)].map(([, , key, text]) => [key, text]);
  const attributes = [...html.matchAll(/\sdata-t-\w+="([^"]+)" (?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
  const texts = [...contents, ...attributes].filter(([, text]) => text);
  assert.ok(texts.length > 200);
  const known = Object.fromEntries(texts);
  for (const [key, text] of texts) assert.equal(text, known[key], key);
  return known;
}

const ofPages = textsOfPages();

/** Whether a key is the singular of another one, such as "boxes.one". @param {Record<string, string>} texts @param {string} key */
const isSingular = (texts, key) => key.endsWith(".one") && key.slice(0, -".one".length) in texts;

for (const file of files) {
  test(`${file}: the languages have the same keys and placeholders, and no empty text`, () => {
    const translated = read("de", file);
    const own = file === ofLevels ? {} : read("en", file);
    const english = file === ofLevels ? translated : { ...ofPages, ...own };
    const keys = (/** @type {Record<string, string>} */ texts) => Object.keys(texts).filter((key) => !isSingular(texts, key)).sort();
    for (const key of keys(own)) assert.ok(key in translated, key);
    for (const language of Object.keys(LANGUAGES)) {
      const texts = language === "en" ? own : read(language, file);
      if (language !== "en") assert.deepEqual(keys(texts), keys(translated), language);
      for (const [key, text] of Object.entries(texts)) {
        const alike = english[key] ?? english[key.slice(0, -".one".length)];
        assert.ok(text && alike, `${language}: ${key}`);
        assert.deepEqual(placeholders(text), placeholders(alike), `${language}: ${key}`);
      }
      for (const key of Object.keys(translated)) assert.ok(english[key] || isSingular(translated, key), `en: ${key}`);
    }
  });

  test(`${file}: a singular stands only where the language has one that differs`, () => {
    for (const language of Object.keys(LANGUAGES).filter((one) => one !== "en" || file !== ofLevels)) {
      const texts = read(language, file);
      const singulars = Object.keys(texts).filter((key) => isSingular(texts, key));
      for (const key of singulars) assert.notEqual(texts[key], texts[key.slice(0, -".one".length)], `${language}: ${key}`);
      if (!new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes("one")) assert.deepEqual(singulars, [], language);
    }
  });
}

/** Other words for what a translation has one word for: hints and levels, collections and accounts, and what lies on the cells of a board. */
const OTHER_WORDS = { de: /\bHinweise?\b|Schubphase|Farbtropfen|(?<!\b\w*es (?:\w+ )?)Levels\b/, zh: /合集|题库|账户|您|过?滤格|端子|黏|目标点|号码|引线/ };

for (const [language, words] of Object.entries(OTHER_WORDS)) {
  test(`${language}: a thing has one name on all pages`, () => {
    for (const file of all) {
      for (const [key, text] of Object.entries(read(language, file))) assert.doesNotMatch(text, words, key);
    }
  });
}

test("what scripts say in English stands in a file, not in a page alone", () => {
  const english = files.filter((name) => name !== ofLevels).reduce((texts, name) => ({ ...texts, ...read("en", name) }), {});
  const scripts = readdirSync(new URL("../", ROOT), { recursive: true }).map(String).filter((name) => name.endsWith(".js"));
  const said = scripts.flatMap((name) => [...readFileSync(new URL(`../${name}`, ROOT), "utf8").matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/g)]);
  assert.ok(said.length > 300);
  assert.deepEqual(said.map(([, key]) => key).filter((key) => key in ofPages && !(key in english)), []);
});

test("no key stands in two files that a page loads together", () => {
  const common = Object.keys(read("en", "common.json"));
  for (const file of files.filter((name) => name !== "common.json")) {
    assert.deepEqual(Object.keys(read("de", file)).filter((key) => common.includes(key)), [], file);
  }
});

test("a language is the first of those that are preferred, else English", () => {
  assert.equal(pickLanguage(["xx", "de-AT", "zh"]), "de");
  assert.equal(pickLanguage(["fr"]), "en");
  assert.equal(pickLanguage([""]), "en");
});

test("texts take values, and have a singular", () => {
  useTexts("en", { boxes: "{count} boxes", "boxes.one": "{count} box" });
  assert.equal(t("boxes", { count: 1 }), "1 box");
  assert.equal(t("boxes", { count: 2 }), "2 boxes");
  assert.equal(t("missing.key"), "missing.key");
});
