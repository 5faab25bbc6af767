/** Notes on levels that come along, in the language of the visitor. */

import { hasText, t } from "./i18n.js";
import { shippedText } from "./phrases.js";

const TURN = /^(.*) The best solution turns at push (\d+) of (\d+): from there on it has no detours\.$/s;
const KNOWN = /^(.*) The shortest solution known has (\d+) pushes; its first box is home for good at push (\d+)\.$/s;

/** Return a note, which may end with what is said of the best solution, or of the shortest that is known. @param {string} note @returns {string} */
export function noteText(note) {
  const [, turning, turn, of] = TURN.exec(note) ?? [];
  if (turning && hasText("level.note-turn")) return t("level.note-turn", { note: noteText(turning), push: turn, pushes: of });
  const [, first, pushes, push] = KNOWN.exec(note) ?? [];
  if (first && hasText("level.note-known")) return t("level.note-known", { note: noteText(first), pushes, push });
  return shippedText("level.note", note);
}
