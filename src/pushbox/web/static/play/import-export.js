/** Levels and solutions in and out: copy, paste, files, drops, links, import. */

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { announceError } from "../ui/status.js";
import { begin } from "./start-play.js";

/** @typedef {import("./controller.js").Table} Table */
/** @typedef {{title: string, width: number, height: number, boxes: number, level: any}} LevelOut */

const MOST_SHOWN = 60;

/** Copy the level, with the moves that lead here. @param {Table} table */
export async function copyLevel(table) {
  try {
    const text = await table.line();
    await copyWith(table, text ? [{ title: "", text }] : []);
  } catch (error) {
    announceError(error);
  }
}

/**
 * Copy the level with lines of moves.
 * @param {Table} table
 * @param {{title: string, text: string}[]} records
 */
export async function copyWith(table, records) {
  try {
    const whole = { ...table.level, records };
    let found = await post("/write", { levels: [whole], format: "sok" }).catch(() => null);
    if (!found || found.lost.length) found = await post("/write", { levels: [whole], format: "json" });
    await copyText(found.text, t("copy.done"));
  } catch (error) {
    announceError(error);
  }
}

/** Whether a text is moves in the notation of a game, and no level. @param {string} text */
export const isMoves = (text) => !/[#{}"=]/.test(text.replace(/\{[lurd\s\d]*\}/g, "")) && /^[\w\s,.<>^!()[\]{}*:-]+$/.test(text) && /[lurdLURD<>^!]/.test(text);

/**
 * A text was pasted: moves are played from the start, levels are shown to choose from.
 * @param {Table} table
 * @param {string} text
 */
export function paste(table, text) {
  if (!text.trim()) return;
  if (!isMoves(text)) {
    openImport(table, text);
    return;
  }
  table.follow(text.trim());
}

/**
 * The dialog in which levels are pasted, or taken from a file.
 * @param {Table} table
 * @param {string} [text]
 * @param {string} [name] of the file
 */
export function openImport(table, text = "", name = "") {
  const area = h("textarea", { value: text, rows: 8, id: "import-text", spellcheck: false });
  const file = h("input", { type: "file", id: "import-file" });
  const report = h("div", { class: "report", role: "status" });
  let title = name;
  const read = () => readInto(table, report, area.value, title, () => dialog.close());
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    title = chosen.name;
    area.value = await chosen.text();
    read();
  });
  const dialog = openDialog(
    t("import"),
    [
      h("div", { class: "field" }, h("label", { htmlFor: "import-text" }, t("import.text")), area),
      h("div", { class: "field" }, h("label", { htmlFor: "import-file" }, t("import.file")), file),
      h("div", { class: "row" }, h("button", { class: "primary", onclick: read }, t("import.read"))),
      report,
    ],
    { wide: true },
  );
  if (text) read();
}

/**
 * Read a text on the server and show what is in it.
 * @param {Table} table
 * @param {HTMLElement} report
 * @param {string} text
 * @param {string} name
 * @param {() => void} done
 */
async function readInto(table, report, text, name, done) {
  report.replaceChildren(h("p", { class: "muted" }, t("import.reading")));
  try {
    const { levels, total, problems, format, evidence, title } = await post("/read", { text, ...(name ? { name } : {}) });
    const play = async (/** @type {LevelOut} */ { level }) => {
      const { play: found } = await begin({ level });
      history.pushState(null, "", `/play?play=${found}`);
      table.open(found);
      done();
    };
    if (levels.length === 1 && total === 1 && !problems.length) {
      await play(levels[0]);
      return;
    }
    const keep = async () => {
      const kept = title || name.replace(/\.[^.]*$/, "") || t("import.untitled");
      const found = await post("/collections", { text, name: kept });
      location.href = `/collection?id=${found.collection.id}`;
    };
    const items = levels.slice(0, MOST_SHOWN).map((/** @type {LevelOut} */ level, /** @type {number} */ index) =>
      h("li", {}, h("button", { onclick: () => play(level).catch(announceError) },
        `${index + 1}. ${level.title || t("play.untitled")}`,
        h("span", { class: "muted" }, `${level.width} × ${level.height}, ${t("import.boxes", { count: level.boxes })}`))));
    report.replaceChildren(
      h("p", {}, t("import.found", { count: total, format, why: evidence })),
      ...(problems.length ? [h("ul", { class: "danger" }, ...problems.slice(0, 20).map(problemItem))] : []),
      ...(total > 1 ? [h("p", {}, h("button", { onclick: () => keep().catch(announceError) }, t("import.keep")))] : []),
      h("ul", { class: "choices" }, ...items),
    );
  } catch (error) {
    report.replaceChildren();
    announceError(error);
  }
}

/** @param {import("../core/api-types.js").ProblemOut} problem */
function problemItem({ line, column, found, expected }) {
  const where = line ? t("import.place", { line, column: column ?? 0 }) : "";
  return h("li", {}, [where, found, expected && t("import.expected", { expected })].filter(Boolean).join(t("list.comma")));
}

/** The dialog with a link to the level, with or without the moves. @param {Table} table */
export async function openShare(table) {
  const link = h("input", { readOnly: true, id: "share-link", value: "" });
  const withMoves = h("input", { type: "checkbox", checked: table.client.tree.depth > 0 });
  async function make() {
    const moves = withMoves.checked ? await table.line() : "";
    const { fragment } = await post("/share", { level: { ...table.level, records: [] }, moves });
    link.value = `${location.origin}/p#${fragment}`;
  }
  withMoves.addEventListener("change", () => make().catch(announceError));
  try {
    await make();
  } catch (error) {
    announceError(error);
    return;
  }
  openDialog(
    t("share"),
    [
      h("div", { class: "field" }, h("label", { htmlFor: "share-link" }, t("share.link")), link),
      h("label", { class: "check" }, withMoves, t("share.moves")),
      h("p", { class: "muted" }, t("share.note")),
    ],
    {
      footer: [
        h("button", { onclick: () => copyLevel(table) }, icon("copy"), t("key.copy")),
        h("button", { class: "primary", onclick: () => copyText(link.value, t("share.copied")) }, icon("share"), t("share.copy")),
      ],
    },
  );
  link.select();
}

/**
 * Take files and texts that are dropped anywhere on the page.
 * @param {Table} table
 */
export function takeDrops(table) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drop");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("drop");
  });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("drop");
    const [file] = event.dataTransfer?.files ?? [];
    if (file) openImport(table, await file.text(), file.name);
    else paste(table, event.dataTransfer?.getData("text") ?? "");
  });
}
