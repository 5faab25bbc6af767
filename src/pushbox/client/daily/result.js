/** What a visitor shares of a day: which levels are solved, and nothing of how. */

import { t } from "../core/i18n.js";

/**
 * Return a result as text.
 * @param {string} day
 * @param {Pick<Api.DailyLevel, "size" | "state">[]} levels
 * @param {number} streak
 * @param {string} origin of the address
 */
export function resultText(day, levels, streak, origin) {
  const marks = levels.map(({ size, state }) => `${state === "solved" ? "■" : "□"} ${t(`daily.${size}`)}`);
  const row = streak > 1 ? [t("daily.streak", { count: streak })] : [];
  return [`pushbox ${day}`, marks.join("  "), ...row, `${origin}/daily?day=${day}`].join("\n");
}
