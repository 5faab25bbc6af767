/** Dialogs that wait for an answer. */

import { h, labelled, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openDialog } from "./dialog.js";
import { showError, statusLine } from "./status.js";

/** @import { Child } from "../core/dom.js" */

/**
 * Prompt for one line of text.
 * @param {string} title
 * @param {string} label
 * @param {string} [value] to begin with
 * @param {{optional?: boolean}} [options] whether nothing is an answer
 * @returns {Promise<string | null>} null where the dialog was closed
 */
export function promptText(title, label, value = "", { optional = false } = {}) {
  return new Promise((resolve) => {
    const input = h("input", { type: "text", value, required: !optional, maxLength: 200 });
    const form = h("form", {}, labelled(label, input), h("button", { class: "primary" }, t("ok")));
    onSubmit(form, () => {
      resolve(input.value.trim());
      dialog.close();
    });
    const dialog = openDialog(title, [form], { onclose: () => resolve(null) });
    input.select();
  });
}

/**
 * Prompt with a form, which closes once its answer is accepted and shows why it is not.
 * @template T
 * @param {string} title
 * @param {Child[]} fields
 * @param {string} submit the word on the button
 * @param {() => Promise<T>} accept returns the answer, or fails
 * @returns {Promise<T | null>} null where the dialog was closed
 */
export function promptForm(title, fields, submit, accept) {
  return new Promise((resolve) => {
    const status = statusLine();
    const form = h("form", { class: "stack" }, ...fields, status, h("button", { class: "primary" }, submit));
    onSubmit(form, async () => {
      try {
        resolve(await accept());
        dialog.close();
      } catch (error) {
        showError(status, error);
      }
    });
    const dialog = openDialog(title, [form], { onclose: () => resolve(null) });
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
    const agree = () => {
      resolve(true);
      dialog.close();
    };
    const dialog = openDialog(title, [h("p", {}, text)], {
      footer: [
        h("button", { onclick: () => dialog.close() }, t("cancel")),
        h("button", { class: "primary", onclick: agree }, yes),
      ],
      onclose: () => resolve(false),
    });
  });
}
