/** The button by which solutions in files of levels are brought in as the visitor's own. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @param {() => void} onclick */
export function bringInButton(onclick) {
  return h("button", { type: "button", onclick }, t("progress.yours"));
}
