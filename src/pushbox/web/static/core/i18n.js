/** Texts in the languages of the app: JSON files of flat keys, one file a language and page. */

import { load } from "./storage.js";

export const LANGUAGES = /** @type {const} */ ({ en: "English", zh: "中文", de: "Deutsch" });

/** @typedef {Record<string, string>} Texts */
/** @typedef {Record<string, string | number>} Values */

/** @type {Texts} */
let texts = {};
let chosen = "en";

/** The language of the page. */
export const language = () => chosen;

/**
 * The language that is asked for: by the address (?lang=), by the settings, by the browser; else English.
 * @param {string} search the query of the address
 * @param {string} kept of the settings, "" for none
 * @param {readonly string[]} offered by the browser, best first
 */
export function pickLanguage(search, kept, offered) {
  const wishes = [new URLSearchParams(search).get("lang") ?? "", kept, ...offered];
  return wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => wish in LANGUAGES) ?? "en";
}

/**
 * Load the texts of some pages, beside those that all share.
 * @param {string[]} pages
 */
export async function loadTexts(pages) {
  const { language: kept = "" } = load("settings", /** @type {{language?: string}} */ ({}));
  chosen = pickLanguage(location.search, kept, navigator.languages);
  const files = await Promise.all(
    ["common", ...pages].map(async (page) => {
      const answer = await fetch(`/static/i18n/${chosen}/${page}.json`);
      if (!answer.ok) throw new Error(`found no texts of ${page} in ${chosen}`);
      return answer.json();
    }),
  );
  useTexts(chosen, Object.assign({}, ...files));
  document.documentElement.lang = chosen;
}

/**
 * Use these texts from now on.
 * @param {string} tag of the language
 * @param {Texts} found
 */
export function useTexts(tag, found) {
  chosen = tag;
  texts = found;
}

/**
 * The text of a key, with `{name}` replaced by values.  Where there is a `count`, the key with ".one" is taken for
 * what the language calls one.  A key that has no text is shown as it is, so that it is noticed.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const { count } = values;
  const single = typeof count === "number" && new Intl.PluralRules(chosen).select(count) === "one";
  const text = (single ? texts[`${key}.one`] : undefined) ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there is a text. @param {string} key */
export const hasText = (key) => key in texts;

/**
 * Put texts where the page asks for them: data-t is the content, data-t-NAME an attribute ("label" is aria-label).
 * @param {ParentNode} [root]
 */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.getAttribute("data-t") ?? "");
  }
  for (const name of ["label", "title", "placeholder"]) {
    for (const element of root.querySelectorAll(`[data-t-${name}]`)) {
      const attribute = name === "label" ? "aria-label" : name;
      element.setAttribute(attribute, t(element.getAttribute(`data-t-${name}`) ?? ""));
    }
  }
}
