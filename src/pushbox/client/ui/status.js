/** Messages: to screen readers, as a toast at the foot of the page, and in the status line of a page or dialog. */

import { ApiError } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { moveLiveRegions } from "./dialog.js";

const SHOWN = 3200; // milliseconds

/**
 * Have a screen reader say a text: politely, or at once for what ends a game.
 * @param {string} text
 * @param {{now?: boolean, show?: boolean}} [options] `show` it as a toast too
 */
export function announce(text, { now = false, show = false } = {}) {
  const region = find(now ? "#live-assertive" : "#live-polite");
  region.textContent = ""; // so that the same text is a change too
  region.append(text);
  if (show) toast(text);
}

/**
 * Announce and show an error.
 * @param {unknown} error
 */
export function announceError(error) {
  announce(messageOf(error), { now: true });
  toast(messageOf(error), "danger");
}

/**
 * Show a message for a while; screen readers pass over it, `announce` is theirs.
 * @param {string} text
 * @param {"" | "danger"} [kind]
 */
export function toast(text, kind = "") {
  let tray = document.querySelector(".toasts");
  if (!tray) {
    tray = h("div", { class: "toasts", "aria-hidden": "true" });
    document.body.append(tray);
    moveLiveRegions();
  }
  const message = h("div", { class: `toast ${kind}` }, text);
  tray.replaceChildren(message);
  setTimeout(() => message.remove(), kind ? SHOWN * 2 : SHOWN);
}

/** Make an empty status line. */
export function statusLine() {
  return h("p", { class: "notice", hidden: true });
}

/**
 * Show a sentence in a status line; an error has role alert.
 * @param {HTMLElement} line
 * @param {string} text "" hides the line
 * @param {"info" | "error"} [kind]
 */
export function showStatus(line, text, kind = "info") {
  line.setAttribute("role", kind === "error" ? "alert" : "status");
  line.dataset.kind = kind;
  line.hidden = !text;
  line.textContent = text;
}

/**
 * Show an error in a status line: one of the server in its words with each of its problems.
 * @param {HTMLElement} line
 * @param {unknown} error
 */
export function showError(line, error) {
  showStatus(line, messageOf(error), "error");
  const problems = error instanceof ApiError ? error.problems : [];
  if (problems.length) line.append(h("ul", { class: "plain" }, ...problems.map((problem) => h("li", {}, problem))));
}

/**
 * Disable a button while something runs, and show its error in a status line.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} line
 * @param {() => Promise<unknown>} work
 */
export async function whileBusy(button, line, work) {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    showError(line, error);
  } finally {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : t("error.unknown");
}
