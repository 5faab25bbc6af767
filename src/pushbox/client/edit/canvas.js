/** The board that is drawn on: pointer and keys become strokes of the chosen tool. */

import { neighbours } from "../board/tiling.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { capsOf } from "../play/keys.js";
import { connectedCells, erase, extendPiece, paintAll, rectangleCells } from "./brush-ops.js";
import { writeDrawing } from "./codec.js";
import { changesBetween, strokeCells } from "./document.js";

/** @import { Editor } from "./editor.js" */

/** The letter of each tool while the board has the focus. @type {Record<string, Edit.Tool>} */
const TOOL_KEYS = { b: "pen", r: "box", f: "flood", e: "erase", i: "pick" };

/** The keys of the board, by the text of what they do. @type {Record<string, string[]>} */
const KEYS = {
  "edit.key.move": ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"],
  "edit.key.draw": ["Enter", "Space"],
  "edit.key.erase": ["Delete", "Backspace"],
  "edit.key.tools": Object.keys(TOOL_KEYS),
  "edit.key.undo": ["Ctrl+z", "Ctrl+y"],
};

/** @param {HTMLElement} list */
export function listKeys(list) {
  list.replaceChildren(
    ...Object.entries(KEYS).flatMap(([text, keys]) => [h("dt", {}, ...keys.flatMap((key) => [h("kbd", {}, capsOf(key)), " "])), h("dd", {}, t(text))]),
  );
}

export class Canvas {
  /** @type {Edit.Drawing | null} what the board shows */
  #shown = null;
  /** @type {Edit.Drawing | null} a stroke that has not ended */
  #open = null;
  #last = -1;

  /** Let the board of an editor be drawn on. @param {Editor} editor */
  constructor(editor) {
    const { board } = editor;
    this.board = board;
    this.editor = editor;
    board.addEventListener("cell-press", (event) => this.#press(detail(event).cell, editor.tool));
    board.addEventListener("cell-hold", (event) => editor.pick(detail(event).cell));
    board.addEventListener("cell-drag", (event) => {
      const { from, cell, phase } = detail(event);
      if (from >= 0) this.#drag(from, cell, phase);
    });
    board.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const cell = board.cellAt(event.clientX, event.clientY);
      if (cell >= 0) this.#press(cell, "erase");
    });
    board.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const tool = TOOL_KEYS[event.key.toLowerCase()];
      if (tool) editor.setTool(tool);
      else if (event.key === " ") this.#press(board.current, editor.tool);
      else if (event.key === "Delete" || event.key === "Backspace") this.#press(board.current, "erase");
      else return;
      event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      editor.step(key === "y" || event.shiftKey ? 1 : -1);
    });
  }

  /** @param {Edit.Drawing} drawing */
  show(drawing) {
    const { board } = this;
    if (this.#shown && this.#shown.width === drawing.width && this.#shown.height === drawing.height) {
      board.apply(changesBetween(this.#shown, drawing), { animate: false });
    } else {
      const hadFocus = board.contains(document.activeElement);
      board.show(writeDrawing(drawing));
      if (hadFocus) board.focusCell(Math.min(board.current, drawing.terrain.length - 1));
    }
    this.#shown = drawing;
  }

  /**
   * @param {number} cell
   * @param {Edit.Tool} tool
   */
  #press(cell, tool) {
    if (tool === "pick") this.editor.pick(cell);
    else this.#commit(this.#touch(this.editor.doc.drawing, cell, tool));
  }

  /**
   * @param {number} from
   * @param {number} cell -1 off the board
   * @param {string} phase
   */
  #drag(from, cell, phase) {
    const { tool, stroke, doc: { drawing } } = this.editor;
    const isFreehand = tool === "pen" || tool === "erase";
    if (phase === "start") {
      this.#open = isFreehand ? this.#touch(drawing, from, tool) : drawing;
      this.#last = from;
    }
    if (!this.#open) return;
    if (phase === "move" && cell >= 0) {
      if (tool === "box") this.#open = paintAll(drawing, rectangleCells(from, cell, drawing), stroke);
      else if (isFreehand) this.#open = this.#extend(this.#open, cell, tool);
      this.#last = cell;
    }
    if (phase === "start" || phase === "move") {
      this.show(this.#open);
      return;
    }
    const ended = this.#open;
    this.#open = null;
    if (phase === "cancel") this.show(drawing);
    else if (tool === "flood" || tool === "pick") this.#press(this.#last, tool);
    else this.#commit(ended);
  }

  /** @param {Edit.Drawing} drawing */
  #commit(drawing) {
    this.editor.change({ ...this.editor.doc, drawing });
  }

  /**
   * Return the drawing after the tool has touched a cell.
   * @param {Edit.Drawing} drawing
   * @param {number} cell
   * @param {Edit.Tool} tool
   */
  #touch(drawing, cell, tool) {
    const { stroke } = this.editor;
    if (tool === "erase") return erase(drawing, cell, stroke.symmetries);
    return paintAll(drawing, tool === "flood" ? connectedCells(drawing, cell) : [cell], stroke);
  }

  /**
   * Return the drawing with the stroke drawn on to a cell.
   * @param {Edit.Drawing} drawing
   * @param {number} to
   * @param {Edit.Tool} tool
   */
  #extend(drawing, to, tool) {
    let before = this.#last;
    const joins = tool === "pen" && this.editor.isJoining;
    return strokeCells(before, to, drawing).reduce((drawn, cell) => {
      const isNext = joins && neighbours(drawing, before).includes(cell);
      const next = isNext ? extendPiece(drawn, before, cell, this.editor.rules) : this.#touch(drawn, cell, tool);
      before = cell;
      return next;
    }, drawing);
  }
}

/** @param {Event} event */
function detail(event) {
  return /** @type {CustomEvent} */ (event).detail;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
