/** A level that is judged and solved in this browser where the server does not answer: what `/check` and a job to solve say. */

import { jobProgress, oneCore, soonAfter, startCore } from "../core/core-worker.js";
import { openRequest, searchRequest } from "../core/core-requests.js";
import { t } from "../core/i18n.js";
import { chunkMoves } from "../play/chunk-moves.js";
import { COUNTS } from "./made.js";
import { sentences } from "./phrases.js";
import { Solo } from "./solo.js";

/** @import { Ask } from "../core/core-worker.js" */

const STOPPED = { status: "gave-up", limit: "stopped" };
const ONE_POSITION = { seconds: 2, nodes: 1, megabytes: 64 };
const MEGABYTES = 256;

/**
 * Solve a level from the end of some moves, in a worker of its own, which ends with it.
 * @param {Api.SolveJob} request
 * @param {NonNullable<Parameters<typeof import("../core/jobs.js").runJob>[1]>} watch
 * @param {Promise<null>} stopped resolves when nobody waits any more
 * @returns {Promise<Jobs.Result>}
 */
export async function searchAlone({ level, moves = "", objective, seconds, nodes, memory }, watch, stopped) {
  const core = startCore();
  if (!core) throw new Error(t("away.no-core"));
  const limit = { seconds: seconds ?? Infinity, nodes: nodes ?? Infinity, megabytes: memory ?? MEGABYTES };
  const progress = (/** @type {any} */ state) => watch.progress?.(jobProgress(state));
  const answer = solve((asked) => core.ask(asked, { progress, stopped }), /** @type {any} */ (level), moves, objective ?? "any", limit);
  return soonAfter(answer, stopped, STOPPED).finally(core.end);
}

/**
 * Solve a level from the end of some moves, with an answer as the server's.
 * @param {Ask} ask
 * @param {import("./solo.js").Level} level
 * @param {string} moves
 * @param {string} objective
 * @param {{seconds: number, nodes: number, megabytes: number}} limit
 * @returns {Promise<Jobs.Result>}
 */
export async function solve(ask, level, moves, objective, limit) {
  const solo = await Solo.open(oneCore(ask), level, await sentences());
  for (const text of chunkMoves(moves)) {
    const message = await solo.execute({ do: "follow", text });
    if (!message || message.refused) throw new Error(message?.refused ?? t("offline"));
  }
  const { status, phrase, text, counts, optimal, limit: met, nodes, seconds, bound } = await solo.search(objective, limit);
  const found = status === "solved" ? { moves_text: text, ...Object.fromEntries(COUNTS.map((name, index) => [name, counts[index]])) } : {};
  const message = phrase ? { message: phrase.text, phrase } : {};
  return { status, nodes, seconds, bound, ...(optimal && { optimal }), ...(met && { limit: met }), ...found, ...message };
}

/**
 * Return the problems of a level as far as the core has them: one, that it does not take the level, or none.
 * @param {LevelJson} level
 * @returns {Promise<Api.ProblemOut[]>}
 */
export async function checkAlone(level) {
  const core = startCore();
  if (!core) throw new Error(t("away.no-core"));
  const isTaken = await takes(core.ask, /** @type {any} */ (level)).finally(core.end);
  return isTaken ? [] : [{ severity: "error", found: t("away.faulty") }];
}

/** Return whether the core plays and searches a level. @param {Ask} ask @param {import("./solo.js").Level} level */
export async function takes(ask, level) {
  try {
    const { play } = await ask(openRequest(level));
    await ask(searchRequest(play, 0, "any", ONE_POSITION));
    return true;
  } catch {
    return false;
  }
}
