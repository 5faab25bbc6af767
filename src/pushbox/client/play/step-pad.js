/** Buttons for the steps and for undo, where there are no keys. */

import { DIRECTIONS } from "../board/tiling.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";

/**
 * Return the buttons.
 * @param {(request: Play.Request) => void} play
 */
export function stepPad(play) {
  const button = (/** @type {import("../core/icons.js").IconName} */ name, /** @type {string} */ label, /** @type {Play.Request} */ request) =>
    h("button", { type: "button", class: `icon pad-${name}`, "aria-label": label, onclick: () => play(request) }, icon(name));
  const steps = DIRECTIONS.map((name) => button(name, t(`direction.${name}`), { do: "press", key: name }));
  return [...steps, button("undo", t("key.undo"), { do: "undo" })];
}
