/** What stands around the board: title, counters, slider, buttons and the history as a tree. */

import { fill, find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";

/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("../core/icons.js").IconName} IconName */

export const COUNTERS = ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions"];
const MAIN = new Set(["moves", "pushes"]);
const MOST_SHOWN = 1500; // moves that the tree shows; the slider reaches all

/** @type {[string, IconName][]} */
const TRANSPORT = [["undo-all", "first"], ["undo", "undo"], ["replay", "play"], ["redo", "redo"], ["redo-all", "last"]];
/** @type {[string, IconName][]} */
const TOOLS = [["restart", "restart"], ["hint", "hint"], ["pushable", "list"], ["share", "share"], ["import", "import"], ["more", "more"]];

export class Panel {
  /**
   * @param {object} world
   * @param {(command: string) => void} world.run
   * @param {(node: number) => void} world.goto
   */
  constructor({ run, goto }) {
    this.title = find("#title");
    this.subtitle = find("#subtitle");
    this.slider = /** @type {HTMLInputElement} */ (find("#slider"));
    this.place = find("#place");
    this.tree = find("#tree");
    this.empty = find("#tree-empty");
    /** @type {Map<string, HTMLElement>} */
    this.counters = new Map();
    /** @type {number[]} the positions that the slider stands for */
    this.line = [0];
    this.drawn = "";
    for (const name of COUNTERS) {
      const value = h("dd", {}, "0");
      this.counters.set(name, value);
      find("#counters").append(h("div", { class: MAIN.has(name) ? "main" : "" }, h("dt", {}, t(`count.${name}`)), value));
    }
    for (const [id, name] of /** @type {const} */ ([["#level-previous", "previous"], ["#level-next", "next"]])) {
      const button = find(id);
      button.append(icon(name));
      button.setAttribute("aria-label", t(`key.${button.dataset.command}`));
    }
    fill(find("#transport"), ...TRANSPORT.map(([command, name]) => this.#button(command, name, "")));
    fill(find("#tools"), ...TOOLS.map(([command, name]) => this.#button(command, name, t(`tool.${command}`))));
    document.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-command]") : null;
      if (button instanceof HTMLElement && button.dataset.command) run(button.dataset.command);
    });
    this.slider.addEventListener("input", () => goto(this.line[Number(this.slider.value)]));
    this.tree.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-node]") : null;
      if (button instanceof HTMLElement) goto(Number(button.dataset.node));
    });
  }

  /** @param {string} command @param {IconName} name @param {string} text */
  #button(command, name, text) {
    const label = t(`key.${command}`);
    return h("button", { "data-command": command, "aria-label": text ? null : label, title: label }, icon(name), text);
  }

  /**
   * Show how a play stands.
   * @param {Client} client
   */
  show(client) {
    const { state, tree } = client;
    for (const [name, value] of this.counters) value.textContent = String(state.counts[name] ?? 0);
    const line = tree.line();
    this.line = [0, ...line.map(({ id }) => id)];
    this.slider.max = String(line.length);
    this.slider.value = String(tree.depth);
    this.slider.setAttribute("aria-valuetext", t("play.place", { depth: tree.depth, all: line.length }));
    this.place.textContent = `${tree.depth} / ${line.length}`;
    for (const [command, dull] of Object.entries({
      undo: tree.depth === 0,
      "undo-all": tree.depth === 0,
      redo: tree.depth === line.length,
      "redo-all": tree.depth === line.length,
      replay: line.length === 0,
    })) {
      for (const button of document.querySelectorAll(`#transport [data-command="${command}"]`)) {
        button.setAttribute("aria-disabled", String(dull));
        button.classList.toggle("dull", dull);
      }
    }
    this.#history(client);
  }

  /** @param {Client} client */
  #history({ tree }) {
    this.empty.hidden = tree.nodes.size > 1;
    const drawn = `${tree.nodes.size}`;
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      let shown = 0;
      const items = [];
      for (const { nodes, level } of tree.lines()) {
        if (shown > MOST_SHOWN) break;
        shown += nodes.length;
        const item = h("li", {}, ...nodes.slice(0, MOST_SHOWN).map((node) =>
          h("button", { "data-node": node.id, class: node.pushed ? "push" : "", tabindex: -1, "aria-label": t("play.move", { number: node.depth, move: node.text }) }, node.text)));
        item.style.setProperty("--level", String(level));
        items.push(item);
      }
      this.tree.replaceChildren(...items);
    }
    const before = this.tree.querySelector("[aria-current]");
    const now = this.tree.querySelector(`[data-node="${tree.here}"]`);
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    now?.setAttribute("aria-current", "step");
    now?.setAttribute("tabindex", "0");
    now?.scrollIntoView({ block: "nearest" });
  }

  /** Show whether a replay runs. @param {boolean} running */
  playing(running) {
    const button = find('#transport [data-command="replay"]');
    button.replaceChildren(icon(running ? "pause" : "play"));
    button.setAttribute("aria-pressed", String(running));
  }

  /**
   * @param {{title?: string, author?: string, number?: number, game?: string}} level
   * @param {{name: string} | null} game
   */
  name(level, game) {
    const number = level.number ? t("play.number", { number: level.number }) : "";
    this.title.textContent = level.title || number || t("play.untitled");
    this.subtitle.textContent = [level.title ? number : "", level.author, game?.name].filter(Boolean).join(" · ");
    document.title = `${this.title.textContent} · pushbox`;
  }
}
