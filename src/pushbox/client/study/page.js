/** The page of a study: read step by step, and changed where it is one's own; without a key the list of one's own. */

import "../board/push-board.js";
import { get } from "../core/api.js";
import { find } from "../core/dom.js";
import { studyItem } from "./study-item.js";
import { StudyPage } from "./study-page.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const key = new URLSearchParams(location.search).get("key");
  if (!key) return showOwn(root);
  const kept = await get("/studies/{key}", { key });
  find("#study", root).hidden = false;
  await new StudyPage(root, kept).start();
}

/** @param {HTMLElement} root */
async function showOwn(root) {
  const { studies } = await get("/studies");
  const list = find("#studies", root);
  list.replaceChildren(...studies.map(studyItem));
  list.hidden = !studies.length;
  find("#none", root).hidden = studies.length > 0;
  find("#own", root).hidden = false;
}
