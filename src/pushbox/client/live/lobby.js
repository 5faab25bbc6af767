/** The lobby: open a room, join one by its code, or take a free seat in an open one. */

import { get, getAll, post, withQuery } from "../core/api.js";
import { find, h, labelled, onSubmit, updateChildren } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { collectionTitle, findLessons, levelOption } from "../ui/cards.js";
import { boardPicture } from "../ui/picture.js";
import { whileBusy } from "../ui/status.js";
import { ownName, saveOwnName, shownName } from "./own-name.js";

const REFRESH_MS = 5000; // between two updates of the open rooms
const MAX_LEVELS = 500; // to choose from
const BEST_OF = /** @type {const} */ ([1, 3, 5, 7]);

/** Say how many games a room is for. @param {number} games */
const bestOfText = (games) => t(games === 1 ? "live.one-game" : "live.best-of", { games });

/** @param {HTMLElement} root of the page */
export async function openLobby(root) {
  const status = find("#status", root);
  find("#lobby", root).hidden = false;
  const name = /** @type {HTMLInputElement} */ (find("#name", root));
  name.value = ownName();
  name.addEventListener("change", () => saveOwnName(name.value));

  onSubmit(find("#join", root), () => enter(/** @type {HTMLInputElement} */ (find("#join input", root)).value));

  const [me, collections] = await Promise.all([get("/me"), getAll("/collections", "collections")]);
  find("#name-field", root).hidden = me.account !== null;
  const { games } = await get("/games");
  const forTwo = new Set(games.filter(({ players }) => players > 1).map(({ key }) => key));
  const suited = (/** @type {boolean} */ together) =>
    collections.filter((collection) => Object.keys(collection.games).some((game) => forTwo.has(game) === together));
  await Promise.all([
    levelChooser(find("#race", root), "race", suited(false), status),
    levelChooser(find("#match", root), "match", suited(true), status),
  ]);
  const rooms = find("#rooms", root);
  await listRooms(rooms);
  setInterval(() => document.hidden || listRooms(rooms).catch(() => {}), REFRESH_MS); // the next one may work again
}

/**
 * Add a form that chooses a collection and a level of it, shows that, and opens a room for it.
 * @param {HTMLElement} card
 * @param {"race" | "match"} kind
 * @param {Api.CollectionOut[]} collections
 * @param {HTMLElement} status
 */
async function levelChooser(card, kind, collections, status) {
  const options = collections.map((one) => h("option", { value: String(one.id) }, collectionTitle(one)));
  const collection = h("select", { name: "collection" }, ...options);
  const level = h("select", { name: "level" });
  const bestOf = h("select", { name: "best-of" }, ...BEST_OF.map((games) => h("option", { value: String(games) }, bestOfText(games))));
  const look = h("div", { class: "look" });
  const button = h("button", { class: "primary" }, t(`live.${kind}.open`));
  const form = h("form", { class: "stack" }, labelled(t("filter.collection"), collection), labelled(t("label.level"), level), labelled(t("live.games"), bestOf), button);
  card.append(look, form);
  /** @type {Api.LevelOut[]} */
  let levels = [];
  const showLevel = () => {
    const chosen = levels.find(({ id }) => String(id) === level.value);
    look.replaceChildren(...(chosen ? [boardPicture(chosen.level.board)] : []));
  };
  const fillLevels = async () => {
    levels = await getAll("/collections/{collection}/levels", "levels", { collection: collection.value, limit: MAX_LEVELS }, MAX_LEVELS);
    level.replaceChildren(...levels.map(levelOption));
    showLevel();
  };

  const lessons = findLessons(collections);
  if (lessons) collection.value = String(lessons.id);
  collection.addEventListener("change", fillLevels);
  level.addEventListener("change", showLevel);
  const open = async () => {
    const best_of = BEST_OF.find((games) => String(games) === bestOf.value);
    enter((await post("/rooms", { kind, level_id: Number(level.value), best_of })).code);
  };
  onSubmit(form, () => whileBusy(button, status, open));
  await chooseRequested(collection, level, fillLevels);
}

/**
 * Choose the level of the address first, where this kind of room can have it.
 * @param {HTMLSelectElement} collection
 * @param {HTMLSelectElement} level
 * @param {() => Promise<void>} fillLevels
 */
async function chooseRequested(collection, level, fillLevels) {
  const requested = new URLSearchParams(location.search).get("level");
  if (requested) {
    const id = String((await get("/levels/{level}", { level: requested })).collection);
    if ([...collection.options].some(({ value }) => value === id)) collection.value = id;
  }
  if (!collection.value) return;
  await fillLevels();
  if (requested && [...level.options].some(({ value }) => value === requested)) {
    level.value = requested;
    level.dispatchEvent(new Event("change"));
  }
}

/** @param {HTMLElement} list */
async function listRooms(list) {
  const { rooms } = await get("/rooms");
  const items = rooms.map(({ code, kind, title, players, seats, best_of }) =>
    h(
      "li",
      {},
      h("span", { class: "tag" }, t(`live.${kind}`)),
      best_of > 1 && h("span", { class: "tag" }, bestOfText(best_of)),
      h("b", {}, shippedText("level.title", title) || t("level.untitled")),
      h("span", { class: "muted" }, players.map(shownName).join(", ") || t("live.empty")),
      h("span", { class: "muted" }, t("live.taken", { taken: players.length, seats })),
      h("a", { class: "button", href: `/live?room=${code}` }, t("live.enter")),
    ),
  );
  if (list.contains(document.activeElement)) return; // not while somebody uses it
  updateChildren(list, items.length ? items : [h("li", { class: "muted" }, t("live.none"))]);
}

/** @param {string} code */
function enter(code) {
  location.assign(withQuery("/live", { room: code.trim().toUpperCase() }));
}
