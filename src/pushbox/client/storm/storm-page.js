/** A storm on the page: the board, the clock, the keys, and the result. */

import { foresee } from "../alone/foresight.js";
import { PushBoard } from "../board/push-board.js";
import { get, withQuery } from "../core/api.js";
import { find, updateChildren } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { ownName } from "../live/own-name.js";
import { webSocket } from "../play/connection.js";
import { joinPlay } from "../play/join.js";
import { stepPad } from "../play/step-pad.js";
import { announce, showStatus } from "../ui/status.js";
import { bestList, placeText, playedList, stormActions } from "./storm-parts.js";
import { NOT_BEGUN, clockText, secondsLeft, viewOf } from "./storm.js";

const CLOCK_MS = 200; // between two updates of the clock
const SHORT_SECONDS = 10; // left, from which on the clock is marked

export class StormPage {
  #view = NOT_BEGUN;
  #answered = () => {};
  /** Settled by the first board, or by the reason why there is none. @type {Promise<void>} */
  #answer = new Promise((resolve) => (this.#answered = resolve));

  /** @param {HTMLElement} root of the page */
  constructor(root) {
    this.root = root;
    this.status = find("#status", root);
    this.board = /** @type {PushBoard} */ (find("#board", root));
    const joined = joinPlay(this.board, {
      connect: webSocket(withQuery("/ws/storm", { name: ownName() })),
      command: (request) => this.#play(request),
      on: {
        other: ({ message }) => message.is === "storm" && this.#receive(message),
        opened: () => {
          this.client.connection.send({ do: "shown", number: this.#view.number });
          this.#answered();
        },
        error: ({ message }) => showStatus(this.status, message, "error"),
        phase: ({ phase }) => this.#showPhase(phase),
      },
      pointer: { enabled: () => this.#view.phase !== "over" },
    });
    this.client = joined.client;
    this.pointer = joined.pointer;
    joined.takeKeys();
    this.#place("#pad").append(...stepPad((request) => this.#play(request)));
    this.#place("#period").addEventListener("change", () => this.#showBest());
    setInterval(() => this.#showClock(), CLOCK_MS);
  }

  /** Enter the storm and stay. */
  async open() {
    await Promise.all([get("/me"), foresee(this.client)]); // sets the cookie by which the socket knows the visitor
    this.client.connection.open();
    await Promise.all([this.#showBest(), this.#answer]); // so that nothing moves when the board comes
  }

  /** @param {Play.Phase} phase of the connection */
  #showPhase(phase) {
    const works = phase === "open" || phase === "connecting";
    showStatus(this.status, works ? "" : t(`storm.${phase}`), "error");
    if (!works) this.#answered();
  }

  /** @param {string} selector */
  #place(selector) {
    return find(selector, this.root);
  }

  /** @param {Play.Request} request */
  #play(request) {
    if (this.#view.phase !== "over") this.client.command(request);
  }

  /** @param {Storm.Message} message */
  #receive(message) {
    const before = this.#view;
    this.#view = viewOf(message, performance.now());
    const { phase, solved } = this.#view;
    if (phase === "over") this.#showResult(before.phase !== "over");
    else if (solved > before.solved) announce(t("storm.solved.count", { count: solved }));
    const send = (/** @type {Play.Request} */ request) => this.client.connection.send(request);
    this.#place("#standing").textContent = t(`storm.${phase}`);
    this.#place("#score").textContent = String(solved);
    this.#place("#result").hidden = phase !== "over";
    this.#place("#pad").hidden = phase === "over";
    updateChildren(this.#place("#storm-actions"), stormActions(this.#view, send));
    this.#showClock();
    if (phase === "over") this.#answered();
  }

  /** Show how it went, and once more when the server has kept the result. @param {boolean} isNew */
  #showResult(isNew) {
    const { solved, played, place } = this.#view;
    this.#place("#place").textContent = placeText(this.#view);
    updateChildren(this.#place("#played"), playedList(played));
    if (isNew) announce([t("storm.over"), t("storm.solved.count", { count: solved })].join(" "), { now: true });
    if (place) this.#showBest();
  }

  #showClock() {
    const left = secondsLeft(this.#view, performance.now());
    const clock = this.#place("#clock");
    clock.textContent = clockText(left);
    clock.classList.toggle("short", this.#view.phase === "running" && left <= SHORT_SECONDS);
  }

  async #showBest() {
    const period = /** @type {"day" | "week" | "ever"} */ (/** @type {HTMLSelectElement} */ (this.#place("#period")).value);
    const { best } = await get("/storms", { period });
    updateChildren(this.#place("#best"), bestList(best));
  }
}
