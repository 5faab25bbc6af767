/** One question in a dialog. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openDialog } from "./dialog.js";

/**
 * Ask for one line of text; null where the person closes the dialog.
 * @param {string} title
 * @param {string} label
 * @param {string} [value] to begin with
 * @returns {Promise<string | null>}
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
      h("button", { class: "primary" }, t("ask.ok")),
    );
    const dialog = openDialog(title, [form], { onclose: () => resolve(answer) });
    input.select();
  });
}

/**
 * Ask before something that cannot be taken back.
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
