/** Texts in the languages of the app: JSON files of flat keys, one file a language and page. */

export const LANGUAGES = /** @type {const} */ ({ en: "English", zh: "中文", de: "Deutsch" });

/** @typedef {Record<string, string>} Texts */
/** @typedef {Record<string, string | number>} Values */

/** @type {Texts} */
let texts = {};
let current = "en";

/** Return the language of the page. */
export const language = () => current;

/** Return the first language that there is of those that are preferred, else English. @param {readonly string[]} preferred best first */
export const pickLanguage = (preferred) =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";

/**
 * Load the texts that the scripts of some pages say, beside those that all share, in the language of the document, whose
 * own texts the server has put into it.
 * @param {string[]} pages
 */
export async function loadTexts(pages) {
  const tag = pickLanguage([document.documentElement.lang]);
  const files = await Promise.all(
    ["common", ...(tag === "en" ? [] : ["levels", "messages"]), ...pages].map((part) => fetchTexts(tag, part)),
  );
  useTexts(tag, Object.assign({}, ...files));
}

/** @param {string} tag @param {string} part @returns {Promise<Texts>} */
async function fetchTexts(tag, part) {
  const folder = document.documentElement.dataset.static ?? "/static/";
  const response = await fetch(`${folder}i18n/${tag}/${part}.json`);
  if (!response.ok) throw new Error(`found no texts of ${part} in ${tag}`);
  return response.json();
}

/**
 * Use these texts from now on.
 * @param {string} tag of the language
 * @param {Texts} loaded
 */
export function useTexts(tag, loaded) {
  current = tag;
  texts = loaded;
}

/**
 * Return the text of a key, with `{name}` replaced by values.  With a `count`, the key with ".one" is taken for the
 * singular of the language.  A key that has no text is shown as it is, so that it is noticed.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const { count } = values;
  const single = typeof count === "number" && new Intl.PluralRules(current).select(count) === "one";
  const text = (single ? texts[`${key}.one`] : undefined) ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Return whether there is a text. @param {string} key */
export const hasText = (key) => key in texts;
