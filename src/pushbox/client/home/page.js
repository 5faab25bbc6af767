/** The first page: go on where one was, the daily levels, the first steps, every game. */

import { get, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { hasText, t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { collectionCard, dailyCard, findCampaign, findLessons, levelCard, pictureCard, showCards } from "../ui/cards.js";
import { boardPicture } from "../ui/picture.js";
import { showError } from "../ui/status.js";

const CONTINUED = 4;
const LESSONS = 3;
const PACKS = 3;

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  const collections = get("/collections").then((response) => response.collections);
  const sections = [showRecent(root), showLessons(root, collections), showCampaign(root, collections), showGames(root, collections), showDaily(root)];
  await Promise.all(sections.map((section) => section.catch((error) => showError(status, error))));
}

/** @param {HTMLElement} root */
async function showRecent(root) {
  const { recent } = await get("/me");
  const begun = recent.filter(({ state }) => state !== "solved");
  if (!begun.length) return;
  const button = /** @type {HTMLAnchorElement} */ (find("#begin", root));
  button.href = `/play?play=${begun[0].play}`;
  button.textContent = t("home.resume");
  const cards = begun.slice(0, CONTINUED).map((level) => levelCard(level, { href: `/play?play=${level.play}` }));
  showCards(find("#continue", root), cards);
}

/**
 * @param {HTMLElement} root
 * @param {Promise<Api.CollectionOut[]>} collections
 */
async function showLessons(root, collections) {
  const lessons = findLessons(await collections);
  if (!lessons) return;
  const { levels } = await get("/collections/{collection}/levels", { collection: lessons.id, limit: LESSONS });
  const kickers = ["home.lesson.walk", "home.lesson.push", "home.lesson.undo"];
  const cards = levels.map((level, index) => levelCard(level, { kicker: t(kickers[index]) }));
  showCards(find("#lessons", root), cards);
  /** @type {HTMLAnchorElement} */ (find("#lessons-more", root)).href = `/collection?id=${lessons.id}`;
  const button = /** @type {HTMLAnchorElement} */ (find("#begin", root));
  if (button.textContent === t("home.begin")) button.href = `/play?level=${levels[0].id}`;
}

/**
 * Show the packs that are not solved yet, from the easiest on.
 * @param {HTMLElement} root
 * @param {Promise<Api.CollectionOut[]>} collections
 */
async function showCampaign(root, collections) {
  const packs = findCampaign(await collections).filter(({ solved, levels }) => solved < levels);
  showCards(find("#campaign", root), packs.slice(0, PACKS).map(collectionCard));
}

/**
 * @param {HTMLElement} root
 * @param {Promise<Api.CollectionOut[]>} collections
 */
async function showGames(root, collections) {
  const [{ games }, all] = await Promise.all([get("/games"), collections]);
  const cards = games.map((game) => {
    const sample = all.find((collection) => collection.cover && Object.keys(collection.games).join() === game.key);
    return gameCard(game, sample?.cover);
  });
  showCards(find("#games", root), cards);
}

/** @param {HTMLElement} root */
async function showDaily(root) {
  const { levels } = await get("/daily");
  showCards(find("#daily", root), levels.map(dailyCard));
  const hero = /** @type {HTMLAnchorElement} */ (find("#hero", root));
  const largest = levels[levels.length - 1];
  hero.href = `/play?level=${largest.id}`;
  hero.append(boardPicture(largest.level.board));
}

/**
 * @param {Api.GameEntry} game
 * @param {Api.LevelOut | null} [sample] one of its levels
 */
function gameCard({ key, name, summary }, sample) {
  const text = hasText(`game.${key}`) ? t(`game.${key}`) : summary;
  return pictureCard("game-card", withQuery("/library", { game: key }), sample?.level.board, [
    h("span", { class: "card-title" }, shippedText("game.name", name)),
    h("span", { class: "muted" }, text),
  ]);
}
