/** Problems of texts and positions, each with its place. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { sentenceText } from "../core/phrases.js";

const OPEN = 5; // so many are shown at once, more on demand

/**
 * Return a problem as a sentence, without its place.
 * @param {Api.ProblemOut} problem
 */
function problemText(problem) {
  const phrases = /** @type {Record<string, import("../core/phrases.js").Phrase>} */ (problem.phrases ?? {});
  const [found, expected, repair] = /** @type {const} */ (["found", "expected", "repair"]).map((name) => sentenceText(problem[name] ?? "", phrases[name]));
  const fact = expected ? t("problem.expected", { found, expected }) : found;
  const text = repair ? `${fact}; ${repair}` : fact;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Return a list of the problems of a text; null where there are none.
 * @param {Api.ProblemOut[]} problems
 */
export function problemList(problems) {
  if (!problems.length) return null;
  const list = h("ul", { class: "problems" }, ...problems.map((problem) => problemItem(problem)));
  if (problems.length <= OPEN) return list;
  return h("details", {}, h("summary", {}, t("problem.count", { count: problems.length })), list);
}

/**
 * Return a problem as an item of a list; with `onclick` it is a button.
 * @param {Api.ProblemOut} problem
 * @param {() => void} [onclick]
 */
export function problemItem(problem, onclick) {
  const { line = 0, column = 0, severity } = problem;
  const content = [
    h("span", { class: "visually-hidden" }, t(`problem.${severity}`)),
    line > 0 && h("span", { class: "place" }, t("problem.place", { line, column })),
    h("span", {}, problemText(problem)),
  ];
  const button = onclick && h("button", { type: "button", class: "link", onclick }, ...content);
  return h("li", { "data-severity": severity }, ...(button ? [button] : content));
}
