/** What the server says of a drawing while it is drawn: its problems, and whether it can be solved. */

import { post } from "../core/api.js";
import { runJob } from "../core/jobs.js";

/** @typedef {import("../board/model.js").LevelJson} LevelJson */
/** @typedef {import("../core/api-types.js").ProblemOut} Problem */
/** @typedef {import("../core/jobs.js").JobResult} Found */
/** @typedef {"faulty" | "searching" | "solvable" | "unsolvable" | "unknown"} Verdict */

const CHECK_AFTER = 150; // milliseconds after the last stroke
const SOLVE_AFTER = 700;
/** Small enough to be asked after each stroke. */
const LIMIT = /** @type {const} */ ({ objective: "any", seconds: 5, nodes: 500_000, memory: 256 });

/**
 * @param {{problems: (problems: Problem[]) => void, verdict: (verdict: Verdict, found?: Found) => void,
 *   fault: (error: unknown) => void}} listener
 * @returns {(level: LevelJson) => void} judges a level; what was asked of an earlier one is dropped
 */
export function judge(listener) {
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];
  /** @type {import("../core/jobs.js").Job | null} */
  let job = null;

  return (level) => {
    const mine = (turn += 1);
    const isMine = () => mine === turn;
    timers.forEach(clearTimeout);
    job?.stop();
    job = null;

    const checked = later(CHECK_AFTER).then(async () => {
      if (!isMine()) return false;
      const { problems } = await post("/check", { level });
      if (!isMine()) return false;
      listener.problems(problems);
      const sound = /** @type {Problem[]} */ (problems).every(({ severity }) => severity === "warning");
      listener.verdict(sound ? "searching" : "faulty");
      return sound;
    });
    Promise.all([checked, later(SOLVE_AFTER)])
      .then(async ([sound]) => {
        if (!sound || !isMine()) return;
        job = runJob({ task: "solve", level, ...LIMIT });
        const found = await job.done;
        if (isMine()) listener.verdict(verdictOf(found), found);
      })
      .catch((error) => {
        if (!isMine()) return;
        listener.verdict("unknown");
        listener.fault(error);
      });
  };

  /** @param {number} milliseconds */
  function later(milliseconds) {
    return new Promise((resolve) => timers.push(setTimeout(resolve, milliseconds)));
  }
}

/**
 * @param {Found} found
 * @returns {Verdict}
 */
export function verdictOf({ status }) {
  if (status === "solved") return "solvable";
  return status === "unsolvable" ? "unsolvable" : "unknown";
}
