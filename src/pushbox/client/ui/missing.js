/** In place of a page: that what its address names does not exist, and where to go from there. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";

/**
 * Replace the page, all of whose commands would lead nowhere.
 * @param {string} title
 * @param {string} [reason]
 */
export function showMissing(title, reason = "") {
  const heading = h("h1", { tabindex: -1 }, title);
  const main = find("#main");
  main.setAttribute("class", "missing");
  main.replaceChildren(
    heading,
    reason ? h("p", { class: "lead" }, reason.charAt(0).toUpperCase() + reason.slice(1)) : "",
    h(
      "p",
      { class: "row" },
      h("a", { class: "button primary large", href: "/library" }, t("missing.library")),
      h("a", { class: "button large", href: "/" }, t("missing.home")),
    ),
  );
  document.title = `${title} · pushbox`;
  heading.focus();
}
