/**
 * How many stars a solution has: those of the first row whose `times` the pushes and the moves of a known solution it
 * keeps within, and with help at most those of the help. The terminal game reads the tables out of this file.
 */

/** @type {{ stars: number, times?: number }[]} */
export const STARS = [{ "stars": 3, "times": 1 }, { "stars": 2, "times": 1.25 }, { "stars": 1 }];

/** @type {Record<string, number>} */
export const WITH_HELP = { "any": 2, "solver": 1, "solution": 1, "handed in": 1 };

/**
 * @typedef {object} Known what is known of the solutions of a level
 * @property {Record<string, number>} lowest the lowest of each count
 * @property {number[][]} best pushes and moves of those with the fewest of either
 * @property {string[]} proven which of these two counts no solution can have fewer of
 */

/**
 * @typedef {object} Rating
 * @property {number} stars 1 to 3
 * @property {number} cost how many help has cost
 * @property {"fewest" | "shortest" | "fewer" | "moves" | "next" | "first"} advice
 */

/**
 * Rate a solution beside those known before it.
 * @param {Record<string, number>} counts
 * @param {Known} known
 * @param {number | null} bound pushes that every solution has
 * @param {readonly string[]} assists
 * @returns {Rating}
 */
export function rate(counts, known, bound, assists) {
  const earned = Math.max(...(known.best.length > 0 ? known.best.map((one) => starsBeside(counts, one)) : [STARS[0].stars]));
  const stars = Math.min(earned, ...assists.map((name) => WITH_HELP[name] ?? WITH_HELP.any));
  return { stars, cost: earned - stars, advice: advise(counts, known, bound) };
}

/** Return of some solutions, as pushes and moves, those with the fewest of either. @param {number[][]} all @returns {number[][]} */
export function fewest(all) {
  const byPushes = [...all].sort(([pushes, moves], other) => pushes - other[0] || moves - other[1]);
  const byMoves = [...all].sort(([pushes, moves], other) => moves - other[1] || pushes - other[0]);
  return [...byPushes.slice(0, 1), ...byMoves.slice(0, 1)];
}

/** @param {Record<string, number>} counts @param {number[]} known pushes and moves */
function starsBeside(counts, [pushes, moves]) {
  const isWithin = (/** @type {number} */ times) => counts.pushes <= pushes * times && counts.moves <= moves * times;
  const row = STARS.find(({ times }) => times === undefined || isWithin(times));
  return row?.stars ?? 1;
}

/** @param {Record<string, number>} counts @param {Known} known @param {number | null} bound @returns {Rating["advice"]} */
function advise(counts, { lowest, best, proven }, bound) {
  const isFewest = counts.pushes <= (lowest.pushes ?? counts.pushes);
  const isProven = (bound !== null && counts.pushes <= bound) || (isFewest && proven.includes("pushes"));
  if (!isFewest && !isProven) return "fewer";
  if (counts.moves > (lowest.moves ?? counts.moves)) return "moves";
  if (isProven && counts.pushes > 0) return "fewest"; // where nothing is pushed there is nothing to prove
  if (proven.includes("moves")) return "shortest";
  return best.length > 0 ? "next" : "first";
}
