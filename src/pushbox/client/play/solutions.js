/** The known solutions of the level: replayed, or copied alone or with the level. */

import { get, getAll } from "../core/api.js";
import { h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { announceError } from "../ui/status.js";
import { copyWithMoves } from "./import-export.js";

/** @import { PlayController } from "./controller.js" */

const MOST_SOLUTIONS = 100; // that are listed

/** @param {PlayController} controller @returns {Promise<Api.SolutionOut[]>} */
async function knownSolutions({ client }) {
  return getAll("/levels/{level}/solutions", "solutions", { level: client.level?.id }, MOST_SOLUTIONS);
}

/** Copy the level with every known solution. @param {PlayController} controller */
export async function copyWithSolutions(controller) {
  const solutions = await knownSolutions(controller);
  await copyWithMoves(controller, solutions.map(({ title, text }) => ({ title, text })));
}

/** Open the dialog with the solutions; to look at one counts as an assist. @param {PlayController} controller */
export async function openSolutions(controller) {
  const solutions = await knownSolutions(controller);
  const list = solutions.length
    ? h("ul", { class: "choices solutions" }, ...solutions.map(item))
    : h("p", { class: "muted" }, t("solutions.none"));
  const dialog = openDialog(t("key.solutions"), [h("p", { class: "muted" }, t("solutions.note")), list], {
    wide: true,
    footer: [solutions.length > 0 && h("button", { onclick: () => copyWithSolutions(controller).catch(announceError) }, icon("copy"), t("key.copy-all"))],
  });

  /** @param {Api.SolutionOut} solution */
  function item({ id, metrics, name, mine, pure, text, added }) {
    const counts = t("label.counts", { moves: metrics.moves, pushes: metrics.pushes });
    const author = mine ? t("solutions.mine") : name;
    const day = new Date(added).toLocaleDateString(language());
    const facts = [author, t(pure ? "solutions.pure" : "solutions.assisted"), day].filter(Boolean).join(" · ");
    const replay = () => {
      dialog.close();
      showSolution(controller, text);
    };
    const share = () => shareSolution(controller, id, metrics.pushes).catch(announceError);
    return h(
      "li",
      {},
      h("div", {}, h("b", {}, counts), h("div", { class: "muted" }, facts)),
      h("button", { onclick: replay, "aria-label": t("solutions.show.of", { counts }) }, icon("play"), t("solutions.show")),
      h("button", { onclick: () => copyText(text, t("solutions.copied")), "aria-label": t("solutions.copy.of", { counts }) }, icon("copy"), t("label.copy")),
      h("button", { onclick: share, "aria-label": t("solutions.share.of", { counts }) }, icon("share"), t("tool.share")),
    );
  }
}

/** Play a solution before the player's eyes, which counts as an assist. @param {PlayController} controller @param {string} text */
function showSolution(controller, text) {
  controller.command({ do: "assist", name: "solution" });
  controller.follow(text);
  controller.command({ do: "restart" });
  controller.replay.start();
}

/** Open the dialog that shares a solution. @param {PlayController} controller @param {number} solution @param {number} pushes */
async function shareSolution({ client, panel }, solution, pushes) {
  const { level } = client;
  if (!level) return;
  const { openSolutionShare } = await import("../share/solution-share.js");
  await openSolutionShare({ level: level.id, solution, title: panel.title.textContent ?? "", board: level.level.board, pushes });
}

/** Show a solution of the level by its id. @param {PlayController} controller @param {string} solution */
export async function watchSolution(controller, solution) {
  const { text } = await get("/levels/{level}/solutions/{solution}", { level: controller.client.level?.id, solution });
  showSolution(controller, text);
}
