/**
 * The history on the page: a line for each variation, on it a chip for each run of pushes, walks folded into the chip
 * that they lead to, or one for each move; positions that have a name show it, and what is said on them stands behind.
 */

import { cellName } from "../board/model.js";
import { afterPaint } from "../core/after-paint.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { pushRuns, singleMoves } from "./push-runs.js";

/** @import { Tree } from "./history.js" */
/** @import { Run } from "./push-runs.js" */

/** Return whether a move is a push or a plain step. @param {Play.Node} node */
const isStep = ({ push, text }) => push !== null || /^[lurd]$/.test(text);

export class HistoryView {
  /** @type {Tree | null} */
  #drawn = null;
  /** @type {Map<number, {element: HTMLElement, run: Run}>} the chip of each node */
  #chips = new Map();
  /** @type {HTMLElement | undefined} */
  #current = undefined;
  #width = 1; // of the board
  #said = ""; // the names of positions and the comments on them, as they are drawn
  /** @type {Map<number, string[]>} */
  #namesOf = new Map();
  /** @type {Readonly<Record<number, string>>} */
  #comments = {};
  #isByRuns = false; // whether it is drawn so: not where moves are more than steps and nothing has been pushed
  byMoves = false;

  /**
   * @param {HTMLElement} list
   * @param {object} handlers
   * @param {(node: number) => void} handlers.goto
   * @param {(node: number) => void} handlers.comment opens the comment on a position
   */
  constructor(list, { goto, comment }) {
    this.list = list;
    list.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-node], [data-comment]") : null;
      if (!(button instanceof HTMLElement)) return;
      const { node, comment: said } = button.dataset;
      if (said === undefined) goto(Number(node));
      else comment(Number(said));
    });
    list.addEventListener("keydown", (event) => this.#moveFocus(event));
  }

  /** Walk along the chips with the arrows. @param {KeyboardEvent} event */
  #moveFocus(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...this.list.querySelectorAll("button")];
    buttons[buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step]?.focus();
  }

  /** Draw a history by moves, or by runs of pushes. @param {boolean} byMoves */
  showMoves(byMoves) {
    this.byMoves = byMoves;
    this.#drawn = null;
  }

  /**
   * @param {Tree} tree
   * @param {number} width of the board
   * @param {Readonly<Record<string, number>>} names nodes by the names that the player has given
   * @param {Readonly<Record<number, string>>} comments by nodes, empty for none
   */
  show(tree, width, names, comments) {
    this.#width = width;
    this.#comments = comments;
    const said = JSON.stringify([names, comments]);
    if (this.#drawn !== tree || said !== this.#said || !this.#grow(tree)) this.#draw(tree, names);
    this.#said = said;
    this.#current?.removeAttribute("aria-current");
    this.#current?.setAttribute("tabindex", "-1");
    this.#current?.classList.remove("partial");
    const chip = this.#chips.get(tree.current);
    this.#current = chip?.element;
    this.#current?.setAttribute("aria-current", "step");
    this.#current?.setAttribute("tabindex", "0");
    this.#current?.classList.toggle("partial", chip !== undefined && chip.run.nodes.at(-1)?.id !== tree.current);
    afterPaint(() => this.#scrollToCurrent()); // where things stand is known by then, and need not be found out twice
  }

  /** Scroll the history to the current move, but not the page, which would move under a finger. */
  #scrollToCurrent() {
    const frame = this.list.parentElement;
    if (!this.#current || !frame) return;
    const [view, now] = [frame.getBoundingClientRect(), this.#current.getBoundingClientRect()];
    frame.scrollTop += Math.min(0, now.top - view.top) || Math.max(0, now.bottom - view.bottom);
  }

  /** Return the runs of moves of a line. @param {readonly Play.Node[]} nodes */
  #runs(nodes) {
    return this.#isByRuns ? pushRuns(nodes) : singleMoves(nodes);
  }

  /**
   * Add the chips of new nodes where each continues the end of a line; else return false.
   * @param {Tree} tree
   */
  #grow(tree) {
    for (let id = this.#chips.size + 1; id < tree.nodes.size; id++) {
      const node = tree.get(id);
      const before = this.#chips.get(node.parent);
      if (!before || before.element.nextSibling || tree.get(node.parent).children.length > 1) return false;
      if (before.run.nodes.at(-1)?.id !== node.parent) return false;
      if (!this.byMoves && !this.#isByRuns && node.push) return false; // the first push
      if (this.#isByRuns && !isStep(node)) return false;
      const runs = this.#runs([...before.run.nodes, node]);
      before.element.replaceWith(...runs.map((run) => this.#chip(run)));
    }
    return true;
  }

  /**
   * @param {Tree} tree
   * @param {Readonly<Record<string, number>>} names
   */
  #draw(tree, names) {
    this.#drawn = tree;
    this.#chips.clear();
    this.#namesOf.clear();
    const nodes = [...tree.nodes.values()].slice(1);
    this.#isByRuns = !this.byMoves && (nodes.every(isStep) || nodes.some(({ push }) => push !== null));
    for (const [name, node] of Object.entries(names)) this.#namesOf.set(node, [...(this.#namesOf.get(node) ?? []), name]);
    const items = tree.variations().map(({ nodes, level }) => {
      const item = h("li", {}, ...this.#runs(nodes).flatMap((run) => [this.#chip(run), ...run.nodes.flatMap((node) => this.#commentsOn(node))]));
      item.style.setProperty("--level", String(level));
      return item;
    });
    const start = this.#commentsOn(tree.get(0));
    const focused = [...this.list.querySelectorAll("button")].find((button) => button === document.activeElement);
    this.list.replaceChildren(...(start.length ? [h("li", {}, ...start)] : []), ...items);
    if (focused) this.#refocus(focused.dataset);
  }

  /** Give the focus back to what had it before all was drawn anew. @param {DOMStringMap} before */
  #refocus({ node, comment }) {
    const same = comment === undefined ? `[data-node="${node}"]` : `[data-comment="${comment}"]`;
    /** @type {HTMLElement | null} */ (this.list.querySelector(same))?.focus({ preventScroll: true });
  }

  /** Return the comment on a position as a button that opens it, none where nothing is said. @param {Play.Node} node */
  #commentsOn({ id, depth }) {
    const comment = this.#comments[id];
    const label = () => t("play.comment.at", { number: depth, comment });
    return comment ? [h("button", { class: "comment", "data-comment": id, "aria-label": label() }, comment)] : [];
  }

  /** Return the button of a run, which leads to its end. @param {Run} run */
  #chip(run) {
    const end = run.nodes[run.nodes.length - 1];
    const names = run.nodes.flatMap(({ id }) => this.#namesOf.get(id) ?? []);
    const parts = [...this.#parts(run, end), ...names.map((name) => h("span", { class: "chip-name" }, name))];
    const shown = parts.map((part) => (typeof part === "string" ? part : part.textContent)).join(" ");
    const isMove = run.nodes.length === 1 && !names.length && shown === end.text;
    const label = isMove ? t("play.move", { number: end.depth, move: end.text }) : t("play.run", { number: end.depth, run: shown });
    const content = parts.flatMap((part, index) => (index ? [" ", part] : [part]));
    const element = h("button", { "data-node": end.id, class: end.pushed ? "push" : "", tabindex: -1, "aria-label": label }, ...content);
    for (const { id } of run.nodes) this.#chips.set(id, { element, run });
    return element;
  }

  /**
   * Return what a chip shows: the walk and the way of the box, or the move.
   * @param {Run} run
   * @param {Play.Node} end its last move
   * @returns {(string | HTMLElement)[]}
   */
  #parts({ nodes, walk, way }, end) {
    if (nodes.length === 1 && !(this.#isByRuns && isStep(end))) return [end.text];
    const steps = walk ? [h("small", {}, t("play.walk", { count: walk }))] : [];
    return way ? [...steps, way.map((cell) => cellName({ width: this.#width }, cell)).join("–")] : steps;
  }
}
