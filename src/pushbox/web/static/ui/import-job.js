/** Levels into the library: a few at once, more by a job that shows how far it is and can be stopped. */

import { ApiError, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";

const FEW = 20; // levels that are kept before a bar would be seen

/**
 * Keep the levels of a text as a collection.
 * @param {{name: string, text: string, format: string}} wish
 * @param {number} count of the levels
 * @param {HTMLElement} place where it is shown how far a job is
 * @returns {Promise<any>} the report of POST /collections, null where it was stopped; ApiError where it cannot be done
 */
export async function importCollection(wish, count, place) {
  if (count <= FEW) return post("/collections", wish);
  const job = runJob({ task: "import", ...wish }, { progress: ({ ready = 0, levels = count }) => show(ready, levels) });
  const bar = h("progress", { max: 1, "aria-label": t("import.progress") });
  const line = h("span", {}, t("import.begins"));
  const stop = h("button", { type: "button", onclick: end }, t("import.stop"));
  const meter = h("div", { class: "meter" }, bar, h("div", { class: "row" }, line, stop));
  place.append(meter);
  try {
    const report = await job.done;
    if (report.status === "failed") throw new ApiError(report.message ?? "", "bad-input", 0);
    return report.status === "cancelled" ? null : report;
  } finally {
    meter.remove();
  }

  /** @param {number} ready @param {number} levels */
  function show(ready, levels) {
    bar.value = ready / levels;
    line.textContent = t("import.ready", { ready, count: levels });
  }

  function end() {
    stop.disabled = true;
    job.stop();
  }
}
