/** Levels and collections in any format: what it would lose, a look at the text, and the file. */

import { get, post } from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { copyText } from "./clipboard.js";
import { openDialog } from "./dialog.js";
import { downloadText, fileName } from "./download.js";
import { showError, showStatus } from "./status.js";

/** @typedef {import("../board/model.js").LevelJson} LevelJson */

const SHOWN = 20_000; // characters of the text that are looked at

/** @type {Promise<import("../core/api-types.js").FormatOut[]> | null} */
let known = null;

/** The formats that pushbox writes. */
export function formats() {
  known ??= get("/formats").then(({ formats }) => formats);
  return known;
}

/**
 * Open the dialog that writes levels.
 * @param {LevelJson[]} levels
 * @param {string} title of the collection, or of the level
 */
export async function exportLevels(levels, title) {
  const choices = await formats();
  const games = new Set(levels.map(({ game }) => game));
  const select = h(
    "select",
    { onchange: show },
    ...choices.map(({ key, name }) => h("option", { value: key }, name)),
  );
  select.value = games.size === 1 && games.has("sokoban") ? "xsb" : "json";
  const summary = h("p", { class: "muted" });
  const lost = h("ul", { class: "losses" });
  const status = h("p", { class: "notice", hidden: true });
  const text = h("textarea", { readOnly: true, rows: 12, class: "code", "aria-label": t("export.text"), spellcheck: false });
  const save = h("button", { type: "button", class: "primary", onclick: take }, t("export.download"));
  const clip = h("button", { type: "button", onclick: toClipboard }, t("export.copy"));
  let written = "";

  openDialog(
    t("export.title"),
    [h("label", { class: "field" }, h("span", {}, t("export.format")), select), summary, lost, status, text],
    { footer: [clip, save] },
  );
  await show();

  async function show() {
    const format = choices.find(({ key }) => key === select.value);
    summary.textContent = format?.summary ?? "";
    lost.replaceChildren();
    written = "";
    try {
      const answer = await post("/write", { levels, format: select.value, title: levels.length > 1 ? title : "" });
      if (format?.key !== select.value) return; // another one was chosen in between
      written = answer.text;
      fill(lost, ...losses(answer.lost));
      showStatus(status, "");
    } catch (error) {
      showError(status, error);
    }
    text.value = written.slice(0, SHOWN);
    text.hidden = save.disabled = clip.disabled = !written;
  }

  function take() {
    const ending = choices.find(({ key }) => key === select.value)?.endings[0] ?? ".txt";
    downloadText(fileName(title, ending), written);
  }

  async function toClipboard() {
    await copyText(written);
  }
}

/** What a format cannot hold, which the server tells in English. @param {string[]} lost */
function losses(lost) {
  return lost.map((loss) => h("li", {}, t("export.loses"), " ", h("span", { lang: "en" }, loss)));
}

/**
 * Open the dialog that gives a whole collection as a file.
 * @param {import("../core/api-types.js").CollectionOut} collection
 */
export async function exportCollection({ id, title, name, games }) {
  const choices = await formats();
  const select = h(
    "select",
    { onchange: show },
    ...choices.map((format) => h("option", { value: format.key }, format.name)),
  );
  select.value = Object.keys(games).every((game) => game === "sokoban") ? "xsb" : "json";
  const summary = h("p", { class: "muted" });
  const lost = h("ul", { class: "losses", "aria-live": "polite" });
  const status = h("p", { class: "notice", hidden: true });
  const link = h("a", { class: "button primary" }, t("export.download"));
  openDialog(
    t("export.title"),
    [h("label", { class: "field" }, h("span", {}, t("export.format")), select), summary, lost, status, h("p", {}, t("export.whole"))],
    { footer: [link] },
  );
  await show();

  async function show() {
    const format = choices.find(({ key }) => key === select.value);
    summary.textContent = format?.summary ?? "";
    link.href = `/api/collections/${id}/export?format=${select.value}`;
    link.download = fileName(title || name, format?.endings[0] ?? ".txt");
    lost.replaceChildren();
    showStatus(status, "");
    link.hidden = false;
    try {
      const found = await get("/collections/{collection}/losses", { collection: id, format: select.value });
      if (format?.key === select.value) fill(lost, ...losses(found.lost));
    } catch (error) {
      link.hidden = true;
      showError(status, error);
    }
  }
}
