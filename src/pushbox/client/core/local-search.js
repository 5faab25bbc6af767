/**
 * Searches on the machine of the visitor, by the core that was compiled for browsers; by the server where that cannot.  The
 * server encodes a search and reads its answer; where it does not answer, the page does both.
 */

import { isOffline, post } from "./api.js";
import { hasWorkers, jobProgress, soonAfter, startCore } from "./core-worker.js";
import { runJob } from "./jobs.js";

const STOPPED = { status: "gave-up", limit: "stopped" };

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
  if (!hasWorkers()) return null;
  let encoded;
  try {
    ({ request: encoded } = await post("/searches", request));
  } catch (error) {
    if (!isOffline(error)) throw error;
    return (await import("../alone/search.js")).searchAlone(request, watch, stopped);
  }
  if (encoded === null) return null;
  const core = /** @type {import("./core-worker.js").Core} */ (startCore());
  const progress = (/** @type {any} */ state) => watch.progress?.(jobProgress(state));
  const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
  // None where the core does not load, or memory is short.
  const found = core.ask(bytes, { progress, stopped }).catch(() => null);
  const answer = await soonAfter(found, stopped, STOPPED).finally(core.end);
  if (!answer) return null;
  if (answer.status === STOPPED.status && answer.limit === STOPPED.limit) return STOPPED;
  const { level, moves = "", objective = "any" } = request;
  return (await post("/searches/answer", { level, moves, objective, answer })).result;
}
