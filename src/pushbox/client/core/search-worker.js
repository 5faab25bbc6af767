// Answers requests by the core that was compiled for browsers: the moves of plays at once, and searches in steps.  Between two
// steps it reads what the page says, so that plays go on, several searches take turns, and one that nobody waits for ends.
// A message has the `id` of its request, and posted are the progress and the answer of the core, which are JSON, or the error
// that it met.

import { loadCore } from "./instance.js";

/** @typedef {{search: number, posted: number}} Running a search of the core, and when its progress was posted */

/** @type {ReturnType<typeof loadCore> | undefined} */
let loading;
/** @type {Map<number, Running>} by the id of the request */
const running = new Map();

let isBusy = false;
const { port1, port2 } = new MessageChannel();
/** Let the page's messages come first; a timer would wait for milliseconds. */
const nextTurn = () =>
  new Promise((resolve) => {
    port2.onmessage = resolve;
    port1.postMessage(null);
  });

onmessage = async ({ data: { id, request, stop } }) => {
  await inCore(id, (core) => {
    const search = running.get(id)?.search;
    if (stop) return search !== undefined && core.stop(search);
    const answer = core.answer(request);
    if (answer.search === undefined) return postMessage({ id, answer });
    running.set(id, { search: answer.search, posted: -Infinity });
    takeTurns();
  });
};

async function takeTurns() {
  if (isBusy) return;
  isBusy = true;
  while (running.size) {
    for (const [id, search] of running) await inCore(id, (core) => step(core, id, search));
    await nextTurn();
  }
  isBusy = false;
}

/** @param {Awaited<ReturnType<typeof loadCore>>} core @param {number} id @param {Running} search */
function step(core, id, search) {
  const { progress, ...answer } = core.step(search.search);
  if (!progress) {
    running.delete(id);
    postMessage({ id, answer });
  } else if (performance.now() - search.posted > 200 || progress.lurd) {
    search.posted = performance.now();
    postMessage({ id, progress });
  }
}

/** @param {number} id @param {(core: Awaited<ReturnType<typeof loadCore>>) => unknown} work */
async function inCore(id, work) {
  try {
    work(await (loading ??= loadCore("pushbox.wasm")));
  } catch (error) {
    running.delete(id);
    postMessage({ id, error: String(error) });
  }
}
