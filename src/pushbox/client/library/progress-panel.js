/** Progress of other programs: files are looked at first, and kept when the visitor says so. */

import { ApiError, getAll } from "../core/api.js";
import { h, labelled, onSubmit } from "../core/dom.js";
import { sourceOf } from "../core/files.js";
import { t } from "../core/i18n.js";
import { runJob } from "../core/jobs.js";
import { sentenceText, shippedText } from "../core/phrases.js";
import { collectionTitle, formatCounts } from "../ui/cards.js";
import { meterOf } from "../ui/import-job.js";
import { portions } from "../ui/import-totals.js";
import { problemItem } from "../ui/problems.js";
import { announce, showError, showStatus, statusLine, whileBusy } from "../ui/status.js";
import { isEmpty, joined, newCount, totalsOf } from "./progress-totals.js";

/** @typedef {import("../core/files.js").Source} Source */
/** @typedef {{collection?: number, missing?: boolean, keep?: boolean}} Choice */

/** Where files of other programs are chosen or pasted, looked at and kept. */
export class ProgressPanel {
  #text = h("textarea", { rows: 4, class: "code", spellcheck: false, autocapitalize: "off", autocomplete: "off" });
  #status = statusLine();
  #found = h("div", { class: "reading stack" });
  /** What is looked at now; another look takes its place. @type {object | null} */
  #look = null;
  #stop = () => {};

  /**
   * @param {HTMLElement} panel that is filled
   * @param {() => void} onimport is called when something is kept
   */
  constructor(panel, onimport) {
    this.onimport = onimport;
    const button = h("button", { type: "submit" }, t("import.look"));
    const files = h("input", { type: "file", class: "visually-hidden", multiple: true });
    const choose = h("label", { class: "button primary" }, h("span", {}, t("import.files")), files);
    const row = h("div", { class: "row" }, choose, h("span", { class: "muted" }, t("progress.drop")));
    const form = h("form", { class: "stack" }, labelled(t("progress.paste"), this.#text), h("div", { class: "row" }, button));
    const what = h("p", { class: "muted" }, t("progress.what"));
    panel.append(what, row, h("details", {}, h("summary", {}, t("progress.pasting")), form), this.#status, this.#found);
    onSubmit(form, () => whileBusy(button, this.#status, () => this.#lookAt([{ name: t("progress.pasted"), text: this.#text.value }])));
    files.addEventListener("change", async () => {
      await this.readFiles([...(files.files ?? [])]);
      files.value = "";
    });
  }

  /** Show what is in some files. @param {(File | Source)[]} files */
  async readFiles(files) {
    try {
      await this.#lookAt(files);
    } catch (error) {
      showError(this.#status, error);
    }
  }

  /**
   * @param {(File | Source)[]} files
   * @param {Choice} [choice]
   * @throws {ApiError} where the server refuses them all
   */
  async #lookAt(files, choice = {}) {
    this.#stop();
    const look = (this.#look = {});
    showStatus(this.#status, "");
    if (!files.length) {
      showStatus(this.#status, t("progress.none"), "error");
      return;
    }
    const meter = this.#meter();
    this.#found.replaceChildren(meter.element);
    meter.element.scrollIntoView({ block: "nearest" });
    /** @type {Source[]} */
    const sources = [];
    try {
      for (const file of files) sources.push(file instanceof File ? await readable(file) : file);
      const result = await this.#run(sources, choice, meter);
      if (this.#look !== look) return;
      if (result) this.#show(sources, choice, result);
      else showStatus(this.#status, t("import.many.stopped"));
    } finally {
      meter.element.remove();
    }
  }

  #meter() {
    const meter = meterOf(t("progress.progress"), () => this.#stop());
    meter.show(0, t("import.begins"));
    return meter;
  }

  /**
   * Run the import in as many jobs as the files need.
   * @param {Source[]} sources
   * @param {Choice} choice
   * @param {ReturnType<typeof meterOf>} meter
   * @returns {Promise<Jobs.Progress | null>} null where it was stopped
   * @throws {ApiError} where it cannot be done
   */
  async #run(sources, choice, meter) {
    /** @type {Jobs.Job | undefined} */
    let job;
    let isStopped = false;
    this.#stop = () => {
      isStopped = true;
      job?.stop();
    };
    /** @type {Jobs.Progress[]} */
    const results = [];
    const parts = portions(sources);
    for (const [place, files] of parts.entries()) {
      if (isStopped) return null;
      const progress = ({ ready = 0, moves = 0 }) => meter.show((place + ready / (moves || 1)) / parts.length, t("progress.ready", { ready, count: moves }));
      job = runJob({ task: "import-progress", missing: false, keep: false, ...choice, files }, { progress });
      const result = /** @type {Jobs.Result & Jobs.Progress} */ (await job.done);
      if (result.status === "failed") throw new ApiError(sentenceText(result.message ?? "", result.phrase), result.code ?? "bad-input", 0);
      if (result.status === "cancelled" || (isStopped && !choice.keep)) return null; // it may be done before it hears of the stop
      results.push(result);
    }
    return joined(results);
  }

  /**
   * Show what was found, and the form that keeps it.
   * @param {Source[]} sources
   * @param {Choice} choice
   * @param {Jobs.Progress} result
   */
  #show(sources, choice, result) {
    const title = t("progress.found", { count: result.files.length });
    /** @type {import("../core/dom.js").Child[]} */
    const parts = [h("h2", {}, title), totals(result), unread(result)];
    if (result.unnamed && !choice.collection) parts.push(this.#collectionForm(sources, choice, result.unnamed));
    parts.push(this.#keepingForm(sources, choice, result), rowList(result));
    this.#found.replaceChildren(h("section", { class: "panel stack", "aria-label": title }, ...parts));
    announce([title, ...wordsOf(result)].join(t("list.comma")));
  }

  /**
   * Return the form that keeps all, or the sentence why there is nothing to keep.
   * @param {Source[]} sources
   * @param {Choice} choice
   * @param {Jobs.Progress} result
   */
  #keepingForm(sources, choice, result) {
    const most = newCount(result, true);
    if (!most) return h("p", { class: "notice" }, t(isEmpty(result) ? "progress.none" : result.states.known || result.states["game-known"] ? "progress.all-known" : "progress.nothing"));
    const missing = h("input", { type: "checkbox", checked: true });
    const save = h("button", { type: "submit", class: "primary" });
    const choose = () => {
      const count = newCount(result, missing.checked);
      save.textContent = t("progress.add", { count });
      save.disabled = !count;
    };
    missing.addEventListener("change", choose);
    choose();
    const adding = h("label", { class: "row check" }, missing, h("span", {}, t("progress.add-missing", { count: result.missing })));
    const form = h("form", { class: "stack" }, result.missing > 0 && adding, h("p", { class: "muted" }, t("progress.handed-in")), save);
    onSubmit(form, () => whileBusy(save, this.#status, () => this.#keep(sources, { ...choice, missing: result.missing > 0 && missing.checked, keep: true }, form)));
    return form;
  }

  /**
   * Return the form that asks which collection moves without a board belong to.
   * @param {Source[]} sources
   * @param {Choice} choice
   * @param {number} count of the moves
   */
  #collectionForm(sources, choice, count) {
    const select = h("select", { required: true }, h("option", { value: "" }, t("progress.choose")));
    const ready = getAll("/collections", "collections").then((collections) => {
      select.append(...collections.map((one) => h("option", { value: String(one.id) }, collectionTitle(one))));
    });
    ready.catch((error) => showError(this.#status, error));
    const button = h("button", { type: "submit" }, t("progress.try"));
    const form = h("form", { class: "stack" }, h("p", {}, t("progress.unnamed", { count })), h("div", { class: "row" }, labelled(t("progress.collection"), select), button));
    onSubmit(form, () => whileBusy(button, this.#status, () => this.#lookAt(sources, { ...choice, collection: Number(select.value) })));
    return form;
  }

  /**
   * @param {Source[]} sources
   * @param {Choice} choice
   * @param {HTMLElement} form
   */
  async #keep(sources, choice, form) {
    showStatus(this.#status, "");
    const meter = this.#meter();
    form.append(meter.element);
    try {
      const result = await this.#run(sources, choice, meter);
      if (!result) {
        showStatus(this.#status, t("progress.stopped"));
        return;
      }
      this.#text.value = "";
      this.#found.replaceChildren(report(result));
      announce([t("progress.kept"), ...wordsOf(result)].join(t("list.comma")));
    } finally {
      meter.element.remove();
      this.onimport(); // some of it may be kept where it was stopped, or failed
    }
  }
}

/** Return a file as a request holds it, empty where the browser cannot read it. @param {File} file @returns {Promise<Source>} */
function readable(file) {
  return sourceOf(file).catch(() => ({ name: file.name, text: "" }));
}

/** @param {Jobs.Progress} result */
const wordsOf = (result) => totalsOf(result).map(([name, count]) => t(`progress.total.${name}`, { count }));

/** @param {Jobs.Progress} result */
function totals(result) {
  return h("ul", { class: "totals" }, ...wordsOf(result).map((text) => h("li", {}, text)));
}

/** Return the files that cannot be read, each with the reason, and what is wrong with others. @param {Jobs.Progress} result */
function unread({ files }) {
  const items = files.flatMap(({ name, error, problems }) =>
    [...(error ? [error] : problems)].map((problem) => {
      const item = problemItem(problem);
      item.prepend(h("span", { class: "file-name" }, `${name}:`), " ");
      return item;
    }),
  );
  return items.length > 0 && h("ul", { class: "problems unread" }, ...items);
}

/** Return the list of what was found, folded up. @param {Jobs.Progress} result @param {boolean} [open] */
function rowList({ rows, refused }, open = false) {
  const items = [...rows, ...refused].map(rowItem);
  return items.length > 0 && h("details", { open }, h("summary", {}, t("progress.list")), h("ul", { class: "list files" }, ...items));
}

/** @param {Jobs.ProgressRow} row */
function rowItem({ state, level, title, number, moves, pushes, reason, phrase, ...of }) {
  const shown = shippedText("level.title", title) || (number ? t("level.numbered", { number }) : t("progress.moves"));
  const collection = collectionTitle({ title: of.collection_title, name: of.collection });
  const name = collection ? `${shown} · ${collection}` : shown;
  const link = level === null ? h("span", { class: "file-name" }, name) : h("a", { class: "file-name", href: `/play?level=${level}` }, name);
  const facts = [t(`progress.is.${state}`), formatCounts({ moves, pushes }), sentenceText(reason, phrase)];
  return h("li", {}, link, h("span", { class: "muted" }, facts.filter(Boolean).join(" · ")));
}

/** Return a card with what was kept. @param {Jobs.Progress} result */
function report(result) {
  const collections = result.collections.map(({ id, name, levels }) =>
    h("li", {}, h("a", { href: `/collection?id=${id}` }, name), ` · ${t("collection.count", { count: levels })}`),
  );
  return h(
    "section",
    { class: "panel stack", role: "status" },
    h("h2", {}, t("progress.kept")),
    totals(result),
    collections.length > 0 && h("h3", {}, t("progress.new-collections")),
    collections.length > 0 && h("ul", { class: "plain" }, ...collections),
    unread(result),
    rowList(result, true),
  );
}
