/** The dialog with a link that carries a level, with or without moves, and pictures of a level of the library. */

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "./clipboard.js";
import { openDialog } from "./dialog.js";
import { fileName } from "./download.js";
import { announceError } from "./status.js";

/**
 * Open the dialog.
 * @param {LevelJson} level
 * @param {string} [moves] that lead to the position which is shown
 * @param {HTMLElement[]} [buttons] beside the one that copies the link
 * @param {{id: number, title: string, published: boolean} | null} [kept] the level of the library that it is
 */
export async function openShare(level, moves = "", buttons = [], kept = null) {
  const link = h("input", { type: "text", id: "share-link", readOnly: true, "aria-label": t("share.address") });
  const withMoves = h("input", { type: "checkbox", checked: moves !== "", onchange: () => makeLink().catch(announceError) });
  async function makeLink() {
    const { fragment } = await post("/share", { level, moves: withMoves.checked ? moves : "" });
    link.value = `${location.origin}/p#${fragment}`;
  }
  await makeLink();
  const copy = () => copyText(link.value, t("share.copied"));
  openDialog(
    t("share"),
    [h("p", {}, t("share.what")), link, moves !== "" && h("label", { class: "check" }, withMoves, t("share.moves")), kept && h("div", { class: "stack share-pictures" }, ...pictureParts(kept))],
    { footer: [...buttons, h("button", { class: "primary", onclick: copy }, icon("share"), t("label.copy-link"))] },
  );
  link.select();
}

/**
 * Return links to pictures of a level of the library, and the HTML that shows one on another page, which only a level
 * that everybody sees has.
 * @param {{id: number, title: string, published: boolean}} kept
 */
function pictureParts({ id, title, published }) {
  const picture = (/** @type {"png" | "svg"} */ kind) =>
    h("a", { class: "button", href: `/api/levels/${id}/picture.${kind}`, download: fileName(title, `.${kind}`) }, t(`share.picture.${kind}`));
  const parts = [h("div", { class: "row" }, picture("png"), picture("svg"))];
  if (!published) return parts;
  const code = h("textarea", { id: "share-embed", rows: 3, readOnly: true, value: embedHtml(location.origin, id, title) });
  const copy = h("button", { type: "button", onclick: () => copyText(code.value, t("share.embed.copied")) }, t("share.embed.copy"));
  return [...parts, h("label", { class: "field" }, h("span", {}, t("share.embed")), code), copy];
}

/**
 * Return the HTML that shows a picture of a level on another page, and leads to it.
 * @param {string} origin
 * @param {number} id
 * @param {string} title
 */
export function embedHtml(origin, id, title) {
  const escaped = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<a href="${origin}/play?level=${id}"><img src="${origin}/api/levels/${id}/picture.png" alt="${escaped}" width="400"></a>`;
}
