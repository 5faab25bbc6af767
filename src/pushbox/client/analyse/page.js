/** The analysis: a play with its whole history, what is known of the position, and searches beside the board. */

import "../board/push-board.js";
import { get } from "../core/api.js";
import { find, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { openPlay, promptLevel } from "../edit/save.js";
import { namedPlay } from "../play/start-play.js";
import { levelCard } from "../ui/cards.js";
import { copyText } from "../ui/clipboard.js";
import { showError } from "../ui/status.js";
import { Analysis } from "./analysis.js";
import { SearchPanel } from "./search-panel.js";

const OBJECTIVES = ["any", "pushes", "moves", "pushes-moves", "moves-pushes"];
const ORDERS = ["pushes-moves", "moves-pushes", "pushes", "moves", "box_lines-moves", "box_changes-moves", "pushing_sessions-moves"];

/** @param {HTMLElement} root */
export async function mount(root) {
  const analysis = new Analysis(root);
  mountSearches(root, analysis);
  mountControls(root, analysis);
  mountKeys(analysis);
  const status = find("#status", root);
  for (const id of ["#paste", "#open"]) {
    find(id, root).addEventListener("click", () => openOther().catch((error) => showError(status, error)));
  }
  const named = await namedPlay(new URL(location.href));
  if (named) analysis.open(named.play);
  else await showChoice(root);
}

/** Let the visitor choose what to analyse. @param {HTMLElement} root */
async function showChoice(root) {
  find("#choose", root).hidden = false;
  find("#open", root).hidden = true;
  const { recent } = await get("/me");
  const cards = recent.map((level) => levelCard(level, { href: `/analyse?play=${level.play}` }));
  find("#recent", root).replaceChildren(...cards);
}

async function openOther() {
  const level = await promptLevel();
  if (level) await openPlay(level, "analyse");
}

/**
 * @param {HTMLElement} root
 * @param {Analysis} analysis
 */
function mountSearches(root, analysis) {
  const { client } = analysis;
  const status = find("#status", root);
  /** @type {import("./search-panel.js").Adapter["play"]} */
  const play = (start, moves, then) => analysis.playSolution(start, moves, then);
  const solver = new SearchPanel(find("#solver", root), OBJECTIVES, status, {
    request: async (fields) => {
      if (client.state.outcome.status === "solved") throw new Error(t("analyse.nothing-left"));
      return {
        task: "solve",
        level: client.level.level,
        moves: await client.line(),
        objective: /** @type {Api.SolveJob["objective"]} */ (fields.get("objective")),
        seconds: Number(fields.get("seconds")),
        memory: Number(fields.get("memory")),
      };
    },
    start: () => client.tree.current,
    play,
    mark: (cells) => analysis.board.setOverlay("problem", cells),
  });
  const solution = async () => {
    const moves = client.state.outcome.status === "solved" ? await client.line() : solver.latest?.moves_text;
    if (moves === undefined) throw new Error(t("analyse.no-solution"));
    return moves;
  };
  new SearchPanel(find("#optimizer", root), ORDERS, status, {
    request: async (fields) => ({
      task: "optimize",
      level: client.level.level,
      solution: await solution(),
      objective: String(fields.get("objective")),
      seconds: Number(fields.get("seconds")),
    }),
    start: () => 0,
    play,
  });
}

/**
 * @param {HTMLElement} root
 * @param {Analysis} analysis
 */
function mountControls(root, analysis) {
  const { client } = analysis;
  /** @type {Record<"first" | "undo" | "redo" | "last", () => void>} */
  const buttons = {
    first: () => analysis.command({ do: "goto", node: 0 }),
    undo: () => analysis.command({ do: "undo" }),
    redo: () => analysis.command({ do: "redo" }),
    last: () => analysis.command({ do: "goto", node: client.tree.end }),
  };
  for (const name of /** @type {(keyof typeof buttons)[]} */ (Object.keys(buttons))) {
    const button = find(`#${name}`, root);
    button.append(icon(name));
    button.addEventListener("click", buttons[name]);
  }
  onSubmit(find("#type", root), () => {
    const field = /** @type {HTMLInputElement} */ (find("#type input", root));
    if (field.value.trim()) analysis.command({ do: "type", text: field.value.trim() });
    field.value = "";
  });
  find("#copy", root).addEventListener("click", async () => copyText(await client.line()));
}

/** @param {Analysis} analysis */
function mountKeys(analysis) {
  const actions = {
    replay: () => analysis.toggleReplay(),
    dead: () => analysis.assessment.toggleDead(),
    "redo-all": () => analysis.command({ do: "goto", node: analysis.client.tree.end }),
  };
  analysis.takeKeys(actions, () => analysis.client.game?.players ?? 1);
}
