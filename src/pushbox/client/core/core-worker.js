/** The core that was compiled for browsers, for requests that come one after the other: on the page's own thread, or in a worker. */

/**
 * Answers a request of `core-requests.js`; rejects where the core does.
 * @typedef {(request: Uint8Array) => Promise<any>} Ask
 * @typedef {{ask: Ask, end: () => void}} Core
 */

/** A core that is not there, as where the connection was lost while it was loaded; another one may be. */
export class NotLoaded extends Error {
  constructor() {
    super("the core does not load");
  }
}

const folder = () => `${document.documentElement.dataset.static ?? "/static/"}core/`;

const workerAddress = () => `${folder()}search-worker.js`;

/** Start a worker that has a core. */
export const newWorker = () => new Worker(workerAddress(), { type: "module" });

/**
 * Start the core in a worker of its own; null where this browser has none.
 * @param {(progress: any) => void} [onProgress] takes how a search goes on
 * @returns {Core | null}
 */
export function startCore(onProgress = () => {}) {
  if (!globalThis.Worker || !globalThis.WebAssembly?.instantiateStreaming) return null;
  const worker = newWorker();
  /** @type {{resolve: (answer: any) => void, reject: (error: Error) => void}[]} */
  const waiting = [];
  worker.addEventListener("message", ({ data: { answer, error = answer?.error, progress } }) => {
    if (progress) return onProgress(progress);
    const first = waiting.shift();
    if (error) first?.reject(new Error(error));
    else first?.resolve(answer);
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.splice(0)) reject(new NotLoaded());
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(request);
      }),
    end: () => worker.terminate(),
  };
}

/** Have the browser keep what workers need beside the core: the first one may start when the server is gone. */
const keepWorker = async () => (await fetch(workerAddress())).blob();

let failures = 0; // of modules; a browser may remember that one has failed, by its address

/**
 * Start the core on the page's own thread, once it is loaded: it answers in the same turn of the event loop, so before the
 * next frame.  For what takes microseconds.  Null where this browser has none.
 * @returns {Core | null}
 */
export function startCoreHere() {
  if (!globalThis.WebAssembly?.instantiateStreaming) return null;
  const name = failures ? `instance.js?${failures}` : "instance.js"; // in no bundle, as workers import it too
  const { href } = new URL(folder() + name, document.baseURI);
  const loading = Promise.all([import(href), keepWorker()]).then(([{ loadCore }]) => loadCore(`${folder()}pushbox.wasm`));
  const loaded = loading.catch(() => {
    failures++;
    throw new NotLoaded();
  });
  loaded.catch(() => {}); // whoever asks is told
  return {
    ask: async (request) => {
      const answer = (await loaded)(request);
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
    end: () => {},
  };
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
  queries = (request) => this.#ask("queries", startCore, request);

  /** @type {Ask} */
  searches = (request) => this.#ask("searches", startCore, request);

  end() {
    for (const core of this.#started.values()) core?.end();
    this.#started.clear();
  }

  /** @param {string} name @param {() => Core | null} start @param {Uint8Array} request */
  #ask(name, start, request) {
    if (!this.#started.has(name)) this.#started.set(name, (this.#start ?? start)());
    const core = this.#started.get(name);
    if (!core) return Promise.reject(new Error(this.#missing));
    const answer = core.ask(request);
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
