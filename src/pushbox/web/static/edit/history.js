/**
 * Undo and redo of values, as a value: what was, what is, what was undone.
 */

/**
 * @template T
 * @typedef {{past: T[], here: T, future: T[]}} History
 */

const MOST = 500; // strokes that can be undone

/**
 * @template T
 * @param {T} here
 * @returns {History<T>}
 */
export function begun(here) {
  return { past: [], here, future: [] };
}

/**
 * The history after a change; the same one where nothing changed.
 * @template T
 * @param {History<T>} history
 * @param {T} next
 * @returns {History<T>}
 */
export function changed(history, next) {
  if (next === history.here) return history;
  return { past: [...history.past, history.here].slice(-MOST), here: next, future: [] };
}

/**
 * @template T
 * @param {History<T>} history
 * @returns {History<T>}
 */
export function undone({ past, here, future }) {
  if (!past.length) return { past, here, future };
  return { past: past.slice(0, -1), here: past[past.length - 1], future: [here, ...future] };
}

/**
 * @template T
 * @param {History<T>} history
 * @returns {History<T>}
 */
export function redone({ past, here, future }) {
  if (!future.length) return { past, here, future };
  return { past: [...past, here], here: future[0], future: future.slice(1) };
}
