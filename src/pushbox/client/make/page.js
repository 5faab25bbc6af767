/** "Make me a level": one that the generator has never made before, then another one, without end. */

import { post } from "../core/api.js";
import { find, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";
import { showError, showStatus } from "../ui/status.js";
import { FITTING, FITTING_THEME, lastWanted, rememberMade, specOf } from "./spec.js";

/** @import { Wanted } from "./spec.js" */

const SECONDS = 60; // that the search for one may take

/** @param {HTMLElement} root */
export function mount(root) {
  const form = /** @type {HTMLFormElement} */ (find("#make", root));
  const status = find("#status", root);
  const last = lastWanted();
  if (last) fill(form, last);
  const make = () => makeOne(wantedOf(form), root, status).catch((error) => showError(status, error));
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    // Boards that fit a theme fit few difficulties, and the other way round.
    if (target.name === "theme") fill(form, FITTING_THEME[target.value] ?? { difficulty: "medium", ...FITTING.medium });
    if (target.name === "difficulty" && target.value) fill(form, FITTING[target.value]);
  });
  onSubmit(form, make);
  if (last && new URLSearchParams(location.search).has("again")) make();
}

/** @param {HTMLFormElement} form @returns {Wanted} */
function wantedOf(form) {
  const data = new FormData(form);
  return {
    size: String(data.get("size")),
    boxes: Number(data.get("boxes")),
    difficulty: /** @type {Wanted["difficulty"]} */ (data.get("difficulty")),
    theme: /** @type {Wanted["theme"]} */ (data.get("theme")),
  };
}

/** @param {HTMLFormElement} form @param {Partial<Wanted>} wanted */
function fill(form, wanted) {
  for (const [name, value] of Object.entries(wanted)) {
    const field = form.elements.namedItem(name);
    const isOffered = field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === String(value));
    if (field instanceof RadioNodeList || isOffered) field.value = String(value);
  }
}

/**
 * Have one level made, and go and play it.
 * @param {Wanted} wanted
 * @param {HTMLElement} root
 * @param {HTMLElement} status
 */
async function makeOne(wanted, root, status) {
  const [go, stop] = [find("#go", root), find("#stop", root)];
  /** @type {LevelJson | null} */
  let level = null;
  const seed = Math.floor(Math.random() * 2 ** 40);
  const job = runJob({ task: "generate", wish: specOf(wanted), seed, seconds: SECONDS }, { found: (made) => (level = made.value) });
  const setBusy = (/** @type {boolean} */ busy) => ([go.hidden, stop.hidden] = [busy, !busy]);
  setBusy(true);
  stop.onclick = job.stop;
  showStatus(status, t("make.busy"));
  try {
    await job.done;
  } finally {
    setBusy(false);
  }
  if (!level) {
    showStatus(status, t("make.none"));
    return;
  }
  const { play } = await post("/plays", { level });
  rememberMade(wanted, play);
  location.assign(`/play?play=${play}`);
}
