/** Marks in localStorage, which is read at once, of the plays of which `alone/records.js` has something. */

import { hasAny, load, save } from "./storage.js";

/** @typedef {"kept" | "refused"} Kind */

/** The beginning of the names of plays that were begun without the server. */
export const NEW = "new-";

/** @param {Kind} kind @param {number | string} play */
const nameOf = (kind, play) => `${kind} ${play}`;

/** Mark that there is something of a play, or no more. @param {Kind} kind @param {number | string} play @param {boolean} there */
export function mark(kind, play, there) {
  save(nameOf(kind, play), there || undefined);
}

/** Whether there may be something of a play; an older release has it under the name of the kind. @param {Kind} kind @param {number | string} play */
export const isMarked = (kind, play) => load(nameOf(kind, play), false) || play in load(kind, /** @type {Record<string, unknown>} */ ({}));

/** Whether this browser may have kept something of any play. */
export const hasKept = () => hasAny("kept");
