/** The keys of the analysis: those of the play page that make sense beside a solver. */

import { settings } from "../core/settings.js";
import { bindings, byChord, chordOf } from "../play/keys.js";

/** @typedef {import("../play/client.js").Request} Request */

const STEPS = ["left", "up", "right", "down", "act", "next", "previous"];

/**
 * What an action asks of the play, null where it is none of the analysis.
 * @param {string} action
 * @returns {Request | null}
 */
export function requestOf(action) {
  const [kind, way] = action.split("-");
  if (STEPS.includes(action)) return { do: "press", key: action };
  if ((kind === "run" || kind === "push") && STEPS.includes(way)) return { do: "run", key: way, push: kind === "push" };
  switch (action) {
    case "undo":
      return { do: "undo" };
    case "redo":
      return { do: "redo" };
    case "undo-all":
      return { do: "goto", node: 0 };
    default:
      return null;
  }
}

/**
 * Listen to the keys of the whole page, but for those that a field or a button takes.
 * @param {(request: Request) => void} ask
 * @param {Record<string, () => void>} others actions of the page itself
 */
export function listenToKeys(ask, others) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isBusy(event)) return;
    const { keyboard, keys } = settings();
    const action = byChord(bindings(keyboard, keys, /Mac/.test(navigator.platform)), keys).get(chordOf(event));
    if (!action) return;
    const request = requestOf(action);
    if (!request && !others[action]) return;
    event.preventDefault();
    if (request) ask(request);
    else others[action]();
  });
}

/** @param {KeyboardEvent} event */
function isBusy({ target, key }) {
  if (!(target instanceof Element) || document.querySelector("dialog[open]")) return true;
  if (target.closest("input, textarea, select")) return true;
  return key === " " && target.closest("button, a, summary") !== null;
}
