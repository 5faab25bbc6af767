/** The dialog with a link that carries a level, with or without moves. */

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "./clipboard.js";
import { openDialog } from "./dialog.js";
import { announceError } from "./status.js";

/**
 * Open the dialog.
 * @param {LevelJson} level
 * @param {string} [moves] that lead to the position which is shown
 * @param {HTMLElement[]} [buttons] beside the one that copies the link
 */
export async function openShare(level, moves = "", buttons = []) {
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
    [h("p", {}, t("share.what")), link, moves !== "" && h("label", { class: "check" }, withMoves, t("share.moves"))],
    { footer: [...buttons, h("button", { class: "primary", onclick: copy }, icon("share"), t("label.copy-link"))] },
  );
  link.select();
}
