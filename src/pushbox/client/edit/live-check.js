/** What is found in a drawing while it is drawn: its problems, and whether it can be solved. */

import { isOffline, post } from "../core/api.js";
import { runSolver } from "../core/local-search.js";

/** @typedef {"faulty" | "searching" | "solvable" | "unsolvable" | "unknown"} Verdict */
/**
 * @typedef {object} Listener
 * @property {(problems: Api.ProblemOut[]) => void} onProblems
 * @property {(verdict: Verdict, result?: Jobs.Result) => void} onVerdict
 * @property {(error: unknown) => void} onError
 */

const CHECK_AFTER = 150; // milliseconds after the last stroke
const SOLVE_AFTER = 700;
/** Small enough for a search after each stroke. */
const LIMITS = /** @type {const} */ ({ objective: "any", seconds: 5, nodes: 500_000, memory: 256 });

export class LiveCheck {
  #latest = 0; // number of the level that was checked last
  /** @type {Jobs.Job | null} */
  #job = null;

  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
  }

  /**
   * Check a level, and drop what is still to come of an earlier one.
   * @param {LevelJson} level
   */
  async check(level) {
    const { onProblems, onVerdict, onError } = this.listener;
    this.#latest += 1;
    const number = this.#latest;
    const isStale = () => number !== this.#latest;
    this.#job?.stop();
    this.#job = null;
    try {
      await wait(CHECK_AFTER);
      if (isStale()) return;
      const problems = await problemsOf(level);
      if (isStale()) return;
      onProblems(problems);
      const isSound = problems.every(({ severity }) => severity === "warning");
      onVerdict(isSound ? "searching" : "faulty");
      await wait(SOLVE_AFTER - CHECK_AFTER);
      if (!isSound || isStale()) return;
      this.#job = runSolver({ task: "solve", level, ...LIMITS });
      const result = await this.#job.done;
      if (!isStale()) onVerdict(verdictOf(result), result);
    } catch (error) {
      if (isStale()) return;
      onVerdict("unknown");
      onError(error);
    }
  }
}

/** Return the problems of a level, those that the core sees where the server does not answer. @param {LevelJson} level */
async function problemsOf(level) {
  try {
    return (await post("/check", { level })).problems;
  } catch (error) {
    if (!isOffline(error)) throw error;
    return (await import("../alone/search.js")).checkAlone(level);
  }
}

/** @param {number} milliseconds */
function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * @param {Jobs.Result} result
 */
function verdictOf({ status }) {
  if (status === "solved") return "solvable";
  return status === "unsolvable" ? "unsolvable" : "unknown";
}
