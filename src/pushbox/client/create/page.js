/** Where one makes levels and studies: the ways to one, and what one has made. */

import { get, getAll } from "../core/api.js";
import { find } from "../core/dom.js";
import { collectionCard } from "../ui/cards.js";
import { studyItem } from "../study/study-item.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const [collections, { studies }] = await Promise.all([getAll("/collections", "collections"), get("/studies")]);
  const mine = collections.filter((collection) => collection.mine);
  find("#mine .cards", root).replaceChildren(...mine.map(collectionCard));
  find("#mine-none", root).hidden = mine.length > 0;
  find("#studies .list", root).replaceChildren(...studies.map(studyItem));
  find("#studies-none", root).hidden = studies.length > 0;
}
