/** A grid of level tiles that is loaded page by page. */

import { levelTile } from "./cards.js";
import { showError } from "./status.js";

/** @typedef {(after: number | null, signal: AbortSignal) => Promise<Api.Levels>} Source fetches the page after a level */

export class LevelGrid {
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @param {HTMLElement} tiles
   * @param {HTMLButtonElement} loadMore
   * @param {HTMLElement} status
   */
  constructor(tiles, loadMore, status) {
    this.tiles = tiles;
    this.loadMore = loadMore;
    this.status = status;
  }

  /** Return how many levels are shown. */
  get count() {
    return this.tiles.childElementCount;
  }

  /** Drop the responses that have not come yet. */
  cancel() {
    this.#running?.abort();
  }

  /**
   * Show the levels of a source instead of those before.
   * @param {Source} source
   * @param {(page: Api.Levels) => void} [onpage]
   */
  async show(source, onpage) {
    this.cancel();
    this.#running = new AbortController();
    this.tiles.replaceChildren();
    await this.#append(source, null, this.#running.signal, onpage);
  }

  /**
   * @param {Source} source
   * @param {number | null} after
   * @param {AbortSignal} signal
   * @param {(page: Api.Levels) => void} [onpage]
   */
  async #append(source, after, signal, onpage) {
    try {
      const page = await source(after, signal);
      if (signal.aborted) return;
      const added = page.levels.map(levelTile);
      this.tiles.append(...added);
      if (after !== null) added[0]?.focus();
      this.loadMore.hidden = page.next === null;
      this.loadMore.onclick = () => this.#append(source, page.next, signal, onpage);
      onpage?.(page);
    } catch (error) {
      if (!signal.aborted) showError(this.status, error);
    }
  }
}
