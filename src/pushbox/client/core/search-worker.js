// Answers requests by the core that was compiled for browsers: a search until the page's `terminate`, or the moves of
// plays.  It is handed the bytes of a request, and posts the progress and the answer of the core, which are JSON, or the
// error that it met; one answer for each request, in order.

import { loadCore } from "./instance.js";

/** @type {ReturnType<typeof loadCore> | undefined} */
let loading;
let posted = -Infinity;

/** @param {any} progress */
function post(progress) {
  if (performance.now() - posted <= 200 && !progress.lurd) return;
  posted = performance.now();
  postMessage({ progress });
}

onmessage = async ({ data }) => {
  try {
    const answer = await (loading ??= loadCore("pushbox.wasm", post));
    postMessage({ answer: answer(data) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
