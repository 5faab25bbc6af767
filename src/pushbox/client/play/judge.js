/** Pushes that lose: said after the fact or before it, as the player has chosen, and only where it is proven. */

import { cellName, deadBoxes } from "../board/model.js";
import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { settings } from "../core/settings.js";
import { announce } from "../ui/status.js";

/** @import { PlayController } from "./controller.js" */

/**
 * A reason is a sentence of the server, or the dead square of a box where the play goes on alone.
 * @typedef {{status: "winnable" | "lost" | "unknown", reasons: {text?: string, dead?: number, boxes: number[], cells: number[]}[]}} Verdict
 */

export class Judge {
  /** @type {Map<number, Verdict>} by the node of the history */
  #verdicts = new Map();

  /** @param {PlayController} controller */
  constructor(controller) {
    this.controller = controller;
  }

  /** @type {ReadonlySet<number>} cells on which a box is lost for ever, as far as they are wanted */
  #dead = new Set();
  #held = ""; // the command that was held back last, and where

  /** Begin with another level. */
  open() {
    this.#verdicts.clear();
    this.#dead = new Set();
    const { client, level } = this.controller;
    if (settings().warn !== "before" || !this.isOn || !client.has("dead")) return;
    const asked = post("/analyse", { level, moves: "" }).catch(() => client.query({ do: "analyse" })); // where the play goes on alone
    asked.then(({ dead }) => client === this.controller.client && (this.#dead = new Set(dead)), () => {});
  }

  /**
   * Return a command as it is sent; null where it is held back, as it takes a box to a dead square: the first time.  Where the
   * core plays it finds that out itself.
   * @param {Play.Request} request
   * @returns {Play.Request | null}
   */
  guarded(request) {
    const { client } = this.controller;
    if (settings().warn !== "before" || !this.#dead.size || !client.displayed) return request;
    if (this.#keyOf(request) === this.#held) return request;
    if (client.core?.plays) return { ...request, avoid: [...this.#dead] };
    const standing = deadBoxes(client.displayed, this.#dead);
    const lost = deadBoxes(client.foresee(request) ?? client.displayed, this.#dead).find((cell) => !standing.includes(cell));
    if (lost === undefined) return request;
    this.hold(lost, request);
    return null;
  }

  /** Say why a command is held back. @param {number} cell where a box would be lost @param {Play.Request} request */
  hold(cell, { avoid: _, ...request }) {
    const { board } = this.controller;
    this.#held = this.#keyOf(request);
    announce(t("judge.before", { cell: cellName(/** @type {Board} */ (board.board), cell) }), { show: true });
  }

  /** @param {Play.Request} request */
  #keyOf(request) {
    const { client } = this.controller;
    return JSON.stringify([client.state.node, client.focus, request]);
  }

  /** Whether positions are judged: the player has not switched it off, and the level has nothing to hide. */
  get isOn() {
    const { client } = this.controller;
    return settings().warn !== "never" && client.has("hint") && !client.reverse;
  }

  /** Show whether the position is lost, found at once or by a search; a push after a lost one says nothing new. */
  async judge() {
    const { client } = this.controller;
    const { node, outcome } = client.state;
    if (!this.isOn || outcome.status !== "playing" || !client.tree.get(node).pushed) return;
    const verdict = await this.#verdict(node);
    if (node !== client.state.node || this.controller.client !== client) return;
    if (verdict.status === "lost") this.#show(verdict);
  }

  /** @param {number} node @returns {Promise<Verdict>} */
  async #verdict(node) {
    const { client } = this.controller;
    const known = this.#verdicts.get(node);
    if (known) return known;
    /** @type {Verdict} */
    let verdict = await client.query({ do: "judge", lang: language() });
    if (verdict.status === "unknown" && node === client.state.node) {
      verdict = await client.query({ do: "judge", lang: language(), search: true });
    }
    if (verdict.status !== "unknown") this.#verdicts.set(node, verdict);
    return verdict;
  }

  /** @param {Verdict} verdict */
  #show({ reasons }) {
    const { board, card } = this.controller;
    const sentences = reasons.map(({ text, dead }) => text ?? t("judge.dead", { cell: cellName(/** @type {Board} */ (board.board), dead ?? 0) }));
    const texts = sentences.map((text) => h("p", {}, text));
    card.show("lost", t("judge.lost"), texts.length ? texts : [h("p", {}, t("judge.searched"))], [
      h("button", { class: "primary", "data-command": "undo" }, t("judge.undo")),
      h("button", { "data-command": "hint" }, t("judge.since")),
    ]);
    board.setOverlay("problem", reasons.flatMap(({ boxes }) => boxes));
    announce([t("judge.lost"), ...sentences].join(" "));
  }
}
