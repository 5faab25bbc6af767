/** Levels and solutions in and out: copy, paste, files, drops, links, import. */

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { onDrop } from "../ui/drop.js";
import { problemList } from "../ui/problems.js";
import { announceError } from "../ui/status.js";

/** @typedef {import("./controller.js").PlayController} PlayController */
/** @typedef {import("../core/api-types.js").ReadOut} Reading the first levels of a text, and how many there are in all */
/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */

const MAX_SHOWN = 60; // levels of a text

/** Copy the level, with the moves up to the current position. @param {PlayController} controller */
export async function copyLevel(controller) {
  const text = await controller.client.line();
  await copyWithMoves(controller, text ? [{ title: "", text }] : []);
}

/**
 * Copy the level with lines of moves: as text, or as JSON where the text would lose something.
 * @param {PlayController} controller
 * @param {{title: string, text: string}[]} records
 */
export async function copyWithMoves({ level }, records) {
  const levels = [{ ...level, records }];
  const plain = await post("/write", { levels, format: "sok" }).catch(() => null);
  const written = plain && !plain.lost.length ? plain : await post("/write", { levels, format: "json" });
  await copyText(written.text, t("copy.done"));
}

/** Tell moves in the notation of a game from levels. @param {string} text */
export const isMoves = (text) => !/[#{}"=]/.test(text.replace(/\{[lurd\s\d]*\}/g, "")) && /^[\w\s,.<>^!()[\]{}*:-]+$/.test(text) && /[lurdLURD<>^!]/.test(text);

/**
 * Take a pasted text: play moves from the start, show levels to choose from.
 * @param {PlayController} controller
 * @param {string} text
 */
export function pasteText(controller, text) {
  if (!text.trim()) return;
  if (isMoves(text)) controller.follow(text.trim());
  else openImport(controller, text);
}

/**
 * Open the dialog in which levels are pasted, or taken from a file.
 * @param {PlayController} controller
 * @param {string} [text]
 * @param {string} [name] of the file
 */
export function openImport(controller, text = "", name = "") {
  const area = h("textarea", { value: text, rows: 8, id: "import-text", spellcheck: false });
  const file = h("input", { type: "file", id: "import-file" });
  const report = h("div", { class: "report", role: "status" });
  let fileName = name;
  const read = async () => {
    report.replaceChildren(h("p", { class: "muted" }, t("import.reading")));
    try {
      await showReading(area.value, fileName);
    } catch (error) {
      report.replaceChildren();
      announceError(error);
    }
  };
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    fileName = chosen.name;
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

  /** @param {string} text @param {string} name of the file, "" for none */
  async function showReading(text, name) {
    const reading = await post("/read", { text, ...(name ? { name } : {}) });
    const play = async (/** @type {LevelOut} */ { level }) => {
      await controller.openLevel({ level });
      dialog.close();
    };
    const [level] = reading.levels;
    if (reading.total === 1 && level && !reading.problems.length) await play(level);
    else report.replaceChildren(...readingReport(reading, play, () => keep(text, reading.title || stem(name))));
  }
}

/** Return the name of a file without its ending. @param {string} name */
const stem = (name) => name.replace(/\.[^.]*$/, "");

/**
 * Keep the levels of a text as a collection, and open that.
 * @param {string} text
 * @param {string} title
 */
async function keep(text, title) {
  const { collection } = await post("/collections", { text, name: title || t("import.untitled") });
  location.assign(`/collection?id=${collection.id}`);
}

/**
 * @param {Reading} reading
 * @param {(level: LevelOut) => Promise<void>} play
 * @param {() => Promise<void>} keep
 */
function readingReport({ levels, total, problems, format, evidence }, play, keep) {
  const items = levels.slice(0, MAX_SHOWN).map((level, index) =>
    h("li", {}, h("button", { onclick: () => play(level).catch(announceError) },
      `${index + 1}. ${level.title || t("play.untitled")}`,
      h("span", { class: "muted" }, `${level.width} × ${level.height}, ${t("import.boxes", { count: level.boxes })}`))));
  return [
    h("p", {}, t("import.found", { count: total, format, why: evidence })),
    problemList(problems) ?? "",
    ...(total > 1 ? [h("p", {}, h("button", { onclick: () => keep().catch(announceError) }, t("import.keep")))] : []),
    h("ul", { class: "choices" }, ...items),
  ];
}

/** Open the dialog with a link to the level, with or without the moves. @param {PlayController} controller */
export async function openShare(controller) {
  const { client, level } = controller;
  const link = h("input", { readOnly: true, id: "share-link", value: "" });
  const withMoves = h("input", { type: "checkbox", checked: client.tree.depth > 0 });
  async function makeLink() {
    const moves = withMoves.checked ? await client.line() : "";
    const { fragment } = await post("/share", { level: { ...level, records: [] }, moves });
    link.value = `${location.origin}/p#${fragment}`;
  }
  withMoves.addEventListener("change", () => makeLink().catch(announceError));
  await makeLink();
  openDialog(
    t("share"),
    [
      h("div", { class: "field" }, h("label", { htmlFor: "share-link" }, t("share.link")), link),
      h("label", { class: "check" }, withMoves, t("share.moves")),
      h("p", { class: "muted" }, t("share.note")),
    ],
    {
      footer: [
        h("button", { onclick: () => copyLevel(controller).catch(announceError) }, icon("copy"), t("key.copy")),
        h("button", { class: "primary", onclick: () => copyText(link.value, t("share.copied")) }, icon("share"), t("share.copy")),
      ],
    },
  );
  link.select();
}

/**
 * Accept files and texts that are dropped anywhere on the page.
 * @param {PlayController} controller
 */
export function acceptDrops(controller) {
  onDrop(
    async ([file]) => openImport(controller, await file.text(), file.name),
    (text) => pasteText(controller, text),
  );
}
