/**
 * The law of sentences: a text is read back to its key and what stands in its places, in every language; its key has a
 * claim that a small function tests, and the claim refuses the text with something else in a place, or of another world.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { useTexts } from "../../../src/pushbox/client/core/i18n.js";

/** @typedef {Record<string, string>} Words */
/** @typedef {(world: any, words: Words) => boolean} Claim */

/**
 * Texts about worlds of one kind: what is said of each, and what each text claims of it. In most places that a word does
 * not say stands a cell or a number; `words` has what else may stand in one.
 * @typedef {{worlds: any[], says: (world: any) => string[] | Promise<string[]>, claims: Record<string, Claim>, words?: (name: string) => string[]}} Family
 */

const I18N = new URL("../../../src/pushbox/client/i18n/", import.meta.url);
const LANGUAGES = ["en", "de", "zh"];
const CELL = /^[A-Z]+\d+$/;

/** Return the texts of pages, and those that all share. @param {string} language @param {...string} pages @returns {Words} */
export const textsOf = (language, ...pages) =>
  Object.assign({}, ...["common", ...pages].map((page) => JSON.parse(readFileSync(new URL(`${language}/${page}.json`, I18N), "utf8"))));

/** @param {string} text of a key */
function pattern(text) {
  const known = new Set();
  const parts = text.split(/(\{\w+\})/).map((part) => {
    if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const name = part.slice(1, -1);
    const again = known.has(name);
    known.add(name);
    return again ? `\\k<${name}>` : `(?<${name}>.+?)`;
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}

/**
 * Return the key of a text, without ".one", and what stands in its places: of the keys that fit the one with most letters.
 * @param {string} text
 * @param {Words} texts
 * @param {string[]} keys
 */
export function readBack(text, texts, keys) {
  const fits = Object.keys(texts).flatMap((key) => {
    const code = key.replace(/\.one$/, "");
    if (!keys.includes(code)) return [];
    const found = pattern(texts[key]).exec(text);
    return found ? [{ code, words: /** @type {Words} */ ({ ...found.groups }), own: texts[key].replace(/\{\w+\}/g, "").length }] : [];
  });
  const most = Math.max(...fits.map(({ own }) => own));
  const codes = new Set(fits.filter(({ own }) => own === most).map(({ code }) => code));
  assert.equal(codes.size, 1, `${JSON.stringify(text)} is ${[...codes].join(", ") || "no text of these"}`);
  return fits.filter(({ own }) => own === most)[0];
}

/** Return other words for a place: numbers near it, other cells, other words. @param {string} name @param {string} word @param {Family} family */
function others(name, word, { words = () => [] }) {
  const known = words(name);
  if (known.length) return known.filter((other) => other !== word);
  if (/^-?[\d.]+$/.test(word)) return [1, -1, 10].map((more) => String(Number(word) + more));
  if (CELL.test(word)) return [..."ABCDEFG"].flatMap((column) => [1, 2, 3, 4, 5, 6].map((row) => `${column}${row}`)).filter((cell) => cell !== word);
  return [`${word}x`, word.slice(1)];
}

/** Declare the tests of a family in every language. @param {string} name @param {Family} family @param {...string} pages whose texts it says */
export function law(name, family, ...pages) {
  for (const language of LANGUAGES) {
    test(`${language}: ${name}`, async () => {
      const texts = textsOf(language, ...pages);
      useTexts(language, texts);
      const keys = Object.keys(family.claims);
      /** @type {{world: any, text: string, code: string, words: Words}[]} */
      const said = [];
      for (const world of family.worlds) for (const text of await family.says(world)) said.push({ world, text, ...readBack(text, texts, keys) });
      for (const { world, text, code, words } of said) assert.ok(family.claims[code](world, words), `${text} of ${JSON.stringify(world)}`);
      assert.deepEqual(keys.filter((key) => !said.some(({ code }) => code === key)), [], "is never said");
      assert.deepEqual(unrefused(family, said), [], "is never refused");
      useTexts("en", textsOf("en", ...pages));
    });
  }
}

/**
 * Return the keys, each with a place where it has any, of which no sentence was refused with another word in that place,
 * or, where it has no place, of another world.
 * @param {Family} family
 * @param {{world: any, code: string, words: Words}[]} said
 */
function unrefused({ claims, ...family }, said) {
  const kept = new Set();
  const refused = new Set();
  for (const { world, code, words } of said) {
    const names = Object.keys(words);
    for (const name of names) {
      const isRefused = others(name, words[name], { claims, ...family }).some((other) => !holds(claims[code], world, { ...words, [name]: other }));
      (isRefused ? refused : kept).add(`${code} ${name}`);
    }
    if (!names.length) (family.worlds.some((other) => !holds(claims[code], other, words)) ? refused : kept).add(code);
  }
  return [...kept].filter((one) => !refused.has(one));
}

/** Whether a claim holds; one that makes no sense of a world does not. @param {Claim} claim @param {any} world @param {Words} words */
function holds(claim, world, words) {
  try {
    return claim(world, words);
  } catch {
    return false;
  }
}

/**
 * Declare the test that each text of a page which begins in some way has a claim or is named with the reason why not.
 * @param {string} page
 * @param {RegExp} shown
 * @param {Family[]} families
 * @param {Record<string, string>} judged
 */
export function lawOfKeys(page, shown, families, judged) {
  test(`every text of the page "${page}" that ${shown} names has a claim or is a judgement`, () => {
    const common = textsOf("en");
    const keys = new Set(Object.keys(textsOf("en", page)).filter((key) => !(key in common) && shown.test(key)).map((key) => key.replace(/\.one$/, "")));
    const claimed = new Set(families.flatMap(({ claims }) => Object.keys(claims)).filter((key) => shown.test(key)));
    assert.deepEqual([...keys].filter((key) => !claimed.has(key) && !(key in judged)), [], "without a claim");
    assert.deepEqual([...claimed, ...Object.keys(judged)].filter((key) => !keys.has(key) && !(key in common)), [], "claims that nobody says");
    assert.deepEqual(Object.keys(judged).filter((key) => claimed.has(key)), [], "both");
  });
}
