/** What every page has: texts, theme, header, the live regions of screen readers, and the word that it is mounted. */

import { find } from "../core/dom.js";
import { hasText, loadTexts, t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { applyTheme, settings } from "../core/settings.js";

/**
 * Set up a page: its theme, its texts and its header.
 * @param {string} page its name, such as "daily"
 * @param {string} section of the header that it belongs to, such as "puzzles"
 * @param {string[]} texts the files of texts beside "common"
 */
export async function openPage(page, section, texts) {
  applyTheme();
  const worn = settings().skin === "image" && import("../board/image-skin.js").then(({ wearImageSkin }) => wearImageSkin());
  await Promise.all([loadTexts(texts), worn]);
  const title = [page, section].map((name) => `title.${name}`).find(hasText);
  document.title = title ? `${t(title)} · pushbox` : "pushbox";
  mountHeader(section);
}

/** Mark the link of a section in the header, which is in the document, and make its buttons work. @param {string} section */
function mountHeader(section) {
  const top = find(".top");
  top.querySelector(`nav a[href="/${section}"]`)?.setAttribute("aria-current", "page");
  const [menu, gear] = [find(".menu-button", top), find("#open-settings", top)];
  menu.append(icon("menu"));
  gear.append(icon("settings"));
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(top.classList.toggle("open"))));
  gear.addEventListener("click", async () => (await import("./settings.js")).openSettings());
  setMounted(top);
}

/** Say that a part of the page answers now: what was pressed in it before is pressed again (core/early.js). @param {HTMLElement} part */
export function setMounted(part) {
  part.dataset.mounted = "";
  part.dispatchEvent(new Event("mounted", { bubbles: true }));
}
