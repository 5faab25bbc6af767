/** Dialogs with one question. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openDialog } from "./dialog.js";

/**
 * Prompt for one line of text.
 * @param {string} title
 * @param {string} label
 * @param {string} [value] to begin with
 * @returns {Promise<string | null>} null where the dialog was closed
 */
export function promptText(title, label, value = "") {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    const input = h("input", { type: "text", value, required: true, maxLength: 200 });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      answer = input.value.trim();
      dialog.close();
    };
    const form = h(
      "form",
      { onsubmit: submit },
      h("label", { class: "field" }, h("span", {}, label), input),
      h("button", { class: "primary" }, t("ok")),
    );
    const dialog = openDialog(title, [form], { onclose: () => resolve(answer) });
    input.select();
  });
}

/**
 * Confirm what cannot be undone.
 * @param {string} title
 * @param {string} text
 * @param {string} yes the word on the button
 * @returns {Promise<boolean>}
 */
export function confirmAction(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = () => {
      answer = true;
      dialog.close();
    };
    const dialog = openDialog(title, [h("p", {}, text)], {
      footer: [
        h("button", { onclick: () => dialog.close() }, t("cancel")),
        h("button", { class: "primary", onclick: agree }, yes),
      ],
      onclose: () => resolve(answer),
    });
  });
}
