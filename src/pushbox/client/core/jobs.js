/** Jobs of the server, each watched until it is done: solving, optimizing, generating, importing. */

import { ApiError, get, post, remove, subscribe } from "./api.js";

/**
 * Start a job and watch it.  `done` is rejected with ApiError where the server refuses it or is lost.
 * @param {Jobs.Request} request
 * @param {{state?: (state: {state: string}) => void, progress?: (result: Jobs.Result) => void,
 *   best?: (result: Jobs.Result) => void, found?: (made: any) => void}} [watch]
 * @returns {Jobs.Job}
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
        ...watch,
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
