/** The dialog with the settings that all pages share. */

import { hasImageSkin, keepImageSkin } from "../board/image-skin.js";
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
    skinField(),
    settingSelect("motion", t("settings.motion"), ["auto", "off"]),
    settingSelect("warn", t("settings.warn"), ["never", "after", "before"]),
    settingSelect("sound", t("settings.sound"), ["auto", "on", "off"]),
    settingCheckbox("celebrate", t("settings.celebrate")),
    settingCheckbox("swipe", t("settings.swipe")),
    settingCheckbox("dpad", t("settings.dpad")),
  ]);
  find("select", dialog).focus();
}

/** Return the choice of a skin, with a button that takes an image for one. */
function skinField() {
  const image = "image";
  const worn = settings().skin;
  const field = settingSelect("skin", t("settings.skin"), hasImageSkin() ? [...SKINS, image] : SKINS, () => {
    if ([worn, settings().skin].includes(image)) location.reload(); // it draws boards by functions of its own
  });
  const file = h("input", { type: "file", class: "visually-hidden", accept: "image/*" });
  const status = h("span", { role: "alert" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    try {
      await keepImageSkin(chosen);
      updateSettings({ skin: image });
      location.reload();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      status.textContent = t("skin.image.refused", { name: chosen.name });
    }
  });
  field.append(h("label", { class: "button" }, h("span", {}, t("skin.image.choose")), file), status);
  return field;
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
