/** The editor: a board to draw on, a palette, and what a level says beside its board. */

import "../board/push-board.js";
import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { shippedText } from "../core/phrases.js";
import { promptText } from "../ui/prompt.js";
import { showStatus, whileBusy } from "../ui/status.js";
import { listKeys } from "./canvas.js";
import { readLevel, writeLevel } from "./document.js";
import { NEW_SIZE, Editor } from "./editor.js";
import { mountMetadataForm } from "./metadata-form.js";
import { openPlay, promptLevel, saveLevel } from "./save.js";

const SIDES = { least: 3, most: 100 }; // cells of a new board

/** @param {HTMLElement} root */
export async function mount(root) {
  const editor = new Editor(root);
  const { games } = await get("/games");
  find("#game", root).append(...games.map(({ key, name }) => h("option", { value: key }, shippedText("game.name", name))));
  await editor.open();

  listKeys(find("#keys", root));
  mountMetadataForm(editor);
  for (const name of /** @type {const} */ (["undo", "redo"])) find(`#${name}`, root).append(icon(name));
  const level = () => writeLevel(editor.doc);
  /** @type {Record<string, () => unknown>} */
  const actions = {
    undo: () => editor.step(-1),
    redo: () => editor.step(1),
    try: () => openPlay(level(), "play"),
    analyse: () => openPlay(level(), "analyse"),
    export: () => exportLevel(editor),
    share: async () => (await import("../ui/share.js")).openShare(level()),
    save: () => save(editor),
    new: () => startNew(editor),
    paste: () => paste(editor),
  };
  for (const [id, action] of Object.entries(actions)) {
    const button = /** @type {HTMLButtonElement} */ (find(`#${id}`, root));
    button.addEventListener("click", () => whileBusy(button, editor.status, async () => action()).then(() => editor.showSteps()));
  }
}

/** @param {Editor} editor */
async function exportLevel({ doc }) {
  const { exportLevels } = await import("../ui/export.js");
  await exportLevels([writeLevel(doc)], doc.title || t("level.untitled"));
}

/** @param {Editor} editor */
async function save(editor) {
  const collection = new URLSearchParams(location.search).get("collection");
  const saved = await saveLevel(writeLevel(editor.doc), editor.levelId, collection, editor.solution);
  if (!saved) return;
  editor.levelId = saved.id ?? null;
  history.replaceState(null, "", `/edit?level=${saved.id}`);
  showStatus(editor.status, t("label.saved"));
}

/** @param {Editor} editor */
async function startNew(editor) {
  const size = await promptText(t("edit.new"), t("edit.new.size"), `${NEW_SIZE.width} x ${NEW_SIZE.height}`);
  if (size === null) return;
  const [, width, height] = size.match(/^\s*(\d{1,3})\D+(\d{1,3})\s*$/) ?? [];
  if (width) editor.startNew({ width: limited(width), height: limited(height) });
  else showStatus(editor.status, t("edit.new.unclear"), "error");
}

/** @param {Editor} editor */
async function paste(editor) {
  const level = await promptLevel();
  if (level) await editor.replace(readLevel(level));
}

/** @param {string} side */
function limited(side) {
  return Math.min(SIDES.most, Math.max(SIDES.least, Number(side)));
}
