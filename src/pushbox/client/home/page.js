/** The first page: what is next for who comes back, the daily levels, the first steps, every game. */

import { get, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { hasText, t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { collectionCard, collectionTitle, dailyCard, findCampaign, findLessons, levelCard, pictureCard, showCards } from "../ui/cards.js";
import { boardPicture } from "../ui/picture.js";
import { showError } from "../ui/status.js";

const CONTINUED = 2;
const LESSONS = 3;
const PACKS = 3;

/** @param {HTMLElement} root */
export async function mount(root) {
  const status = find("#status", root);
  const collections = get("/collections").then((response) => response.collections);
  const sections = [showNext(root, collections), showLessons(root, collections), showCampaign(root, collections), showGames(root, collections), showDaily(root)];
  await Promise.all(sections.map((section) => section.catch((error) => showError(status, error))));
}

/**
 * Show a visitor who has played before what is next: what is begun, the next lesson, the next level of the campaign.
 * @param {HTMLElement} root
 * @param {Promise<Api.CollectionOut[]>} collections
 */
async function showNext(root, collections) {
  const { recent, solved, streak } = await get("/me");
  const begun = recent.filter(({ state }) => state !== "solved");
  if (!solved && !begun.length) return;
  const cards = begun.slice(0, CONTINUED).map((level) => levelCard(level, { href: `/play?play=${level.play}`, kicker: t("home.go-on") }));
  const shown = new Set(begun.slice(0, CONTINUED).map(({ id }) => id));
  for (const { collection, kicker } of ways(await collections)) {
    const { levels } = await get("/levels", { collection: collection.id, state: "unsolved", limit: 1 });
    cards.push(...levels.filter(({ id }) => !shown.has(id)).map((level) => levelCard(level, { kicker })));
  }
  if (!cards.length) return;
  const button = /** @type {HTMLAnchorElement} */ (find("#begin", root));
  button.href = cards[0].href;
  button.textContent = t("home.resume");
  if (solved) find("#lead", root).textContent = [t("home.so-far", { count: solved }), streak > 1 ? t("home.streak", { count: streak }) : ""].filter(Boolean).join(" ");
  showCards(find("#continue", root), cards);
}

/**
 * Return the collections in which one goes on level after level, those that are not solved to their end.
 * @param {Api.CollectionOut[]} collections
 */
function ways(collections) {
  const isOpen = (/** @type {Api.CollectionOut | undefined} */ one) => one && one.solved < one.levels;
  const [lessons, pack] = [findLessons(collections), findCampaign(collections).find(isOpen)];
  return [
    ...(lessons && isOpen(lessons) ? [{ collection: lessons, kicker: t("home.next-lesson") }] : []),
    ...(pack ? [{ collection: pack, kicker: collectionTitle(pack) }] : []),
  ];
}

/**
 * @param {HTMLElement} root
 * @param {Promise<Api.CollectionOut[]>} collections
 */
async function showLessons(root, collections) {
  const lessons = findLessons(await collections);
  if (!lessons || lessons.solved === lessons.levels) return;
  const { levels } = await get("/collections/{collection}/levels", { collection: lessons.id, limit: LESSONS });
  const kickers = ["home.lesson.walk", "home.lesson.push", "home.lesson.undo"];
  const cards = levels.map((level, index) => levelCard(level, { kicker: t(kickers[index]) }));
  showCards(find("#lessons", root), cards);
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
