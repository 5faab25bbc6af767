/** The limits of a level: steps used of those allowed, a clock that runs down, and what is said when they are over. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { announce } from "../ui/status.js";
import { outcomeText } from "./announcements.js";

/** @import { Client } from "./client.js" */

const TICK = 200; // milliseconds between two looks at the clock
const LATE = 100; // milliseconds that the clock of the server may be behind, as it is sent in tenths
const WARN_AT = 10; // seconds that are left when it is said

/** @param {number} seconds */
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export class LimitsView {
  /** @type {Play.Limits} */
  #limits = {};
  #left = 0; // milliseconds at #seen
  #seen = 0;
  #running = false;
  #warned = false;

  /**
   * @param {HTMLElement} root of the page
   * @param {() => void} timeOver called once when the clock has run down
   */
  constructor(root, timeOver) {
    this.place = find("#limits", root);
    this.lost = find("#lost", root);
    this.steps = h("dd");
    this.clock = h("dd");
    this.timeOver = timeOver;
    setInterval(() => this.#tick(), TICK);
  }

  /** Show the limits and the outcome of a play. @param {Client} client */
  show({ limits, state }) {
    if (limits !== this.#limits) this.#draw(limits);
    const { steps = 0, seconds = 0 } = limits;
    this.steps.textContent = t("limits.used", { used: state.steps ?? 0, all: steps });
    this.steps.classList.toggle("low", steps - (state.steps ?? 0) <= 3);
    this.#left = (seconds - state.seconds) * 1000;
    this.#seen = performance.now();
    this.#running = Boolean(seconds && state.running && state.outcome.status === "playing");
    if (this.#left > WARN_AT * 1000) this.#warned = false;
    this.#showClock(this.#left);
    this.#showLost(state, Boolean(seconds) && this.#left <= 0);
  }

  /** @param {Play.Limits} limits */
  #draw(limits) {
    this.#limits = limits;
    const { steps, seconds } = limits;
    this.place.replaceChildren(
      ...(steps ? [h("div", {}, h("dt", {}, t("limits.steps")), this.steps)] : []),
      ...(seconds ? [h("div", {}, h("dt", {}, t("limits.time")), this.clock)] : []),
    );
    this.place.hidden = !steps && !seconds;
  }

  /** @param {Play.State} state @param {boolean} isTimeOver where no undo helps */
  #showLost(state, isTimeOver) {
    const lost = state.outcome.status === "lost" && !state.outcome.winner;
    this.lost.hidden = !lost;
    if (!lost) return;
    const button = (/** @type {string} */ command) => h("button", { "data-command": command }, t(`key.${command}`));
    this.lost.replaceChildren(h("p", {}, outcomeText(state)), ...(isTimeOver ? [] : [button("undo")]), button("restart"));
  }

  #tick() {
    if (!this.#running) return;
    const left = this.#left - (performance.now() - this.#seen);
    this.#showClock(left);
    if (left <= WARN_AT * 1000 && !this.#warned) {
      this.#warned = true;
      announce(t("limits.left", { count: Math.ceil(Math.max(0, left) / 1000) }));
    }
    if (left > -LATE) return;
    this.#running = false;
    this.timeOver();
  }

  /** @param {number} left milliseconds */
  #showClock(left) {
    const seconds = Math.max(0, Math.ceil(left / 1000));
    this.clock.textContent = clockText(seconds);
    this.clock.classList.toggle("low", seconds <= WARN_AT);
  }
}
