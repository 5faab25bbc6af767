/** What files of other programs bring in: the answers of several requests as one, counted. */

/** @typedef {Jobs.Progress} Progress */

const SHOWN = 200; // rows of a list
const NEW = /** @type {const} */ (["first", "better", "other", "game"]);
const MISSING = /** @type {const} */ (["missing", "game-missing"]);

/** Nothing at all. @type {Progress} */
const NOTHING = { files: [], states: {}, levels: 0, tagged: 0, missing: 0, unnamed: 0, rows: [], refused: [], collections: [] };

/** Return the results of several requests as one. @param {Progress[]} results @returns {Progress} */
export function joined(results) {
  return results.reduce(both, NOTHING);
}

/** @param {Progress} one @param {Progress} other @returns {Progress} */
function both(one, other) {
  const states = { ...one.states };
  for (const state of /** @type {Jobs.ProgressState[]} */ (Object.keys(other.states))) states[state] = count(one, state) + count(other, state);
  return {
    files: [...one.files, ...other.files],
    states,
    levels: one.levels + other.levels,
    tagged: one.tagged + other.tagged,
    missing: one.missing + other.missing,
    unnamed: one.unnamed + other.unnamed,
    rows: [...one.rows, ...other.rows].slice(0, SHOWN),
    refused: [...one.refused, ...other.refused].slice(0, SHOWN),
    collections: [...one.collections, ...other.collections],
  };
}

/** @param {Pick<Progress, "states">} result @param {...Jobs.ProgressState} names */
function count({ states }, ...names) {
  return names.reduce((sum, name) => sum + (states[name] ?? 0), 0);
}

/**
 * Return what there is of each kind, without what there is nothing of.
 * @param {Progress} result
 * @returns {[string, number][]} names of texts, with their counts
 */
export function totalsOf(result) {
  /** @type {[string, number][]} */
  const totals = [
    ["first", count(result, "first")],
    ["better", count(result, "better")],
    ["other", count(result, "other")],
    ["game", count(result, "game")],
    ["tagged", result.tagged],
    ["known", count(result, "known", "game-known")],
    ["missing", count(result, ...MISSING)],
    ["full", count(result, "full")],
    ["refused", count(result, "refused")],
    ["unread", result.files.filter(({ error }) => error).length],
  ];
  return totals.filter(([, number]) => number > 0);
}

/**
 * Return how many solutions, saved games and records would be, or are, brought in.
 * @param {Progress} result
 * @param {boolean} withMissing those for levels that are not in the library too
 */
export function newCount(result, withMissing) {
  return count(result, ...NEW) + result.tagged + (withMissing ? count(result, ...MISSING) : 0);
}

/** Return whether the files have any solution, saved game or record. @param {Progress} result */
export function isEmpty({ files }) {
  return files.every(({ moves }) => moves === 0);
}
