/** Levels and solutions in and out: copy, paste, files, drops, links, import. */

import { getCached, post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { onDrop } from "../ui/drop.js";
import { announceError } from "../ui/status.js";

/** @import { PlayController } from "./controller.js" */

const MAX_SHOWN = 60; // levels to choose from

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
const isMoves = (text) => !/[#{}"=]/.test(text.replace(/\{[lurd\s\d]*\}/g, "")) && /^[\w\s,.<>^!()[\]{}*:-]+$/.test(text) && /[lurdLURD<>^!]/.test(text);

/**
 * Take a pasted text: play moves from the start, show levels to choose from.
 * @param {PlayController} controller
 * @param {string} text
 */
export function pasteText(controller, text) {
  if (!text.trim()) return;
  if (isMoves(text)) controller.follow(text.trim());
  else openImport(controller, { text }).catch(announceError);
}

/**
 * Open the dialog in which levels are pasted, or taken from a file.
 * @param {PlayController} controller
 * @param {object} [from]
 * @param {string} [from.text] that was pasted
 * @param {File[]} [from.files]
 */
export async function openImport(controller, { text, files } = {}) {
  const { ImportPanel } = await import("../ui/import-panel.js");
  const panel = h("div", { class: "stack" });
  const imports = new ImportPanel(panel, {
    shown: MAX_SHOWN,
    playAtOnce: true,
    play: async ({ level }) => {
      await controller.openLevel({ level });
      dialog.close();
    },
  });
  const dialog = openDialog(t("import.title"), [panel], { wide: true });
  if (text) await imports.readText(text);
  if (files) await imports.readFiles(files);
}

/** Open the dialog with a link to the level, with or without the moves. @param {PlayController} controller */
export async function openShare(controller) {
  const { client, level } = controller;
  const dialog = await import("../ui/share.js");
  const copy = h("button", { onclick: () => copyLevel(controller).catch(announceError) }, icon("copy"), t("key.copy"));
  const moves = client.tree.depth > 0 ? await client.line() : "";
  await dialog.openShare({ ...level, records: [] }, moves, [copy], await keptLevel(controller));
}

/** Return the level of the library that is played, as the dialog of links takes it. @param {PlayController} controller */
async function keptLevel({ client, root }) {
  if (!client.level) return null;
  const { id, collection } = client.level;
  const { published } = await getCached("/collections/{collection}", { collection }).catch(() => ({ published: false })); // set by a class
  return { id, title: find("#title", root).textContent, published };
}

/**
 * Accept files and texts that are dropped anywhere on the page.
 * @param {PlayController} controller
 */
export function acceptDrops(controller) {
  onDrop(
    (files) => openImport(controller, { files }).catch(announceError),
    (text) => pasteText(controller, text),
  );
}
