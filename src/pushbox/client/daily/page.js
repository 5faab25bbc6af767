/** The three levels of a day, and the days before. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { dailyCard } from "../ui/cards.js";
import { copyText } from "../ui/clipboard.js";
import { daysBefore, dayOf, isDay, addDays, timeUntilNextDay } from "./days.js";
import { resultText } from "./result.js";

const SHOWN = 14; // earlier days in the list
const MINUTE = 60_000;

/** @param {HTMLElement} root */
export async function mount(root) {
  const today = dayOf(Date.now());
  const requested = new URLSearchParams(location.search).get("day") ?? today;
  const day = isDay(requested) && requested <= today ? requested : today;

  find("#day", root).textContent = day === today ? t("daily.today", { day: longDate(day) }) : longDate(day);
  setLink(find("#earlier", root), addDays(day, -1), today);
  setLink(find("#later", root), addDays(day, 1), today);
  const countDown = () => (find("#next", root).textContent = t("daily.next", timeUntilNextDay(Date.now())));
  countDown();
  setInterval(countDown, MINUTE);
  const days = find("#days", root);
  days.replaceChildren(...dayItems(today, day, []));

  const newest = await get("/daily");
  const { levels } = day === today ? newest : await get("/daily/{day}", { day });
  find("#levels", root).replaceChildren(...levels.map(dailyCard));
  showStreak(root, newest.streak);
  mountShare(root, day, levels, newest.streak);
  days.replaceChildren(...dayItems(today, day, newest.days));
}

/** @param {HTMLElement} root @param {number} streak */
function showStreak(root, streak) {
  const place = find("#streak", root);
  place.hidden = streak === 0;
  place.textContent = t("daily.streak", { count: streak });
}

/**
 * Offer to share which levels of a day are solved, once one is.
 * @param {HTMLElement} root
 * @param {string} day
 * @param {Api.DailyLevel[]} levels
 * @param {number} streak
 */
function mountShare(root, day, levels, streak) {
  const button = find("#share", root);
  button.hidden = !levels.some(({ state }) => state === "solved");
  button.addEventListener("click", () => copyText(resultText(day, levels, streak, location.origin), t("daily.shared")));
}

/**
 * Return the list of earlier days.
 * @param {string} today
 * @param {string} shown the day of the page
 * @param {Api.DayOut[]} results of the days on which the visitor played
 */
function dayItems(today, shown, results) {
  const solved = new Map(results.map((result) => [result.date, result.solved]));
  return daysBefore(today, SHOWN).map((day) => {
    const count = solved.get(day);
    const result = h("span", { class: "muted" }, count === undefined ? "" : t("daily.solved", { solved: count }));
    const current = day === shown ? "date" : null;
    return h("li", {}, h("a", { href: `/daily?day=${day}`, "aria-current": current }, h("span", {}, longDate(day)), result));
  });
}

/**
 * Let a link lead to a day, and remove it where the day is still to come.
 * @param {HTMLElement} link
 * @param {string} day
 * @param {string} today
 */
function setLink(link, day, today) {
  if (day > today) link.remove();
  else link.setAttribute("href", `/daily?day=${day}`);
}

/** @param {string} day */
function longDate(day) {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: "full", timeZone: "UTC" });
  return format.format(Date.parse(`${day}T00:00:00Z`));
}
