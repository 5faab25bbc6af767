/** Four buttons for steps, as on a game pad: one that is held goes on. */

import { DIRECTIONS } from "../board/tiling.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";

const REPEAT_AFTER = 320; // milliseconds
const REPEAT_EVERY = 110;

export class DirectionPad {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /**
   * @param {HTMLElement} place
   * @param {(direction: string) => void} step
   */
  constructor(place, step) {
    this.place = place;
    this.step = step;
    for (const direction of DIRECTIONS) place.append(this.#button(direction));
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) place.addEventListener(type, () => clearTimeout(this.#timer));
  }

  /** Show the pad, or hide it. @param {boolean} shown */
  show(shown) {
    this.place.hidden = !shown;
  }

  /** @param {typeof DIRECTIONS[number]} direction */
  #button(direction) {
    const button = h("button", { class: direction, "aria-label": t(`key.${direction}`) }, icon(direction));
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.#repeat(direction, REPEAT_AFTER);
    });
    button.addEventListener("click", ({ detail }) => detail === 0 && this.step(direction)); // by a key or a reader
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  /** @param {string} direction @param {number} after */
  #repeat(direction, after) {
    clearTimeout(this.#timer);
    this.step(direction);
    this.#timer = setTimeout(() => this.#repeat(direction, REPEAT_EVERY), after);
  }
}
