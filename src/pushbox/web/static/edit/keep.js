/** Where a drawing goes: the own library, a test play, the analysis, a link; and where it comes from. */

import { get, post, put } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { copyText } from "../ui/clipboard.js";
import { openDialog } from "../ui/dialog.js";
import { showError, showStatus } from "../ui/status.js";

/** @typedef {import("../board/model.js").LevelJson} LevelJson */
/** @typedef {import("../core/api-types.js").LevelOut} LevelOut */
/** @typedef {import("../core/api-types.js").CollectionOut} CollectionOut */

const NEW = "new"; // the choice of a collection that is not there yet

/**
 * Begin a play of a level that is in no library, and go there.
 * @param {LevelJson} level
 * @param {"play" | "analyse"} page
 */
export async function tryOut(level, page) {
  const { play } = await post("/plays", { level, fresh: true });
  location.assign(`/${page}?play=${play}`);
}

/**
 * Save a level: in its place where it has one among the own collections, else where the person says.
 * @param {LevelJson} level
 * @param {string | number | null} id of the level that is edited
 * @param {string | null} wanted the collection that it is drawn for
 * @returns {Promise<LevelOut | null>} the level as it is kept, null where the person thought better of it
 */
export async function save(level, id, wanted) {
  const { collections: mine } = await get("/collections", { mine: true });
  if (id !== null) {
    const { collection } = await get("/levels/{level}", { level: id });
    if (mine.some((own) => own.id === collection)) return put("/levels/{level}", { level }, { level: id });
  }
  return choose(level, mine, wanted);
}

/**
 * @param {LevelJson} level
 * @param {CollectionOut[]} mine
 * @param {string | null} wanted
 * @returns {Promise<LevelOut | null>}
 */
function choose(level, mine, wanted) {
  return new Promise((resolve) => {
    const select = h(
      "select",
      { onchange: () => (name.parentElement?.toggleAttribute("hidden", select.value !== NEW)) },
      ...mine.map(({ id, title, name: plain }) => h("option", { value: String(id) }, title || plain)),
      h("option", { value: NEW }, t("save.new")),
    );
    if (wanted && mine.some(({ id }) => String(id) === wanted)) select.value = wanted;
    const name = h("input", { type: "text", maxLength: 120, value: t("save.drawings") });
    const status = h("p", { class: "notice", hidden: true });
    const form = h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          try {
            resolve(await kept(select.value, name.value.trim() || t("save.drawings"), level));
            dialog.close();
          } catch (error) {
            showError(status, error);
          }
        },
      },
      h("label", { class: "field" }, h("span", {}, t("save.where")), select),
      h("label", { class: "field", hidden: mine.length > 0 }, h("span", {}, t("import.name")), name),
      status,
      h("button", { class: "primary" }, t("edit.save")),
    );
    const dialog = openDialog(t("save.title"), [form]);
    dialog.addEventListener("close", () => resolve(null));
  });
}

/**
 * @param {string} collection its id, or `NEW`
 * @param {string} name of a new one
 * @param {LevelJson} level
 * @returns {Promise<LevelOut>}
 */
async function kept(collection, name, level) {
  if (collection !== NEW) return post("/levels", { collection: Number(collection), level });
  const made = await post("/collections", { name, text: "" });
  return post("/levels", { collection: made.collection.id, level });
}

/**
 * Make a link that carries the level, and put it into the clipboard.
 * @param {LevelJson} level
 */
export async function share(level) {
  const { fragment } = await post("/share", { level });
  const address = `${location.origin}/p#${String(fragment).replace(/^#/, "")}`;
  const field = h("input", { type: "text", readOnly: true, value: address, "aria-label": t("share.address") });
  const status = h("p", { class: "notice", hidden: true });
  const button = h("button", { type: "button", class: "primary", onclick: toClipboard }, t("export.copy"));
  openDialog(t("edit.share"), [h("p", {}, t("share.what")), field, status], { footer: [button] });
  field.select();

  async function toClipboard() {
    field.select();
    await copyText(address);
  }
}

/**
 * Ask for the text of a level in any format; the first level of it, null where the person closes the dialog.
 * @returns {Promise<LevelJson | null>}
 */
export function paste() {
  return new Promise((resolve) => {
    const text = h("textarea", { rows: 12, class: "code", required: true, spellcheck: false, "aria-label": t("import.paste") });
    const status = h("p", { class: "notice", hidden: true });
    const form = h(
      "form",
      { class: "stack", onsubmit: read },
      text,
      status,
      h("button", { class: "primary" }, t("import.look")),
    );
    const dialog = openDialog(t("edit.paste"), [form]);
    dialog.addEventListener("close", () => resolve(null));

    /** @param {Event} event */
    async function read(event) {
      event.preventDefault();
      try {
        const { levels } = await post("/read", { text: text.value });
        if (!levels.length) return showStatus(status, t("import.none"), "error");
        resolve(levels[0].level);
        dialog.close();
      } catch (error) {
        showError(status, error);
      }
    }
  });
}

/**
 * The level that the address asks for, null where it asks for none.
 * @returns {Promise<{level: LevelJson, id: string | null} | null>}
 */
export async function wished() {
  const given = new URLSearchParams(location.search);
  const id = given.get("level");
  if (id) return { level: (await get("/levels/{level}", { level: id })).level, id };
  if (location.hash.length > 1) return { level: (await post("/unshare", { link: location.href })).level.level, id: null };
  return null;
}
