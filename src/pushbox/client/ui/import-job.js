/** Levels into the library: a few at once, more by a job that shows how far it is and can be stopped. */

import { ApiError, post } from "../core/api.js";
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
  const job = runJob({ task: "import", ...source }, { progress: ({ ready = 0, levels = count }) => show(ready, levels) });
  const bar = h("progress", { max: 1, "aria-label": t("import.progress") });
  const text = h("span", {}, t("import.begins"));
  const stop = h("button", { type: "button", onclick: end }, t("label.stop"));
  const meter = h("div", { class: "meter" }, bar, h("div", { class: "row" }, text, stop));
  panel.append(meter);
  try {
    const result = await job.done;
    if (result.status === "failed") throw new ApiError(result.message ?? "", result.code ?? "bad-input", 0);
    return result.status === "cancelled" ? null : /** @type {any} */ (result);
  } finally {
    meter.remove();
  }

  /** @param {number} ready @param {number} levels */
  function show(ready, levels) {
    bar.value = ready / levels;
    text.textContent = t("import.ready", { ready, count: levels });
  }

  function end() {
    stop.disabled = true;
    job.stop();
  }
}
