/** What is known of the position: dead squares, the least that is still to be pushed, or a proof that it is lost. */

import { isOffline, post } from "../core/api.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { sentenceText } from "../core/phrases.js";

const REST = 200; // milliseconds in one position until it is assessed

export class Assessment {
  /** @type {number[]} */
  #deadCells = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #latest = 0; // number of the request that was sent last; a late response is dropped

  /**
   * @param {HTMLElement} root
   * @param {import("../play/client.js").Client} client
   * @param {import("../board/push-board.js").PushBoard} board
   */
  constructor(root, client, board) {
    this.client = client;
    this.board = board;
    this.summary = find("#assessment", root);
    this.deadCount = find("#dead-count", root);
    this.deadBox = /** @type {HTMLInputElement} */ (find("#dead", root));
    this.deadBox.addEventListener("change", () => this.#showDead());
  }

  /** Assess the position once it has been at rest. */
  schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#assess(), REST);
  }

  toggleDead() {
    this.deadBox.click();
  }

  async #assess() {
    this.#latest += 1;
    const number = this.#latest;
    const { status } = this.client.state.outcome;
    if (status !== "playing") {
      this.summary.textContent = t(status === "solved" ? "status.solved" : "analyse.lost");
      return;
    }
    try {
      const asked = post("/analyse", { level: this.client.level.level, moves: await this.client.line() });
      const result = await asked.catch((error) => {
        if (!isOffline(error)) throw error;
        return this.client.query({ do: "analyse" }); // the play goes on alone
      });
      if (number !== this.#latest) return;
      this.#show(summaryOf(result), result.dead);
    } catch (error) {
      if (number === this.#latest) this.#show(error instanceof Error ? error.message : "", []);
    }
  }

  /**
   * @param {string} summary
   * @param {number[]} deadCells
   */
  #show(summary, deadCells) {
    this.#deadCells = deadCells;
    this.summary.textContent = summary;
    const { length: count } = deadCells;
    this.deadCount.textContent = count ? t("analyse.dead.count", { count }) : t("analyse.dead.none");
    this.#showDead();
  }

  #showDead() {
    this.board.setOverlay("dead", this.deadBox.checked ? this.#deadCells : []);
  }
}

/** @param {Api.AnalyseOut} result */
function summaryOf({ bound, proof, phrase }) {
  if (proof) return t("analyse.stuck", { proof: sentenceText(proof, phrase) });
  return bound ? t("analyse.least", { count: bound }) : t("analyse.unknown"); // a bound of 0 before the end says nothing
}
