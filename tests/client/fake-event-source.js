/** The events of a job, as a test sends them. */

export class FakeEventSource {
  static CLOSED = 2;
  /** @type {FakeEventSource[]} */
  static opened = [];
  listeners = /** @type {Record<string, (event: any) => void>} */ ({});

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    FakeEventSource.opened.push(this);
  }

  /** @param {string} name @param {(event: any) => void} listener */
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  /** @param {string} name @param {any} fields */
  send(name, fields) {
    this.listeners[name](new MessageEvent(name, { data: JSON.stringify(fields) }));
  }

  close() {}
}
