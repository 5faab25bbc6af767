/** The keys of the analysis: those of the play page that make sense beside a solver. */

import { settings } from "../core/settings.js";
import { bindings, byChord, chordOf, playerOf } from "../play/keys.js";

/** @typedef {import("../play/client.js").Request} Request */

const STEPS = ["left", "up", "right", "down", "act", "next", "previous"];

/**
 * What an action asks of the play, null where it is none of the analysis.
 * @param {string} action
 * @param {number} [player] who presses the key, where several have keys of their own
 * @returns {Request | null}
 */
export function requestOf(action, player = 0) {
  const [kind, way] = action.split("-");
  if (STEPS.includes(action)) return player ? { do: "press", key: action, player } : { do: "press", key: action };
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
 * @param {() => number} [players] how many have keys of their own here
 */
export function listenToKeys(ask, others, players = () => 1) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isBusy(event)) return;
    const { keyboard, keys } = settings();
    const chord = chordOf(event);
    const action = byChord(bindings(keyboard, keys, /Mac/.test(navigator.platform)), keys).get(chord);
    if (!action) return;
    const request = requestOf(action, playerOf(chord, players()));
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
