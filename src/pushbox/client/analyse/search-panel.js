/** A search beside the board: started with limits and an objective, shown while it runs, its solution played. */

import { find, h, onSubmit } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";
import { runSolver } from "../core/local-search.js";
import { METRICS } from "../core/metrics.js";
import { sentenceText } from "../core/phrases.js";
import { showError } from "../ui/status.js";

/**
 * What a panel searches, and where its solutions go.
 * @typedef {object} Adapter
 * @property {(form: FormData) => Promise<Jobs.Request>} request makes the job; fails where there is nothing to search
 * @property {() => number} start the position from which the solution is played
 * @property {(start: number, moves: string, then: "stay" | "show") => void} play
 * @property {(cells: number[]) => void} [mark] marks the boxes because of which there is no solution, none to begin with
 */

const TICK = 200; // milliseconds between two looks at the clock

/** Runs searches, one at a time. */
export class SearchPanel {
  /** @type {Jobs.Result | null} the last result with moves */
  latest = null;
  /** @type {Jobs.Job | null} */
  #job = null;

  /**
   * @param {HTMLElement} panel
   * @param {string[]} objectives
   * @param {HTMLElement} status
   * @param {Adapter} adapter
   */
  constructor(panel, objectives, status, adapter) {
    this.adapter = adapter;
    this.form = /** @type {HTMLFormElement} */ (find("form", panel));
    this.startButton = /** @type {HTMLButtonElement} */ (find("button.primary", panel));
    this.stopButton = /** @type {HTMLButtonElement} */ (find("button.stop", panel));
    const figures = h("dl", { class: "figures" });
    this.progress = h("div", { class: "running", hidden: true }, h("progress", { max: 1, value: 0 }), figures);
    this.answer = h("div", { class: "answer", "aria-live": "polite" });
    panel.append(this.progress, this.answer);
    find("select[name=objective]", panel).append(...objectives.map((name) => h("option", { value: name }, objectiveName(name))));
    this.stopButton.addEventListener("click", () => {
      this.#job?.stop();
      this.stopButton.disabled = true;
    });
    onSubmit(this.form, () => this.#search().catch((error) => showError(status, error)));
  }

  async #search() {
    const fields = new FormData(this.form);
    const start = this.adapter.start();
    const request = await this.adapter.request(fields);
    const progress = new Progress(this.progress, Number(fields.get("seconds")));
    this.#setRunning(true);
    this.adapter.mark?.([]);
    this.answer.replaceChildren();
    /** @type {Parameters<typeof runJob>[1]} */
    const watch = {
      state: ({ state }) => progress.setState(state),
      progress: (result) => progress.update(result),
      best: (result) => {
        progress.update({ best: result });
        this.#show(result, start);
      },
    };
    this.#job = request.task === "solve" ? runSolver(request, watch) : runJob(request, watch);
    try {
      this.#show(await this.#job.done, start);
    } finally {
      progress.end();
      this.#setRunning(false);
      this.#job = null;
    }
  }

  /** @param {boolean} running */
  #setRunning(running) {
    this.startButton.disabled = running;
    this.stopButton.hidden = !running;
    this.stopButton.disabled = false;
    this.progress.hidden = !running;
  }

  /**
   * @param {Jobs.Result} result
   * @param {number} start
   */
  #show(result, start) {
    const { status = "solved", moves_text: moves, optimal, limit, message, phrase } = result;
    if (moves !== undefined) this.latest = result;
    const { blocking = [] } = result;
    this.adapter.mark?.(blocking);
    const proof = optimal && optimal !== "any" ? t("analyse.optimal", { objective: objectiveName(optimal) }) : "";
    this.answer.replaceChildren(
      h("p", { class: `answer-status ${status}` }, t(`status.${status}`), limit ? ` (${t(`limit.${limit}`)})` : ""),
      ...[message && sentenceText(message, phrase), proof].filter(Boolean).map((note) => h("p", { class: "muted" }, note)),
      ...(blocking.length ? [h("p", {}, t("analyse.blocking", { count: blocking.length }))] : []),
      ...(moves ? [countList(result), h("p", { class: "moves-text" }, moves), this.#playButtons(start, moves)] : []),
    );
  }

  /**
   * @param {number} start
   * @param {string} moves
   */
  #playButtons(start, moves) {
    const show = h("button", { type: "button", onclick: () => this.adapter.play(start, moves, "show") }, t("analyse.show"));
    const take = h("button", { type: "button", onclick: () => this.adapter.play(start, moves, "stay") }, t("analyse.take"));
    return h("div", { class: "row" }, show, take);
  }
}

/** How far a search is: a bar for its time, and its figures. */
class Progress {
  /** @type {Jobs.Result} */
  #result = {};
  #began = performance.now();
  #isWaiting = false;

  /**
   * @param {HTMLElement} panel
   * @param {number} limit seconds
   */
  constructor(panel, limit) {
    this.bar = /** @type {HTMLProgressElement} */ (find("progress", panel));
    this.list = find("dl", panel);
    this.limit = limit;
    this.clock = setInterval(() => this.#show(), TICK);
    this.#show();
  }

  /** @param {string} state of the job; while it waits for others its time does not run */
  setState(state) {
    if (this.#isWaiting && state === "running") this.#began = performance.now();
    this.#isWaiting = state === "waiting";
  }

  /** @param {Jobs.Result} result */
  update(result) {
    this.#result = { ...this.#result, ...result };
  }

  end() {
    clearInterval(this.clock);
  }

  #show() {
    if (this.#isWaiting) {
      this.bar.removeAttribute("value");
      this.list.replaceChildren(h("dt", {}, t("analyse.waiting")));
      return;
    }
    const seconds = (performance.now() - this.#began) / 1000;
    this.bar.value = Math.min(1, seconds / this.limit);
    const { nodes, bound } = this.#result;
    const figures = [
      ["analyse.elapsed", t("analyse.elapsed.of", { seconds: seconds.toFixed(1), limit: this.limit })],
      ["analyse.nodes", formatNumber(nodes)],
      ["analyse.bound", formatNumber(bound)],
      ["analyse.best", formatBest(this.#result)],
    ];
    this.list.replaceChildren(...figures.flatMap(([key, text]) => [h("dt", {}, t(key)), h("dd", {}, text)]));
  }
}

/**
 * Return the name of an objective, which is metrics joined by "-".
 * @param {string} objective
 */
function objectiveName(objective) {
  if (objective === "any") return t("objective.any");
  return objective
    .split("-")
    .map((metric) => t(`metric.${metric}`))
    .join(t("list.comma"));
}

/** @param {Jobs.Result} result */
function countList(result) {
  const counts = METRICS.filter((name) => result[name] !== undefined);
  return h("dl", { class: "figures" }, ...counts.flatMap((name) => [h("dt", {}, t(`metric.${name}`)), h("dd", {}, result[name])]));
}

/** @param {number | null | undefined} number */
function formatNumber(number) {
  return number === undefined || number === null ? "–" : new Intl.NumberFormat(language()).format(number);
}

/** @param {Jobs.Result} result */
function formatBest({ best, moves, pushes }) {
  const counts = best ?? (moves === undefined ? null : { moves, pushes });
  return counts ? t("label.counts", { moves: counts.moves ?? 0, pushes: counts.pushes ?? 0 }) : "–";
}
