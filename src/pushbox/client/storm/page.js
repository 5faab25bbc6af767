/** The page of a storm: as many levels as one can solve in the time, with the best results beside them. */

import { StormPage } from "./storm-page.js";

/** @param {HTMLElement} root */
export const mount = (root) => new StormPage(root).open();
