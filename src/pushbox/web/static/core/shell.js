/** What every page has: texts, theme, header, settings, and the regions that speak to screen readers. */

import { SKINS } from "../board/skins.js";
import { openDialog } from "../ui/dialog.js";
import { find, h } from "./dom.js";
import { LANGUAGES, language, loadTexts, t, translate } from "./i18n.js";
import { brand, icon } from "./icons.js";
import { applyTheme, settings, updateSettings } from "./settings.js";

const PAGES = /** @type {const} */ (["play", "library", "daily", "edit", "analyse", "live", "account"]);

/**
 * Set up a page: load its texts and put them in, build its header, and dress it.
 * @param {string} page its name, such as "library"
 * @param {string[]} [texts] the files of texts beside "common"
 */
export async function openPage(page, texts = [page]) {
  applyTheme();
  await loadTexts(texts);
  translate();
  document.title = t(`title.${page}`) === `title.${page}` ? "pushbox" : `${t(`title.${page}`)} · pushbox`;
  document.body.prepend(header(page));
  document.body.append(
    h("div", { id: "said", class: "visually-hidden", role: "status", "aria-live": "polite" }),
    h("div", { id: "said-now", class: "visually-hidden", role: "alert", "aria-live": "assertive" }),
  );
}

/** @param {string} page */
function header(page) {
  const links = PAGES.map((name) =>
    h("a", { href: `/${name}`, "aria-current": name === page ? "page" : null }, t(`nav.${name}`)),
  );
  const nav = h("nav", { "aria-label": t("nav") }, ...links);
  const menu = h("button", { class: "quiet icon menu-button", "aria-label": t("menu"), "aria-expanded": "false" }, icon("menu"));
  const gear = h("button", { class: "quiet icon", "aria-label": t("settings"), onclick: openSettings }, icon("settings"));
  const home = h("a", { class: "brand", href: "/", "aria-label": t("nav.home") }, brand(), "pushbox");
  const top = h("header", { class: "top" }, h("a", { class: "skip", href: "#main" }, t("skip")), home, nav, gear, menu);
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(top.classList.toggle("open"))));
  return top;
}

/** Open the settings that all pages share. */
export function openSettings() {
  const now = settings();
  const languages = Object.entries(LANGUAGES);
  const dialog = openDialog(t("settings"), [
    select("language", t("settings.language"), languages, now.language || language(), () => {
      const url = new URL(location.href);
      url.searchParams.delete("lang"); // what was chosen here counts from now on
      location.replace(url);
      if (url.href === location.href) location.reload();
    }),
    select("theme", t("settings.theme"), ["auto", "light", "dark"].map((name) => [name, t(`theme.${name}`)]), now.theme),
    select("skin", t("settings.skin"), SKINS.map((name) => [name, t(`skin.${name}`)]), now.skin),
    select("motion", t("settings.motion"), ["auto", "off"].map((name) => [name, t(`motion.${name}`)]), now.motion),
    settingCheckbox("swipe", t("settings.swipe"), now.swipe),
  ]);
  find("select", dialog).focus();
}

/**
 * @param {keyof import("./settings.js").Settings} name
 * @param {string} label
 * @param {string[][]} choices values and their texts
 * @param {string} value
 * @param {() => void} [then]
 */
function select(name, label, choices, value, then) {
  const options = choices.map(([choice, text]) => h("option", { value: choice, selected: choice === value }, text));
  const id = `setting-${name}`;
  const list = h("select", { id }, ...options);
  list.addEventListener("change", () => {
    updateSettings({ [name]: list.value });
    then?.();
  });
  return h("div", { class: "field" }, h("label", { htmlFor: id }, label), list);
}

/**
 * @param {keyof import("./settings.js").Settings} name
 * @param {string} label
 * @param {boolean} checked
 */
export function settingCheckbox(name, label, checked) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => updateSettings({ [name]: box.checked }));
  return h("label", { class: "check" }, box, label);
}
