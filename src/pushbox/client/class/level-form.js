/** The form that sets levels: a collection, the first level, how many from there on, and a date. */

import { getAll } from "../core/api.js";
import { find, h, onSubmit } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { collectionTitle, findLessons, levelOption } from "../ui/cards.js";
import { announce, whileBusy } from "../ui/status.js";
import { dayOf, startOfDay } from "./results.js";

const MOST = 500; // levels to choose from

/**
 * Fill the form; it is done once it can be used.
 * @param {HTMLElement} form
 * @param {HTMLElement} status
 * @param {(levels: number[], opens: string | null) => Promise<void>} set
 */
export async function mountLevelForm(form, status, set) {
  const collection = /** @type {HTMLSelectElement} */ (find("[name=collection]", form));
  const level = /** @type {HTMLSelectElement} */ (find("[name=level]", form));
  const many = /** @type {HTMLInputElement} */ (find("[name=many]", form));
  const from = /** @type {HTMLInputElement} */ (find("[name=from]", form));
  const button = /** @type {HTMLButtonElement} */ (find("button", form));
  from.value = dayOf(new Date());
  onSubmit(form, () =>
    whileBusy(button, status, async () => {
      const ids = [...level.options].map(({ value }) => Number(value)).slice(level.selectedIndex, level.selectedIndex + Number(many.value));
      await set(ids, startOfDay(from.value));
      announce(t("class.is-set", { count: ids.length }), { show: true });
    }),
  );
  const collections = await getAll("/collections", "collections");
  collection.replaceChildren(...collections.map((one) => h("option", { value: String(one.id) }, collectionTitle(one))));
  const lessons = findLessons(collections);
  if (lessons) collection.value = String(lessons.id);
  const fill = async () => {
    const levels = await getAll("/collections/{collection}/levels", "levels", { collection: collection.value, limit: MOST }, MOST);
    level.replaceChildren(...levels.map(levelOption));
  };
  collection.addEventListener("change", fill);
  if (collection.value) await fill();
}
