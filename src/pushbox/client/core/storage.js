/** What this browser remembers, as JSON in localStorage; where that is full or closed, until the page is left. */

/** @type {Map<string, string>} what localStorage did not take */
const memory = new Map();
const PREFIX = "pushbox:";

/** @returns {Storage | null} */
function store() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // the browser keeps nothing for this page
  }
}

/**
 * Return a value that was saved, the fallback where there is none.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function load(name, fallback) {
  const text = memory.get(name) ?? store()?.getItem(PREFIX + name);
  if (text === undefined || text === null) return fallback;
  try {
    return JSON.parse(text);
  } catch {
    return fallback; // the text of another program under this name
  }
}

/** Return whether any value has a name that begins with a text. @param {string} start */
export const hasAny = (start) => [...Object.keys(store() ?? {}), ...[...memory.keys()].map((name) => PREFIX + name)].some((key) => key.startsWith(PREFIX + start));

/**
 * Save a value.
 * @param {string} name
 * @param {unknown} value undefined removes it
 */
export function save(name, value) {
  const text = value === undefined ? undefined : JSON.stringify(value);
  memory.delete(name);
  try {
    const kept = store();
    if (text === undefined) kept?.removeItem(PREFIX + name);
    else if (kept) kept.setItem(PREFIX + name, text);
    else memory.set(name, text);
  } catch {
    if (text !== undefined) memory.set(name, text); // it is full or closed
  }
}
