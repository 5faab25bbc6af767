/** One line that tells what happened, seen and heard. */

import { ApiError } from "../core/api.js";
import { h } from "../core/dom.js";
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
 * Show why something failed: a refusal in the server's words with each of its problems, anything else as a fault of
 * the page.
 * @param {HTMLElement} place
 * @param {unknown} error
 */
export function tellError(place, error) {
  tell(place, error instanceof Error ? error.message : t("fault.unknown"), "fault");
  const problems = error instanceof ApiError ? /** @type {unknown[]} */ (error.problems) : [];
  if (problems.length) place.append(h("ul", { class: "plain" }, ...problems.map((problem) => h("li", {}, String(problem)))));
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
