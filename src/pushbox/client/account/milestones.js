/** The days in a row, and the milestones with how much of each is done. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @param {HTMLElement} root */
export async function showMilestones(root) {
  const { streak, longest, milestones } = await get("/me/milestones");
  find("#streak", root).textContent = longest ? t("account.streak", { days: streak, longest }) : "";
  find("#milestones", root).replaceChildren(...milestones.filter(({ goal }) => goal > 0).map(milestoneItem));
}

/** @param {Api.MilestoneOut} milestone */
function milestoneItem({ kind, count, goal }) {
  const done = count >= goal;
  const progress = h("progress", { max: goal, value: Math.min(count, goal), "aria-hidden": "true" });
  const reached = done ? t("account.milestone.done") : t("account.milestone.progress", { count, goal });
  return h("li", { class: done ? "milestone done" : "milestone" }, h("span", {}, t(`account.milestone.${kind}`, { goal })), progress, h("b", {}, reached));
}
