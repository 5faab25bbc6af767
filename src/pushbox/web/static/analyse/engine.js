/** A search beside the board: asked with limits and an objective, told live, its answer taken over into the history. */

import { find, h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";
import { showError } from "../ui/status.js";

/** @typedef {import("../core/jobs.js").JobResult} Found */
/** @typedef {import("../core/jobs.js").Job} Job */

const METRICS = /** @type {const} */ (["moves", "pushes", "box_lines", "box_changes", "pushing_sessions"]);
const TICK = 200; // milliseconds between two looks at the clock

/**
 * What a search needs to know and what can be done with what it finds.
 * @typedef {object} World
 * @property {(form: FormData) => Promise<import("../core/jobs.js").Request>} wish the job; fails where there is nothing to ask
 * @property {() => number} here the position that it starts from
 * @property {(from: number, text: string, then: "stay" | "show") => void} take plays an answer from a position
 * @property {HTMLElement} status
 */

/**
 * Let a panel run searches, one at a time.
 * @param {HTMLElement} panel
 * @param {string[]} objectives
 * @param {World} world
 * @returns {() => Found | null} the last answer with moves, and where it starts from
 */
export function engine(panel, objectives, world) {
  const form = /** @type {HTMLFormElement} */ (find("form", panel));
  const start = /** @type {HTMLButtonElement} */ (find("button.primary", panel));
  const stop = /** @type {HTMLButtonElement} */ (find("button.stop", panel));
  const running = find(".running", panel);
  const answer = find(".answer", panel);
  const select = find("select[name=objective]", panel);
  /** @type {Job | null} */
  let job = null;
  /** @type {Found | null} */
  let last = null;

  select.append(...objectives.map((name) => h("option", { value: name }, objectiveName(name))));
  stop.addEventListener("click", () => {
    job?.stop();
    stop.disabled = true;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search().catch((error) => showError(world.status, error));
  });
  return () => last;

  async function search() {
    const given = new FormData(form);
    const from = world.here();
    const wish = await world.wish(given);
    const seconds = Number(given.get("seconds"));
    /** @type {Found} */
    let latest = {};
    let began = performance.now();
    let waiting = false;
    const show = () => {
      if (waiting) tellWaiting(running);
      else tellProgress(running, latest, (performance.now() - began) / 1000, seconds);
    };
    const clock = setInterval(show, TICK);
    working(true);
    show();
    answer.replaceChildren();
    job = runJob(wish, {
      state: ({ state }) => {
        if (waiting && state === "running") began = performance.now();
        waiting = state === "waiting";
      },
      progress: (found) => (latest = { ...latest, ...found }),
      best: (found) => {
        latest = { ...latest, best: /** @type {any} */ (found) };
        last = found;
        answer.replaceChildren(...answerNodes(found, from));
      },
    });
    try {
      const found = await job.done;
      if (found.moves_text !== undefined) last = found;
      answer.replaceChildren(...answerNodes(found, from));
    } finally {
      clearInterval(clock);
      working(false);
      job = null;
    }
  }

  /** @param {boolean} busy */
  function working(busy) {
    start.disabled = busy;
    stop.hidden = !busy;
    stop.disabled = false;
    running.hidden = !busy;
  }

  /**
   * @param {Found} found
   * @param {number} from
   */
  function answerNodes(found, from) {
    const { status = "solved", moves_text: text, optimal, limit, message } = found;
    const head = h("p", { class: `answer-status ${status}` }, t(`status.${status}`), limit ? ` (${t(`limit.${limit}`)})` : "");
    const notes = [message, optimal && optimal !== "any" ? t("analyse.optimal", { objective: objectiveName(optimal) }) : ""].filter(Boolean);
    const nodes = [head, ...notes.map((note) => h("p", { class: "muted" }, note ?? ""))];
    if (!text) return nodes;
    const show = h("button", { type: "button", onclick: () => world.take(from, text, "show") }, t("analyse.show"));
    const take = h("button", { type: "button", onclick: () => world.take(from, text, "stay") }, t("analyse.take"));
    return [...nodes, countList(found), h("p", { class: "moves-text" }, text), h("div", { class: "row" }, show, take)];
  }
}

/**
 * The name of an objective, which is metrics joined by "-".
 * @param {string} objective
 */
export function objectiveName(objective) {
  if (objective === "any") return t("objective.any");
  return objective
    .split("-")
    .map((metric) => t(`metric.${metric}`))
    .join(", ");
}

/** @param {Found} found */
function countList(found) {
  const counts = METRICS.filter((name) => /** @type {any} */ (found)[name] !== undefined);
  return h(
    "dl",
    { class: "facts-line" },
    ...counts.flatMap((name) => [h("dt", {}, t(`metric.${name}`)), h("dd", {}, /** @type {any} */ (found)[name])]),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Found} found
 * @param {number} elapsed seconds
 * @param {number} limit seconds
 */
function tellProgress(place, found, elapsed, limit) {
  const bar = /** @type {HTMLProgressElement} */ (find("progress", place));
  bar.value = Math.min(1, elapsed / limit);
  const number = new Intl.NumberFormat(language());
  const facts = [
    ["analyse.elapsed", t("analyse.elapsed.of", { seconds: elapsed.toFixed(1), limit })],
    ["analyse.nodes", found.nodes === undefined ? "–" : number.format(found.nodes)],
    ["analyse.bound", found.bound === undefined || found.bound === null ? "–" : number.format(found.bound)],
    ["analyse.best", bestText(found)],
  ];
  find("dl", place).replaceChildren(...facts.flatMap(([key, value]) => [h("dt", {}, t(key)), h("dd", {}, value)]));
}

/** Others were first. @param {HTMLElement} place */
function tellWaiting(place) {
  find("progress", place).removeAttribute("value");
  find("dl", place).replaceChildren(h("dt", {}, t("analyse.waiting")));
}

/** @param {Found} found */
function bestText({ best, moves, pushes }) {
  const counts = best ?? (moves === undefined ? null : { moves, pushes });
  return counts ? t("analyse.counts", { moves: counts.moves ?? 0, pushes: counts.pushes ?? 0 }) : "–";
}
