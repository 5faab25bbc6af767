/** Where a drawing goes: the visitor's library, a test play, the analysis; and where it comes from. */

import { ApiError, get, getAll, post, put } from "../core/api.js";
import { h, labelled } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { createPlay } from "../play/start-play.js";
import { collectionTitle } from "../ui/cards.js";
import { promptForm } from "../ui/prompt.js";

const NEW = "new"; // the choice of a collection that does not exist yet

/**
 * Begin a play of a level that is in no library, in this browser where the server does not answer, and go there.
 * @param {LevelJson} level
 * @param {"play" | "analyse"} page
 */
export async function openPlay(level, page) {
  const { play } = await createPlay({ level, fresh: true });
  location.assign(`/${page}?play=${play}`);
}

/**
 * Save a level: in its place where it is in a collection of the visitor, as a new version where it is published there
 * and another puzzle now, else in a collection that they choose.
 * @param {LevelJson} level
 * @param {Edit.LevelId} id of the level that is edited
 * @param {string | null} preferred the collection that it is drawn for
 * @param {string} solution of the level, "" where none is known
 * @returns {Promise<Api.LevelOut | null>} the level as it was saved, null where the dialog was closed
 */
export async function saveLevel(level, id, preferred, solution) {
  const collections = await getAll("/collections", "collections", { mine: true });
  if (id !== null) {
    const { collection } = await get("/levels/{level}", { level: id });
    const own = collections.find((one) => one.id === collection);
    if (own) return saveInPlace(level, id, own.published ? solution : null);
  }
  return chooseCollection(collections, preferred, level.title ?? "", (collection, name) => addLevel(collection, name, level));
}

/**
 * Save a level in the place of one.  A published one stays as it is where the puzzle is another now, which is published
 * as its next version, with a solution.
 * @param {LevelJson} level
 * @param {string | number} id
 * @param {string | null} solution to propose, null where the level is not published
 * @returns {Promise<Api.LevelOut | null>} null where the dialog was closed
 */
async function saveInPlace(level, id, solution) {
  try {
    return await put("/levels/{level}", { level }, { level: id });
  } catch (error) {
    if (solution === null || !(error instanceof ApiError && error.code === "conflict")) throw error;
  }
  const field = h("textarea", { rows: 4, class: "code", required: true, spellcheck: false }, solution);
  const fields = [h("p", {}, t("version.what")), labelled(t("version.solution"), field)];
  return promptForm(t("version.title"), fields, t("version.publish"), () =>
    post("/levels/{level}/versions", { level, solution: field.value.trim() }, { level: id }),
  );
}

/**
 * Let the visitor choose a collection, a new one if they do not, and save there.
 * @param {Api.CollectionOut[]} collections
 * @param {string | null} preferred
 * @param {string} title of the level
 * @param {(collection: string, name: string) => Promise<Api.LevelOut>} save
 */
function chooseCollection(collections, preferred, title, save) {
  const select = h(
    "select",
    { onchange: () => (nameField.hidden = select.value !== NEW) },
    ...collections.map((collection) => h("option", { value: String(collection.id) }, collectionTitle(collection))),
    h("option", { value: NEW }, t("save.new")),
  );
  select.value = collections.some(({ id }) => String(id) === preferred) ? String(preferred) : NEW;
  const name = h("input", { type: "text", maxLength: 120, value: freeName(title || t("save.drawings"), collections) });
  const nameField = labelled(t("import.name"), name);
  nameField.hidden = select.value !== NEW;
  const fields = [labelled(t("filter.collection"), select), nameField];
  return promptForm(t("save.title"), fields, t("label.save"), () => save(select.value, name.value.trim() || t("save.drawings")));
}

/**
 * Return a name that no collection has: this one, or with a number.
 * @param {string} name
 * @param {Pick<Api.CollectionOut, "name">[]} collections
 */
export function freeName(name, collections) {
  const isTaken = (/** @type {string} */ one) => collections.some((collection) => collection.name === one);
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name} ${number}`;
  return free;
}

/**
 * @param {string} collection its id, or `NEW`
 * @param {string} name of a new one
 * @param {LevelJson} level
 */
async function addLevel(collection, name, level) {
  if (collection !== NEW) return post("/levels", { collection: Number(collection), level });
  const imported = await post("/collections", { name, text: "" });
  return post("/levels", { collection: imported.collection.id, level });
}

/**
 * Prompt for the text of a level in any format.
 * @returns {Promise<LevelJson | null>} the first level of it, null where the dialog was closed
 */
export function promptLevel() {
  const text = h("textarea", { rows: 12, class: "code", required: true, spellcheck: false, "aria-label": t("import.paste") });
  return promptForm(t("key.paste"), [text], t("import.look"), async () => {
    const { levels } = await post("/read", { text: text.value });
    if (!levels.length) throw new Error(t("import.none"));
    return levels[0].level;
  });
}

/**
 * Return the level that the address of the page names, null where it names none.
 * @returns {Promise<{level: LevelJson, id: Edit.LevelId} | null>}
 */
export async function requestedLevel() {
  const id = new URLSearchParams(location.search).get("level");
  if (id) return { level: (await get("/levels/{level}", { level: id })).level, id };
  if (location.hash.length > 1) return { level: (await post("/unshare", { link: location.href })).level.level, id: null };
  return null;
}
