/** What is being edited and with what, and the parts of the page that show it. */

import { SYMMETRY_GROUPS, availableGroups } from "../board/tiling.js";
import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { load, save } from "../core/storage.js";
import { formatCounts } from "../ui/cards.js";
import { problemItem } from "../ui/problems.js";
import { confirmAction } from "../ui/prompt.js";
import { showError } from "../ui/status.js";
import { pickBrush } from "./brush-ops.js";
import { Canvas } from "./canvas.js";
import { emptyRoom, equalDocs, readLevel, withoutUnknown, writeLevel } from "./document.js";
import { presentState, record, startHistory, step } from "./history.js";
import { LiveCheck } from "./live-check.js";
import { showMetadata, showOptions } from "./metadata-form.js";
import { brushName, mountPalette } from "./palette-view.js";
import { brushOf, paletteEntries, placementRules } from "./palette.js";
import { LiveReview } from "./review.js";
import { requestedLevel } from "./save.js";

/** @import { PushBoard } from "../board/push-board.js" */

export const NEW_SIZE = { width: 11, height: 8 }; // of an empty room

export class Editor {
  /** @type {Edit.LevelId} the level of the library that is edited */
  levelId = null;
  /** @type {{doc: Edit.Doc, moves: string} | null} the last drawing that a solution was found of */
  #solved = null;
  /** @type {Api.GameOut | null} that the palette shows */
  #game = null;
  /** @type {Edit.History<Edit.Doc> | null} */
  #history = null;
  /** @type {Edit.Brush | null} */
  #brush = null;
  /** @type {(brush: Edit.Brush) => void} */
  #chooseBrush = () => {};
  /** @type {Edit.Tool} */
  tool = "pen";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.status = find("#status", root);
    this.board = /** @type {PushBoard} */ (find("#board", root));
    this.gameSelect = /** @type {HTMLSelectElement} */ (find("#game", root));
    this.symmetrySelect = /** @type {HTMLSelectElement} */ (find("#symmetry", root));
    this.canvas = new Canvas(this);
    this.review = new LiveReview(find("#review", root), this.board, this.status, () => this.levelId);
    this.liveCheck = new LiveCheck({
      onProblems: (problems) => this.#showProblems(problems),
      onVerdict: (verdict, result) => {
        const line = find("#verdict", root);
        line.dataset.verdict = verdict;
        line.textContent = t(`verdict.${verdict}`, { counts: formatCounts(result ?? {}) });
        if (result?.moves_text) this.#solved = { doc: this.doc, moves: result.moves_text };
        this.review.show(result ? writeLevel(this.doc) : null);
      },
      onError: (error) => showError(this.status, error),
    });
    this.#listen();
  }

  #listen() {
    this.gameSelect.addEventListener("change", () => this.#changeGame(this.gameSelect.value));
    this.symmetrySelect.addEventListener("change", () => save("edit-pen", this.symmetrySelect.value));
    for (const button of this.#toolButtons()) {
      button.addEventListener("click", () => this.setTool(/** @type {Edit.Tool} */ (button.dataset.tool)));
    }
  }

  /** Return the document as it is now. */
  get doc() {
    if (!this.#history) throw new Error("no document is open");
    return presentState(this.#history);
  }

  /** Return a solution of the document as it is now, "" where none has been found yet. */
  get solution() {
    return this.#solved?.doc === this.doc ? this.#solved.moves : "";
  }

  /** Return what can stand where in its game. */
  get rules() {
    return placementRules(this.game.palette);
  }

  get game() {
    if (!this.#game) throw new Error("no game is chosen");
    return this.#game;
  }

  /** Begin with what the address names, else with the last draft, else with an empty room. */
  async open() {
    const requested = await requestedLevel();
    const params = new URLSearchParams(location.search);
    const game = params.get("game");
    const draft = /** @type {LevelJson | null} */ (load("draft", null));
    const isNew = params.has("collection") && !params.has("draft"); // a new level is wanted, not the last one
    if (requested) {
      this.levelId = requested.id;
      await this.#start(readLevel(requested.level));
    } else if (draft && !isNew && (!game || draft.game === game)) {
      await this.#start(readLevel(draft));
    } else {
      await this.#loadGame(game ?? "sokoban");
      await this.#start(this.#emptyRoom(NEW_SIZE));
    }
    if (isNew) history.replaceState(null, "", `${location.search}&draft=1`); // the same one after a reload
  }

  /**
   * Edit another document, which can be undone.
   * @param {Edit.Doc} doc
   * @param {Edit.LevelId} [id] of a level of the library
   */
  async replace(doc, id = null) {
    try {
      this.levelId = id;
      await this.#loadGame(doc.game);
      this.change(doc);
      showOptions(this);
    } catch (error) {
      showError(this.status, error);
    }
  }

  /** Draw for another game, and offer to drop what it does not know. @param {string} game */
  async #changeGame(game) {
    await this.replace({ ...this.doc, game, options: [] }, this.levelId);
    const { drawing } = this.doc;
    const known = withoutUnknown(drawing, this.game.palette);
    if (known === drawing || this.game.key !== game) return;
    const question = t("edit.unknown", { game: shippedText("game.name", this.game.name) });
    if (await confirmAction(t("edit.unknown.title"), question, t("edit.unknown.drop"))) this.change({ ...this.doc, drawing: known });
  }

  /** @param {Size} size */
  startNew(size) {
    this.levelId = null;
    history.replaceState(null, "", "/edit");
    this.change(this.#emptyRoom(size));
  }

  /** @param {Edit.Doc} doc */
  change(doc) {
    if (!this.#history || equalDocs(doc, this.doc)) return;
    this.#show(record(this.#history, doc));
  }

  /** Undo, or redo; this may lead to another game. @param {-1 | 1} steps */
  async step(steps) {
    if (!this.#history) return;
    const history = step(this.#history, steps);
    const { game, options } = presentState(history);
    const before = this.doc;
    try {
      await this.#loadGame(game);
      this.#show(history);
      if (game !== before.game || options !== before.options) showOptions(this);
    } catch (error) {
      showError(this.status, error);
    }
  }

  /** Switch the buttons of undo and redo. */
  showSteps() {
    const { states, index } = this.#history ?? { states: [], index: 0 };
    /** @type {HTMLButtonElement} */ (find("#undo", this.root)).disabled = index === 0;
    /** @type {HTMLButtonElement} */ (find("#redo", this.root)).disabled = index >= states.length - 1;
  }

  /** @param {Edit.Doc} doc */
  async #start(doc) {
    await this.#loadGame(doc.game);
    this.#show(startHistory(doc));
    showOptions(this);
  }

  /** Have the palette of a game. @param {string} key */
  async #loadGame(key) {
    if (this.#game?.key === key) return;
    this.#game = await get("/games/{key}", { key });
    this.#chooseBrush = mountPalette(find(".palette", this.root), this.#game, (brush) => {
      this.#brush = brush;
      this.board.setAttribute("data-brush", brushName(brush));
      if (this.tool === "erase" || this.tool === "pick") this.setTool("pen");
    });
    this.#chooseBrush(paletteEntries(this.#game.palette)[0].brush);
  }

  /** @param {Size} size */
  #emptyRoom(size) {
    return emptyRoom(this.game.key, paletteEntries(this.game.palette), this.rules, size);
  }

  /** @param {Edit.History<Edit.Doc>} history */
  #show(history) {
    const before = this.#history && this.doc;
    this.#history = history;
    const { doc } = this;
    this.gameSelect.value = doc.game;
    this.canvas.show(doc.drawing);
    showMetadata(this);
    this.#showSymmetries();
    this.showSteps();
    if (before === doc) return;
    const level = writeLevel(doc);
    save("draft", level);
    this.liveCheck.check(level);
  }

  /** Offer the symmetries that a board of this size can have. */
  #showSymmetries() {
    const select = this.symmetrySelect;
    const names = availableGroups(this.doc.drawing);
    const preferred = select.value || load("edit-pen", "none");
    if (names.length !== select.length) {
      select.replaceChildren(...names.map((name) => h("option", { value: name }, t(`pen.${name}`))));
    }
    select.value = names.includes(preferred) ? preferred : "none";
  }

  /** Mark the cells of problems, and list them; each leads to its cell. @param {Api.ProblemOut[]} problems */
  #showProblems(problems) {
    const { board } = this;
    const isOnBoard = (/** @type {number} */ cell) => cell >= 0 && cell < this.doc.drawing.terrain.length;
    board.setOverlay("problem", new Set(problems.map(({ cell = -1 }) => cell).filter(isOnBoard)));
    const items = problems.map((problem) => {
      const { cell = -1 } = problem;
      return problemItem(problem, isOnBoard(cell) ? () => board.focusCell(cell) : undefined);
    });
    find("#problems", this.root).replaceChildren(...items);
  }

  /** Return whether a drag makes one piece. */
  get isJoining() {
    const field = find("#joining", this.root);
    return !field.hidden && /** @type {HTMLInputElement} */ (find("input", field)).checked;
  }

  /** Return what is drawn with. */
  get stroke() {
    if (!this.#brush) throw new Error("no brush is chosen");
    const symmetries = SYMMETRY_GROUPS[this.symmetrySelect.value] ?? SYMMETRY_GROUPS.none;
    return { brush: this.#brush, symmetries, rules: this.rules };
  }

  /** Draw with what lies on a cell from now on. @param {number} cell */
  pick(cell) {
    this.#chooseBrush(brushOf(this.game.palette, pickBrush(this.doc.drawing, cell)));
    this.setTool("pen");
  }

  /** @param {Edit.Tool} tool */
  setTool(tool) {
    this.tool = tool;
    this.board.dataset.tool = tool;
    for (const button of this.#toolButtons()) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  }

  #toolButtons() {
    return /** @type {NodeListOf<HTMLElement>} */ (find("#tools", this.root).querySelectorAll("[data-tool]"));
  }
}
