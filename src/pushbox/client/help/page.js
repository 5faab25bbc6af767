/** The help page: most of it is in its document; the keys are those of this browser, the formats those of the server. */

import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { currentBindings } from "../play/keyboard.js";
import { capsOf } from "../play/keys.js";

/** @import { Binding } from "../play/keys.js" */

const SLOTS = /^(snapshot|recall)-\d$/; // ten of each, which one row stands for

/** @param {HTMLElement} root */
export async function mount(root) {
  find("#key-tables", root).replaceChildren(...keyTables());
  const { formats } = await get("/formats");
  find("#format-rows", root).replaceChildren(...formats.map(formatRow));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** The keys in force, a table a group. */
function keyTables() {
  const table = currentBindings();
  return [...new Set(table.map(({ group }) => group))].map((group) => {
    const rows = table.filter((binding) => binding.group === group && !SLOTS.test(binding.action)).map(keyRow);
    return h("table", { class: "key-table" }, h("caption", {}, t(`keys.${group}`)), h("tbody", {}, ...rows));
  });
}

/** @param {Binding} binding */
function keyRow({ action, chords }) {
  const caps = chords.flatMap((chord) => [h("kbd", {}, capsOf(chord)), " "]);
  return h("tr", {}, h("th", { scope: "row" }, t(`key.${action}`)), h("td", {}, ...caps));
}

/** @param {Api.FormatOut} format */
function formatRow({ name, endings, solutions }) {
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, endings.join(" ")), h("td", {}, t(solutions ? "help.yes" : "help.no")));
}
