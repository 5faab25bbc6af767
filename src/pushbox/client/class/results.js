/** The results of a class as values: by pupil and level, sums, and how they are written. */

/** @typedef {ReadonlyMap<string, Api.ResultOut>} Results by the pupil and the level */

/** @param {number} pupil @param {number | null | undefined} level */
const keyOf = (pupil, level) => `${pupil} ${level}`;

/**
 * Return results with some newer ones.
 * @param {Results} results
 * @param {Api.ResultOut[]} news
 * @returns {Results}
 */
export const withResults = (results, news) => new Map([...results, ...news.map((one) => /** @type {const} */ ([keyOf(one.pupil, one.level), one]))]);

/**
 * Return what a pupil has reached on a level, undefined where they have not begun.
 * @param {Results} results
 * @param {number} pupil
 * @param {number | null | undefined} level
 */
export const resultOf = (results, pupil, level) => results.get(keyOf(pupil, level));

/**
 * Return how many levels of a list a pupil has solved, and their stars.
 * @param {Results} results
 * @param {number} pupil
 * @param {(number | null | undefined)[]} levels
 */
export function sumOf(results, pupil, levels) {
  const solved = levels.map((level) => resultOf(results, pupil, level)?.stars ?? 0).filter((stars) => stars > 0);
  return { solved: solved.length, stars: solved.reduce((sum, stars) => sum + stars, 0) };
}

/** Write a code in groups of three, as it is read from a board. @param {string} code */
export const groupedCode = (code) => code.replace(/(...)(?=.)/g, "$1-");

/**
 * Return the beginning of a day of this browser's calendar as an instant, null for no day.
 * @param {string} day such as "2026-11-28"
 */
export function startOfDay(day) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(date)).toISOString() : null;
}

/** Return the day of an instant in this browser's calendar, such as "2026-11-28". @param {Date} instant */
export function dayOf(instant) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}
