/** The library: collections, a search through all levels, and levels that come in. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { openPage } from "../core/shell.js";
import { collectionCard, findLessons } from "../ui/collection-cards.js";
import { mountImport } from "../ui/import-panel.js";
import { levelTile } from "../ui/level-cards.js";
import { showError, showStatus } from "../ui/status.js";
import { NOTHING, active, filtersOf, isSearch, queryOf, without } from "./filters.js";

/** @typedef {import("./filters.js").Filters} Filters */
/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */
/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */

const PAGE = 60; // levels shown at a time
const TYPING = 300; // milliseconds after the last letter until it is looked for

await openPage("library", ["library"]);
const status = find("#status");
const form = /** @type {HTMLFormElement} */ (find("#search"));
const results = find("#results");
const tiles = find(".tiles", results);
const load = /** @type {HTMLButtonElement} */ (find(".load", results));

let filters = filtersOf(location.search);
/** @type {AbortController | null} */
let asking = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  search(read());
});
form.addEventListener("change", () => search(read()));
form.addEventListener("input", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).name !== "q") return;
  clearTimeout(typing);
  typing = setTimeout(() => search(read()), TYPING);
});
addEventListener("popstate", () => show(filtersOf(location.search)));
mountImport(find("#import"), listCollections);
await listGames();
if (location.hash === "#import") find("#import").setAttribute("open", "");
const q = read().q || filters.q; // what was typed while the page was still loading counts
await Promise.all([q === filters.q ? show(filters) : search({ ...filters, q }), listCollections()]);

/** The filters as the form has them; the collection is set by links alone. */
function read() {
  const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
  return filtersOf(queryOf({ ...NOTHING, collection: filters.collection, ...given }));
}

/** @param {Filters} wanted */
function search(wanted) {
  clearTimeout(typing);
  if (queryOf(wanted) === queryOf(filters)) return;
  history.pushState(null, "", queryOf(wanted) || location.pathname);
  return show(wanted);
}

/** @param {Filters} wanted */
async function show(wanted) {
  filters = wanted;
  write();
  asking?.abort();
  results.hidden = !isSearch(filters);
  if (results.hidden) return;
  asking = new AbortController();
  tiles.replaceChildren();
  await more(null, asking.signal);
}

/**
 * Show the levels after a place in the order.
 * @param {number | null} after
 * @param {AbortSignal} signal
 */
async function more(after, signal) {
  try {
    const found = await get("/levels", { ...filters, after, limit: PAGE }, { signal });
    const added = found.levels.map(levelTile);
    tiles.append(...added);
    if (after !== null) added[0]?.focus();
    find("h2", results).textContent = t("library.found", { count: found.total });
    load.hidden = !found.next;
    load.onclick = () => more(found.next, signal);
    showStatus(status, "");
  } catch (error) {
    if (!signal.aborted) showError(status, error);
  }
}

/** Put the filters into the form and show them as chips that take themselves away. */
function write() {
  for (const name of /** @type {(keyof Filters)[]} */ (Object.keys(filters))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = filters[name];
  }
  const chips = active(filters).map((name) => {
    const label = t("library.chip", { name: t(`filter.${name}`), value: said(name) });
    const take = () => search(without(filters, name));
    return h("button", { type: "button", class: "chip", onclick: take, "aria-label": t("library.remove", { label }) }, label);
  });
  const all = h("button", { type: "button", class: "chip quiet", onclick: () => search(NOTHING) }, t("library.clear"));
  const place = find("#chips");
  place.hidden = !chips.length;
  place.replaceChildren(...chips, ...(chips.length > 1 ? [all] : []));
}

/** What a filter says, in the words of the form. @param {keyof Filters} name */
function said(name) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent ?? filters[name];
  return filters[name];
}

async function listGames() {
  try {
    const { games } = await get("/games");
    find("select[name=game]", form).append(...games.map(({ key, name }) => h("option", { value: key }, name)));
  } catch (error) {
    showError(status, error);
  }
}

async function listCollections() {
  try {
    const { collections: all } = await get("/collections");
    const lessons = findLessons(all);
    const others = all.filter((collection) => !collection.mine && collection !== lessons);
    list("#mine", all.filter(({ mine }) => mine));
    list("#all", lessons ? [lessons, ...others] : others);
  } catch (error) {
    showError(status, error);
  }
}

/**
 * @param {string} selector
 * @param {CollectionOut[]} collections
 */
function list(selector, collections) {
  const section = find(selector);
  section.hidden = !collections.length;
  find(".cards", section).replaceChildren(...collections.map(collectionCard));
}
