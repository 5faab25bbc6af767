/** Undo and redo of values, as a value: what was, what is, what was undone. */

const LIMIT = 500; // changes that can be undone

/**
 * @template T
 * @param {T} present
 * @returns {Edit.History<T>}
 */
export function startHistory(present) {
  return { past: [], present, future: [] };
}

/**
 * Return the history after a change; the same one where nothing changed.
 * @template T
 * @param {Edit.History<T>} history
 * @param {T} next
 */
export function record(history, next) {
  if (next === history.present) return history;
  return { past: [...history.past, history.present].slice(-LIMIT), present: next, future: [] };
}

/**
 * @template T
 * @param {Edit.History<T>} history
 * @returns {Edit.History<T>}
 */
export function undo({ past, present, future }) {
  if (!past.length) return { past, present, future };
  return { past: past.slice(0, -1), present: past[past.length - 1], future: [present, ...future] };
}

/**
 * @template T
 * @param {Edit.History<T>} history
 * @returns {Edit.History<T>}
 */
export function redo({ past, present, future }) {
  if (!future.length) return { past, present, future };
  return { past: [...past, present], present: future[0], future: future.slice(1) };
}
