/** The name under which others see whoever uses this browser without an account. */

import { load, save } from "../core/storage.js";

/** Return the name that was entered in this browser before. */
export const ownName = () => load("name", "");

/** @param {string} name */
export const saveOwnName = (name) => save("name", name.trim());
