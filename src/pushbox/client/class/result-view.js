/** A result on the page: stars, pushes, time and helps, for eyes and for screen readers. */

import { h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";

const MOST = 3; // stars

/**
 * Return the stars of a solved level with their words.
 * @param {number} stars
 */
export const starsOf = (stars) =>
  h("span", { class: "earned", role: "img", "aria-label": t("class.stars", { count: stars }) }, "★".repeat(stars), h("span", { class: "muted" }, "★".repeat(MOST - stars)));

/**
 * Return what is written of a result beside its stars.
 * @param {Api.ResultOut} result
 */
export function factsOf({ stars, pushes, seconds, helps }) {
  const time = t("class.time", { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") });
  const counts = stars ? [t("solution.pushes", { count: pushes }), time] : [t("state.begun"), time];
  return [...counts, ...(helps.length ? [t("class.helps", { count: helps.length })] : [])].join(" · ");
}

/** Write an instant as a date. @param {string} instant */
export const dateOf = (instant) => new Date(instant).toLocaleDateString(language(), { year: "numeric", month: "short", day: "numeric" });
