/** Sentences of the server, said by the page itself: a code with its values, and the English text of both. */

/** @typedef {{code: string, params: Record<string, any>}} Sentence */

/** The English texts of sentences. @returns {Promise<Record<string, string>>} */
export async function sentences() {
  const folder = document.documentElement.dataset.static ?? "/static/";
  const parts = ["common.json", "messages.json"].map(async (part) => (await fetch(`${folder}i18n/en/${part}`)).json());
  return Object.assign({}, ...(await Promise.all(parts)));
}

/** A command that is not executed, for a reason in a sentence. */
export class Refused extends Error {
  /** @param {string} code @param {Record<string, any>} [params] */
  constructor(code, params = {}) {
    super(code);
    this.sentence = { code, params };
  }
}

/** Thrown for what is left to the server. */
export const LEFT = new Error("left to the server");

/**
 * Return a sentence as the server sends it.
 * @param {Sentence} sentence
 * @param {Record<string, string>} texts by code, in English
 * @returns {{code: string, params: Record<string, any>, text: string}}
 */
export function phraseOf({ code, params }, texts) {
  const values = Object.entries(params).map(([name, value]) => [name, value?.code ? phraseOf(value, texts) : value]);
  const template = (params.count === 1 ? texts[`${code}.one`] : undefined) ?? texts[code] ?? ownText(code, params);
  const named = Object.fromEntries(values);
  const text = template.replace(/\{(\w+)\}/g, (whole, name) => (name in named ? String(named[name].text ?? named[name]) : whole));
  return { code, params: named, text };
}

/**
 * Return the English text of what is in no list: a word, as "who.player", or a number with its noun, as "count.colour-box" for
 * 2 {colour} boxes.
 * @param {string} code
 * @param {Record<string, any>} params
 */
function ownText(code, params) {
  if (!code.startsWith("count.")) return code.slice(code.indexOf(".") + 1);
  const noun = code.replace("count.", "").split("-").map((word) => (word in params ? `{${word}}` : word)).join(" ");
  const ending = params.count === 1 ? "" : /(sh|ch|x|s)$/.test(noun) ? "es" : "s";
  return `{count} ${noun}${ending}`;
}
