/** Buttons on the board that zoom, show the whole of it, and pan to what is not visible. */

import { DIRECTIONS } from "../board/tiling.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";

/** @import { PushBoard } from "../board/push-board.js" */

const PAN = 0.5; // of what is visible
/** @type {Record<string, [number, number]>} */
const STEPS = { left: [-PAN, 0], up: [0, -PAN], right: [PAN, 0], down: [0, PAN] };

/**
 * @param {HTMLElement} place
 * @param {PushBoard} board
 */
export function mountViewButtons(place, board) {
  const button = (/** @type {string} */ name, /** @type {Parameters<typeof icon>[0]} */ look, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
    h("button", { class: `icon ${name}`, "aria-label": label, title: label, onclick }, icon(look));
  const whole = button("whole", "whole", t("key.zoom-out"), () => board.zoomOut());
  const sides = DIRECTIONS.map((direction) => button(`pan ${direction}`, direction, t(`pan.${direction}`), () => board.pan(...STEPS[direction])));
  place.replaceChildren(button("zoom", "zoom", t("key.zoom-in"), () => board.zoomBy(1.5)), whole, ...sides);
  const show = () => {
    whole.hidden = !board.zoomed;
    for (const [index, hidden] of board.hiddenSides.entries()) sides[index].hidden = !hidden;
  };
  board.addEventListener("view-change", show);
  show();
}
