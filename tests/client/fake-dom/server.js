/** A server whose answers and sockets the test controls. */

import { Listeners } from "./events.js";

/** The sockets that the page has opened. @type {FakeSocket[]} */
export const sockets = [];

export class FakeSocket extends Listeners {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  /** Receive a message of the server. @param {unknown} message */
  receive(message) {
    this.fire("message", { data: JSON.stringify(message) });
  }

  /** @param {number} code */
  drop(code) {
    this.fire("close", { code });
  }
}

/**
 * Answer requests from a table of "GET /path", with or without its query, and JSON; return the requests that came.
 * @param {Record<string, unknown>} responses a number is the status of an error
 */
export function serve(responses) {
  /** @type {{request: string, body: any}[]} */
  const requests = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {{method: string, body?: string}} */ { method, body: text }) => {
      const request = `${method} ${address.replace(/^\/api/, "")}`;
      requests.push({ request, body: text === undefined ? undefined : JSON.parse(text) });
      const json = request in responses ? responses[request] : responses[request.replace(/\?.*/, "")];
      if (json === undefined) throw new Error(`found the request ${request}, expected one of ${Object.keys(responses)}`);
      const isError = typeof json === "number";
      const content = isError ? { error: { code: "bad-input", message: "refused" }, problems: ["one", "two"] } : json;
      return {
        ok: !isError,
        status: isError ? json : 200,
        statusText: "",
        headers: { get: (/** @type {string} */ name) => (name === "Content-Type" ? "application/json" : null) },
        text: async () => JSON.stringify(content),
      };
    }
  );
  return requests;
}
