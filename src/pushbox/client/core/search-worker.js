// Answers requests by the core that was compiled for browsers: a search until the page's `terminate`, or the moves of
// plays.  It is handed the bytes of a request, and posts the progress and the answer of the core, which are JSON, or the
// error that it met; one answer for each request, in order.
/** @typedef {{memory: WebAssembly.Memory, request: (length: number) => number, run: () => number, output: () => number}} Core */
/** @type {Promise<Core> | undefined} */
let loading;
let posted = -Infinity;

/** @param {Core} core @param {number} at @param {number} length */
const read = (core, at, length) => JSON.parse(new TextDecoder().decode(new Uint8Array(core.memory.buffer, at, length)));

/** @returns {Promise<Core>} */
async function load() {
  /** @type {Core} */
  let core;
  const host = {
    now: () => performance.now(),
    progress: (/** @type {number} */ at, /** @type {number} */ length) => {
      const progress = read(core, at, length);
      if (performance.now() - posted > 200 || progress.lurd) {
        posted = performance.now();
        postMessage({ progress });
      }
      return 0;
    },
  };
  const { instance } = await WebAssembly.instantiateStreaming(fetch("pushbox.wasm"), { host });
  core = /** @type {Core} */ (/** @type {unknown} */ (instance.exports));
  return core;
}

onmessage = async ({ data }) => {
  try {
    const core = await (loading ??= load());
    const at = core.request(data.length); // which may make the memory anew
    new Uint8Array(core.memory.buffer, at, data.length).set(data);
    const length = core.run();
    postMessage({ answer: read(core, core.output(), length) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
