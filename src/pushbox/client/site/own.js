/** Levels of the visitor's own on a site without a server: read from text by the core, kept in this browser, in links. */

import { readRequest } from "../core/core-requests.js";
import { t } from "../core/i18n.js";
import { load, save } from "../core/storage.js";

/** @import { Ask } from "../core/core-worker.js" */
/** @import { SiteLevel } from "./page.js" */

const NAME = "site-levels";
const GAME = "sokoban"; // that texts draw

/** Return the levels that are kept, in their order. @returns {SiteLevel[]} */
export const ownLevels = () => load(NAME, []);

/** Keep levels behind those that there are; return the number of the first. @param {SiteLevel[]} levels */
export function addOwn(levels) {
  const before = ownLevels();
  save(NAME, [...before, ...levels]);
  return before.length + 1;
}

/** Forget all of them. */
export const removeOwn = () => save(NAME, undefined);

/** Return a level of the visitor's own, with a key for what is played of it. @param {string} title @param {SiteLevel["level"]} level @returns {SiteLevel} */
export const newLevel = (title, level) => ({ key: `own-${Math.random().toString(36).slice(2)}`, title, game: "Sokoban", level });

/**
 * Read the levels that a text draws.
 * @param {Ask} ask
 * @param {string} text
 * @returns {Promise<{levels: SiteLevel[], faults: string[]}>} what could not be read, in sentences
 */
export async function readText(ask, text) {
  const { levels, unread } = await ask(readRequest(text));
  const faults = [
    ...levels.flatMap((/** @type {any} */ { line, problem }) => (problem ? [t(`site.read.${problem}`, { line })] : [])),
    ...unread.map((/** @type {any} */ { line, sign }) => t("site.read.sign", { line, sign })),
  ];
  const read = levels.flatMap((/** @type {any} */ { title, board }) => (board ? [newLevel(title, { game: GAME, board })] : []));
  if (!levels.length && !faults.length) faults.push(t("site.read.none"));
  return { levels: read, faults };
}

/** Write a level as the end of an address. @param {Pick<SiteLevel, "title" | "level">} level */
export function writeLink({ title, level }) {
  const bytes = new TextEncoder().encode(JSON.stringify({ title, level }));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Read the end of an address; null where it is no level. @param {string} link @returns {SiteLevel | null} */
export function readLink(link) {
  try {
    const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const { title, level } = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof level?.game !== "string" || typeof level?.board?.width !== "number") return null;
    return { key: `link-${link}`.slice(0, 60), title: String(title ?? ""), game: level.game === GAME ? "Sokoban" : level.game, level };
  } catch {
    return null;
  }
}
