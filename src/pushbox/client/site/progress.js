/** What a visitor of a site without a server has played: kept in the browser, and written to a file and read from one. */

import { load, save } from "../core/storage.js";

/** @import { Played } from "../alone/local.js" */

/**
 * @typedef {{text: string, moves: number, pushes: number}} Solution with the fewest pushes, then the fewest moves
 * @typedef {{played?: Played, solution?: Solution}} LevelProgress
 */

const NAME = "site";
const KIND = "pushbox progress"; // how a file begins
const MAX_TEXT = 100_000; // characters of a solution

/** Return what is kept, by the key of the level. @returns {Record<string, LevelProgress>} */
export const allProgress = () => load(NAME, {});

/** Return what is kept of a level. @param {string} key @returns {LevelProgress} */
export const progressOf = (key) => allProgress()[key] ?? {};

/** Keep something of a level beside what is kept of it. @param {string} key @param {LevelProgress} progress */
export const keepProgress = (key, progress) => save(NAME, { ...allProgress(), [key]: { ...progressOf(key), ...progress } });

/** Return the better of two solutions. @param {Solution | undefined} one @param {Solution} other */
export const better = (one, other) => (one && (one.pushes - other.pushes || one.moves - other.moves) <= 0 ? one : other);

/** Return the solutions as the text of a file. */
export function progressFile() {
  const solutions = Object.entries(allProgress()).flatMap(([key, { solution }]) => (solution ? [[key, solution.text]] : []));
  return `${JSON.stringify({ kind: KIND, solutions: Object.fromEntries(solutions) }, null, 1)}\n`;
}

/**
 * Read the text of a file: solutions by the key of their level, which are still to be replayed.
 * @param {string} text
 * @returns {[key: string, text: string][] | null} null where it is no such file
 */
export function readProgress(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { kind, solutions } = value ?? {};
  if (kind !== KIND || typeof solutions !== "object" || solutions === null) return null;
  return Object.entries(solutions).flatMap(([key, line]) => (typeof line === "string" && line.length <= MAX_TEXT ? [[key, line]] : []));
}
