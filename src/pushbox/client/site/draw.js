/** A level that is drawn on a site without a server: its tools are those of the editor, and the core says whether it can be solved. */

import { IDENTITY } from "../board/tiling.js";
import { openRequest, searchRequest } from "../core/core-requests.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { load, save } from "../core/storage.js";
import { resize } from "../edit/brush-ops.js";
import { Canvas } from "../edit/canvas.js";
import { readDrawing, writeDrawing } from "../edit/codec.js";
import { emptyRoom } from "../edit/document.js";
import { presentState, record, startHistory, step } from "../edit/history.js";
import { brushName } from "../edit/palette-view.js";
import { paletteEntries, placementRules } from "../edit/palette.js";

/** @import { PushBoard } from "../board/push-board.js" */
/** @import { Ask } from "../core/core-worker.js" */
/** @import { Level } from "../alone/solo.js" */

const GAME = "sokoban";
const SIZE = { width: 11, height: 8 };
const MOST = 50; // cells of a side
const LIMIT = { seconds: 20, nodes: 2_000_000, megabytes: 256 };
const DRAFT = "site-drawing";

export class Drawing {
  /** @type {Edit.Tool} */
  tool = "pen";
  isJoining = false;

  /**
   * @param {HTMLElement} root
   * @param {Api.PaletteOut} palette
   */
  constructor(root, palette) {
    this.root = root;
    this.board = /** @type {PushBoard} */ (find("#canvas", root));
    this.rules = placementRules(palette);
    this.entries = paletteEntries(palette);
    this.brush = this.entries[0].brush;
    const kept = load(DRAFT, /** @type {BoardJson | null} */ (null));
    const drawing = kept ? readDrawing(kept) : emptyRoom(GAME, this.entries, this.rules, SIZE).drawing;
    /** @type {Edit.History<{drawing: Edit.Drawing}>} */
    this.history = startHistory({ drawing });
    this.canvas = new Canvas(/** @type {any} */ (this));
    const tools = this.entries.map(({ brush }) => this.#tool(brushName(brush), () => (this.brush = brush)));
    tools[0].setAttribute("aria-pressed", "true");
    find("#brushes", root).replaceChildren(...tools);
    const side = (/** @type {string} */ name) => {
      const field = /** @type {HTMLInputElement} */ (find(`#${name}`, root));
      field.addEventListener("change", () => this.#resize(name, Number(field.value)));
      return field;
    };
    this.width = side("width");
    this.height = side("height");
    for (const [id, steps] of /** @type {[string, number][]} */ ([["#undo-stroke", -1], ["#redo-stroke", 1]])) {
      find(id, root).addEventListener("click", () => this.step(steps));
    }
  }

  get doc() {
    return presentState(this.history);
  }

  /** What a stroke puts down. @returns {Edit.Stroke} */
  get stroke() {
    return { brush: this.brush, symmetries: [IDENTITY], rules: this.rules };
  }

  /** The level as it is drawn. @returns {Level} */
  get level() {
    return { game: GAME, board: writeDrawing(this.doc.drawing) };
  }

  /** Show what is drawn, once the page shows the board. */
  show() {
    const { drawing } = this.doc;
    this.canvas.show(drawing);
    [this.width.value, this.height.value] = [drawing.width, drawing.height].map(String);
    find("#verdict", this.root).textContent = "";
  }

  /** @param {{drawing: Edit.Drawing}} doc */
  change(doc) {
    this.history = record(this.history, doc);
    save(DRAFT, this.level.board);
    this.show();
  }

  /** @param {number} steps */
  step(steps) {
    this.history = step(this.history, steps);
    save(DRAFT, this.level.board);
    this.show();
  }

  /** The keys of the editor for other tools mean nothing here. */
  setTool() {}

  /** Take what lies on a cell as the brush. @param {number} cell */
  pick(cell) {
    const { terrain, pieces } = this.doc.drawing;
    const kind = pieces.find(({ cells }) => cells.includes(cell))?.kind ?? terrain[cell].kind;
    const index = this.entries.findIndex(({ brush }) => ("piece" in brush ? brush.piece.kind : brush.terrain.kind) === kind);
    /** @type {HTMLElement | undefined} */ (find("#brushes", this.root).querySelectorAll("button")[index])?.click();
  }

  /** Return whether the drawing can be solved, in a sentence. @param {Ask} ask */
  async judge(ask) {
    const { pieces } = this.doc.drawing;
    const missing = this.entries.find(({ needed, brush }) => needed && "piece" in brush && !pieces.some(({ kind }) => kind === brush.piece.kind));
    if (missing) return t("site.draw.missing", { what: brushName(missing.brush) });
    try {
      const { play } = await ask(openRequest(this.level));
      const { status, moves } = await ask(searchRequest(play, 0, "any", LIMIT));
      return t(`site.draw.${status}`, { count: moves.length });
    } catch {
      return t("site.draw.faulty"); // such as more boxes than goals
    }
  }

  /** @param {string} name @param {() => void} choose */
  #tool(name, choose) {
    const button = h("button", { type: "button", "aria-pressed": "false" }, name);
    button.addEventListener("click", () => {
      for (const other of button.parentElement?.children ?? []) other.setAttribute("aria-pressed", String(other === button));
      choose();
    });
    return button;
  }

  /** @param {string} side @param {number} size */
  #resize(side, size) {
    const { drawing } = this.doc;
    const wanted = Math.min(MOST, Math.max(3, Math.round(size) || 3));
    const by = wanted - (side === "width" ? drawing.width : drawing.height);
    this.change({ drawing: resize(drawing, side === "width" ? { right: by } : { bottom: by }, { kind: "floor" }) });
  }
}
