/** The names of those who play without an account: one's own, and that of whoever gives none. */

import { t } from "../core/i18n.js";
import { load, save } from "../core/storage.js";

/** Return the name that was entered in this browser before. */
export const ownName = () => load("name", "");

/** @param {string} name */
export const saveOwnName = (name) => save("name", name.trim());

/** Return a name as the language has it: the server calls whoever gives none "guest", and the next one "guest 2". @param {string} name */
export const shownName = (name) => name.replace(/^guest(?= \d+$|$)/, () => t("live.guest"));
