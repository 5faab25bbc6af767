/** Several files brought in as one list: what is in each, what they are together, and one button that adds all. */

import { ApiError, post } from "../core/api.js";
import { h, labelled, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { bringInButton } from "./bring-in.js";
import { keepFiles, meterOf } from "./import-job.js";
import { areSingleLevels, commonName, portions, readingPortions, totalsOf } from "./import-totals.js";
import { problemItem } from "./problems.js";
import { readAgainForm } from "./read-again.js";
import { announce, showStatus, statusLine, whileBusy } from "./status.js";

/** @typedef {import("../core/files.js").Source} Source */
/** @typedef {{source: Source, files: Api.FileOut[]}} Reading what was found in a file, or in each file of an archive */

const LISTED = 8; // collections that a report names at once
const HALVED = ["too-large"]; // errors of files together, which may be read one by one
const OF_FILE = ["bad-input", "unsupported", ...HALVED];

/** A list of files that are read, looked at and kept together. */
export class FileImport {
  /** @type {Reading[]} */
  #readings = [];
  #stopped = false;
  #status = statusLine();
  #totals = h("ul", { class: "totals" });
  #unread = h("ul", { class: "problems unread" });
  #rows = h("ul", { class: "list files" });
  #keeping = h("div", { class: "stack" });
  element;

  /**
   * @param {(File | Source)[]} files
   * @param {() => void} onimport is called when the library has grown
   * @param {(sources: Source[]) => void} [bringIn] brings in their solutions as the visitor's
   */
  constructor(files, onimport, bringIn) {
    const title = t("import.many", { count: files.length });
    const list = h("details", { open: true }, h("summary", {}, t("import.many.list")), this.#rows);
    this.files = files;
    this.onimport = onimport;
    this.bringIn = bringIn;
    const parts = [h("h2", {}, title), this.#totals, this.#unread, this.#keeping, this.#status, list];
    this.element = h("section", { class: "panel stack", "aria-label": title }, ...parts);
  }

  /** Read no more, and keep nothing. */
  stop() {
    this.#stopped = true;
  }

  /**
   * Read all files; their bar is there at once.
   * @param {(file: File) => Promise<Source>} sourceOf
   * @returns {Promise<Reading[]>} empty where it was stopped
   * @throws {ApiError} where the server cannot be asked
   */
  async read(sourceOf) {
    const meter = meterOf(t("import.many.progress"), () => this.stop());
    const count = this.files.length;
    const show = () => meter.show(this.#readings.length / count, t("import.many.ready", { ready: this.#readings.length, count }));
    show();
    this.#keeping.append(meter.element);
    this.element.scrollIntoView({ block: "start" });
    try {
      const sources = [];
      for (const file of this.files) {
        if (this.#stopped) return [];
        const source = file instanceof File ? await sourceOf(file).catch(() => null) : file;
        if (source) sources.push(source);
        else this.#add([goneFile(file)]);
      }
      for (const portion of readingPortions(sources)) {
        this.#add(await this.#readPortion(portion));
        if (this.#stopped) return [];
        show();
      }
    } finally {
      meter.element.remove();
    }
    this.#showKeeping();
    announce([...this.#totals.children].map(({ textContent }) => textContent).join(t("list.comma")));
    return this.#readings;
  }

  /** @param {Source[]} sources @returns {Promise<Reading[]>} */
  async #readPortion(sources) {
    if (this.#stopped) return [];
    try {
      const { files } = await post("/read-files", { files: sources });
      return sources.map((source, place) => ({ source, files: files.filter((file) => file.source === place) }));
    } catch (error) {
      if (!(error instanceof ApiError) || !OF_FILE.includes(error.code)) throw error;
      if (sources.length === 1) return [{ source: sources[0], files: [unreadFile(sources[0].name, error.message)] }];
      const half = Math.ceil(sources.length / 2);
      return [...(await this.#readPortion(sources.slice(0, half))), ...(await this.#readPortion(sources.slice(half)))];
    }
  }

  /** @param {Reading[]} readings */
  #add(readings) {
    this.#readings.push(...readings);
    for (const reading of readings) this.#showRows(reading);
    this.#showTotals();
  }

  /**
   * Show what is in a file, in place of what was shown of it.
   * @param {Reading} reading
   * @param {HTMLElement[]} [before]
   */
  #showRows(reading, before = []) {
    for (const row of before) row.remove();
    /** @type {HTMLElement[]} */
    const rows = reading.files.map((file) => (file.error ? this.#unreadRow(reading, file, () => rows) : fileRow(file)));
    for (const [place, row] of rows.entries()) (reading.files[place].error ? this.#unread : this.#rows).append(row);
    this.#unread.hidden = !this.#unread.children.length;
  }

  /**
   * Return a row with the reason why a file cannot be read, and a form that reads it in another way.
   * @param {Reading} reading
   * @param {Api.FileOut} file
   * @param {() => HTMLElement[]} rows of the reading
   */
  #unreadRow(reading, file, rows) {
    const item = problemItem(/** @type {Api.ProblemOut} */ (file.error));
    item.prepend(h("span", { class: "file-name" }, `${file.name}:`), " ");
    if (reading.files.length > 1 || !(reading.source.text || reading.source.data)) return item;
    const again = readAgainForm(reading.source, this.#status, async (source) => {
      const [other] = await this.#readPortion([source]);
      Object.assign(reading, other);
      this.#showRows(reading, rows());
      this.#showTotals();
      this.#showKeeping();
    });
    item.append(again);
    return item;
  }

  get #files() {
    return this.#readings.flatMap(({ files }) => files);
  }

  #showTotals() {
    const { files, unread, levels, solved, known, repeated } = totalsOf(this.#files);
    const texts = [
      t("import.many", { count: files }),
      t("collection.count", { count: levels }),
      solved && t("import.many.solved", { count: solved }),
      known && t("import.many.known", { count: known }),
      repeated && t("import.many.repeated", { count: repeated }),
      unread && t("import.many.unread", { count: unread }),
    ];
    this.#totals.replaceChildren(...texts.filter(Boolean).map((text) => h("li", {}, text)));
  }

  /** Show the form that adds all, with the choice between one collection and many. */
  #showKeeping() {
    const readable = this.#readings.filter(({ files }) => files.some(({ error }) => !error));
    const sources = readable.map(({ source }) => source);
    const files = this.#files.filter(({ error }) => !error);
    const count = totalsOf(files).levels;
    if (!count) {
      this.#keeping.replaceChildren(h("p", { class: "notice", "data-kind": "error" }, t("import.many.none")));
      return;
    }
    const fits = portions(sources).length === 1;
    const isOne = fits && files.length > 1 && areSingleLevels(files);
    const one = h("input", { type: "radio", name: "collections", value: "one", checked: isOne, disabled: !fits });
    const each = h("input", { type: "radio", name: "collections", value: "each", checked: !isOne });
    const name = h("input", { type: "text", value: commonName(sources) || t("import.many.name"), required: true, maxLength: 120 });
    const named = labelled(t("import.name"), name);
    const choose = () => {
      named.hidden = !one.checked;
      name.disabled = !one.checked; // so that an empty one is no fault of the form
    };
    const choice = h(
      "fieldset",
      { class: "field choice", onchange: choose },
      h("legend", {}, t("import.many.as")),
      h("label", { class: "row" }, each, h("span", {}, t("import.many.each", { count: files.length }))),
      h("label", { class: "row" }, one, h("span", {}, t("import.many.together"))),
      !fits && h("p", { class: "muted" }, t("import.many.large")),
    );
    choose();
    const save = h("button", { type: "submit", class: "primary" }, t("import.many.add", { count }));
    const yours = totalsOf(files).solved > 0 && this.bringIn && bringInButton(() => this.bringIn?.(sources));
    const form = h("form", { class: "stack" }, files.length > 1 && choice, named, h("div", { class: "row" }, save, yours));
    onSubmit(form, () => whileBusy(save, this.#status, () => this.#keep(sources, count, one.checked ? name.value.trim() : undefined)));
    this.#keeping.replaceChildren(form);
  }

  /** @param {Source[]} sources @param {number} count of levels @param {string} [name] of the one collection */
  async #keep(sources, count, name) {
    showStatus(this.#status, "");
    const kept = await keepFiles(portions(sources), count, this.#keeping, name);
    if (!kept) {
      showStatus(this.#status, t("import.many.stopped"));
      return;
    }
    this.element.replaceWith(reportCard(kept, this.#unread));
    announce(t("import.many.kept", { count }));
    this.onimport();
  }
}

/** @param {File | Source} file @returns {Reading} */
function goneFile({ name }) {
  return { source: { name, text: "" }, files: [unreadFile(name, t("import.gone"))] };
}

/** @param {string} name @param {string} found @returns {Api.FileOut} */
function unreadFile(name, found) {
  return { source: 0, name, title: "", format: "", evidence: "", ids: [], known: [], solved: 0, problems: [], error: { severity: "error", found } };
}

/** @param {Api.FileOut} file */
function fileRow({ name, ids, format, known, problems }) {
  const has = new Set(known);
  const facts = [
    t("import.summary", { count: ids.length, format }),
    has.size > 0 && t("import.many.known", { count: ids.filter((id) => has.has(id)).length }),
    problems.length > 0 && t("problem.count", { count: problems.length }),
  ];
  return h("li", {}, h("span", { class: "file-name" }, name), h("span", { class: "muted" }, facts.filter(Boolean).join(" · ")));
}

/**
 * Return a card with the collections that were kept, and the files that were not.
 * @param {Api.CollectionOut[]} collections
 * @param {HTMLElement} unread
 */
function reportCard(collections, unread) {
  const items = collections.map(({ id, name, levels }) =>
    h("li", {}, h("a", { href: `/collection?id=${id}` }, name), ` · ${t("collection.count", { count: levels })}`),
  );
  const list = h("ul", { class: "plain" }, ...items);
  const count = collections.reduce((sum, { levels }) => sum + levels, 0);
  const [first] = collections;
  return h(
    "section",
    { class: "panel stack", role: "status" },
    h("h2", {}, t("import.many.kept", { count })),
    items.length > LISTED ? h("details", {}, h("summary", {}, t("import.many.collections", { count: items.length })), list) : list,
    unread.children.length > 0 && h("h3", {}, t("import.many.unread", { count: unread.children.length })),
    unread.children.length > 0 && unread,
    items.length === 1 && h("a", { class: "button primary", href: `/collection?id=${first.id}` }, t("import.open")),
  );
}
