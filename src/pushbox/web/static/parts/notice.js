/** One line that tells what happened, seen and heard. */

import { t } from "../core/i18n.js";

/**
 * Show a sentence in an element with role status, or as a fault with role alert.
 * @param {HTMLElement} place
 * @param {string} text "" takes it away
 * @param {"info" | "fault"} [kind]
 */
export function tell(place, text, kind = "info") {
  place.setAttribute("role", kind === "fault" ? "alert" : "status");
  place.dataset.kind = kind;
  place.hidden = !text;
  place.textContent = text;
}

/**
 * Show why something failed: a refusal in the server's words, anything else as a fault of the page.
 * @param {HTMLElement} place
 * @param {unknown} error
 */
export function tellError(place, error) {
  tell(place, error instanceof Error ? error.message : t("fault.unknown"), "fault");
}

/**
 * Do something with a button switched off, and tell where it fails.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} place
 * @param {() => Promise<unknown>} work
 */
export async function during(button, place, work) {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    tellError(place, error);
  } finally {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}
