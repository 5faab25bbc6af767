/** Notes on levels that come along, in the language of the visitor. */

import { hasText, t } from "./i18n.js";
import { shippedText } from "./phrases.js";

const TURN = /^(.*) The best solution turns at push (\d+) of (\d+): from there on it has no detours\.$/s;

/** Return a note, which may end with the turning point of the best solution. @param {string} note @returns {string} */
export function noteText(note) {
  const [, first, push, pushes] = TURN.exec(note) ?? [];
  return first && hasText("level.note-turn") ? t("level.note-turn", { note: noteText(first), push, pushes }) : shippedText("level.note", note);
}
