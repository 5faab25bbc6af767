/** The panel around the board: title, counters, slider, buttons and the history as a tree. */

import { pieceNoun } from "../board/piece-nouns.js";
import { find, h, setText } from "../core/dom.js";
import { hasText, t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { noteText } from "../core/level-note.js";
import { METRICS } from "../core/metrics.js";
import { shippedText } from "../core/phrases.js";
import { load, save } from "../core/storage.js";
import { OPTIONAL } from "./client.js";
import { HistoryView } from "./history-view.js";

/** @import { Client } from "./client.js" */
/** @import { IconName } from "../core/icons.js" */

const MAIN = ["moves", "pushes"];

/** @type {[string, IconName][]} */
const TRANSPORT = [["undo-all", "first"], ["undo", "undo"], ["replay", "play"], ["redo", "redo"], ["redo-all", "last"]];
/** @type {[string, IconName][]} */
const TOOLS = [["restart", "restart"], ["hint", "hint"], ["pushable", "list"], ["share", "share"], ["import", "import"], ["more", "more"]];

export class Panel {
  /** The play whose pieces the tools are called after. @type {Client | null} */
  #named = null;

  /**
   * @param {HTMLElement} root of the page
   * @param {object} handlers
   * @param {(command: string) => void} handlers.run
   * @param {(node: number) => void} handlers.goto
   * @param {(node: number) => void} handlers.comment
   */
  constructor(root, { run, goto, comment }) {
    this.root = root;
    this.title = find("#title", root);
    this.subtitle = find("#subtitle", root);
    this.lesson = find("#lesson", root);
    this.slider = /** @type {HTMLInputElement} */ (find("#slider", root));
    this.place = find("#place", root);
    this.transport = find("#transport", root);
    this.tools = find("#tools", root);
    this.history = new HistoryView(find("#tree", root), { goto, comment });
    /** @type {Client | null} the play that is shown */
    this.client = null;
    this.empty = find("#tree-empty", root);
    /** @type {Map<string, HTMLElement>} */
    this.counters = new Map();
    /** @type {number[]} the nodes along the slider */
    this.line = [0];
    /** @type {ReadonlySet<string> | null} the optional commands of the level for which the tools are shown */
    this.offers = null;
    for (const name of METRICS) {
      const value = h("dd", {}, "0");
      this.counters.set(name, value);
      const place = find(MAIN.includes(name) ? "#counters" : "#more-counters", root);
      place.append(h("div", { class: MAIN.includes(name) ? "main" : "" }, h("dt", {}, t(`count.${name}`)), value));
    }
    for (const [id, name] of /** @type {const} */ ([["#level-previous", "previous"], ["#level-next", "next"]])) {
      const button = find(id, root);
      button.append(icon(name));
      button.setAttribute("aria-label", t(`key.${button.dataset.command}`));
    }
    this.transport.append(...TRANSPORT.map(([command, name]) => this.#button(command, name, "")));
    this.tools.append(...TOOLS.map(([command, name]) => this.#button(command, name, t(`tool.${command}`))));
    root.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-command]") : null;
      if (button instanceof HTMLElement && button.dataset.command) run(button.dataset.command);
    });
    this.slider.addEventListener("input", () => goto(this.line[Number(this.slider.value)]));
    const byMoves = find("#history-moves", root);
    byMoves.addEventListener("click", () => this.#showMoves(byMoves, !this.history.byMoves));
    this.#showMoves(byMoves, load("history-moves", false));
  }

  /** Show the history by moves, or by runs of pushes, and remember that. @param {HTMLElement} button @param {boolean} byMoves */
  #showMoves(button, byMoves) {
    this.history.showMoves(byMoves);
    button.setAttribute("aria-pressed", String(byMoves));
    save("history-moves", byMoves);
    if (this.client) this.show(this.client);
  }

  /** @param {string} command @param {IconName} name @param {string} text */
  #button(command, name, text) {
    const label = hasText(`key.${command}`) ? t(`key.${command}`) : text;
    return h("button", { "data-command": command, "aria-label": text ? null : label, title: label }, icon(name), text);
  }

  /** Call the tool that lists what can be pushed as the game calls its pieces. @param {Client} client */
  #nameTool(client) {
    if (!client.displayed) return;
    this.#named = client;
    const noun = pieceNoun(client.displayed.pieces, 2);
    const tool = find('#tools [data-command="pushable"]', this.root);
    tool.replaceChildren(icon("list"), noun.charAt(0).toUpperCase() + noun.slice(1));
  }

  /**
   * Show the state of a play.
   * @param {Client} client
   */
  show(client) {
    const { tree } = client;
    this.#showCounts(client);
    const line = tree.line();
    this.line = [0, ...line.map(({ id }) => id)];
    if (this.slider.max !== String(line.length)) this.slider.max = String(line.length); // or else it is laid out again
    this.slider.value = String(tree.depth);
    this.slider.setAttribute("aria-valuetext", t("play.place", { depth: tree.depth, all: line.length }));
    setText(this.place, `${tree.depth} / ${line.length}`);
    const [atStart, atEnd] = [tree.depth === 0, tree.depth === line.length];
    /** @type {Record<string, boolean>} */
    const dull = { undo: atStart, "undo-all": atStart, redo: atEnd, "redo-all": atEnd, replay: line.length === 0 };
    for (const button of this.transport.querySelectorAll("button")) {
      const isDull = dull[button.dataset.command ?? ""];
      button.setAttribute("aria-disabled", String(isDull));
      button.classList.toggle("dull", isDull);
    }
    if (this.offers !== client.offers) this.#showTools(client);
    if (client !== this.#named) this.#nameTool(client);
    this.client = client;
    this.empty.hidden = tree.nodes.size > 1;
    for (const id of ["#history-name", "#history-comment"]) find(id, this.root).hidden = tree.nodes.size === 1;
    this.history.show(tree, client.displayed?.width ?? 1, client.snapshots, client.comments);
  }

  /** Show the counts that the game has: stones are moved by their names, and nothing pushes them. @param {Client} client */
  #showCounts({ state, confirmed }) {
    const pushes = !confirmed?.pieces.some(({ kind }) => kind === "stone");
    for (const [name, value] of this.counters) {
      setText(value, String(state.counts[name] ?? 0));
      value.parentElement?.toggleAttribute("hidden", name !== "moves" && !pushes);
    }
    find("#counts", this.root).hidden = !pushes;
  }

  /** Show the tools that the level has. @param {Client} client */
  #showTools(client) {
    this.offers = client.offers;
    for (const name of OPTIONAL) this.tools.querySelector(`[data-command="${name}"]`)?.toggleAttribute("hidden", !client.has(name));
  }

  /** @param {boolean} running */
  showReplay(running) {
    const button = find('[data-command="replay"]', this.transport);
    button.replaceChildren(icon(running ? "pause" : "play"));
    button.setAttribute("aria-pressed", String(running));
  }

  /**
   * @param {{title?: string, author?: string, number?: number, game?: string, notes?: string}} level
   * @param {{name: string} | null} game
   */
  showTitle(level, game) {
    const number = level.number ? t("level.numbered", { number: level.number }) : "";
    this.title.textContent = shippedText("level.title", level.title ?? "") || number || t("play.untitled");
    this.subtitle.textContent = [level.title ? number : "", shippedText("author", level.author ?? ""), game && shippedText("game.name", game.name)].filter(Boolean).join(" · ");
    this.lesson.textContent = noteText(level.notes ?? "");
    this.lesson.hidden = !level.notes;
    document.title = `${this.title.textContent} · pushbox`;
  }
}
