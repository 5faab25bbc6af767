/**
 * Why a position can never be solved, in a sentence: what the server says with `pushbox.analysis.deadlocks.sentences`, of the
 * reasons that the core finds.
 */

import { cellName } from "../board/model.js";
import { DIRECTIONS, neighbours } from "../board/tiling.js";

/** @typedef {(language: string) => Promise<Record<string, string>>} LoadTexts loads `insight.json` of a language */

/** @type {LoadTexts} */
export async function loadReasons(language) {
  const folder = document.documentElement.dataset.static ?? "/static/";
  return (await fetch(`${folder}i18n/${language}/insight.json`)).json();
}

/**
 * A reason of the core. `held` says of each frozen box what holds it in its row and in its column, and on which side; of
 * `boxes` the first `stranded` reach too few goals, and the others are frozen.
 * @typedef {{kind: string, boxes: number[], cells?: number[], held?: Held[], stranded?: number}} Reason
 * @typedef {{row: string, beside: number, column: string, above: number}} Held
 */

/**
 * Return the sentence of a reason.
 * @param {Reason} reason
 * @param {Board} board
 * @param {Record<string, string>} texts `insight.json` of a language
 */
export function explain({ kind, boxes, cells = [], held = [], stranded = boxes.length }, board, texts) {
  const names = (/** @type {number[]} */ of) => listed(of.map((cell) => cellName(board, cell)), texts);
  const key = `deadlock.${kind}`;
  if (kind === "freeze") {
    const isDead = held.some(({ row, column }) => row === "dead" || column === "dead");
    const chain = boxes.map((cell, index) => {
      const { row, beside, column, above } = held[index];
      const both = fill(texts, "held.both", { first: holder(cell, row, beside, board, texts), last: holder(cell, column, above, board, texts) });
      return index ? fill(texts, "deadlock.freeze.next", { box: cellName(board, cell), held: both }) : both;
    });
    return fill(texts, isDead ? `${key}.dead` : key, { box: cellName(board, boxes[0]), chain: chain.join(texts["list.chain"]) });
  }
  if (kind === "bipartite") {
    const [own, frozen] = [boxes.slice(0, stranded), boxes.slice(stranded)];
    const template = `${key}${frozen.length ? ".frozen" : ""}${cells.length ? "" : ".none"}`;
    return fill(texts, template, { boxes: names(own), goals: names(cells), frozen: names(frozen), count: cells.length || own.length });
  }
  return fill(texts, key, { box: names(boxes) });
}

/**
 * Return what holds a box on an axis.
 * @param {number} cell
 * @param {string} kind
 * @param {number} way the side of it
 * @param {Board} board
 * @param {Record<string, string>} texts
 */
function holder(cell, kind, way, board, texts) {
  const box = kind === "box" ? cellName(board, neighbours(board, cell)[way]) : "";
  return fill(texts, `held.${kind}.${DIRECTIONS[way]}`, { box });
}

/** Return the text of a key; one that ends in the `count` has the text for that number. @param {Record<string, string>} texts @param {string} key @param {Record<string, string | number>} values */
function fill(texts, key, values) {
  const template = texts[`${key}.${values.count}`] ?? texts[key] ?? key;
  const written = (/** @type {string | number} */ value) =>
    typeof value === "number" ? String(value).replace(/\B(?=(\d{3})+$)/g, texts["number.group"] ?? "") : value;
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name]) : whole));
}

/** @param {string[]} words @param {Record<string, string>} texts */
function listed(words, texts) {
  if (words.length < 2) return words.join("");
  return fill(texts, "list.two", { first: words.slice(0, -1).join(texts["list.comma"]), last: words[words.length - 1] });
}
