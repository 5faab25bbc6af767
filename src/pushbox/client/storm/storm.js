/** A storm as the client sees it, as values. */

/** @type {Storm.View} */
export const NOT_BEGUN = { phase: "ready", number: 0, solved: 0, moves: 0, left: 180, played: [], place: null, at: 0 };

/**
 * Return the view after a message of the storm that came at a time of this page's clock.
 * @param {Storm.Message} message
 * @param {number} at in milliseconds
 * @returns {Storm.View}
 */
export const viewOf = ({ phase, number, solved, moves, left, played = [], place = null }, at) => ({ phase, number, solved, moves, left, played, place, at });

/**
 * Return how many seconds are left at a time of this page's clock.
 * @param {Storm.View} view
 * @param {number} at in milliseconds
 */
export const secondsLeft = ({ phase, left, at: then }, at) => Math.max(0, phase === "running" ? left - (at - then) / 1000 : left);

/** Write seconds as minutes and seconds. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
