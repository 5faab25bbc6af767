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

for (const file of files) {
  test(`${file}: the languages have the same keys and placeholders, and no empty text`, () => {
    const translated = read("de", file);
    const english = file === ofLevels ? translated : { ...ofPages, ...read("en", file) };
    if (file !== ofLevels) for (const key of Object.keys(read("en", file))) assert.ok(key in translated, key);
    for (const language of Object.keys(LANGUAGES).filter((language) => language !== "en")) {
      const texts = read(language, file);
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(translated).sort(), language);
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(english[key], `en: ${key}`);
        assert.deepEqual(placeholders(text), placeholders(english[key]), `${language}: ${key}`);
        assert.ok(text, `${language}: ${key}`);
      }
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
