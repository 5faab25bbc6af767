/** One play under analysis: its board, its history, and solutions that are played into it. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { METRICS } from "../core/metrics.js";
import { shippedText } from "../core/phrases.js";
import { chunkMoves } from "../play/chunk-moves.js";
import { bringingHome, connectTo } from "../play/connect.js";
import { joinPlay } from "../play/join.js";
import { Replay } from "../play/replay.js";
import { levelSize, levelTitle } from "../ui/cards.js";
import { showMissing } from "../ui/missing.js";
import { announce, announceError, showStatus } from "../ui/status.js";
import { Assessment } from "./assessment.js";
import { showTree } from "./tree-view.js";

/** @import { PushBoard } from "../board/push-board.js" */

const SPEED = 5; // steps a second when a solution is shown

export class Analysis {
  #play = "";
  #showing = false; // whether a solution that is being played in is shown step by step then

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.status = find("#status", root);
    this.board = /** @type {PushBoard} */ (find("#board", root));
    this.slider = /** @type {HTMLInputElement} */ (find("#line", root));
    const joined = joinPlay(this.board, {
      connect: (handlers, ahead) => connectTo(this.#play)(handlers, ahead),
      command: (request) => this.command(request),
      on: {
        opened: () => this.#showLevel(),
        applied: () => this.board.setOverlay("problem", []),
        answered: () => {
          this.#showPosition();
          this.#prepare().catch(() => {}); // its modules do not come: the connection is lost
        },
        refused: ({ reason }) => announce(reason),
        error: ({ message }) => {
          showStatus(this.status, message, "error");
          this.#showing = false;
        },
        phase: ({ phase }) => {
          if (phase === "lost" && !this.client.confirmed) void this.#resume().catch(announceError);
          if (phase === "open") showStatus(this.status, "");
          else if (phase === "gone") showMissing(t("missing.analyse"), t("analyse.phase.gone"));
          else if (phase !== "connecting") showStatus(this.status, t(`analyse.phase.${phase}`), "error");
        },
      },
    });
    this.client = joined.client;
    this.pointer = joined.pointer;
    this.takeKeys = joined.takeKeys;
    this.replay = new Replay({
      step: () => this.client.tree.get(this.client.tree.current).latest >= 0 && this.client.command({ do: "redo" }),
      changed: () => {},
      speed: SPEED,
    });
    this.assessment = new Assessment(root, this.client, this.board);
    this.slider.addEventListener("input", () => {
      const index = Number(this.slider.value) - 1;
      const node = index < 0 ? 0 : this.client.tree.line()[index]?.id;
      if (node !== undefined) this.command({ do: "goto", node });
    });
  }

  /** @param {string | number} play */
  open(play) {
    this.#play = String(play);
    history.replaceState(null, "", `/analyse?play=${play}`);
    const link = /** @type {HTMLAnchorElement} */ (find("#play", this.root));
    link.href = `/play?play=${play}`;
    link.hidden = false;
    const { client } = this;
    client.arriving = bringingHome(client, play);
    client.connection.open();
  }

  /** Have the play go on as this browser knows it, as the server does not answer. */
  async #resume() {
    const { resume } = await import("../alone/takeover.js");
    if (!this.client.core) await resume(this.client, this.#play);
  }

  /** Have the core of this browser play, which needs no server. */
  async #prepare() {
    const { client } = this;
    await (await import("../alone/takeover.js")).prepare(client);
    document.body.toggleAttribute("data-plays-on", client.core !== null);
  }

  /** @param {Play.Request} request */
  command(request) {
    this.replay.pause();
    this.client.command(request);
  }

  toggleReplay() {
    if (this.replay.running) this.replay.pause();
    else this.replay.start();
  }

  /**
   * Play a solution into the history; then stay at its end, or show it step by step.
   * @param {number} start the position from which it is played
   * @param {string} moves
   * @param {"stay" | "show"} then
   */
  playSolution(start, moves, then) {
    this.#showing = then === "show";
    this.command({ do: "assist", name: "solver" });
    this.client.command({ do: "goto", node: start });
    for (const text of chunkMoves(moves)) this.client.command({ do: "follow", text });
    if (this.#showing) this.client.command({ do: "goto", node: start });
  }

  #showLevel() {
    this.#prepare().catch(() => {}); // its modules do not come: the connection is lost
    const { level, game } = this.client;
    find("#analysis", this.root).hidden = false;
    find("#choose", this.root).hidden = true;
    find("#title", this.root).textContent = levelTitle(level);
    find("#byline", this.root).textContent = [game && shippedText("game.name", game.name), level.author && shippedText("author", level.author), levelSize(level)].filter(Boolean).join(" · ");
    this.#showPosition();
  }

  #showPosition() {
    const { tree, state, pending } = this.client;
    const { length } = tree.line();
    this.slider.max = String(length);
    this.slider.value = String(tree.depth);
    this.slider.setAttribute("aria-valuetext", t("analyse.depth", { depth: tree.depth, length }));
    const counts = METRICS.map((name) => h("div", {}, h("dt", {}, t(`metric.${name}`)), h("dd", {}, state.counts[name] ?? 0)));
    find("#counts", this.root).replaceChildren(...counts);
    this.board.setOverlay("focus", state.focus && state.focus.length > 1 ? state.focus : []);
    showTree(find("#tree", this.root), tree, (node) => this.command({ do: "goto", node }));
    if (this.#showing && !pending.length) {
      this.#showing = false; // it is in the history as a whole
      this.replay.start();
    }
    this.assessment.schedule();
  }
}
