/** Key presses anywhere on the page, as actions of the key table and as commands of a play. */

import { DIRECTIONS } from "../board/tiling.js";
import { settings } from "../core/settings.js";
import { bindings, byChord, chordOf } from "./keys.js";

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** What actions other than steps mean to any game. @type {Record<string, Play.Request>} */
const COMMANDS = {
  act: { do: "press", key: "act" },
  next: { do: "press", key: "next" },
  previous: { do: "press", key: "previous" },
  undo: { do: "undo" },
  redo: { do: "redo" },
  "undo-all": { do: "goto", node: 0 },
};

/** Return the bindings in force. */
export const currentBindings = () => bindings(settings().keyboard, settings().keys, isMac);

/**
 * Return the direction of an action such as "left", "run-left" or "push-left", and its kind; null for any other action.
 * @param {string} action
 */
export function stepOf(action) {
  const [name, kind = ""] = action.split("-").reverse();
  const direction = DIRECTIONS.findIndex((other) => other === name);
  return direction < 0 ? null : { direction, kind };
}

/**
 * Return the command of an action, null where it has none.
 * @param {string} action
 * @param {number} [player] who presses the key, where several have keys of their own
 * @param {(direction: number) => number} [toBoard] turns a direction of the screen into one of the board
 * @returns {Play.Request | null}
 */
export function commandOf(action, player = 0, toBoard = (direction) => direction) {
  const step = stepOf(action);
  if (step) {
    const key = DIRECTIONS[toBoard(step.direction)];
    if (player) return { do: "press", key, player };
    return step.kind ? { do: "run", key, push: step.kind === "push" } : { do: "press", key };
  }
  return action === "act" && player ? { do: "press", key: action, player } : (COMMANDS[action] ?? null);
}

/**
 * Listen to the keys of the whole page, but for those that a field, a button or a dialog takes.
 * @param {(action: string, chord: string) => boolean} take is called with "" for a chord without an action, and returns
 *   whether the key is used up
 */
export function listenToKeys(take) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const chord = chordOf(event);
    if (!chord || (event.target instanceof HTMLElement && hasOwnUse(event.target, chord))) return;
    const action = byChord(currentBindings(), settings().keys).get(chord) ?? "";
    if (take(action, chord)) event.preventDefault();
  });
}

/**
 * Return whether an element has a use of its own for a chord.
 * @param {HTMLElement} element
 * @param {string} chord
 */
function hasOwnUse(element, chord) {
  if (element.matches("input[type=range]")) return /^(Arrow|Home|End|Page)/.test(chord);
  if (element.matches("input, textarea, select")) return true;
  return element.closest("button, a, summary") !== null && (chord === "Space" || chord === "Enter");
}
