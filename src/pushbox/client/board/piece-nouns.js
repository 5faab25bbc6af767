/** What the pieces of a board are called together: boxes, or what the game has in their place. */

import { t } from "../core/i18n.js";

/** The kinds of pieces that are brought somewhere; each has the words `pieces.KIND`. */
export const MOVED = ["box", "stone", "block", "circle"];

/**
 * Return the noun for so many of the pieces of a board that are no pushers: "boxes", "stone", or "pieces" for several
 * kinds.
 * @param {readonly {kind: string}[]} pieces
 * @param {number} count
 */
export function pieceNoun(pieces, count) {
  const kinds = new Set(pieces.map(({ kind }) => kind).filter((kind) => kind !== "pusher"));
  const [kind = "box"] = kinds;
  return t(`pieces.${kinds.size <= 1 && MOVED.includes(kind) ? kind : "several"}`, { count });
}
