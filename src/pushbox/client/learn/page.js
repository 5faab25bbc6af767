/** Where one learns: the lessons, how far one is, and the other games from their first step on. */

import { get, getAll } from "../core/api.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionCard, findGameLessons, findLessons, levelTile, showCards } from "../ui/cards.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const { collections } = await get("/collections");
  const lessons = findLessons(collections);
  showCards(find("#games", root), findGameLessons(collections).map(collectionCard));
  find("#lessons-none", root).hidden = lessons !== undefined;
  if (!lessons) return;
  const levels = await getAll("/collections/{collection}/levels", "levels", { collection: lessons.id });
  const solved = levels.filter(({ state }) => state === "solved").length;
  find("#lessons .tiles", root).replaceChildren(...levels.map(levelTile));
  find("#lessons-solved", root).textContent = t("collection.solved", { solved, levels: levels.length });
  const next = levels.find(({ state }) => state !== "solved");
  const button = find("#next-lesson", root);
  button.setAttribute("href", next ? `/play?level=${next.id}` : "/puzzles");
  button.textContent = t(!next ? "learn.puzzles" : solved || next.state ? "learn.go-on" : "learn.begin");
}
