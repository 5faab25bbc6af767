/** The host of an MCP App: JSON-RPC over messages between this frame and the window around it. */

const TIMEOUT = 60_000; // milliseconds

export class HostError extends Error {}

export class Host {
  #frame;
  #next = 0;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  #pending = new Map();
  /** @type {Map<string, (params: any) => unknown>} */
  #handlers = new Map();

  /** @param {Window} frame the window of the page */
  constructor(frame) {
    this.#frame = frame;
    frame.addEventListener("message", (event) => event.source === frame.parent && this.#receive(event.data));
  }

  /**
   * Ask the host for something.  Rejects with its error, and where it does not answer.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  request(method, params) {
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id)?.reject(new HostError(`no answer to ${method}`)), TIMEOUT);
      const settled = (/** @type {(value: any) => void} */ act) => (/** @type {any} */ value) => {
        clearTimeout(timer);
        act(value);
      };
      this.#pending.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.#post({ id, method, params });
    });
  }

  /** @param {string} method @param {object} params */
  notify(method, params) {
    this.#post({ method, params });
  }

  /**
   * Handle the requests or notifications of a method; a request is answered with what the handler returns.
   * @param {string} method
   * @param {(params: any) => unknown} handler
   */
  on(method, handler) {
    this.#handlers.set(method, handler);
  }

  /** @param {any} message */
  #receive(message) {
    if (message?.jsonrpc !== "2.0") return;
    const { id, method, params, result, error } = message;
    if (method === undefined) {
      const pending = this.#settle(id);
      if (error) pending?.reject(new HostError(error.message ?? "the host has refused"));
      else pending?.resolve(result);
      return;
    }
    const handler = this.#handlers.get(method);
    const answer = handler?.(params ?? {});
    if (id === undefined) return;
    if (handler) this.#post({ id, result: answer ?? {} });
    else this.#post({ id, error: { code: -32601, message: `no method ${method}` } });
  }

  /** @param {number} id */
  #settle(id) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** @param {object} message */
  #post(message) {
    this.#frame.parent.postMessage({ jsonrpc: "2.0", ...message }, "*"); // nobody else is told the parent's origin
  }
}
