/** Levels and collections in any format: what it would lose, a look at the text, and the file. */

import { get, getCached, post } from "../core/api.js";
import { h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionTitle } from "./cards.js";
import { copyText } from "./clipboard.js";
import { openDialog } from "./dialog.js";
import { downloadText, fileName } from "./download.js";
import { showError, showStatus, statusLine } from "./status.js";

const PREVIEW = 20_000; // characters of the text that are shown

/** The choice of a format, and what it cannot hold. */
class FormatFields {
  #summary = h("p", { class: "muted" });
  #losses = h("ul", { class: "losses", "aria-live": "polite" });
  #status = statusLine();

  /**
   * @param {Api.FormatOut[]} formats
   * @param {string[]} games of the levels
   * @param {(format: Api.FormatOut) => Promise<string[]>} write comes to what the format cannot hold
   */
  constructor(formats, games, write) {
    this.formats = formats;
    this.write = write;
    const options = formats.map(({ key, name }) => h("option", { value: key }, name));
    this.select = h("select", { onchange: () => this.show() }, ...options);
    this.select.value = games.every((game) => game === "sokoban") ? "xsb" : "json";
    this.nodes = [labelled(t("label.format"), this.select), this.#summary, this.#losses, this.#status];
  }

  get format() {
    const format = this.formats.find(({ key }) => key === this.select.value);
    if (!format) throw new Error(`found the format ${this.select.value}, expected one of the list`);
    return format;
  }

  /** Show what the chosen format is and cannot hold; another choice in between wins. */
  async show() {
    const { format } = this;
    this.#summary.textContent = format.summary;
    this.#losses.replaceChildren();
    showStatus(this.#status, "");
    try {
      const losses = await this.write(format);
      if (this.format !== format) return;
      const items = losses.map((loss) => h("li", {}, t("export.loses"), " ", h("span", { lang: "en" }, loss)));
      this.#losses.replaceChildren(...items);
    } catch (error) {
      if (this.format === format) showError(this.#status, error);
    }
  }
}

/**
 * Open the dialog that writes levels.
 * @param {LevelJson[]} levels
 * @param {string} title of the collection, or of the level
 */
export async function exportLevels(levels, title) {
  let written = "";
  const { formats } = await getCached("/formats");
  const fields = new FormatFields(formats, levels.map(({ game }) => game), async (format) => {
    setText("");
    const response = await post("/write", { levels, format: format.key, title: levels.length > 1 ? title : "" });
    if (fields.format === format) setText(response.text);
    return response.lost;
  });
  const text = h("textarea", { readOnly: true, rows: 12, class: "code", "aria-label": t("export.text"), spellcheck: false });
  const download = () => downloadText(fileName(title, endingOf(fields.format)), written);
  const buttons = [
    h("button", { type: "button", onclick: () => copyText(written) }, t("label.copy")),
    h("button", { type: "button", class: "primary", onclick: download }, t("label.download")),
  ];
  openDialog(t("export.title"), [...fields.nodes, text], { footer: buttons });
  await fields.show();

  /** @param {string} content */
  function setText(content) {
    written = content;
    text.value = content.slice(0, PREVIEW);
    text.hidden = !content;
    for (const button of buttons) button.disabled = !content;
  }
}

/**
 * Open the dialog that gives a whole collection as a file.
 * @param {Api.CollectionOut} collection
 */
export async function exportCollection(collection) {
  const { id, games } = collection;
  const link = h("a", { class: "button primary" }, t("label.download"));
  const { formats } = await getCached("/formats");
  const fields = new FormatFields(formats, Object.keys(games), async (format) => {
    link.hidden = true;
    link.href = `/api/collections/${id}/export?format=${format.key}`;
    link.download = fileName(collectionTitle(collection), endingOf(format));
    const { lost } = await get("/collections/{collection}/losses", { collection: id, format: format.key });
    if (fields.format === format) link.hidden = false;
    return lost;
  });
  openDialog(t("export.title"), [...fields.nodes, h("p", {}, t("export.whole"))], { footer: [link] });
  await fields.show();
}

/** @param {Api.FormatOut} format */
function endingOf({ endings }) {
  return endings[0] ?? ".txt";
}
