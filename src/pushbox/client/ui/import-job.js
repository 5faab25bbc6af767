/** Levels into the library: a few at once, more by a job that shows how far it is and can be stopped. */

import { ApiError, post, remove } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";

/** @typedef {import("../core/files.js").Source} Source */

const AT_ONCE = 20; // levels that are kept before a bar would be seen

/**
 * Keep the levels of a text or a file as a collection.
 * @param {Source} source
 * @param {number} count of the levels
 * @param {HTMLElement} panel where the bar of a job is shown
 * @returns {Promise<Api.Imported | null>} null where it was stopped
 * @throws {ApiError} where it cannot be done
 */
export async function importCollection(source, count, panel) {
  if (count <= AT_ONCE) return post("/collections", source);
  return runImports([{ task: "import", ...source }], count, panel, (result) => result);
}

/**
 * Keep the levels of files as one collection, or one each, all of them or nothing.
 * @param {Source[][]} portions that each fit into a request
 * @param {number} count of the levels
 * @param {HTMLElement} panel where the bar is shown
 * @param {string} [name] of the one collection
 * @returns {Promise<Api.CollectionOut[] | null>} null where it was stopped
 * @throws {ApiError} where it cannot be done
 */
export async function keepFiles(portions, count, panel, name) {
  /** @type {Api.CollectionOut[]} */
  const kept = [];
  const requests = portions.map((files) => ({ task: /** @type {const} */ ("import-files"), files, name }));
  let isWhole = false;
  try {
    isWhole = (await runImports(requests, count, panel, ({ collections = [] }) => kept.push(...collections))) !== null;
  } finally {
    if (!isWhole) for (const { id } of kept) await remove("/collections/{collection}", { collection: id });
  }
  return isWhole ? kept : null;
}

/**
 * Run imports one after the other, below one bar.
 * @param {Jobs.Request[]} requests
 * @param {number} count of the levels of all
 * @param {HTMLElement} panel
 * @param {(result: any) => any} onkept takes the result of each
 * @returns {Promise<any>} what it returned last, null where it was stopped
 */
async function runImports(requests, count, panel, onkept) {
  /** @type {Jobs.Job | undefined} */
  let job;
  let isStopped = false;
  let before = 0; // levels of the jobs that are over
  const meter = meterOf(t("import.progress"), () => {
    isStopped = true;
    job?.stop();
  });
  meter.show(0, t("import.begins"));
  panel.append(meter.element);
  try {
    let last = null;
    for (const request of requests) {
      let size = 0;
      if (isStopped) return null;
      const progress = ({ ready = 0, levels = count }) => {
        size = levels;
        meter.show((before + ready) / count, t("import.ready", { ready: before + ready, count }));
      };
      job = runJob(request, { progress });
      const result = await job.done;
      if (result.status === "failed") throw new ApiError(result.message ?? "", result.code ?? "bad-input", 0);
      if (result.status === "cancelled") return null;
      before += size;
      last = onkept(result);
    }
    return last;
  } finally {
    meter.element.remove();
  }
}

/**
 * Return a bar with a text and a button that stops.
 * @param {string} label for screen readers
 * @param {() => void} onstop
 */
export function meterOf(label, onstop) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": label });
  const text = h("span", {});
  const stop = h("button", { type: "button", onclick: end }, t("label.stop"));
  const element = h("div", { class: "meter" }, bar, h("div", { class: "row" }, text, stop));

  function end() {
    stop.disabled = true;
    onstop();
  }

  return {
    element,
    /** @param {number} part between 0 and 1 @param {string} words */
    show(part, words) {
      bar.value = part;
      text.textContent = words;
    },
  };
}
