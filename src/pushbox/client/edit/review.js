/** What its designer should know of the level that is drawn: reviewed anew after each change, while its panel is open. */

import { cellName } from "../board/model.js";
import { find, h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";
import { findNear, nearItem } from "../ui/near-levels.js";
import { showError } from "../ui/status.js";

/** @import { PushBoard } from "../board/push-board.js" */

const SECONDS = 10;
const SHOWN = 3; // statements that matter first; the others are folded
const MARKS = "hint"; // the overlay of what a statement is about

export class LiveReview {
  /** @type {LevelJson | null} that can be reviewed, null while there is none */
  #level = null;
  /** @type {Jobs.Job | null} */
  #job = null;

  /**
   * @param {HTMLElement} panel
   * @param {PushBoard} board
   * @param {HTMLElement} status
   * @param {() => Edit.LevelId} levelId of the level of the library that is edited
   */
  constructor(panel, board, status, levelId) {
    this.levelId = levelId;
    this.panel = /** @type {HTMLDetailsElement} */ (panel);
    this.board = board;
    this.status = status;
    this.message = find("p", panel);
    this.near = find("ul", panel);
    this.list = find("ul.findings", panel);
    this.panel.addEventListener("toggle", () => this.#review());
    this.show(null);
  }

  /**
   * Review a level, as soon as somebody looks, and drop what is still to come of an earlier one.
   * @param {LevelJson | null} level null where there is nothing to review yet
   */
  show(level) {
    this.#level = level;
    this.#job?.stop();
    this.#job = null;
    this.#mark([]);
    this.near.replaceChildren();
    this.list.replaceChildren();
    this.message.textContent = t("edit.review.later");
    this.#review();
  }

  async #review() {
    const level = this.#level;
    if (!this.panel.open || !level || this.#job) return;
    this.message.textContent = t("edit.review.wait");
    const spoken = /** @type {"en" | "de" | "zh"} */ (language());
    const job = runJob({ task: "review", level, seconds: SECONDS, language: spoken });
    this.#job = job;
    try {
      const showNear = (/** @type {import("../ui/near-levels.js").Near[]} */ found) => {
        if (job !== this.#job) return false;
        this.near.replaceChildren(...found.map((near) => nearItem(near, t("edit.review.near", { sentence: near.sentence }))));
        return true;
      };
      await findNear(level, showNear, Number(this.levelId()) || null);
      const result = await job.done;
      if (job === this.#job) this.#show(result);
    } catch (error) {
      if (job === this.#job) showError(this.status, error);
    }
  }

  /** @param {Jobs.Result} result */
  #show({ findings = [], foremost = [], message = "", difficulty, why = "" }) {
    this.message.textContent = message;
    const items = findings.map((finding) => {
      const { sentence, tried } = finding;
      const cells = this.#cells(finding);
      const button = h("button", { type: "button", class: "link", onclick: () => this.#mark(cells) }, sentence);
      return h("li", {}, cells.length ? button : sentence, h("p", { class: "muted" }, tried.sentence));
    });
    const first = new Set(foremost.slice(0, SHOWN).map((place) => items[place]));
    const [shown, folded] = [[...first], items.filter((item) => !first.has(item))];
    if (folded.length) {
      const summary = h("summary", {}, t("edit.review.more", { count: folded.length }));
      shown.push(h("li", {}, h("details", {}, summary, h("ul", { class: "findings" }, ...folded))));
    }
    if (difficulty !== undefined) {
      shown.unshift(h("li", {}, h("strong", {}, t("edit.review.difficulty", { value: Math.round(difficulty) })), h("p", { class: "muted" }, why)));
    }
    this.list.replaceChildren(...shown);
  }

  /**
   * Return the cells that a statement is about.
   * @param {Jobs.Finding} finding
   */
  #cells({ cells, arrows }) {
    const { board } = this.board;
    const names = new Set([...cells, ...arrows.flat()]);
    return board ? [...board.terrain.keys()].filter((cell) => names.has(cellName(board, cell))) : [];
  }

  /** @param {number[]} cells */
  #mark(cells) {
    this.board.setOverlay(MARKS, new Set(cells));
    if (cells.length) this.board.focusCell(cells[0]);
  }
}
