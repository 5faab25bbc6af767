/** One question in a dialog. */

import { openDialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";

/**
 * Ask for one line of text; null where the person closes the dialog.
 * @param {string} title
 * @param {string} label
 * @param {string} [value] to begin with
 * @returns {Promise<string | null>}
 */
export function asked(title, label, value = "") {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    const input = h("input", { type: "text", value, required: true, maxLength: 200 });
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          answer = input.value.trim();
          dialog.close();
        },
      },
      h("label", { class: "field" }, h("span", {}, label), input),
      h("button", { class: "primary" }, t("ask.ok")),
    );
    const dialog = openDialog(title, [form], { onclose: () => resolve(answer) });
    input.select();
  });
}
