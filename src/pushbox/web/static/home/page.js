/** The first page: go on where one was, the daily levels, the first steps, every game. */

import { get, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openPage } from "../core/shell.js";
import { findLessons } from "../ui/collection-cards.js";
import { levelCard } from "../ui/level-cards.js";
import { boardPicture } from "../ui/picture.js";
import { showError } from "../ui/status.js";

/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */
/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */

const CONTINUED = 4;
const LESSONS = 3;

await openPage("index", ["index"]);
const status = find("#status");

const collections = get("/collections").then(({ collections }) => collections);
await Promise.all(
  [showRecent(), showLessons(), showGames(), showDaily()].map((part) => part.catch((error) => showError(status, error))),
);

async function showRecent() {
  const { recent } = await get("/me");
  const begun = recent.filter(({ state }) => state !== "solved");
  if (!begun.length) return;
  const button = /** @type {HTMLAnchorElement} */ (find("#begin"));
  button.href = `/play?play=${begun[0].play}`;
  button.textContent = t("home.resume");
  reveal("#continue", begun.slice(0, CONTINUED).map((level) => levelCard(level, { href: `/play?play=${level.play}` })));
}

async function showLessons() {
  const lessons = findLessons(await collections);
  if (!lessons) return;
  const { levels } = await get("/collections/{collection}/levels", { collection: lessons.id, limit: LESSONS });
  const kickers = ["home.lesson.walk", "home.lesson.push", "home.lesson.undo"];
  reveal(
    "#lessons",
    levels.map((level, index) => levelCard(level, { kicker: t(kickers[index]) })),
  );
  /** @type {HTMLAnchorElement} */ (find("#lessons-more")).href = `/collection?id=${lessons.id}`;
  const [first] = levels;
  const button = /** @type {HTMLAnchorElement} */ (find("#begin"));
  if (button.textContent === t("home.begin")) button.href = `/play?level=${first.id}`;
}

async function showGames() {
  const [{ games }, all] = await Promise.all([get("/games"), collections]);
  const cards = games.map((game) => {
    const shown = all.find(({ games: held, cover }) => cover && Object.keys(held).join() === game.key);
    return gameCard(game, shown?.cover);
  });
  reveal("#games", cards);
}

async function showDaily() {
  const { levels } = await get("/daily");
  reveal("#daily", levels.map((level) => levelCard(level, { title: t(`daily.${level.size}`) })));
  const hero = /** @type {HTMLAnchorElement} */ (find("#hero"));
  const shown = levels[levels.length - 1];
  hero.href = `/play?level=${shown.id}`;
  hero.append(boardPicture(shown.level.board));
}

/**
 * @param {{key: string, name: string, summary: string}} game
 * @param {LevelOut | null} [level] one of its levels
 */
function gameCard({ key, name, summary }, level) {
  return h(
    "a",
    { class: "card game-card", href: withQuery("/library", { game: key }) },
    level ? boardPicture(level.level.board) : h("span", { class: "picture" }),
    h(
      "span",
      { class: "card-text" },
      h("span", { class: "card-title" }, name),
      h("span", { class: "muted" }, t(`game.${key}`) === `game.${key}` ? summary : t(`game.${key}`)),
    ),
  );
}

/**
 * @param {string} selector of a section
 * @param {Node[]} cards
 */
function reveal(selector, cards) {
  const section = find(selector);
  find(".cards", section).replaceChildren(...cards);
  section.hidden = !cards.length;
}
