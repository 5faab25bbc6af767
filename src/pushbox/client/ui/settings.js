/** The dialog with the settings that all pages share. */

import { SKINS } from "../board/skins.js";
import { find, h } from "../core/dom.js";
import { LANGUAGES, language, t } from "../core/i18n.js";
import { settings, updateSettings } from "../core/settings.js";
import { openDialog } from "./dialog.js";

/** Open the dialog. */
export function openSettings() {
  const dialog = openDialog(t("settings"), [
    settingSelect("language", t("settings.language"), Object.keys(LANGUAGES), reload),
    settingSelect("theme", t("settings.theme"), ["auto", "light", "dark"]),
    settingSelect("skin", t("settings.skin"), SKINS),
    settingSelect("motion", t("settings.motion"), ["auto", "off"]),
    settingSelect("warn", t("settings.warn"), ["never", "after", "before"]),
    settingSelect("sound", t("settings.sound"), ["auto", "on", "off"]),
    settingCheckbox("celebrate", t("settings.celebrate")),
    settingCheckbox("swipe", t("settings.swipe")),
    settingCheckbox("dpad", t("settings.dpad")),
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
 * Return a select for a setting.
 * @param {keyof Settings} name
 * @param {string} label
 * @param {readonly string[]} choices whose texts are of the keys "NAME.CHOICE", but for the names of languages
 * @param {() => void} [onchange]
 */
export function settingSelect(name, label, choices, onchange) {
  const texts = /** @type {Record<string, string>} */ (LANGUAGES);
  const id = `setting-${name}`;
  const list = h("select", { id }, ...choices.map((value) => h("option", { value }, texts[value] ?? t(`${name}.${value}`))));
  list.value = String(settings()[name] || language()); // a language that is not set is that of the page
  list.addEventListener("change", () => {
    updateSettings({ [name]: list.value });
    onchange?.();
  });
  return h("div", { class: "field" }, h("label", { htmlFor: id }, label), list);
}

/**
 * Return a checkbox for a setting.
 * @param {keyof Settings} name
 * @param {string} label
 */
export function settingCheckbox(name, label) {
  const box = h("input", { type: "checkbox", checked: Boolean(settings()[name]) });
  box.addEventListener("change", () => updateSettings({ [name]: box.checked }));
  return h("label", { class: "check" }, box, label);
}
