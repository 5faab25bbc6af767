/** The leader boards of a level: those who had no help, and those who had some. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { levelTitle } from "../ui/level-cards.js";
import { showError } from "../ui/status.js";

/** @typedef {{name: string | null, value: number, moves_text?: string, when?: string}} Leader */

const MOST_LEVELS = 500; // to choose from

/**
 * Let the section show the leader boards once it is opened.
 * @param {HTMLElement} section
 * @param {import("../core/api-types.js").CollectionOut} collection
 * @param {HTMLElement} status
 */
export function offerLeaders(section, collection, status) {
  section.hidden = collection.levels === 0;
  const open = () => showLeaders(section, collection).catch((error) => showError(status, error));
  section.addEventListener("toggle", open, { once: true });
}

/**
 * Fill the section with the boards of the level and metric that are chosen in it.
 * @param {HTMLElement} section
 * @param {import("../core/api-types.js").CollectionOut} collection
 */
async function showLeaders(section, collection) {
  const { levels } = await get("/collections/{collection}/levels", { collection: collection.id, limit: MOST_LEVELS });
  const level = /** @type {HTMLSelectElement} */ (find("select[name=level]", section));
  const metric = /** @type {HTMLSelectElement} */ (find("select[name=metric]", section));
  level.append(
    ...levels.map((found) =>
      h("option", { value: String(found.id) }, found.number ? `${found.number}. ${levelTitle(found)}` : levelTitle(found)),
    ),
  );
  level.addEventListener("change", show);
  metric.addEventListener("change", show);
  await show();

  async function show() {
    const [id, by] = [level.value, metric.value];
    const boards = await Promise.all(
      [1, 0].map((pure) => get("/levels/{level}/leaders", { level: id, metric: by, pure })),
    );
    if (id !== level.value || by !== metric.value) return;
    ["#pure", "#assisted"].forEach((place, index) => {
      find(`${place} > div`, section).replaceChildren(board(boards[index].leaders, by));
    });
  }
}

/**
 * @param {Leader[]} leaders the best first
 * @param {string} metric
 */
function board(leaders, metric) {
  if (!leaders.length) return h("p", { class: "muted" }, t("leaders.none"));
  const rows = leaders.map(({ name, value }, index) =>
    h(
      "tr",
      {},
      h("td", { class: "rank" }, place(leaders, index)),
      h("td", {}, name ?? t("leaders.visitor")),
      h("td", { class: "count" }, value),
    ),
  );
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("leaders.place")),
        h("th", { scope: "col" }, t("leaders.name")),
        h("th", { scope: "col", class: "count" }, t(`metric.${metric}`)),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

/**
 * Equal counts share the better place.
 * @param {Leader[]} leaders
 * @param {number} index
 */
function place(leaders, index) {
  return 1 + leaders.findIndex(({ value }) => value === leaders[index].value);
}
