/** The leader boards of a level: those who had no help, and those who had some. */

import { get, getAll, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { METRICS } from "../core/metrics.js";
import { levelOption } from "../ui/cards.js";
import { showError } from "../ui/status.js";

const MOST_LEVELS = 500; // to choose from

/**
 * Let the section show the leader boards once it is opened.
 * @param {HTMLElement} section
 * @param {Api.CollectionOut} collection
 * @param {HTMLElement} status
 */
export function mountLeaders(section, collection, status) {
  section.hidden = collection.levels === 0;
  const open = () => showLeaders(section, collection).catch((error) => showError(status, error));
  section.addEventListener("toggle", open, { once: true });
}

/**
 * Fill the section with the boards of the level and metric that are chosen in it.
 * @param {HTMLElement} section
 * @param {Api.CollectionOut} collection
 */
async function showLeaders(section, collection) {
  const levels = await getAll("/collections/{collection}/levels", "levels", { collection: collection.id, limit: MOST_LEVELS }, MOST_LEVELS);
  const level = /** @type {HTMLSelectElement} */ (find("select[name=level]", section));
  const metric = /** @type {HTMLSelectElement} */ (find("select[name=metric]", section));
  level.append(...levels.map(levelOption));
  metric.append(...METRICS.map((name) => h("option", { value: name }, t(`metric.${name}`))));
  level.addEventListener("change", show);
  metric.addEventListener("change", show);
  await show();

  async function show() {
    const chosen = { level: level.value, metric: metric.value };
    const boards = await Promise.all([1, 0].map((pure) => get("/levels/{level}/leaders", { ...chosen, pure })));
    if (chosen.level !== level.value || chosen.metric !== metric.value) return;
    for (const [index, selector] of ["#pure", "#assisted"].entries()) {
      find(`${selector} > div`, section).replaceChildren(leaderTable(boards[index].leaders, chosen.level, chosen.metric));
    }
  }
}

/**
 * @param {Api.Leader[]} leaders the best first
 * @param {string} level
 * @param {string} metric
 */
function leaderTable(leaders, level, metric) {
  if (!leaders.length) return h("p", { class: "muted" }, t("leaders.none"));
  const rows = leaders.map(({ name, value, solution }, index) =>
    h(
      "tr",
      {},
      h("td", { class: "rank" }, rank(leaders, index)),
      h("td", {}, name === null ? t("leaders.visitor") : h("a", { href: withQuery("/profile", { name }) }, name)),
      h("td", { class: "count" }, value),
      h("td", {}, h("a", { href: withQuery("/play", { level, solution: String(solution) }), "aria-label": t("leaders.watch.of", { name: name ?? t("leaders.visitor") }) }, t("leaders.watch"))),
    ),
  );
  const head = ["leaders.place", "label.name", `metric.${metric}`, "leaders.replay"].map((key) => h("th", { scope: "col" }, t(key)));
  head[2].classList.add("count");
  return h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}

/**
 * Return the place of a leader; equal counts share the better one.
 * @param {Api.Leader[]} leaders
 * @param {number} index
 */
function rank(leaders, index) {
  return 1 + leaders.findIndex(({ value }) => value === leaders[index].value);
}
