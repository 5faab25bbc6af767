/** What is shown beside the board of a solved level: its counts, how good they are, and what to try next. */

import { post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { METRICS } from "../core/metrics.js";
import { reducedMotion } from "../core/settings.js";
import { fewest, rate } from "./stars.js";
import { wayOn } from "./way-back.js";

/** @import { PlayController } from "./controller.js" */
/** @import { Known } from "./stars.js" */

/** @type {Known} */
const NOTHING = { lowest: {}, best: [], proven: [] };

/** @type {WeakMap<object, Map<number, Record<string, number>>>} the counts of the solutions found in a play, by node */
const found = new WeakMap();

/** What was known before a solution: what the server said, and what was found in this play. @param {PlayController["client"]} client @returns {Known} */
function knownBefore(client) {
  const { lowest, best, proven } = client.level?.known ?? NOTHING;
  const { node, counts } = client.state;
  const wins = found.get(client) ?? new Map();
  const others = [...wins].filter(([other]) => other !== node).map(([, its]) => its);
  found.set(client, wins.set(node, counts));
  return {
    lowest: Object.fromEntries(METRICS.flatMap((name) => {
      const all = [lowest, ...others].map((its) => its[name]).filter((count) => count !== undefined);
      return all.length > 0 ? [[name, Math.min(...all)]] : [];
    })),
    best: fewest([...best, ...others.map(({ pushes, moves }) => [pushes, moves])]),
    proven,
  };
}

/** Show that the level is solved. @param {PlayController} controller */
export async function showWon(controller) {
  const { client, card, level } = controller;
  const { node } = client.state;
  const known = knownBefore(client);
  draw(controller, known, null);
  const scroll = () => find(".primary", card.place).scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
  scroll(); // on a phone it is below the board, and so is what is said last
  if (client.game?.hides || client.reverse || !level) return;
  const { bound } = await post("/analyse", { level, moves: "" }).catch(() => ({ bound: null }));
  if (card.kind !== "solved" || node !== client.state.node || bound === null) return;
  draw(controller, known, bound);
  scroll();
}

const ADVICE = {
  fewest: "win.fewest", shortest: "win.shortest", fewer: "win.try.fewer", moves: "win.try.moves", next: "win.try.next", first: "win.first",
};

/** @param {PlayController} controller @param {Known} known @param {number | null} bound */
function draw({ card, client }, known, bound) {
  const { counts, assists = [] } = client.state;
  const { lowest } = known;
  const { stars, cost, advice } = rate(counts, known, bound, assists);
  // A game without pushes counts none of the others.
  const rows = METRICS.filter((name) => counts[name] > 0 || name === "moves").map((name) =>
    h("div", {}, h("dt", {}, t(`count.${name}`)), h("dd", {}, String(counts[name])), bestCount(name, counts[name], lowest[name])),
  );
  const shown = h("p", { class: "stars", role: "img", "aria-label": t("win.stars", { count: stars }) }, "★".repeat(stars), h("span", { class: "muted" }, "★".repeat(3 - stars)));
  const values = { pushes: counts.pushes, best: (advice === "moves" ? lowest.moves : lowest.pushes) ?? 0 };
  const said = [h("p", {}, t(ADVICE[advice], values)), cost > 0 ? h("p", { class: "muted" }, t("win.help", { count: cost })) : ""];
  const on = wayOn();
  card.show("solved", t("solved"), [shown, h("dl", { class: "figures" }, ...rows), ...said], [
    on ? h("a", { class: "button primary", href: on.href }, on.text) : h("button", { class: "primary", "data-command": "next-unsolved" }, t("solved.next"), icon("next")),
    h("button", { "data-command": "like" }, t("solved.like")),
    h("button", { "data-command": "share" }, icon("share"), t("tool.share")),
    h("button", { "data-command": "restart" }, icon("restart"), t("tool.restart")),
  ]);
}

/** @param {string} name @param {number} count @param {number | undefined} best */
function bestCount(name, count, best) {
  if (best === undefined) return null;
  const better = count < best;
  return h("dd", { class: better || count === best ? "best" : "muted", "data-count": name }, better ? t("solved.better", { best }) : t("solved.best", { best }));
}
