// The core that was compiled for browsers, in the thread that loads it: a page's own, or a worker's.
/** @typedef {{memory: WebAssembly.Memory, request: (length: number) => number, run: () => number, output: () => number}} Exports */

/**
 * Load the core; return what answers the bytes of a request at once, with an `error` where they are none.
 * @param {URL | string} address
 * @param {(progress: any) => void} [onProgress] takes how a search goes on
 * @returns {Promise<(request: Uint8Array) => any>}
 */
export async function loadCore(address, onProgress = () => {}) {
  /** @type {Exports} */
  let core;
  const read = (/** @type {number} */ at, /** @type {number} */ length) => JSON.parse(new TextDecoder().decode(new Uint8Array(core.memory.buffer, at, length)));
  const host = {
    now: () => performance.now(),
    progress: (/** @type {number} */ at, /** @type {number} */ length) => {
      onProgress(read(at, length));
      return 0;
    },
  };
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), { host });
  core = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  return (request) => {
    const at = core.request(request.length); // which may make the memory anew
    new Uint8Array(core.memory.buffer, at, request.length).set(request);
    const length = core.run();
    return read(core.output(), length);
  };
}
