/** The lobby: open a room, join one by its code, or take a free seat in an open one. */

import { get, post, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { load, save } from "../core/storage.js";
import { collectionTitle, findLessons } from "../ui/collection-cards.js";
import { levelTitle } from "../ui/level-cards.js";
import { boardPicture } from "../ui/picture.js";
import { whileBusy } from "../ui/status.js";

/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */
/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */
/** @typedef {{code: string, kind: "race" | "match", game: string, title: string, players: string[], seats: number}} OpenRoom */

const ASK_AGAIN = 5000; // milliseconds between two looks at the open rooms
const MOST_LEVELS = 500; // to choose from

/** What one is called in a room, as it was given here before. */
export function ownName() {
  return load("name", "");
}

/**
 * @param {HTMLElement} status
 */
export async function openLobby(status) {
  find("#lobby").hidden = false;
  const name = /** @type {HTMLInputElement} */ (find("#name"));
  name.value = ownName();
  name.addEventListener("change", () => save("name", name.value.trim()));

  const join = /** @type {HTMLFormElement} */ (find("#join"));
  join.addEventListener("submit", (event) => {
    event.preventDefault();
    go(/** @type {HTMLInputElement} */ (find("input", join)).value);
  });

  const [me, { collections }] = await Promise.all([get("/me"), get("/collections")]);
  find("#name-field").hidden = me.account !== null;
  const { games } = await get("/games");
  const forTwo = new Set(games.filter(({ players }) => players > 1).map(({ key }) => key));
  const fits = (/** @type {CollectionOut} */ { games: held }, /** @type {boolean} */ together) =>
    Object.keys(held).some((game) => forTwo.has(game) === together);
  await Promise.all([
    chooser(find("#race"), "race", collections.filter((collection) => fits(collection, false)), status),
    chooser(find("#match"), "match", collections.filter((collection) => fits(collection, true)), status),
  ]);
  await listRooms();
  setInterval(() => document.hidden || listRooms().catch(() => {}), ASK_AGAIN);
}

/**
 * Choose a collection and a level of it, look at it, and open a room for it.
 * @param {HTMLElement} card
 * @param {"race" | "match"} kind
 * @param {CollectionOut[]} collections
 * @param {HTMLElement} status
 */
async function chooser(card, kind, collections, status) {
  const collection = /** @type {HTMLSelectElement} */ (find("select[name=collection]", card));
  const level = /** @type {HTMLSelectElement} */ (find("select[name=level]", card));
  const button = /** @type {HTMLButtonElement} */ (find("button", card));
  /** @type {LevelOut[]} */
  let levels = [];
  const show = () => {
    const chosen = levels.find(({ id }) => String(id) === level.value);
    find(".look", card).replaceChildren(...(chosen ? [boardPicture(chosen.level.board)] : []));
  };
  const fill = async () => {
    const found = await get("/collections/{collection}/levels", { collection: collection.value, limit: MOST_LEVELS });
    levels = found.levels;
    level.replaceChildren(
      ...levels.map((one) => h("option", { value: String(one.id) }, one.number ? `${one.number}. ${levelTitle(one)}` : levelTitle(one))),
    );
    show();
  };

  collection.append(...collections.map((one) => h("option", { value: String(one.id) }, collectionTitle(one))));
  const lessons = findLessons(collections);
  if (lessons) collection.value = String(lessons.id);
  collection.addEventListener("change", fill);
  level.addEventListener("change", show);
  find("form", card).addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(button, status, async () => {
      const { code } = await post("/rooms", { kind, level_id: Number(level.value) });
      go(code);
    });
  });
  await wish(collection, level, fill);
}

/**
 * Begin with the level that the address asks for, where this kind of room can have it.
 * @param {HTMLSelectElement} collection
 * @param {HTMLSelectElement} level
 * @param {() => Promise<void>} fill
 */
async function wish(collection, level, fill) {
  const wanted = new URLSearchParams(location.search).get("level");
  if (wanted) {
    const found = await get("/levels/{level}", { level: wanted });
    if ([...collection.options].some(({ value }) => value === String(found.collection))) {
      collection.value = String(found.collection);
    }
  }
  if (!collection.value) return;
  await fill();
  if (wanted && [...level.options].some(({ value }) => value === wanted)) {
    level.value = wanted;
    level.dispatchEvent(new Event("change"));
  }
}

async function listRooms() {
  const { rooms } = await get("/rooms");
  const list = find("#rooms");
  const lines = rooms.map(({ code, kind, title, players, seats }) =>
    h(
      "li",
      {},
      h("span", { class: "tag" }, t(`live.${kind}`)),
      h("b", {}, title || t("level.untitled")),
      h("span", { class: "muted" }, players.join(", ") || t("live.empty")),
      h("span", { class: "muted" }, t("live.taken", { taken: players.length, seats })),
      h("a", { class: "button", href: `/live?room=${code}` }, t("live.enter")),
    ),
  );
  if (list.contains(document.activeElement)) return; // not under somebody's fingers
  list.replaceChildren(...(lines.length ? lines : [h("li", { class: "muted" }, t("live.none"))]));
}

/** @param {string} code */
function go(code) {
  location.assign(withQuery("/live", { room: code.trim().toUpperCase() }));
}
