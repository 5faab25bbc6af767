/** What stands beside the board of a storm: its buttons, the levels played, the best results. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";

/**
 * Return the buttons of a storm.
 * @param {Storm.View} view
 * @param {(request: Play.Request) => void} send
 */
export function stormActions({ phase }, send) {
  if (phase === "running") return [h("button", { type: "button", onclick: () => send({ do: "skip" }) }, t("storm.skip"))];
  if (phase === "over") return [h("button", { type: "button", class: "primary", onclick: () => send({ do: "again" }) }, t("storm.again"))];
  return [];
}

/** Say how good a result is. @param {Storm.View} view */
export function placeText({ solved, moves, place }) {
  const count = t("storm.result", { count: solved, moves });
  if (!place || !solved) return count;
  const record = solved > place.best_before && place.best_before > 0;
  return [count, record && t("storm.record", { before: place.best_before }), t("storm.place", { place: place.better + 1 })].filter(Boolean).join(" ");
}

/**
 * List the levels of a run, each with when it was solved, and where it can be played again.
 * @param {Storm.Played[]} played
 */
export const playedList = (played) =>
  played.map(({ id, title, seconds }) =>
    h(
      "li",
      {},
      h("a", { href: `/play?level=${id}` }, (title && shippedText("level.title", title)) || t("level.untitled")),
      h("span", { class: seconds === null ? "tag" : "tag ok" }, seconds === null ? t("storm.left") : t("storm.at", { seconds: Math.round(seconds) })),
    ),
  );

/**
 * List the best results.
 * @param {Api.StormOut[]} best
 */
export function bestList(best) {
  if (!best.length) return [h("li", { class: "muted" }, t("storm.none"))];
  return best.map(({ name, solved, moves, mine }) =>
    h(
      "li",
      { class: mine ? "you" : "" },
      h("b", { class: "score" }, solved),
      h("span", { class: "seat-name" }, name, mine && h("span", { class: "muted" }, ` ${t("live.you")}`)),
      h("span", { class: "muted" }, t("solution.moves", { count: moves })),
    ),
  );
}
