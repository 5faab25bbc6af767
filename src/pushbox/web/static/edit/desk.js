/** The board that is drawn on: pointer and keys become strokes of the tool in hand. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { changesBetween, strokeCells } from "./document.js";
import { boxed, erased, extended, flooded, painted } from "./drawing.js";
import { writeDrawing } from "./values.js";

/** @typedef {import("../board/push-board.js").PushBoard} PushBoard */
/** @typedef {import("./values.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Stroke} Stroke */
/** @typedef {"pen" | "box" | "flood" | "erase" | "pick"} Tool */

/**
 * What the desk asks of the page.
 * @typedef {object} Hand
 * @property {() => Drawing} drawing as it is in the history
 * @property {() => Stroke} stroke
 * @property {() => Tool} tool
 * @property {() => boolean} joining whether a drag makes one piece
 * @property {(drawing: Drawing) => void} done a stroke has ended
 * @property {(cell: number) => void} pick
 * @property {(step: "undo" | "redo") => void} back
 * @property {(tool: Tool) => void} take
 */

/** The letter of each tool while the board has the focus. @type {Record<string, Tool>} */
const TOOL_KEYS = { b: "pen", r: "box", f: "flood", e: "erase", i: "pick" };

/** The keys of the board, with the text of what each does. */
const KEYS = /** @type {const} */ ([
  ["← ↑ → ↓", "edit.key.move"],
  ["Enter, Space", "edit.key.draw"],
  ["Delete, Backspace", "edit.key.erase"],
  ["B R F E I", "edit.key.tools"],
  ["Ctrl+Z, Ctrl+Y", "edit.key.undo"],
]);

/** @param {HTMLElement} list */
export function tellKeys(list) {
  list.replaceChildren(
    ...KEYS.flatMap(([keys, text]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, t(text))]),
  );
}

/**
 * Make a board the desk.
 * @param {PushBoard} board
 * @param {Hand} hand
 * @returns {{show: (drawing: Drawing) => void}}
 */
export function desk(board, hand) {
  /** @type {Drawing | null} what the picture shows */
  let shown = null;
  /** @type {Drawing | null} a stroke that has not ended */
  let open = null;
  let last = -1;

  /** @param {Drawing} drawing */
  function show(drawing) {
    if (shown && shown.width === drawing.width && shown.height === drawing.height) {
      board.apply(changesBetween(shown, drawing), { animate: false });
    } else {
      const held = board.contains(document.activeElement);
      board.show(writeDrawing(drawing));
      if (held) board.focusCell(Math.min(board.current, drawing.terrain.length - 1));
    }
    shown = drawing;
  }

  /**
   * The drawing after the tool has touched a cell.
   * @param {Drawing} drawing
   * @param {number} cell
   * @param {Tool} tool
   */
  function touched(drawing, cell, tool) {
    if (tool === "erase") return erased(drawing, cell, hand.stroke().pen);
    if (tool === "flood") return flooded(drawing, cell, hand.stroke());
    return painted(drawing, cell, hand.stroke());
  }

  /**
   * @param {number} cell
   * @param {Tool} tool
   */
  function press(cell, tool) {
    if (tool === "pick") hand.pick(cell);
    else hand.done(touched(hand.drawing(), cell, tool));
  }

  /**
   * @param {number} from
   * @param {number} cell -1 off the board
   * @param {string} phase
   */
  function drag(from, cell, phase) {
    const tool = hand.tool();
    if (from < 0) return;
    if (phase === "start") {
      open = tool === "pen" || tool === "erase" ? touched(hand.drawing(), from, tool) : hand.drawing();
      last = from;
    }
    if (!open) return;
    if (phase === "move" && cell >= 0) {
      if (tool === "box") open = boxed(hand.drawing(), from, cell, hand.stroke());
      else if (tool === "pen" || tool === "erase") open = drawn(open, cell, tool);
      last = cell;
    }
    if (phase === "start" || phase === "move") show(open);
    if (phase === "end") {
      const ended = open;
      open = null;
      if (tool === "flood" || tool === "pick") press(last, tool);
      else hand.done(ended);
    }
    if (phase === "cancel") {
      open = null;
      show(hand.drawing());
    }
  }

  /**
   * @param {Drawing} drawing
   * @param {number} to
   * @param {Tool} tool
   */
  function drawn(drawing, to, tool) {
    let before = last;
    return strokeCells(last, to, drawing.width).reduce((grown, cell) => {
      const joins = tool === "pen" && hand.joining() && isNext(before, cell, drawing.width);
      const next = joins ? extended(grown, before, cell, hand.stroke().manners) : touched(grown, cell, tool);
      before = cell;
      return next;
    }, drawing);
  }

  board.addEventListener("cell-press", (event) => press(detail(event).cell, hand.tool()));
  board.addEventListener("cell-hold", (event) => hand.pick(detail(event).cell));
  board.addEventListener("cell-drag", (event) => {
    const { from, cell, phase } = detail(event);
    drag(from, cell, phase);
  });
  board.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell >= 0) press(cell, "erase");
  });
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tool = TOOL_KEYS[event.key.toLowerCase()];
    if (tool) hand.take(tool);
    else if (event.key === " ") press(board.current, hand.tool());
    else if (event.key === "Delete" || event.key === "Backspace") press(board.current, "erase");
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    hand.back(key === "y" || event.shiftKey ? "redo" : "undo");
  });
  return { show };
}

/**
 * Show where problems are, and list them; each leads to its cell.
 * @param {PushBoard} board
 * @param {HTMLElement} list
 * @param {import("../core/api-types.js").ProblemOut[]} problems
 * @param {(problem: import("../core/api-types.js").ProblemOut) => string} words
 */
export function showProblems(board, list, problems, words) {
  const placed = problems.filter(({ cell = -1 }) => cell >= 0);
  board.mark("problem", new Set(placed.map(({ cell = -1 }) => cell)));
  list.replaceChildren(
    ...problems.map((problem) => {
      const { cell = -1, severity = "error" } = problem;
      const text = [h("span", { class: "visually-hidden" }, t(`problem.${severity}`)), h("span", { lang: "en" }, words(problem))];
      const there = cell >= 0 && cell < (board.board?.terrain.length ?? 0);
      const go = () => board.focusCell(cell);
      return h("li", { "data-severity": severity }, ...(there ? [h("button", { type: "button", class: "link", onclick: go }, ...text)] : text));
    }),
  );
}

/** @param {Event} event */
function detail(event) {
  return /** @type {CustomEvent} */ (event).detail;
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} width
 */
function isNext(from, to, width) {
  const across = Math.abs((from % width) - (to % width));
  return across + Math.abs(Math.floor(from / width) - Math.floor(to / width)) === 1;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
