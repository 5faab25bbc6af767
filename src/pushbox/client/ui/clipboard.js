/** Texts into the clipboard. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openDialog } from "./dialog.js";
import { announce } from "./status.js";

/**
 * Put a text into the clipboard and announce it; where the browser refuses, show the text to be copied by hand.
 * @param {string} text
 * @param {string} [message] what is announced
 */
export async function copyText(text, message = t("copied")) {
  try {
    await navigator.clipboard.writeText(text);
    announce(message, { show: true });
  } catch {
    const area = h("textarea", { value: text, readOnly: true, rows: 10, "aria-label": t("copy.here") });
    openDialog(t("copy.here"), [area]);
    area.select();
  }
}
