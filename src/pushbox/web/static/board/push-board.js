/**
 * `<push-board>`: any board of any game, drawn from data.
 *
 * Methods: `show(board)`, `apply(changes, {animate})`, `mark(layer, cells, labels)`, `note(notes)`, `zoomBy(factor)`.
 * Attributes: `rotation` (0 to 3, clockwise quarters), `flip`, `rulers`, `checkerboard`, `reveal` (draws what is hidden),
 * `navigate` (arrow keys move the focus from cell to cell), `picture` (an image that nobody presses, named by
 * `aria-label`).
 * Events, all with a `detail`: `cell-press` {cell, keys}, `cell-hold` {cell}, `cell-drag` {from, cell, phase},
 * `cell-hover` {cell}, `cell-focus` {cell}; a cell is -1 where there is none.
 */

import { svg } from "../core/dom.js";
import { reducedMotion } from "../core/settings.js";
import { cellText } from "./cell-labels.js";
import { DELTAS, SIDE } from "./geometry.js";
import { listen } from "./gestures.js";
import { readBoard } from "./model.js";
import { View } from "./view.js";
import { WHOLE, moved, visible, zoomed } from "./viewport.js";

/** @typedef {import("./model.js").Board} Board */
/** @typedef {import("./model.js").BoardJson} BoardJson */
/** @typedef {import("./model.js").Change} Change */

const ARROWS = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];

export class PushBoard extends HTMLElement {
  static observedAttributes = ["rotation", "flip", "rulers", "checkerboard", "reveal", "picture", "aria-label"];

  #view = new View({ rotation: 0, flip: false, rulers: false, checkerboard: false, reveal: false });
  #svg = svg("svg", { class: "board", focusable: "false" });
  #cells = svg("g", { class: "cells" });
  /** @type {Map<number, SVGRectElement>} */
  #cellNodes = new Map();
  /** @type {ReadonlyMap<number, readonly string[]>} */
  #notes = new Map();
  /** @type {import("./viewport.js").Port} */
  #port = WHOLE;
  #current = -1;
  #listening = false;

  connectedCallback() {
    if (!this.#svg.isConnected) {
      this.#svg.append(this.#view.root, this.#cells);
      this.append(this.#svg);
    }
    if (!this.#listening && !this.hasAttribute("picture")) this.#listen();
    this.attributeChangedCallback();
  }

  attributeChangedCallback() {
    const number = Number(this.getAttribute("rotation") ?? 0);
    this.#view.look = {
      rotation: Number.isInteger(number) ? number : 0,
      flip: this.hasAttribute("flip"),
      rulers: this.hasAttribute("rulers"),
      checkerboard: this.hasAttribute("checkerboard"),
      reveal: this.hasAttribute("reveal"),
    };
    if (this.board && this.isConnected) this.show(this.board);
  }

  /** The board that is shown, as it is after everything that was applied. */
  get board() {
    return this.#view.board;
  }

  /** How the board lies: places of cells, directions of the picture. */
  get layout() {
    return this.#view.layout;
  }

  /** The cell that has, or last had, the keyboard's focus. */
  get current() {
    return this.#current;
  }

  /**
   * Show a board, as a value or as its JSON.
   * @param {Board | BoardJson} board
   */
  show(board) {
    this.#view.show("palette" in board ? readBoard(board) : board);
    const { columns, rows } = this.#view.layout;
    this.style.setProperty("--columns", String(columns));
    this.style.setProperty("--rows", String(rows));
    this.#frame();
    if (this.hasAttribute("picture")) {
      this.#svg.setAttribute("role", "img");
      this.#svg.setAttribute("aria-label", this.getAttribute("aria-label") ?? "");
      this.#cells.replaceChildren();
    } else this.#grid();
  }

  /**
   * Show changes: those of one tick together, tick after tick.
   * @param {readonly Change[]} changes
   * @param {{animate?: boolean}} [options]
   */
  apply(changes, { animate = true } = {}) {
    this.#view.apply(changes, animate && !reducedMotion());
    this.#name(this.#touched(changes));
  }

  /** Do at once what an animation would still do. */
  finish() {
    this.#view.finish();
  }

  /**
   * Mark cells in a layer: reach, path (cells in order), dead, cursor, eye, focus, picked, origins, hint, problem, or
   * any name of your own, which is drawn as an area.  No cells take the layer away.
   * @param {string} layer
   * @param {Iterable<number>} cells
   * @param {ReadonlyMap<number, string>} [labels] short texts to show on cells
   */
  mark(layer, cells, labels) {
    this.#view.mark(layer, [...cells], labels);
  }

  /**
   * Say more of some cells in their names, such as "pushable up".
   * @param {ReadonlyMap<number, readonly string[]>} notes
   */
  note(notes) {
    const before = this.#notes;
    this.#notes = notes;
    this.#name(new Set([...before.keys(), ...notes.keys()]));
  }

  /**
   * The name of a cell as a screen reader speaks it.
   * @param {number} cell
   */
  nameOf(cell) {
    return this.board ? cellText(this.board, cell, this.#notes.get(cell)) : "";
  }

  /**
   * Give a cell the focus of the keyboard.
   * @param {number} cell
   * @param {boolean} [now] or else as soon as the keyboard comes to the board
   */
  focusCell(cell, now = true) {
    const node = this.#cellNodes.get(cell);
    if (!node) return;
    this.#cellNodes.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = cell;
    node.setAttribute("tabindex", "0");
    if (now) node.focus({ preventScroll: true });
  }

  /**
   * Zoom about a point of the window, or about the middle.
   * @param {number} factor
   * @param {number} [clientX]
   * @param {number} [clientY]
   */
  zoomBy(factor, clientX, clientY) {
    if (clientX === undefined || clientY === undefined) this.#port = zoomed(this.#port, factor);
    else {
      const [x, y] = this.#point(clientX, clientY);
      const [left, top, width, height] = this.#view.frame;
      this.#port = zoomed(this.#port, factor, (x - left) / width, (y - top) / height);
    }
    this.#frame();
  }

  /** Show the whole board again. */
  zoomOut() {
    this.#port = WHOLE;
    this.#frame();
  }

  #frame() {
    this.#svg.setAttribute("viewBox", visible(this.#view.frame, this.#port).join(" "));
    this.toggleAttribute("zoomed", this.#port.zoom > 1);
  }

  /**
   * A point of the window in the units of the picture.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  #point(clientX, clientY) {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return [-1, -1];
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  /**
   * The cell at a point of the window, -1 for none.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const [x, y] = this.#point(clientX, clientY);
    const { columns, rows, cellAt } = this.#view.layout;
    const [column, row] = [Math.floor(x / SIDE), Math.floor(y / SIDE)];
    return column >= 0 && row >= 0 && column < columns && row < rows ? cellAt(column, row) : -1;
  }

  /** Make the grid of cells that a keyboard and a screen reader walk over. */
  #grid() {
    const { columns, rows, cellAt, place } = this.#view.layout;
    const board = /** @type {Board} */ (this.#view.board);
    this.#svg.removeAttribute("role");
    this.#cellNodes.clear();
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = svg("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < columns; column++) {
        const cell = cellAt(column, row);
        const [x, y] = place(cell);
        const node = svg("rect", {
          role: "gridcell",
          "aria-colindex": column + 1,
          tabindex: -1,
          x: x * SIDE,
          y: y * SIDE,
          width: SIDE,
          height: SIDE,
        });
        node.dataset.cell = String(cell);
        this.#cellNodes.set(cell, node);
        line.append(node);
      }
      return line;
    });
    this.#cells.replaceChildren(...lines);
    this.#cells.setAttribute("role", "grid");
    this.#cells.setAttribute("aria-label", this.getAttribute("aria-label") ?? "");
    this.#cells.setAttribute("aria-rowcount", String(rows));
    this.#cells.setAttribute("aria-colcount", String(columns));
    this.#name(this.#cellNodes.keys());
    const first = board.pieces.find(({ kind }) => kind === "pusher") ?? board.pieces[0];
    const current = this.#cellNodes.has(this.#current) ? this.#current : first?.cells[0] ?? 0;
    this.#cellNodes.get(current)?.setAttribute("tabindex", "0");
    this.#current = current;
  }

  /** @param {readonly Change[]} changes */
  #touched(changes) {
    return new Set(changes.flatMap(({ cell, piece }) => [cell ?? -1, ...(piece ?? []).flatMap((part) => part?.cells ?? [])]));
  }

  /** @param {Iterable<number>} cells */
  #name(cells) {
    if (this.hasAttribute("picture")) return;
    for (const cell of cells) this.#cellNodes.get(cell)?.setAttribute("aria-label", this.nameOf(cell));
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  #listen() {
    this.#listening = true;
    listen(this.#svg, {
      cellAt: (x, y) => this.cellAt(x, y),
      press: (cell, event) => {
        this.focusCell(cell, false);
        this.#tell("cell-press", { cell, keys: false, event });
      },
      hold: (cell) => this.#tell("cell-hold", { cell }),
      drag: (from, cell, phase) => this.#tell("cell-drag", { from, cell, phase }),
      hover: (cell) => this.#tell("cell-hover", { cell }),
      pan: (dx, dy) => {
        const matrix = this.#svg.getScreenCTM();
        const [, , width, height] = this.#view.frame;
        if (!matrix) return;
        this.#port = moved(this.#port, -dx / matrix.a / width, -dy / matrix.d / height);
        this.#frame();
      },
      zoom: (factor, x, y) => this.zoomBy(factor, x, y),
    });
    this.#cells.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof SVGElement) || target.dataset.cell === undefined) return;
      const cell = Number(target.dataset.cell);
      if (cell !== this.#current) this.focusCell(cell, false);
      this.#tell("cell-focus", { cell });
    });
    this.#cells.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.#tell("cell-press", { cell: this.#current, keys: true });
    }
    const way = ARROWS.indexOf(event.key);
    if (way < 0 || !this.hasAttribute("navigate")) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.#view.layout.place(this.#current);
    const [dx, dy] = DELTAS[way];
    const { columns, rows, cellAt } = this.#view.layout;
    if (x + dx >= 0 && y + dy >= 0 && x + dx < columns && y + dy < rows) this.focusCell(cellAt(x + dx, y + dy));
  }
}

if (!customElements.get("push-board")) customElements.define("push-board", PushBoard);
