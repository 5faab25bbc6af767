/**
 * The filters of the library as a value: read from the address of the page, written to it, and sent to the server under
 * the same names.
 */

/**
 * The names of the filters: `q` is words of the title, the author or the notes, `game` the key of a game, `collection`
 * an id, `state` one of STATES, `size` a number of cells.
 */
const NAMES = /** @type {const} */ ([
  "q", "game", "author", "tag", "collection", "state", "boxes_min", "boxes_max", "size_min", "size_max", "order",
]);

/** @typedef {Record<typeof NAMES[number], string>} Filters "" where one is not set */

export const NO_FILTERS = /** @type {Filters} */ (Object.fromEntries(NAMES.map((name) => [name, ""])));

const NUMBERS = /** @type {const} */ (["boxes_min", "boxes_max", "size_min", "size_max"]);
const STATES = ["unsolved", "begun", "solved"];

/**
 * Return the filters of an address; what is no filter, and a value that a filter cannot have, is left out.
 * @param {string} query such as "?q=attic&boxes_max=4"
 * @returns {Filters}
 */
export function parseFilters(query) {
  const params = new URLSearchParams(query);
  const filters = { ...NO_FILTERS };
  for (const name of NAMES) filters[name] = (params.get(name) ?? "").trim();
  if (!STATES.includes(filters.state)) filters.state = "";
  for (const name of NUMBERS) if (!/^\d{1,5}$/.test(filters[name])) filters[name] = "";
  return filters;
}

/**
 * Return the filters as the query of an address, without those that are not set; "" for none.
 * @param {Filters} filters
 */
export function formatFilters(filters) {
  const params = new URLSearchParams(NAMES.filter((name) => filters[name]).map((name) => [name, filters[name]]));
  return String(params) && `?${params}`;
}

/**
 * Return whether the filters are a search for levels; an order alone is none.
 * @param {Filters} filters
 */
export function isSearch(filters) {
  return NAMES.some((name) => name !== "order" && filters[name]);
}

/**
 * Return the filters without one of them.
 * @param {Filters} filters
 * @param {keyof Filters} name
 * @returns {Filters}
 */
export function withoutFilter(filters, name) {
  return { ...filters, [name]: "" };
}

/**
 * Return the filters that are set, in the order of the form.
 * @param {Filters} filters
 * @returns {(keyof Filters)[]}
 */
export function activeFilters(filters) {
  return NAMES.filter((name) => name !== "order" && filters[name]);
}
