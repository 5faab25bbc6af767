/** The windows of this browser that play, each under a name of its own, as several may play the same at once. */

const LOCK = "pushbox";

/** Return a new name. */
export const newWindow = () => Math.random().toString(36).slice(2);

/**
 * Take a name for this window in a play, until the page is left; return whether no other window has it.
 * @param {number | string} play
 * @param {string} window
 * @returns {Promise<boolean>}
 */
export function takeWindow(play, window) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks
      .request(`${LOCK} ${play} ${window}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {}); // until the page is left
      })
      .catch(() => resolve(true));
  });
}

/** Return the names of the windows that have a play open, this one too. @param {number | string} play @returns {Promise<string[]>} */
export async function openWindows(play) {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  const start = `${LOCK} ${play} `;
  return held.flatMap(({ name = "" }) => (name.startsWith(start) ? [name.slice(start.length)] : []));
}
