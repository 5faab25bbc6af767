/** Levels that come in by paste, as files or dropped on the page: read first, kept when the person says so. */

import { post } from "../core/api.js";
import { fill, find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { onDrop } from "./drop.js";
import { importCollection } from "./import-job.js";
import { levelCard } from "./level-cards.js";
import { problemList } from "./problems.js";
import { showError, showStatus, whileBusy } from "./status.js";

/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */
/** @typedef {{name: string, text: string}} Incoming */

const SHOWN = 6; // levels that are looked at before they are kept

/**
 * Make a panel of the page take levels in.
 * @param {HTMLElement} panel with a form, a place for what was read and one for notices
 * @param {() => void} kept is called when the library has grown
 */
export function mountImport(panel, kept) {
  const status = find(".notice", panel);
  const place = find(".reading", panel);
  const text = /** @type {HTMLTextAreaElement} */ (find("textarea", panel));
  const files = /** @type {HTMLInputElement} */ (find("input[type=file]", panel));
  const button = /** @type {HTMLButtonElement} */ (find("button[type=submit]", panel));

  find("form", panel).addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(button, status, () => look([{ name: t("import.pasted"), text: text.value }]));
  });
  files.addEventListener("change", async () => {
    await take([...(files.files ?? [])]);
    files.value = "";
  });
  onDrop(take);

  /** @param {File[]} chosen */
  async function take(chosen) {
    panel.closest("details")?.setAttribute("open", "");
    panel.scrollIntoView({ block: "nearest" });
    try {
      await look(await Promise.all(chosen.map(async (file) => ({ name: file.name, text: await file.text() }))));
    } catch (error) {
      showError(status, error);
    }
  }

  /** @param {Incoming[]} incoming */
  async function look(incoming) {
    place.replaceChildren();
    showStatus(status, "");
    for (const one of incoming) {
      if (!one.text.trim()) {
        showStatus(status, t("import.empty", { name: one.name }), "error");
        continue;
      }
      const reading = await post("/read", { text: one.text });
      fill(place, readingCard(one, reading));
    }
  }

  /**
   * @param {Incoming} incoming
   * @param {import("../core/api-types.js").ReadOut} reading
   */
  function readingCard(incoming, reading) {
    const count = reading.total;
    const name = h("input", { type: "text", value: stem(incoming.name), required: true, maxLength: 120 });
    const save = h("button", { type: "submit", class: "primary" }, t("import.add", { count }));
    const card = h(
      "section",
      { class: "panel stack", "aria-label": incoming.name },
      h("h2", {}, incoming.name),
      h("p", {}, t("import.summary", { count, format: reading.format })),
      h("p", { class: "muted" }, t("import.evidence", { why: reading.evidence })),
      problemList(reading.problems),
      h("div", { class: "cards" }, ...reading.levels.slice(0, SHOWN).map((level) => tryCard(level, status))),
      count > SHOWN && h("p", { class: "muted" }, t("import.more", { count: count - SHOWN })),
      count > 0 &&
        h(
          "form",
          {
            class: "row",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              const wish = { name: name.value.trim(), text: incoming.text, format: reading.format };
              whileBusy(save, status, () => store(card, wish, count));
            },
          },
          h("label", { class: "field" }, h("span", {}, t("import.name")), name),
          save,
        ),
    );
    return card;
  }

  /**
   * @param {HTMLElement} card
   * @param {Incoming & {format: string}} wish
   * @param {number} count
   */
  async function store(card, wish, count) {
    showStatus(status, "");
    const report = await importCollection(wish, count, card);
    if (!report) {
      showStatus(status, t("import.stopped", { name: wish.name }));
      return;
    }
    text.value = "";
    card.replaceWith(reportCard(report));
    kept();
  }
}

/**
 * What was kept, and what of it was there before.
 * @param {any} report of POST /collections
 */
export function reportCard({ collection, problems = [], notes = [], duplicates = [] }) {
  return h(
    "section",
    { class: "panel stack", role: "status" },
    h("h2", {}, t("import.kept", { name: collection.title || collection.name, count: collection.levels })),
    problemList([...problems, ...notes.map((/** @type {string} */ found) => ({ found, severity: "warning" }))]),
    duplicates.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, t("import.duplicates", { count: duplicates.length })),
        h("ul", { class: "plain" }, ...duplicates.map(duplicateLine)),
      ),
    h("a", { class: "button primary", href: `/collection?id=${collection.id}` }, t("import.open")),
  );
}

/** @param {{level: string, of: string, relation: string, title?: string, of_title?: string}} duplicate */
function duplicateLine({ level, of, relation, title, of_title }) {
  return h(
    "li",
    {},
    h("a", { href: `/play?level=${level}` }, title || `#${level}`),
    ` ${t("import.is", { relation })} `,
    h("a", { href: `/play?level=${of}` }, of_title || `#${of}`),
  );
}

/**
 * A level that is not kept yet; its card plays it.
 * @param {LevelOut} level
 * @param {HTMLElement} status
 */
function tryCard(level, status) {
  const card = levelCard(level, { href: "#" });
  card.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      const { play } = await post("/plays", { level: level.level });
      location.assign(`/play?play=${play}`);
    } catch (error) {
      showError(status, error);
    }
  });
  return card;
}

/** @param {string} name */
function stem(name) {
  return name.replace(/\.\w{1,6}$/, "");
}
