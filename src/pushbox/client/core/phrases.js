/** Sentences of the server in the language of the visitor. */

import { hasText, language, t } from "./i18n.js";

/** @typedef {{code: string, params: Record<string, any>, text: string}} Phrase as the server sends it */

/**
 * Return a sentence of the server in the language of the visitor, or as it is where it has no text there.
 * @param {string} sentence
 * @param {Phrase | null} [phrase]
 * @returns {string}
 */
export function sentenceText(sentence, phrase) {
  if (!phrase || language() === "en" || !hasText(phrase.code)) return sentence;
  const values = Object.entries(phrase.params).map(([name, value]) => [name, value?.code ? sentenceText(value.text, value) : value]);
  return t(phrase.code, Object.fromEntries(values));
}

/**
 * Return a title, a note or a name of what pushbox brings along in the language of the visitor, any other text as it is.
 * @param {"level.title" | "level.note" | "collection.title" | "collection.note" | "author" | "game.name"} kind
 * @param {string} text
 */
export function shippedText(kind, text) {
  if (hasText(`${kind}.${text}`)) return t(`${kind}.${text}`);
  return kind === "level.title" ? (madeTitle(text) ?? twoWords(text)) : text;
}

/** Return the title of a generated level, which has numbers for programs, in words. @param {string} title */
function madeTitle(title) {
  const shape = /^(Walk|Blocks|Hall|Cave|Rooms) \d+-\d+$/.exec(title)?.[1].toLowerCase();
  return shape && hasText(`level.made.${shape}`) ? t(`level.made.${shape}`) : null;
}

/** Titles of the packs are two words of a list, such as "Amber Gate". @param {string} title */
function twoWords(title) {
  const [first, second] = title.split(" ");
  const keys = [`level.first.${first}`, `level.second.${second}`];
  if (title !== `${first} ${second}` || !keys.every(hasText)) return title;
  return t("level.two-words", { first: t(keys[0]), second: t(keys[1]) });
}
