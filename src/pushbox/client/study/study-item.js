/** A study in a list of one's own. */

import { h } from "../core/dom.js";
import { language, t } from "../core/i18n.js";

/** @param {{key: string, title: string, updated: string}} study */
export const studyItem = ({ key, title, updated }) =>
  h("li", {}, h("a", { href: `/study?key=${key}` }, title || t("level.untitled")), h("span", { class: "muted" }, new Date(updated).toLocaleDateString(language())));
