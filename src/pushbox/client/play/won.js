/** What is shown beside the board of a solved level: its counts, how good they are, and what to try next. */

import { post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { METRICS } from "../core/metrics.js";
import { reducedMotion } from "../core/settings.js";
import { STARS } from "./stars.js";

/** @import { PlayController } from "./controller.js" */

/**
 * @typedef {object} Rating
 * @property {number} stars 1 to 3
 * @property {"fewest" | "fewer" | "moves" | "next"} advice
 */

/**
 * Rate a solution beside the best that is known and the pushes that are needed at least.
 * @param {Record<string, number>} counts
 * @param {Record<string, number | undefined>} best of those known before, none for the first solution
 * @param {number | null} bound pushes that every solution has
 * @returns {Rating}
 */
export function rate(counts, best, bound) {
  const { pushes = counts.pushes, moves = counts.moves } = best;
  const isProven = bound !== null && counts.pushes <= bound;
  const isBest = isProven || counts.pushes <= pushes;
  const { stars } = STARS.find((row) => counts.pushes <= pushes * (row.pushes ?? Infinity) && counts.moves <= moves * (row.moves ?? Infinity)) ?? STARS[0];
  if (!isBest) return { stars, advice: "fewer" };
  if (counts.moves > moves) return { stars, advice: "moves" };
  return { stars, advice: isProven ? "fewest" : "next" };
}

/** Show that the level is solved. @param {PlayController} controller */
export async function showWon(controller) {
  const { client, card, level } = controller;
  const { counts, node } = client.state;
  const best = client.level?.best ?? {};
  draw(controller, counts, best, null);
  const scroll = () => find(".primary", card.place).scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
  scroll(); // on a phone it is below the board, and so is what is said last
  if (client.game?.hides || client.reverse || !level) return;
  const { bound } = await post("/analyse", { level, moves: "" }).catch(() => ({ bound: null }));
  if (card.kind !== "solved" || node !== client.state.node || bound === null) return;
  draw(controller, counts, best, bound);
  scroll();
}

/** @param {PlayController} controller @param {Record<string, number>} counts @param {Record<string, number>} best @param {number | null} bound */
function draw({ card }, counts, best, bound) {
  const { stars, advice } = rate(counts, best, bound);
  const rows = METRICS.filter((name) => name in counts).map((name) =>
    h("div", {}, h("dt", {}, t(`count.${name}`)), h("dd", {}, String(counts[name])), bestCount(name, counts[name], best[name])),
  );
  const shown = h("p", { class: "stars", role: "img", "aria-label": t("win.stars", { count: stars }) }, "★".repeat(stars), h("span", { class: "muted" }, "★".repeat(3 - stars)));
  const tries = { fewest: "win.fewest", fewer: "win.try.fewer", moves: "win.try.moves", next: "win.try.next" };
  const values = { pushes: counts.pushes, best: (advice === "moves" ? best.moves : best.pushes) ?? 0 };
  const hasBest = Object.keys(best).length > 0 || advice === "fewest";
  card.show("solved", t("solved"), [shown, h("dl", { class: "figures" }, ...rows), hasBest ? h("p", {}, t(tries[advice], values)) : ""], [
    h("button", { class: "primary", "data-command": "next-unsolved" }, t("solved.next"), icon("next")),
    h("button", { "data-command": "share" }, icon("share"), t("tool.share")),
    h("button", { "data-command": "restart" }, icon("restart"), t("tool.restart")),
  ]);
}

/** @param {string} name @param {number} count @param {number | undefined} best */
function bestCount(name, count, best) {
  if (best === undefined) return null;
  const better = count < best;
  return h("div", { class: better || count === best ? "best" : "muted", "data-count": name }, better ? t("solved.better", { best }) : t("solved.best", { best }));
}
