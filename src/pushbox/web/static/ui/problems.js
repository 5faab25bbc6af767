/** Problems of texts and positions, each with its place. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";

const OPEN = 5; // so many are shown at once, more on demand

/**
 * Return a problem as a sentence, without its place.  The server writes what it found in English, so all of it is.
 * @param {Api.ProblemOut} problem
 */
export function problemText({ found, expected, repair }) {
  const fact = expected ? `${found}, expected ${expected}` : found;
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
    h("span", { lang: "en" }, problemText(problem)),
  ];
  const button = onclick && h("button", { type: "button", class: "link", onclick }, ...content);
  return h("li", { "data-severity": severity }, ...(button ? [button] : content));
}
