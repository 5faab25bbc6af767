/** Collections as cards, with how many of their levels are solved. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { boardPicture } from "./picture.js";

/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */

/** @param {CollectionOut} collection */
export function collectionTitle({ title, name }) {
  return title || name;
}

/**
 * The collection that beginners begin with.
 * @param {CollectionOut[]} collections
 */
export function findLessons(collections) {
  return collections.find(({ name, builtin }) => builtin && name === "lessons");
}

/** @param {CollectionOut} collection */
export function collectionCard(collection) {
  const { id, author, levels, solved, cover } = collection;
  const count = t("collection.count", { count: levels });
  return h(
    "a",
    { class: "card collection-card", href: `/collection?id=${id}` },
    cover ? boardPicture(cover.level.board) : h("span", { class: "picture" }),
    h(
      "span",
      { class: "card-text" },
      h("span", { class: "card-title" }, collectionTitle(collection)),
      h("span", { class: "muted" }, author ? `${author} · ${count}` : count),
      solved > 0 && progressMeter(solved, levels),
    ),
  );
}

/**
 * A bar of what is solved, with its numbers.
 * @param {number} solved
 * @param {number} levels
 */
function progressMeter(solved, levels) {
  return h(
    "span",
    { class: "meter" },
    h("progress", { max: levels, value: solved, "aria-hidden": "true" }),
    h("span", {}, t("collection.solved", { solved, levels })),
  );
}
