/** What every page has: texts, theme, header, and the live regions of screen readers. */

import { h } from "../core/dom.js";
import { hasText, loadTexts, t, translate } from "../core/i18n.js";
import { brand, icon } from "../core/icons.js";
import { applyTheme } from "../core/settings.js";

const SECTIONS = /** @type {const} */ (["play", "library", "daily", "edit", "analyse", "live", "account"]);

/**
 * Set up a page: its theme, its texts and its header.
 * @param {string} section that it belongs to, such as "library"
 * @param {string[]} [texts] the files of texts beside "common"
 */
export async function openPage(section, texts = [section]) {
  applyTheme();
  await loadTexts(texts);
  translate();
  document.title = hasText(`title.${section}`) ? `${t(`title.${section}`)} · pushbox` : "pushbox";
  document.body.prepend(header(section));
  document.body.append(
    h("div", { id: "live-polite", class: "visually-hidden", role: "status", "aria-live": "polite" }),
    h("div", { id: "live-assertive", class: "visually-hidden", role: "alert", "aria-live": "assertive" }),
  );
}

/** Load and open the dialog. */
async function showSettings() {
  const { openSettings } = await import("./settings.js");
  openSettings();
}

/** @param {string} section */
function header(section) {
  const links = SECTIONS.map((name) =>
    h("a", { href: `/${name}`, "aria-current": name === section ? "page" : null }, t(`nav.${name}`)),
  );
  const nav = h("nav", { "aria-label": t("nav") }, ...links);
  const menu = h("button", { class: "quiet icon menu-button", "aria-label": t("menu"), "aria-expanded": "false" }, icon("menu"));
  const gear = h("button", { class: "quiet icon", "aria-label": t("settings"), onclick: showSettings }, icon("settings"));
  const home = h("a", { class: "brand", href: "/", "aria-label": t("nav.home") }, brand(), "pushbox");
  const top = h("header", { class: "top" }, h("a", { class: "skip", href: "#main" }, t("skip")), home, nav, gear, menu);
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(top.classList.toggle("open"))));
  return top;
}
