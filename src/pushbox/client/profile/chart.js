/** How many levels somebody had solved by each day, as a line. */

import { svg } from "../core/dom.js";
import { t } from "../core/i18n.js";

const [WIDTH, HEIGHT] = [600, 140];
const DAY = 86_400_000; // milliseconds

/**
 * Return the points of the line, from 0 to 1 in time and in number: a step up on each day.
 * @param {{date: string, solved: number}[]} days in order
 * @returns {[number, number][]}
 */
function cumulative(days) {
  const times = days.map(({ date }) => Date.parse(date) / DAY);
  const span = Math.max(1, times[times.length - 1] - times[0]);
  const total = days.reduce((sum, { solved }) => sum + solved, 0);
  let sum = 0;
  /** @type {[number, number][]} */
  const points = [[0, 0]];
  for (const [index, { solved }] of days.entries()) {
    sum += solved;
    points.push([(times[index] - times[0]) / span, sum / total]);
  }
  return points;
}

/** @param {{date: string, solved: number}[]} days in order */
export function solvedChart(days) {
  const points = cumulative(days).map(([x, y]) => [x * WIDTH, HEIGHT - y * (HEIGHT - 4)].map((value) => value.toFixed(1)).join(","));
  const total = days.reduce((sum, { solved }) => sum + solved, 0);
  const label = t("profile.chart", { count: total, from: days[0].date, to: days[days.length - 1].date });
  return svg(
    "svg",
    { class: "solved-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("polygon", { points: `0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}` }),
    svg("polyline", { points: points.join(" "), "vector-effect": "non-scaling-stroke" }),
  );
}
