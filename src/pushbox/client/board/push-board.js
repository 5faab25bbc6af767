/**
 * `<push-board>`: a board of any game, drawn from data.
 *
 * Methods: `show(board)`, `apply(changes, {animate})`, `setOverlay(name, cells)`, `setNotes(notes)`, `zoomBy(factor)`.
 * Attributes: `rotation` (0 to 3, clockwise quarters), `flip`, `rulers`, `checkerboard`, `reveal` (draws hidden parts),
 * `navigate` (arrow keys move the focus from cell to cell), `picture` (an image without input, named by `aria-label`).
 * Events, all with a `detail`: `cell-press` {cell}, `cell-hold` {cell}, `cell-drag` {from, cell, phase},
 * `cell-hover` {cell}, `cell-focus` {cell}; a cell is -1 where there is none.  `view-change` comes when another part of the
 * board is visible.
 */

import { svg } from "../core/dom.js";
import { reducedMotion } from "../core/settings.js";
import { SIDE } from "./geometry.js";
import { cellLabel } from "./cell-labels.js";
import { changedCells } from "./changes.js";
import { Gestures } from "./gestures.js";
import { piecesAt, readBoard } from "./model.js";
import { BoardView } from "./view.js";
import { WHOLE, followViewport, hiddenSides, panViewport, visibleFrame, zoomViewport } from "./viewport.js";

const ARROWS = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];

export class PushBoard extends HTMLElement {
  static observedAttributes = ["rotation", "flip", "rulers", "checkerboard", "reveal", "picture", "aria-label"];

  #view = new BoardView({ rotation: 0, flip: false, rulers: false, checkerboard: false, reveal: false });
  #svg = svg("svg", { class: "board", focusable: "false" });
  /** Covers all cells below them: a browser that collects where fingers do not scroll has one place, not thousands. */
  #cover = svg("rect", { class: "cover", "aria-hidden": "true" });
  #cells = svg("g", { class: "cells" });
  /** @type {Map<number, SVGRectElement>} */
  #cellNodes = new Map();
  /** @type {ReadonlyMap<number, readonly string[]>} */
  #notes = new Map();
  /** @type {import("./viewport.js").Viewport} */
  #viewport = WHOLE;
  #current = -1;
  #listening = false;

  connectedCallback() {
    if (!this.#svg.isConnected) {
      this.#svg.append(this.#view.root, this.#cover, this.#cells);
      this.append(this.#svg);
    }
    if (!this.#listening && !this.hasAttribute("picture")) this.#listen();
    this.attributeChangedCallback();
  }

  attributeChangedCallback() {
    const number = Number(this.getAttribute("rotation"));
    this.#view.options = {
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

  /** The places of cells and the directions on the picture. */
  get layout() {
    return this.#view.layout;
  }

  /** The cell that has, or last had, keyboard focus. */
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
    this.#updateLabels(changedCells(changes));
  }

  /**
   * Draw an overlay over cells: reach, path (cells in order), dead, cursor, eye, focus, selected, origins, hint, problem,
   * or any other name, which is drawn as an area.  No cells remove it.
   * @param {string} name
   * @param {Iterable<number>} cells
   */
  setOverlay(name, cells) {
    this.#view.setOverlay(name, [...cells]);
  }

  /**
   * Append notes to the labels of cells, such as "pushable up".
   * @param {ReadonlyMap<number, readonly string[]>} notes
   */
  setNotes(notes) {
    const before = this.#notes;
    this.#notes = notes;
    this.#updateLabels(new Set([...before.keys(), ...notes.keys()]));
  }

  /**
   * Return the label of a cell for screen readers.
   * @param {number} cell
   */
  labelOf(cell) {
    return this.board ? cellLabel(this.board, cell, this.#notes.get(cell)) : "";
  }

  /**
   * Give a cell keyboard focus.
   * @param {number} cell
   * @param {boolean} [now] or else as soon as the board gets it
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
    if (clientX === undefined || clientY === undefined) this.#viewport = zoomViewport(this.#viewport, factor);
    else {
      const [x, y] = this.#point(clientX, clientY);
      const [left, top, width, height] = this.#view.frame;
      this.#viewport = zoomViewport(this.#viewport, factor, (x - left) / width, (y - top) / height);
    }
    this.#frame();
  }

  /** Whether only a part of the board is visible. */
  get zoomed() {
    return this.#viewport.zoom > 1;
  }

  /** The directions of the screen, left, up, right and down, in which more of the board lies than is visible. */
  get hiddenSides() {
    return hiddenSides(this.#viewport);
  }

  /**
   * Show a neighbouring part of a board that is zoomed in.
   * @param {number} dx in parts of what is visible
   * @param {number} dy
   */
  pan(dx, dy) {
    const { zoom } = this.#viewport;
    this.#viewport = panViewport(this.#viewport, dx / zoom, dy / zoom);
    this.#frame();
  }

  /** Keep a cell well within what is visible. @param {number} cell */
  follow(cell) {
    if (!this.zoomed || !this.#cellNodes.has(cell)) return;
    const [left, top, width, height] = this.#view.frame;
    const [column, row] = this.#view.layout.place(cell);
    const middle = (/** @type {number} */ place) => (place + 0.5) * SIDE;
    this.#viewport = followViewport(this.#viewport, (middle(column) - left) / width, (middle(row) - top) / height);
    this.#frame();
  }

  /** Show the whole board again. */
  zoomOut() {
    this.#viewport = WHOLE;
    this.#frame();
  }

  #frame() {
    this.#svg.setAttribute("viewBox", visibleFrame(this.#view.frame, this.#viewport).join(" "));
    this.toggleAttribute("zoomed", this.zoomed);
    this.#emit("view-change", {});
  }

  /**
   * A point of the window in the units of the picture.
   * @param {number} clientX
   * @param {number} clientY
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
    return this.#view.layout.cellAt(Math.floor(x / SIDE), Math.floor(y / SIDE));
  }

  /** Make the grid of cells for the keyboard and screen readers. */
  #grid() {
    const { columns, rows, cellAt, place } = this.#view.layout;
    const board = /** @type {Board} */ (this.#view.board);
    this.#svg.removeAttribute("role");
    for (const [name, count] of Object.entries({ width: columns, height: rows })) this.#cover.setAttribute(name, String(count * SIDE));
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
    this.#updateLabels(this.#cellNodes.keys());
    const first = board.pieces.find(({ kind }) => kind === "pusher") ?? board.pieces[0];
    const current = this.#cellNodes.has(this.#current) ? this.#current : first?.cells[0] ?? 0;
    this.#cellNodes.get(current)?.setAttribute("tabindex", "0");
    this.#current = current;
  }

  /** @param {Iterable<number>} cells */
  #updateLabels(cells) {
    if (this.hasAttribute("picture")) return;
    for (const cell of cells) this.#cellNodes.get(cell)?.setAttribute("aria-label", this.labelOf(cell));
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #emit(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  #listen() {
    this.#listening = true;
    new Gestures(this.#svg, {
      cellAt: (x, y) => this.cellAt(x, y),
      press: (cell) => {
        this.focusCell(cell, false);
        this.#emit("cell-press", { cell });
      },
      hold: (cell) => this.#emit("cell-hold", { cell }),
      drag: (from, cell, phase) => this.#emit("cell-drag", { from, cell, phase }),
      hover: (cell) => this.#emit("cell-hover", { cell }),
      pans: (cell) => this.zoomed && !(this.board && piecesAt(this.board, cell).length),
      pan: (dx, dy) => {
        const matrix = this.#svg.getScreenCTM();
        const [, , width, height] = this.#view.frame;
        if (!matrix) return;
        this.#viewport = panViewport(this.#viewport, -dx / matrix.a / width, -dy / matrix.d / height);
        this.#frame();
      },
      zoom: (factor, x, y) => this.zoomBy(factor, x, y),
    });
    this.#cells.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof SVGElement) || target.dataset.cell === undefined) return;
      const cell = Number(target.dataset.cell);
      if (cell !== this.#current) this.focusCell(cell, false);
      this.#emit("cell-focus", { cell });
    });
    this.#cells.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.#emit("cell-press", { cell: this.#current });
    }
    const direction = ARROWS.indexOf(event.key);
    if (direction < 0 || !this.hasAttribute("navigate")) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = this.#view.layout.neighbour(this.#current, direction);
    if (cell >= 0) this.focusCell(cell);
  }
}

if (!customElements.get("push-board")) customElements.define("push-board", PushBoard);
