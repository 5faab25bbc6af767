/** The windows of this browser that play, each under a name of its own, as several may play the same at once. */

const LOCK = "pushbox";
const KEY = "pushbox:window";
const LOADING = 1_000; // milliseconds in which a page that is loaded anew has gone

/** @type {string | undefined} */
let own;
/** @type {Map<string, Promise<boolean>>} the names that this window has, by play and window */
const taken = new Map();

/** Return a new name. */
export const newWindow = () => Math.random().toString(36).slice(2);

/** Keep the name of this window where it is loaded anew. @param {string} name */
function keepName(name) {
  own = name;
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // the browser keeps nothing: the name is another one then
  }
  return name;
}

/** Return the name of this window, which it has had before it was loaded anew. */
export function ownWindow() {
  try {
    own ??= globalThis.sessionStorage?.getItem(KEY) ?? undefined;
  } catch {
    // as above
  }
  return own ?? keepName(newWindow());
}

/**
 * Take a name for this window in a play, until the page is left; return whether no other window has it.
 * @param {number | string} play
 * @param {string} window
 * @param {number} [wait] milliseconds for which another one may still have it
 * @returns {Promise<boolean>}
 */
export function takeWindow(play, window, wait = 0) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return Promise.resolve(true);
  const name = `${LOCK} ${play} ${window}`;
  const known = taken.get(name);
  if (known) return known;
  const options = wait ? { signal: AbortSignal.timeout(wait) } : { ifAvailable: true };
  /** @type {Promise<boolean>} */
  const asked = new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {}); // until the page is left
      })
      .catch((/** @type {Error} */ { name: fault }) => resolve(fault !== "TimeoutError"));
  });
  taken.set(name, asked);
  void asked.then((isOurs) => isOurs || taken.delete(name));
  return asked;
}

/**
 * Take the name of this window in a play, and return it: another one where a copy of this window has it.
 * @param {number | string} play
 */
export async function takeOwnWindow(play) {
  if (!(await takeWindow(play, ownWindow(), LOADING))) await takeWindow(play, keepName(newWindow()));
  return ownWindow();
}

/** Play under the name of a window that is closed, which is ours now. @param {string} window */
export const goOnAs = (window) => keepName(window);

/** Return the names of the windows that have a play open, this one too. @param {number | string} play @returns {Promise<string[]>} */
export async function openWindows(play) {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  const start = `${LOCK} ${play} `;
  return held.flatMap(({ name = "" }) => (name.startsWith(start) ? [name.slice(start.length)] : []));
}
