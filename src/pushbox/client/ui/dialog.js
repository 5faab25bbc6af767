/** Modal dialogs. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";

/** @import { Child } from "../core/dom.js" */

let opened = 0;

/**
 * Open a dialog; Escape, its cross and a command of the page close it, and the focus goes back to where it was.
 * @param {string} title
 * @param {Child[]} body
 * @param {{footer?: Child[], wide?: boolean, onclose?: () => void, kind?: string}} [options]
 */
export function openDialog(title, body, { footer = [], wide = false, onclose, kind } = {}) {
  const id = `dialog-${++opened}`;
  const close = h("button", { class: "quiet icon", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"));
  const dialog = h(
    "dialog",
    { class: [wide && "wide", kind].filter(Boolean).join(" "), "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), close),
    h("div", { class: "body" }, ...body),
    footer.length > 0 && h("footer", {}, ...footer),
  );
  dialog.addEventListener("close", () => {
    moveLiveRegions(); // before they go with it
    dialog.remove();
    onclose?.();
  });
  dialog.addEventListener("click", ({ target }) => {
    const isBackdrop = target === dialog;
    const isCommand = target instanceof Element && target.closest("[data-command]") !== null; // which the page runs
    if (isBackdrop || isCommand) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  moveLiveRegions();
  return dialog;
}

/** Keep live regions and messages in the topmost dialog: everything beside it is inert while it is open. */
export function moveLiveRegions() {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  top.append(...document.querySelectorAll("#live-polite, #live-assertive, .toasts"));
}
