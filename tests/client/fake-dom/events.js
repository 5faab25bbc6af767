/** Listeners of events, which bubble up to the window. */

export class Listeners {
  /** @type {Map<string, Set<(event: any) => void>>} */
  #listeners = new Map();
  /** @type {any} */
  parent = null;

  /** @param {string} type @param {(event: any) => void} listener */
  addEventListener(type, listener) {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  /** @param {string} type @param {(event: any) => void} listener */
  removeEventListener(type, listener) {
    this.#listeners.get(type)?.delete(listener);
  }

  /** Forget all listeners, as when a page is left. */
  reset() {
    this.#listeners.clear();
  }

  /** Call the listeners of an event from here up to the window. @param {any} event */
  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: event.target ?? this, configurable: true });
    for (let at = /** @type {any} */ (this); at && !event.stopped; at = at.parent) {
      for (const listener of at.#listeners.get(event.type) ?? []) listener(event);
    }
    return !event.defaultPrevented;
  }

  /** Send an event as a browser would; return it. @param {string} type @param {object} [fields] */
  fire(type, fields) {
    const event = makeEvent(type, fields);
    this.dispatchEvent(event);
    return event;
  }
}

/**
 * Make an event as a browser would send it.
 * @param {string} type
 * @param {object} [fields]
 */
export function makeEvent(type, fields = {}) {
  const event = { type, defaultPrevented: false, stopped: false, target: undefined, ...fields };
  return Object.assign(event, {
    preventDefault: () => (event.defaultPrevented = true),
    stopPropagation: () => (event.stopped = true),
  });
}
