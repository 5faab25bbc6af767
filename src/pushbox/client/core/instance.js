// The core that was compiled for browsers, in the thread that loads it: a page's own, or a worker's.
/**
 * @typedef {object} Exports of `crates/pushbox-wasm`
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} request
 * @property {() => number} run
 * @property {() => number} output
 * @property {(search: number, positions: number) => number} step
 * @property {(search: number) => void} stop has the next step end a search, with the best that it has found
 * @property {(search: number) => void} drop ends a search without an answer
 */

const MOST = 0xffffffff; // positions: a step ends after some 20 ms

/**
 * The core of some exports.  It answers the bytes of a request, with an `error` where they are none; for a `search` with its
 * number.  A step of that has its `progress` or its answer.
 * @param {WebAssembly.Exports} exported
 */
export function coreOf(exported) {
  const { memory, request, run, output, step, stop, drop } = /** @type {Exports} */ (/** @type {unknown} */ (exported));
  const read = (/** @type {number} */ length) => JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
  return {
    /** @param {Uint8Array} bytes */
    answer(bytes) {
      const at = request(bytes.length); // which may make the memory anew
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      return read(run());
    },
    /** @param {number} search @param {number} [positions] at most */
    step: (search, positions = MOST) => read(step(search, positions)),
    stop,
    drop,
  };
}

/** Load the core. @param {URL | string} address */
export async function loadCore(address) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), { host: { now: () => performance.now() } });
  return coreOf(instance.exports);
}
