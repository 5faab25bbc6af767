/** The core for browsers in this process, without a worker. */

import { readFileSync } from "node:fs";

import { coreOf } from "../../src/pushbox/client/core/instance.js";

/** @param {URL | string} module */
export async function openCore(module) {
  const { instance } = await WebAssembly.instantiate(readFileSync(module), { host: { now: () => performance.now() } });
  return coreOf(instance.exports);
}

/** Start it as pages start theirs: a search is answered at its end. @param {URL | string} module */
export async function startHere(module) {
  const core = await openCore(module);
  const ask = async (/** @type {Uint8Array} */ bytes) => {
    let answer = core.answer(bytes);
    for (const { search } = answer; search !== undefined && (answer = core.step(search)).progress; );
    return answer;
  };
  return { ask, end: () => {} };
}
