/** What a visitor wants to be made, and which of their plays was made so: kept in this browser. */

import { load, save } from "../core/storage.js";

/**
 * What is "" may be anything.
 * @typedef {{size: string, boxes: number, difficulty: Api.LevelSpecIn["difficulty"] | "", theme: Api.LevelSpecIn["theme"] | ""}} Wanted
 */

/** Rows and columns with the frame. @type {Record<string, [number, number]>} */
const SIZES = { small: [7, 8], middle: [9, 10], large: [11, 14] };

/**
 * Boards on which levels of a difficulty are found soon.
 * @type {Readonly<Record<string, {size: string, boxes: number}>>}
 */
export const FITTING = {
  easy: { size: "small", boxes: 3 },
  medium: { size: "middle", boxes: 4 },
  hard: { size: "large", boxes: 6 },
};

/**
 * Boards on which levels with a theme are found soon; how hard they are is left open.
 * @type {Readonly<Record<string, {size: string, boxes: number, difficulty: ""}>>}
 */
export const FITTING_THEME = {
  symmetric: { size: "middle", boxes: 4, difficulty: "" },
  tunnels: { size: "middle", boxes: 4, difficulty: "" },
  "one-way": { size: "middle", boxes: 4, difficulty: "" },
  chambers: { size: "large", boxes: 4, difficulty: "" },
  "few-boxes": { size: "middle", boxes: 2, difficulty: "" },
  "goal-room": { size: "middle", boxes: 4, difficulty: "" },
  "many-boxes": { size: "small", boxes: 7, difficulty: "" },
};

/** Return the specification of what is wanted. @param {Wanted} wanted @returns {Api.LevelSpecIn} */
export function specOf({ size, boxes, difficulty, theme }) {
  const [rows, columns] = SIZES[size] ?? SIZES.middle;
  return { rows, columns, boxes, difficulty: difficulty || null, theme: theme || null };
}

/** Return what was wanted last, null for nothing yet. @returns {Wanted | null} */
export const lastWanted = () => load("made", /** @type {{wanted?: Wanted}} */ ({})).wanted ?? null;

/** Remember a play that was made. @param {Wanted} wanted @param {number | string} play */
export const rememberMade = (wanted, play) => save("made", { wanted, play: String(play) });

/** Return whether a play is the one that was made last: then the next level is made too. @param {number | string} play */
export const wasMade = (play) => load("made", /** @type {{play?: string}} */ ({})).play === String(play);
