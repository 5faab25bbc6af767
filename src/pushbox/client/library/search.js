/** The search of the library: the form, the address and the levels show the same filters. */

import { get } from "../core/api.js";
import { find, h, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { LevelGrid } from "../ui/level-grid.js";
import { showStatus } from "../ui/status.js";
import { NO_FILTERS, activeFilters, parseFilters, isSearch, formatFilters, withoutFilter } from "./filters.js";

/** @import { Filters } from "./filters.js" */

const PAGE = 60; // levels shown at a time
const TYPING = 300; // milliseconds after the last letter until the search begins

export class Search {
  #filters = parseFilters(location.search);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} status
   */
  constructor(root, status) {
    this.status = status;
    this.form = /** @type {HTMLFormElement} */ (find("#search", root));
    this.chips = find("#chips", root);
    this.results = find("#results", root);
    const loadMore = /** @type {HTMLButtonElement} */ (find(".load", this.results));
    this.grid = new LevelGrid(find(".tiles", this.results), loadMore, status);
    onSubmit(this.form, () => this.#search(this.#read()));
    this.form.addEventListener("change", () => this.#search(this.#read()));
    this.form.addEventListener("input", (event) => {
      if (/** @type {HTMLInputElement} */ (event.target).name !== "q") return;
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#search(this.#read()), TYPING);
    });
    addEventListener("popstate", () => this.#show(parseFilters(location.search)));
  }

  /** Begin with the filters of the address; what was typed while the page was still loading counts. */
  async start() {
    const q = this.#read().q || this.#filters.q;
    await (q === this.#filters.q ? this.#show(this.#filters) : this.#search({ ...this.#filters, q }));
  }

  /** Return the filters as the form has them; the collection is set by links alone. */
  #read() {
    const fields = Object.fromEntries([...new FormData(this.form)].map(([name, value]) => [name, String(value).trim()]));
    return parseFilters(formatFilters({ ...NO_FILTERS, collection: this.#filters.collection, ...fields }));
  }

  /** @param {Filters} filters */
  async #search(filters) {
    clearTimeout(this.#typing);
    if (formatFilters(filters) === formatFilters(this.#filters)) return;
    history.pushState(null, "", formatFilters(filters) || location.pathname);
    await this.#show(filters);
  }

  /** @param {Filters} filters */
  async #show(filters) {
    this.#filters = filters;
    for (const [name, value] of Object.entries(filters)) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
    this.#showChips();
    this.results.hidden = !isSearch(filters);
    if (this.results.hidden) {
      this.grid.cancel();
      return;
    }
    await this.grid.show(
      (after, signal) => get("/levels", { ...filters, after, limit: PAGE }, { signal }),
      ({ total }) => {
        find("h2", this.results).textContent = t("library.found", { count: total });
        showStatus(this.status, "");
      },
    );
  }

  /** Show the filters as chips that take themselves away. */
  #showChips() {
    const chips = activeFilters(this.#filters).map((name) => {
      const label = t("library.chip", { name: t(`filter.${name}`), value: this.#valueText(name) });
      const onclick = () => this.#search(withoutFilter(this.#filters, name));
      return h("button", { type: "button", class: "chip", onclick, "aria-label": t("library.remove", { label }) }, label);
    });
    const clear = h("button", { type: "button", class: "chip quiet", onclick: () => this.#search(NO_FILTERS) }, t("library.clear"));
    this.chips.hidden = !chips.length;
    this.chips.replaceChildren(...chips, ...(chips.length > 1 ? [clear] : []));
  }

  /** Return the value of a filter, in the words of the form. @param {keyof Filters} name */
  #valueText(name) {
    const field = this.form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent ?? this.#filters[name];
    return this.#filters[name];
  }
}
