/** Levels on paper: sheets of many, or cards with room for what one has reached. */

import { getAll } from "../core/api.js";
import { h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { readBoard } from "../board/model.js";
import { trimmed } from "../board/trim.js";
import { collectionTitle, formatCounts, levelSize, levelTitle } from "../ui/cards.js";
import { drawBoard } from "../ui/picture.js";
import { promptForm } from "../ui/prompt.js";

const KINDS = /** @type {const} */ ({ sheet: [6, 12, 20], cards: [1, 2, 4] }); // levels of a page
const MOST = 500; // levels

/** @param {Api.CollectionOut} collection */
export async function openPrint(collection) {
  const choices = Object.entries(KINDS).flatMap(([kind, counts]) => counts.map((count) => ({ kind, count })));
  const options = choices.map(({ kind, count }) => h("option", { value: `${kind} ${count}` }, t(`print.${kind}`, { count })));
  const select = h("select", {}, ...options);
  select.value = "sheet 12";
  const fields = [h("p", { class: "muted" }, t("print.what")), labelled(t("print.layout"), select)];
  const chosen = await promptForm(t("print.title"), fields, t("print.title"), async () => ({
    choice: select.value.split(" "),
    levels: await getAll("/collections/{collection}/levels", "levels", { collection: collection.id }, MOST),
  }));
  if (!chosen) return;
  const [kind, count] = chosen.choice;
  const paper = printed(collection, chosen.levels.slice(0, MOST), kind, Number(count));
  document.body.append(paper);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  window.print();
}

/**
 * Return the pages, which the style sheet shows on paper alone.
 * @param {Api.CollectionOut} collection
 * @param {Api.LevelOut[]} levels
 * @param {string} kind
 * @param {number} count of a page
 */
function printed(collection, levels, kind, count) {
  const pages = [];
  for (let first = 0; first < levels.length; first += count) {
    const figures = levels.slice(first, first + count).map((level) => figure(level, kind));
    pages.push(h("section", { class: "paper-page" }, h("h2", {}, collectionTitle(collection)), h("div", { class: "paper-grid" }, ...figures)));
  }
  return h("div", { class: "paper", "data-skin": "paper", "data-kind": kind, "data-count": count }, ...pages);
}

/** @param {Api.LevelOut} level @param {string} kind */
function figure(level, kind) {
  const name = [level.number, levelTitle(level)].filter(Boolean).join(". ");
  const counts = formatCounts(level.best ?? {});
  const lines = [levelSize(level), counts && t("level.best", { counts })];
  const blanks = h("p", { class: "blanks" }, ...["print.name", "print.moves", "print.pushes"].map((key) => h("span", {}, t(key))));
  return h("figure", {}, drawBoard(trimmed(readBoard(level.level.board))), h("figcaption", {}, h("b", {}, name), kind === "cards" && h("span", {}, lines.filter(Boolean).join(" · ")), kind === "cards" && blanks));
}
