/**
 * Searches on the machine of the visitor, by the core that was compiled for browsers; by the server where that cannot.  The
 * server encodes a search and reads its answer; where it does not answer, the page does both.
 */

import { isOffline, post } from "./api.js";
import { newWorker } from "./core-worker.js";
import { runJob } from "./jobs.js";

const STOPPED = { status: "gave-up", limit: "stopped" };

/** @typedef {{progress?: any, answer?: any, error?: string}} Message */

/**
 * Solve a level and watch the search, as `runJob` does.  Each search has a worker of its own, which ends with it.
 * @param {Api.SolveJob} request
 * @param {Parameters<typeof runJob>[1]} [watch]
 * @returns {Jobs.Job}
 */
export function runSolver(request, watch = {}) {
  /** @type {() => void} */
  let stop = () => {};
  /** @type {Promise<null>} */
  const stopped = new Promise((resolve) => (stop = () => resolve(null)));
  const done = searchHere(request, watch, stopped).then((result) => {
    if (result) return result;
    const job = runJob(request, watch);
    stopped.then(job.stop);
    return job.done;
  });
  return { done, stop };
}

/**
 * Return the result of a search in a worker, null where there is none.
 * @param {Api.SolveJob} request
 * @param {NonNullable<Parameters<typeof runJob>[1]>} watch
 * @param {Promise<null>} stopped
 * @returns {Promise<Jobs.Result | null>}
 */
async function searchHere(request, watch, stopped) {
  if (!globalThis.Worker || !globalThis.WebAssembly?.instantiateStreaming) return null;
  let encoded;
  try {
    ({ request: encoded } = await post("/searches", request));
  } catch (error) {
    if (!isOffline(error)) throw error;
    return (await import("../alone/search.js")).searchAlone(request, watch, stopped);
  }
  if (encoded === null) return null;
  const worker = newWorker();
  /** @type {Jobs.Result} what the search has reached if it is stopped now */
  let best = STOPPED;
  const answer = await Promise.race([
    stopped.then(() => best),
    answerOf(worker, encoded, ({ best: counts, bound, nodes, open, seconds, ...line }) => {
      if (line.lurd) best = { ...STOPPED, ...line, status: "solved", nodes, seconds };
      watch.progress?.({ nodes, open, bound, seconds, best: counts && { moves: counts[0], pushes: counts[1] } });
    }),
  ]).finally(() => worker.terminate());
  if (!answer || answer === STOPPED) return answer;
  const { level, moves = "", objective = "any" } = request;
  return (await post("/searches/answer", { level, moves, objective, answer })).result;
}

/**
 * Return the answer of a worker to a request, null where it has none: it was not loaded, or memory was short.
 * @param {Worker} worker
 * @param {string} encoded in Base64
 * @param {(progress: any) => void} onProgress
 * @returns {Promise<any>}
 */
function answerOf(worker, encoded, onProgress) {
  return new Promise((resolve) => {
    worker.addEventListener("error", () => resolve(null));
    worker.addEventListener("message", ({ data }) => {
      const { progress, answer } = /** @type {Message} */ (data);
      if (progress) onProgress(progress);
      else resolve(answer && !answer.error ? answer : null);
    });
    worker.postMessage(Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0)));
  });
}
