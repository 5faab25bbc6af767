/** Undo and redo of values, as a value: the states, and which of them is present. */

const LIMIT = 500; // changes that can be undone

/**
 * @template T
 * @param {T} first
 * @returns {Edit.History<T>}
 */
export const startHistory = (first) => ({ states: [first], index: 0 });

/** Return the present state. @template T @param {Edit.History<T>} history */
export const presentState = ({ states, index }) => states[index];

/**
 * Return the history after a change; the same one where nothing changed.
 * @template T
 * @param {Edit.History<T>} history
 * @param {T} next
 */
export function record(history, next) {
  if (next === presentState(history)) return history;
  const states = [...history.states.slice(0, history.index + 1), next].slice(-LIMIT - 1);
  return { states, index: states.length - 1 };
}

/**
 * Return the history after some steps forward, or back where they are negative, as far as it goes.
 * @template T
 * @param {Edit.History<T>} history
 * @param {number} steps
 */
export function step({ states, index }, steps) {
  return { states, index: Math.max(0, Math.min(index + steps, states.length - 1)) };
}
