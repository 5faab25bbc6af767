/** The table of a class: a row for each pupil, a column for each level; one cell at a time as results come. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { levelTitle } from "../ui/cards.js";
import { factsOf, starsOf } from "./result-view.js";
import { resultOf, sumOf } from "./results.js";

/**
 * Return the head and the body of the table.
 * @param {Api.ClassOut} shown
 * @param {import("./results.js").Results} results
 * @param {(pupil: Api.PupilOut) => void} onremove
 */
export function resultRows({ pupils, levels }, results, onremove) {
  const ids = levels.map(({ level }) => level.id);
  const head = h("tr", {}, h("th", { scope: "col" }, t("class.pupils", { count: pupils.length })), h("th", { scope: "col" }, t("class.sum")), ...levels.map(({ level }) => h("th", { scope: "col" }, levelTitle(level))));
  const rows = pupils.map((pupil) =>
    h(
      "tr",
      { "data-pupil": pupil.id },
      h("th", { scope: "row" }, h("span", { class: "pupil" }, pupil.name, h("button", { type: "button", class: "quiet icon", "aria-label": t("class.pupil.remove", { name: pupil.name }), onclick: () => onremove(pupil) }, icon("close")))),
      h("td", { class: "sum" }, sumText(results, pupil.id, ids)),
      ...ids.map((level) => cellOf(resultOf(results, pupil.id, level), level)),
    ),
  );
  return [h("thead", {}, head), h("tbody", {}, ...rows)];
}

/**
 * Show one result that has changed, and the sum of its row.
 * @param {HTMLElement} table
 * @param {Api.ClassOut} shown
 * @param {import("./results.js").Results} results
 * @param {Api.ResultOut} result
 */
export function showCell(table, { levels }, results, { pupil, level }) {
  const row = table.querySelector(`tr[data-pupil="${pupil}"]`);
  const cell = row?.querySelector(`td[data-level="${level}"]`);
  if (!row || !cell) return; // of a level or a pupil that the next reading of the class brings
  cell.replaceWith(cellOf(resultOf(results, pupil, level), level));
  find(".sum", row).textContent = sumText(results, pupil, levels.map((one) => one.level.id));
}

/**
 * @param {Api.ResultOut | undefined} result
 * @param {number | null | undefined} level
 */
function cellOf(result, level) {
  if (!result) return h("td", { "data-level": level }, h("span", { class: "visually-hidden" }, t("class.not-begun")));
  return h("td", { "data-level": level, class: result.stars ? "" : "begun" }, result.stars > 0 && starsOf(result.stars), h("span", { class: "facts" }, factsOf(result)));
}

/**
 * @param {import("./results.js").Results} results
 * @param {number} pupil
 * @param {(number | null | undefined)[]} levels
 */
function sumText(results, pupil, levels) {
  const { solved, stars } = sumOf(results, pupil, levels);
  return t("class.sum.of", { solved, all: levels.length, stars });
}
