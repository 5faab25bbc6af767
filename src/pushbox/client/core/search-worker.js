// Runs one search by the core that was compiled for browsers, then ends with its page's `terminate`.  It is handed the
// bytes of a request, and posts the progress and the answer of the core, which are JSON, or the error that it met.
/** @typedef {{memory: WebAssembly.Memory, request: (length: number) => number, run: () => number, output: () => number}} Core */
onmessage = async ({ data }) => {
  try {
    /** @type {Core} */
    let core;
    let posted = -Infinity;
    const read = (/** @type {number} */ at, /** @type {number} */ length) =>
      JSON.parse(new TextDecoder().decode(new Uint8Array(core.memory.buffer, at, length)));
    const host = {
      now: () => performance.now(),
      progress: (/** @type {number} */ at, /** @type {number} */ length) => {
        const progress = read(at, length);
        if (performance.now() - posted > 200 || progress.lurd) {
          posted = performance.now();
          postMessage({ progress });
        }
        return 0;
      },
    };
    const { instance } = await WebAssembly.instantiateStreaming(fetch("pushbox.wasm"), { host });
    core = /** @type {Core} */ (/** @type {unknown} */ (instance.exports));
    const at = core.request(data.length); // which may make the memory anew
    new Uint8Array(core.memory.buffer, at, data.length).set(data);
    const length = core.run();
    postMessage({ answer: read(core.output(), length) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
