/** The HTTP API of the server: JSON over fetch, its errors, and streams of events. */

import { t } from "./i18n.js";
import { sentenceText } from "./phrases.js";

/** An error of the server, in one sentence for people. */
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

/** Return whether a request has failed because the server does not answer. @param {unknown} error */
export function isOffline(error) {
  return error instanceof ApiError && error.code === "offline";
}

const AWAY = [502, 503, 504]; // what a proxy answers for a server that does not
let isAway = false; // whether the server does not answer, as the last request found

/** Note whether the server answers; the page hears "away" and "back". @param {boolean} away */
export function noteAway(away) {
  if (away === isAway) return;
  isAway = away;
  document.dispatchEvent(new CustomEvent(away ? "away" : "back"));
}

/**
 * Send a request.
 * @param {string} method
 * @param {string} path below /api, such as "/levels/{level}"
 * @param {{params?: Api.Params, body?: unknown, signal?: AbortSignal}} [options] `body` is sent as JSON
 * @returns {Promise<any>} the JSON of the response, null where it has none
 * @throws {ApiError} where it is no success
 */
async function request(method, path, { params, body, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "X-Pushbox": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api${fillPath(path, params)}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteAway(true);
    throw new ApiError(t("offline"), "offline", 0);
  }
  noteAway(response.headers.get("X-Pushbox-Kept") === "1"); // from what `service-worker.js` has kept
  const text = await response.text();
  const json = response.headers.get("Content-Type")?.includes("json") && text ? JSON.parse(text) : null;
  if (response.ok) return json;
  if (!json && AWAY.includes(response.status)) {
    noteAway(true);
    throw new ApiError(t("offline"), "offline", 0);
  }
  const { code = "server", message = response.statusText, phrase } = json?.error ?? {};
  throw new ApiError(sentenceText(message, phrase), code, response.status, json?.problems ?? []);
}

/** Fetch the resource of a path. @type {Api.Get} */
export const get = (path, params, options) => request("GET", path, { params, ...options });

/** Fetch the pages of a list until there are no more, or as many items as are wanted. @type {Api.GetAll} */
export async function getAll(path, name, params, most = Infinity) {
  /** @type {any[]} */
  const items = [];
  /** @type {any} */
  let page = { next: /** @type {any} */ (params)?.after };
  do {
    page = await request("GET", path, { params: { ...params, after: page.next } });
    items.push(...page[name]);
  } while (page.next && items.length < most);
  return items;
}

/** Responses that do not change while a page is open. @type {Map<string, Promise<any>>} */
const cache = new Map();

/** Fetch a resource that does not change while the page is open, once. @type {Api.Get} */
export function getCached(path, params) {
  const address = fillPath(path, params);
  const response = cache.get(address) ?? get(path, params);
  cache.set(address, response);
  response.catch(() => cache.delete(address));
  return response;
}

/** Create what a path lists, or do what it names. @type {Api.Post} */
export const post = (path, body, params) => request("POST", path, { params, body: body ?? {} });

/** Replace the resource of a path. @type {Api.Put} */
export const put = (path, body, params) => request("PUT", path, { params, body });

/** Change some fields of the resource of a path. @type {Api.Patch} */
export const patch = (path, body, params) => request("PATCH", path, { params, body });

/** Delete the resource of a path. @type {Api.Delete} */
export const remove = (path, params) => request("DELETE", path, { params });

/**
 * Put values into the braces of a path, and the others into its query.
 * @param {string} path
 * @param {Api.Params} [params]
 */
export function fillPath(path, params = {}) {
  const rest = { ...params };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name];
    if (value === undefined) throw new RangeError(`found no ${name}, expected one for ${path}`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return withQuery(filled, rest);
}

/**
 * Write a path with a query; what is undefined, null or "" is left out.
 * @param {string} path
 * @param {Api.Params} params
 */
export function withQuery(path, params) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Listen to server-sent events until "done" comes.
 * @param {string} path below /api
 * @param {Record<string, (data: any) => void>} handlers one for each name of an event, and "lost" for a broken line
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
}

/**
 * Return the address of a WebSocket of this server.
 * @param {string} path such as "/ws/play?play=7"
 */
export function socketUrl(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}
