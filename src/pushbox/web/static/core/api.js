/** Asking the server: JSON over fetch, its one shape of errors, and streams of events. */

/** A refusal of the server, in one sentence for people. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {string} code as the server names it, or "offline"
   * @param {number} status of HTTP, 0 where there was no answer
   * @param {string[]} problems each in a sentence, where there are several
   */
  constructor(message, code, status, problems = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.problems = problems;
  }
}

/**
 * Ask the server.  Throws ApiError for anything but a success.
 * @param {string} method
 * @param {string} path such as "/plays", below /api
 * @param {unknown} [body] sent as JSON
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>} the JSON of the answer, null where it has none
 */
export async function request(method, path, body, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "X-Pushbox": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal: options.signal,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError("The server does not answer.", "offline", 0);
  }
  const text = await answer.text();
  const json = answer.headers.get("Content-Type")?.includes("json") && text ? JSON.parse(text) : null;
  if (answer.ok) return json;
  const { code = "server", message = answer.statusText } = json?.error ?? {};
  throw new ApiError(message, code, answer.status, json?.problems ?? []);
}

/** @param {string} path @param {{signal?: AbortSignal}} [options] */
export const get = (path, options) => request("GET", path, undefined, options);
/** @param {string} path @param {unknown} [body] @param {{signal?: AbortSignal}} [options] */
export const post = (path, body = {}, options) => request("POST", path, body, options);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => request("PUT", path, body);
/** @param {string} path @param {unknown} body */
export const patch = (path, body) => request("PATCH", path, body);
/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/**
 * Write a path with a query; what is undefined, null or "" is left out.
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function withQuery(path, values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Listen to server-sent events until "done" comes.
 * @param {string} path below /api
 * @param {Record<string, (data: any) => void>} handlers one for each name of an event, and "lost" for a broken line
 * @returns {() => void} ends it
 */
export function subscribe(path, handlers) {
  const source = new EventSource(`/api${path}`);
  for (const [name, handler] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => {
      if (!(event instanceof MessageEvent)) return;
      if (name === "done") source.close();
      handler(JSON.parse(event.data));
    });
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) handlers.lost?.(null);
  });
  return () => source.close();
}

/**
 * The address of a WebSocket of this server.
 * @param {string} path such as "/ws/play?play=7"
 */
export function socketUrl(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}
