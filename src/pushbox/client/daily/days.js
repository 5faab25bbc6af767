/** Days of the UTC calendar, written as in 2026-11-21. */

const DAY = 86_400_000; // milliseconds

/** @param {number} time milliseconds since 1970 */
export function dayOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Return whether a text is a day that the calendar has.
 * @param {string} text
 */
export function isDay(text) {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dayOf(time) === text;
}

/**
 * Return the day so many days later, or earlier where the number is negative.
 * @param {string} day
 * @param {number} days
 */
export function addDays(day, days) {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/**
 * Return the days before a day, the latest first.
 * @param {string} day
 * @param {number} count
 */
export function daysBefore(day, count) {
  return Array.from({ length: count }, (_, index) => addDays(day, -1 - index));
}

/**
 * Hours and minutes until the next day begins; a begun minute counts.
 * @param {number} time milliseconds since 1970
 */
export function timeUntilNextDay(time) {
  const minutes = Math.ceil((DAY - (time % DAY)) / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
