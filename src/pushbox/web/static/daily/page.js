/** The three levels of a day, and the days before. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { openPage } from "../core/shell.js";
import { levelCard } from "../ui/level-cards.js";
import { showError } from "../ui/status.js";
import { before, dayOf, isDay, shifted, untilNext } from "./days.js";

/** @typedef {import("../core/api-types.js").DailyLevel} DailyLevel */

const SHOWN = 14; // earlier days in the list
const MINUTE = 60_000;

await openPage("daily", ["daily"]);
const status = find("#status");
const today = dayOf(Date.now());
const wanted = new URLSearchParams(location.search).get("day") ?? today;
const day = isDay(wanted) && wanted <= today ? wanted : today;

find("#day").textContent = day === today ? t("daily.today", { day: written(day) }) : written(day);
link("#earlier", shifted(day, -1));
link("#later", shifted(day, 1));
countDown();
setInterval(countDown, MINUTE);
listDays([]);

try {
  const newest = await get("/daily");
  const { levels } = day === today ? newest : await get("/daily/{day}", { day });
  const cards = levels.map((level) =>
    levelCard(level, { title: t(`daily.${level.size}`) }),
  );
  find("#levels").replaceChildren(...cards);
  listDays(newest.days);
} catch (error) {
  showError(status, error);
}

/** @param {{date: string, solved: number}[]} results what was done on the days that one played */
function listDays(results) {
  const solved = new Map(results.map((result) => [result.date, result.solved]));
  const rows = before(today, SHOWN).map((earlier) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `/daily?day=${earlier}`, "aria-current": earlier === day ? "date" : null },
        h("span", {}, written(earlier)),
        h("span", { class: "muted" }, solved.has(earlier) ? t("daily.solved", { solved: solved.get(earlier) ?? 0 }) : ""),
      ),
    ),
  );
  find("#days").replaceChildren(...rows);
}

/**
 * @param {string} selector
 * @param {string} to
 */
function link(selector, to) {
  const anchor = /** @type {HTMLAnchorElement} */ (find(selector));
  if (to > today) anchor.remove();
  else anchor.href = `/daily?day=${to}`;
}

function countDown() {
  find("#next").textContent = t("daily.next", untilNext(Date.now()));
}

/** @param {string} date */
function written(date) {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: "full", timeZone: "UTC" });
  return format.format(Date.parse(`${date}T00:00:00Z`));
}
