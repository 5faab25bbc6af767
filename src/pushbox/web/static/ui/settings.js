/** The dialog with the settings that all pages share. */

import { SKINS } from "../board/skins.js";
import { find, h } from "../core/dom.js";
import { LANGUAGES, language, t } from "../core/i18n.js";
import { settings, updateSettings } from "../core/settings.js";
import { openDialog } from "./dialog.js";

/** Open the dialog. */
export function openSettings() {
  const now = settings();
  const choices = (/** @type {string} */ group, /** @type {readonly string[]} */ names) => names.map((name) => [name, t(`${group}.${name}`)]);
  const dialog = openDialog(t("settings"), [
    settingSelect("language", t("settings.language"), Object.entries(LANGUAGES), now.language || language(), reload),
    settingSelect("theme", t("settings.theme"), choices("theme", ["auto", "light", "dark"]), now.theme),
    settingSelect("skin", t("settings.skin"), choices("skin", SKINS), now.skin),
    settingSelect("motion", t("settings.motion"), choices("motion", ["auto", "off"]), now.motion),
    settingCheckbox("swipe", t("settings.swipe"), now.swipe),
  ]);
  find("select", dialog).focus();
}

/** Load the page in another language, without the one that its address names. */
function reload() {
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  location.replace(url);
  if (url.href === location.href) location.reload();
}

/**
 * @param {keyof Settings} name
 * @param {string} label
 * @param {string[][]} choices values and their texts
 * @param {string} value
 * @param {() => void} [onchange]
 */
function settingSelect(name, label, choices, value, onchange) {
  const options = choices.map(([choice, text]) => h("option", { value: choice, selected: choice === value }, text));
  const id = `setting-${name}`;
  const list = h("select", { id }, ...options);
  list.addEventListener("change", () => {
    updateSettings({ [name]: list.value });
    onchange?.();
  });
  return h("div", { class: "field" }, h("label", { htmlFor: id }, label), list);
}

/**
 * @param {keyof Settings} name
 * @param {string} label
 * @param {boolean} checked
 */
export function settingCheckbox(name, label, checked) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => updateSettings({ [name]: box.checked }));
  return h("label", { class: "check" }, box, label);
}
