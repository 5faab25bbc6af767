/** Levels that come in by paste, as files or dropped on the page: read first, kept when the visitor says so. */

import { ApiError, post } from "../core/api.js";
import { h, labelled, onSubmit } from "../core/dom.js";
import { sourceOf } from "../core/files.js";
import { language, t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { bringInButton } from "./bring-in.js";
import { levelCard, levelTitle } from "./cards.js";
import { findNear, nearItem } from "./near-levels.js";
import { problemList } from "./problems.js";
import { readAgainForm } from "./read-again.js";
import { showError, showStatus, statusLine, whileBusy } from "./status.js";

/** @typedef {import("../core/files.js").Source} Source */

const SHOWN = 6;
const ARCHIVE = /\.(zip|gz|tgz|tar)$/i;

/** Where levels are pasted or chosen as files, read, looked at, played and kept. */
export class ImportPanel {
  text = h("textarea", { rows: 8, class: "code", spellcheck: false, autocapitalize: "off", autocomplete: "off" });
  status = statusLine();
  cards = h("div", { class: "reading stack" });
  /** @type {import("./import-files.js").FileImport | null} */
  list = null;

  /**
   * @param {HTMLElement} panel that is filled
   * @param {object} adapter
   * @param {(level: Api.LevelOut) => Promise<void>} adapter.play
   * @param {() => void} [adapter.onimport] is called when the library has grown
   * @param {(sources: Source[]) => void} [adapter.bringIn] brings in the solutions of files as the visitor's
   * @param {boolean} [adapter.playAtOnce] a single level without problems is played without a look at it
   * @param {number} [adapter.shown] levels that are shown before they are kept
   */
  constructor(panel, { play, onimport = () => {}, bringIn, playAtOnce = false, shown = SHOWN }) {
    this.shown = shown;
    this.bringIn = bringIn;
    this.play = play;
    this.onimport = onimport;
    this.playAtOnce = playAtOnce;
    const button = h("button", { type: "submit", class: "primary" }, t("import.look"));
    const files = h("input", { type: "file", class: "visually-hidden", multiple: true });
    const choose = h("label", { class: "button" }, h("span", {}, t("import.files")), files);
    const row = h("div", { class: "row" }, button, choose, h("span", { class: "muted" }, t("import.drop")));
    const form = h("form", { class: "stack" }, labelled(t("import.paste"), this.text), row);
    panel.append(form, this.status, this.cards);
    const look = () => this.#read([{ name: "", text: this.text.value }]);
    onSubmit(form, () => whileBusy(button, this.status, look));
    files.addEventListener("change", async () => {
      await this.readFiles([...(files.files ?? [])]);
      files.value = "";
    });
  }

  /** Show what is in some files: of one its levels, of several or an archive a list. @param {File[]} files */
  async readFiles(files) {
    this.list?.stop();
    if (!files.length) showStatus(this.status, t("import.many.none"), "error");
    else if (files.length > 1 || files.some(({ name }) => ARCHIVE.test(name))) await this.#readList(files);
    else await this.#read(files.map(sourceOf));
  }

  /** @param {File[]} files */
  async #readList(files) {
    const { FileImport } = await import("./import-files.js");
    const list = new FileImport(files, this.onimport, this.bringIn);
    this.list = list;
    this.cards.replaceChildren(list.element);
    showStatus(this.status, "");
    try {
      const readings = await list.read(sourceOf);
      if (this.list !== list) return; // others were dropped meanwhile
      const [{ source, files: found } = { source: null, files: [] }] = readings;
      if (!source) {
        list.element.remove();
        showStatus(this.status, t("import.many.stopped"));
      } else if (readings.length === 1 && found.length === 1 && !found[0].error) await this.#read([source]);
    } catch (error) {
      list.element.remove();
      showError(this.status, error);
    }
  }

  /** Show what is in a text. @param {string} text */
  async readText(text) {
    this.text.value = text;
    await this.#read([{ name: "", text }]);
  }

  /** @param {(Source | Promise<Source>)[]} sources */
  async #read(sources) {
    this.cards.replaceChildren();
    showStatus(this.status, "");
    try {
      for (const source of await Promise.all(sources)) await this.#readOne(source);
    } catch (error) {
      showError(this.status, error);
    }
  }

  /** @param {Source} source */
  async #readOne(source) {
    if (!source.text.trim() && !source.data) {
      showStatus(this.status, t("import.empty", { name: titleOf(source) }), "error");
      return;
    }
    const reading = await post("/read", source).catch((error) => {
      if (error instanceof ApiError) this.cards.append(this.#unread(source));
      throw error;
    });
    const [level] = reading.levels;
    if (this.playAtOnce && reading.total === 1 && !reading.problems.length) await this.play(level);
    else this.cards.append(this.#card(source, reading));
  }

  /**
   * Return a card for a text or a file of which nothing could be read as it was.
   * @param {Source} source
   */
  #unread(source) {
    const again = this.#again(source, (card) => panel.replaceWith(card));
    again.setAttribute("open", "");
    const panel = h("section", { class: "panel stack", "aria-label": titleOf(source) }, h("h2", {}, titleOf(source)), again);
    return panel;
  }

  /**
   * Return a card with what was read from a text, and a button that keeps it.
   * @param {Source} source
   * @param {Api.ReadOut} reading
   */
  #card(source, reading) {
    const count = reading.total;
    const name = h("input", { type: "text", value: reading.title || nameOf(source), required: true, maxLength: 120 });
    const save = h("button", { type: "submit", class: "primary" }, t("import.add", { count }));
    const hasMoves = reading.levels.some(({ level }) => level.records?.length);
    const yours = this.bringIn && hasMoves && bringInButton(() => this.bringIn?.([{ ...source, name: titleOf(source) }]));
    const form = h("form", { class: "row" }, labelled(t("import.name"), name), save, yours);
    const keep = () => this.#keep(card, { ...source, name: name.value.trim() }, count);
    onSubmit(form, () => whileBusy(save, this.status, keep));
    const shown = reading.levels.slice(0, this.shown);
    const near = h("ul", { class: "plain near", hidden: true });
    this.#showNear(shown, near);
    const card = h(
      "section",
      { class: "panel stack", "aria-label": titleOf(source) },
      h("h2", {}, titleOf(source)),
      h("p", {}, t("import.summary", { count, format: reading.format })),
      h("p", { class: "muted" }, t("import.evidence", { why: reading.evidence })),
      problemList(reading.problems),
      this.#again(source, (other) => card.replaceWith(other)),
      h("div", { class: "cards" }, ...shown.map((level) => this.#levelCard(level))),
      near,
      count > this.shown && h("p", { class: "muted" }, t("import.more", { count: count - this.shown })),
      count > 0 && form,
    );
    return card;
  }

  /**
   * Return what reads a text or a file in another way than the one that was found.
   * @param {Source} source
   * @param {(card: HTMLElement) => void} show
   */
  #again(source, show) {
    return readAgainForm(source, this.status, async (other) => {
      show(this.#card(other, await post("/read", other)));
      showStatus(this.status, "");
    });
  }

  /**
   * Name the levels of the library that those that are shown are nearly the same as.
   * @param {Api.LevelOut[]} levels
   * @param {HTMLElement} list
   */
  async #showNear(levels, list) {
    try {
      for (const level of levels) {
        /** @type {import("./near-levels.js").Near[]} */
        let last = [];
        await findNear(level.level, (found) => ((last = found), true));
        list.append(...last.map((near) => nearItem(near, t("import.near", { title: levelTitle(level), sentence: near.sentence }))));
        list.hidden = !list.children.length;
      }
    } catch (error) {
      showError(this.status, error);
    }
  }

  /**
   * @param {HTMLElement} card
   * @param {import("./import-job.js").Source} source
   * @param {number} count of the levels
   */
  async #keep(card, source, count) {
    showStatus(this.status, "");
    const { importCollection } = await import("./import-job.js");
    const imported = await importCollection(source, count, card);
    if (!imported) {
      showStatus(this.status, t("import.stopped", { name: source.name }));
      return;
    }
    this.text.value = "";
    card.replaceWith(reportCard(imported));
    this.onimport();
  }

  /** Return the card of a level that is not kept yet; it plays it. @param {Api.LevelOut} level */
  #levelCard(level) {
    const card = levelCard(level, { href: "#" });
    card.addEventListener("click", (event) => {
      event.preventDefault();
      this.play(level).catch((error) => showError(this.status, error));
    });
    return card;
  }
}

/**
 * Return a card with what was kept, and what of it was in the library before.
 * @param {Api.Imported} imported
 */
function reportCard({ collection, problems, notes, duplicates }) {
  const warnings = notes.map((found) => ({ found, severity: /** @type {const} */ ("warning"), phrases: {} }));
  return h(
    "section",
    { class: "panel stack", role: "status" },
    h("h2", {}, t("import.kept", { name: collection.title || collection.name, count: collection.levels })),
    problemList([...problems, ...warnings]),
    duplicates.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("import.duplicates", { count: duplicates.length })),
        h("ul", { class: "plain" }, ...duplicates.map(duplicateItem)),
      ),
    h("a", { class: "button primary", href: `/collection?id=${collection.id}` }, t("import.open")),
  );
}

/** @param {Api.DuplicateOut} duplicate */
function duplicateItem({ level, of, relation, title, of_title }) {
  return h(
    "li",
    {},
    h("a", { href: `/play?level=${level}` }, title || `#${level}`),
    ` ${t(`import.is.${relation}`)} `,
    h("a", { href: `/play?level=${of}` }, shippedText("level.title", of_title) || `#${of}`),
  );
}

/** Return a name for a collection: that of its file, or when it was pasted, so that the next one has another. @param {Source} source */
function nameOf({ name }) {
  const when = () => new Date().toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return name ? name.replace(/\.\w{1,6}$/, "") : t("import.pasted.at", { when: when() });
}

/** @param {Source} source */
function titleOf({ name }) {
  return name || t("import.pasted");
}
