/** Levels that come in by paste, as files or dropped on the page: read first, kept when the visitor says so. */

import { post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { onDrop } from "./drop.js";
import { levelCard } from "./level-cards.js";
import { problemList } from "./problems.js";
import { showError, showStatus, whileBusy } from "./status.js";

/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */
/** @typedef {import("../core/api-types.js").ReadOut} ReadOut */
/** @typedef {{name: string, text: string}} Source */

const SHOWN = 6; // levels that are shown before they are kept

/**
 * Make a panel of the page take levels in.
 * @param {HTMLElement} panel with a form, a `.reading` for what was read, and a status line
 * @param {() => void} onimport is called when the library has grown
 */
export function mountImport(panel, onimport) {
  const imports = new ImportPanel(panel, onimport);
  const files = /** @type {HTMLInputElement} */ (find("input[type=file]", panel));
  const button = /** @type {HTMLButtonElement} */ (find("button[type=submit]", panel));
  find("form", panel).addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(button, imports.status, () => imports.read([{ name: t("import.pasted"), text: imports.text.value }]));
  });
  files.addEventListener("change", async () => {
    await imports.readFiles([...(files.files ?? [])]);
    files.value = "";
  });
  onDrop((dropped) => imports.readFiles(dropped));
}

class ImportPanel {
  /**
   * @param {HTMLElement} panel
   * @param {() => void} onimport
   */
  constructor(panel, onimport) {
    this.panel = panel;
    this.onimport = onimport;
    this.status = find(".notice", panel);
    this.cards = find(".reading", panel);
    this.text = /** @type {HTMLTextAreaElement} */ (find("textarea", panel));
  }

  /** @param {File[]} files */
  async readFiles(files) {
    this.panel.closest("details")?.setAttribute("open", "");
    this.panel.scrollIntoView({ block: "nearest" });
    try {
      await this.read(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))));
    } catch (error) {
      showError(this.status, error);
    }
  }

  /** Show what is in some texts. @param {Source[]} sources */
  async read(sources) {
    this.cards.replaceChildren();
    showStatus(this.status, "");
    for (const source of sources) {
      if (source.text.trim()) this.cards.append(this.#card(source, await post("/read", { text: source.text })));
      else showStatus(this.status, t("import.empty", { name: source.name }), "error");
    }
  }

  /**
   * What was read from a text, with a button that keeps it.
   * @param {Source} source
   * @param {ReadOut} reading
   */
  #card(source, reading) {
    const count = reading.total;
    const name = h("input", { type: "text", value: withoutEnding(source.name), required: true, maxLength: 120 });
    const save = h("button", { type: "submit", class: "primary" }, t("import.add", { count }));
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      whileBusy(save, this.status, () => this.#keep(card, { ...source, name: name.value.trim(), format: reading.format }, count));
    };
    const card = h(
      "section",
      { class: "panel stack", "aria-label": source.name },
      h("h2", {}, source.name),
      h("p", {}, t("import.summary", { count, format: reading.format })),
      h("p", { class: "muted" }, t("import.evidence", { why: reading.evidence })),
      problemList(reading.problems),
      h("div", { class: "cards" }, ...reading.levels.slice(0, SHOWN).map((level) => this.#levelCard(level))),
      count > SHOWN && h("p", { class: "muted" }, t("import.more", { count: count - SHOWN })),
      count > 0 && h("form", { class: "row", onsubmit }, h("label", { class: "field" }, h("span", {}, t("import.name")), name), save),
    );
    return card;
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

  /** A level that is not kept yet; its card plays it. @param {LevelOut} level */
  #levelCard(level) {
    const card = levelCard(level, { href: "#" });
    card.addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        const { play } = await post("/plays", { level: level.level });
        location.assign(`/play?play=${play}`);
      } catch (error) {
        showError(this.status, error);
      }
    });
    return card;
  }
}

/**
 * What was kept, and what of it was in the library before.
 * @param {import("../core/api-types.js").Imported} imported
 */
function reportCard({ collection, problems, notes, duplicates }) {
  const warnings = notes.map((found) => ({ found, severity: /** @type {const} */ ("warning") }));
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

/** @param {import("../core/api-types.js").DuplicateOut} duplicate */
function duplicateItem({ level, of, relation, title, of_title }) {
  return h(
    "li",
    {},
    h("a", { href: `/play?level=${level}` }, title || `#${level}`),
    ` ${t("import.is", { relation })} `,
    h("a", { href: `/play?level=${of}` }, of_title || `#${of}`),
  );
}

/** @param {string} name of a file */
function withoutEnding(name) {
  return name.replace(/\.\w{1,6}$/, "");
}
