/** The core that was compiled for browsers, in a worker of its own, for requests that come one after the other. */

/** @typedef {(request: Uint8Array) => Promise<any>} Ask answers a request of `core-requests.js`; rejects where the core does */

/**
 * Start the core; null where this browser has none.
 * @param {(progress: any) => void} [onProgress] takes how a search goes on
 * @returns {{ask: Ask, end: () => void} | null}
 */
export function startCore(onProgress = () => {}) {
  if (!globalThis.Worker || !globalThis.WebAssembly?.instantiateStreaming) return null;
  const worker = new Worker(`${document.documentElement.dataset.static ?? "/static/"}core/search-worker.js`);
  /** @type {{resolve: (answer: any) => void, reject: (error: Error) => void}[]} */
  const waiting = [];
  worker.addEventListener("message", ({ data: { answer, error = answer?.error, progress } }) => {
    if (progress) return onProgress(progress);
    const first = waiting.shift();
    if (error) first?.reject(new Error(error));
    else first?.resolve(answer);
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.splice(0)) reject(new Error("the core does not load"));
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
