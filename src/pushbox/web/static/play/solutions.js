/** The solutions that are known of the level: looked at step by step, copied alone or with the level. */

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { copyWith } from "./import-export.js";

/** @typedef {import("./controller.js").Table} Table */
/** @typedef {import("../core/api-types.js").SolutionOut} Solution */

/** @param {Table} table */
async function solutionsOf(table) {
  return (await get("/levels/{level}/solutions", { level: table.client.level?.id })).solutions;
}

/** Copy the level with every solution that is known. @param {Table} table */
export async function copyAll(table) {
  const found = await solutionsOf(table);
  await copyWith(table, found.map(({ title, text }) => ({ title, text })));
}

/** The dialog with the solutions; to look at one counts as a help. @param {Table} table */
export async function openSolutions(table) {
  const found = await solutionsOf(table);
  const list = found.length
    ? h("ul", { class: "choices solutions" }, ...found.map(item))
    : h("p", { class: "muted" }, t("solutions.none"));
  const dialog = openDialog(t("key.solutions"), [h("p", { class: "muted" }, t("solutions.note")), list], {
    wide: true,
    footer: [found.length > 0 && h("button", { onclick: () => copyAll(table) }, icon("copy"), t("key.copy-all"))],
  });

  /** @param {Solution} solution */
  function item({ metrics, name, mine, pure, text, added }) {
    const counts = t("solutions.counts", { moves: metrics.moves, pushes: metrics.pushes });
    const who = mine ? t("solutions.mine") : name;
    const day = new Date(added).toLocaleDateString(language());
    const facts = [who, t(pure ? "solutions.pure" : "solutions.assisted"), day].filter(Boolean).join(" · ");
    const show = () => {
      dialog.close();
      table.turn({ do: "assist", name: "solver" });
      table.follow(text);
      table.turn({ do: "restart" });
      table.replay.start();
    };
    return h(
      "li",
      {},
      h("div", {}, h("b", {}, counts), h("div", { class: "muted" }, facts)),
      h("button", { onclick: show, "aria-label": t("solutions.show.of", { counts }) }, icon("play"), t("solutions.show")),
      h("button", { onclick: () => copyText(text, t("solutions.copied")), "aria-label": t("solutions.copy.of", { counts }) }, icon("copy"), t("solutions.copy")),
    );
  }
}
