/** Jobs of the server, each watched until it is done: solving, optimizing, generating, importing. */

import { ApiError, get, post, remove, subscribe } from "./api.js";

/**
 * What a job has reached so far or in the end, with the fields that `pushbox solve --json` prints.
 * @typedef {object} JobResult
 * @property {string} [status] solved, unsolvable, gave-up, done, failed or cancelled
 * @property {string} [moves_text]
 * @property {number} [moves]
 * @property {number} [pushes]
 * @property {number} [box_lines]
 * @property {number} [box_changes]
 * @property {number} [pushing_sessions]
 * @property {string} [optimal] the objective that is proven
 * @property {string} [limit] what ended the search: seconds, nodes, memory or stopped
 * @property {number} [seconds]
 * @property {number} [nodes]
 * @property {number} [open]
 * @property {number | null} [bound]
 * @property {{moves?: number, pushes?: number} | null} [best] the best solution so far
 * @property {number} [levels] of an import
 * @property {number} [ready] those of them that are ready to be kept
 * @property {string} [message]
 */

/** @typedef {import("./api-types.js").PostRoutes["/jobs"]["body"]} Request */
/** @typedef {{done: Promise<JobResult>, stop: () => void}} Job */

/**
 * Start a job and watch it.  `done` is rejected with ApiError where the server refuses it or is lost.
 * @param {Request} request
 * @param {{state?: (state: {state: string}) => void, progress?: (result: JobResult) => void,
 *   best?: (result: JobResult) => void}} [watch]
 * @returns {Job}
 */
export function runJob(request, watch = {}) {
  let stopped = false;
  /** @type {string | null} */
  let id = null;
  const cancel = () => id !== null && remove("/jobs/{job}", { job: id }).catch(() => {}); // it may have ended in between

  const done = post("/jobs", request).then(({ job }) => {
    id = job;
    if (stopped) cancel();
    return new Promise((resolve, reject) => {
      subscribe(`/jobs/${job}/events`, {
        state: (state) => watch.state?.(state),
        progress: (result) => watch.progress?.(result),
        best: (result) => watch.best?.(result),
        done: resolve,
        lost: () => get("/jobs/{job}", { job }).then(({ result }) => (result ? resolve(result) : reject(lost())), reject),
      });
    });
  });

  const stop = () => {
    stopped = true;
    cancel();
  };
  return { done, stop };
}

function lost() {
  return new ApiError("The connection to the job is lost.", "offline", 0);
}
