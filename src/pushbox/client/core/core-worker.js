/** The core that was compiled for browsers: on the page's own thread, or in a worker. */

/**
 * Answers a request of `core-requests.js`; rejects where the core does.  A worker takes other requests while a search runs.
 * @typedef {(request: Uint8Array, watch?: Watch) => Promise<any>} Ask
 * @typedef {{progress?: (progress: any) => void, stopped?: Promise<unknown>}} Watch takes how a search goes on, and ends it with the best that it has found
 * @typedef {{ask: Ask, end: () => void}} Core
 */

const PATIENCE = 300; // ms: a step takes 20, but for the tables that a search begins with

/** A core that is not there, as where the connection was lost while it was loaded; another one may be. */
export class NotLoaded extends Error {
  constructor() {
    super("the core does not load");
  }
}

const folder = () => `${document.documentElement.dataset.static ?? "/static/"}core/`;

const workerAddress = () => `${folder()}search-worker.js`;

/** Return whether this browser has workers that can have a core. */
export const hasWorkers = () => Boolean(globalThis.Worker && globalThis.WebAssembly?.instantiateStreaming);

/**
 * Start the core in a worker of its own; null where this browser has none.
 * @returns {Core | null}
 */
export function startCore() {
  if (!hasWorkers()) return null;
  const worker = new Worker(workerAddress(), { type: "module" });
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, progress?: (progress: any) => void}>} by id */
  const waiting = new Map();
  let asked = 0;
  worker.addEventListener("message", ({ data: { id, answer, error = answer?.error, progress } }) => {
    const request = waiting.get(id);
    if (progress) return request?.progress?.(progress);
    waiting.delete(id);
    if (error) request?.reject(new Error(error));
    else request?.resolve(answer);
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new NotLoaded());
    waiting.clear();
  });
  return {
    ask: (request, { progress, stopped } = {}) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject, progress });
        worker.postMessage({ id, request });
        stopped?.then(() => worker.postMessage({ id, stop: true }));
      }),
    end: () => worker.terminate(),
  };
}

/**
 * Return what a search comes to; once it is stopped it has a moment for what it has found, and `otherwise` is returned after that.
 * @template T
 * @param {Promise<T>} answer
 * @param {Promise<unknown>} stopped
 * @param {T} otherwise
 */
export const soonAfter = (answer, stopped, otherwise) =>
  Promise.race([answer, stopped.then(() => new Promise((resolve) => setTimeout(resolve, PATIENCE))).then(() => otherwise)]);

/** What jobs show of the progress of a search. @param {any} progress */
export const jobProgress = ({ nodes, open, bound, seconds, best }) => ({ nodes, open, bound, seconds, best: best && { moves: best[0], pushes: best[1] } });

/** Have the browser keep what workers need beside the core: the first one may start when the server is gone. */
const keepWorker = async () => (await fetch(workerAddress())).blob();

let failures = 0; // of modules; a browser may remember that one has failed, by its address

/**
 * Load the core on the page's own thread; return what asks it, for what takes microseconds.  Rejects where it does not load.
 * @returns {Promise<(request: Uint8Array) => any>}
 */
export async function loadCoreHere() {
  const name = failures ? `instance.js?${failures}` : "instance.js"; // in no bundle, as workers import it too
  const { href } = new URL(folder() + name, document.baseURI);
  let core;
  try {
    const [{ loadCore }] = await Promise.all([import(href), keepWorker()]);
    core = await loadCore(`${folder()}pushbox.wasm`);
  } catch {
    failures++;
    throw new NotLoaded();
  }
  return (request) => {
    const answer = core.answer(request);
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
}

/**
 * Start the core on the page's own thread, once it is loaded: it answers in the same turn of the event loop, so before the
 * next frame.  Null where this browser has none.
 * @returns {Core | null}
 */
export function startCoreHere() {
  if (!globalThis.WebAssembly?.instantiateStreaming) return null;
  const loaded = loadCoreHere();
  loaded.catch(() => {}); // whoever asks is told
  return { ask: async (request) => (await loaded)(request), end: () => {} };
}

/**
 * The cores of a page, each started when it is first asked: `keys` answers at once, `queries` is for what takes
 * milliseconds, `searches` for what takes seconds.  One that was not loaded is started anew when it is asked again.
 */
export class Cores {
  /** @type {Map<string, Core | null>} */
  #started = new Map();
  #start;
  #missing;

  /**
   * @param {(() => Core | null) | undefined} [start] starts each of them, in the place of what a page has
   * @param {string} [missing] what is said where this browser has none
   */
  constructor(start, missing = new NotLoaded().message) {
    this.#start = start;
    this.#missing = missing;
  }

  /** @type {Ask} */
  keys = (request) => this.#ask("keys", startCoreHere, request);

  /** @type {Ask} */
  queries = (request, watch) => this.#ask("queries", startCore, request, watch);

  /** @type {Ask} */
  searches = (request, watch) => this.#ask("searches", startCore, request, watch);

  end() {
    for (const core of this.#started.values()) core?.end();
    this.#started.clear();
  }

  /** @param {string} name @param {() => Core | null} start @param {Uint8Array} request @param {Watch} [watch] */
  #ask(name, start, request, watch) {
    if (!this.#started.has(name)) this.#started.set(name, (this.#start ?? start)());
    const core = this.#started.get(name);
    if (!core) return Promise.reject(new Error(this.#missing));
    const answer = core.ask(request, watch);
    answer.catch((error) => error instanceof NotLoaded && this.#forget(name, core));
    return answer;
  }

  /** @param {string} name @param {Core} core */
  #forget(name, core) {
    core.end();
    if (this.#started.get(name) === core) this.#started.delete(name);
  }
}

/** Return what asks one core for everything. @param {Ask} ask @returns {Pick<Cores, "keys" | "queries" | "searches">} */
export const oneCore = (ask) => ({ keys: ask, queries: ask, searches: ask });
