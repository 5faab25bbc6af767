/** Modal dialogs, and short messages at the foot of the page. */

import { fill, find, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * Open a dialog; Escape and its cross close it, and the focus goes back to where it was.
 * @param {string} title
 * @param {Child[]} body
 * @param {{footer?: Child[], wide?: boolean, onclose?: () => void, kind?: string}} [options]
 * @returns {HTMLDialogElement}
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
    lodge(); // before what speaks goes with it
    dialog.remove();
    onclose?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it, on the backdrop
  });
  document.body.append(dialog);
  dialog.showModal();
  lodge();
  return dialog;
}

let opened = 0;

/** Keep what speaks and what shows messages in the topmost dialog: all beside that is mute while it is open. */
function lodge() {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  top.append(...document.querySelectorAll("#said, #said-now, .toasts"));
}

/**
 * Ask before something that cannot be taken back.
 * @param {string} title
 * @param {string} text
 * @param {string} yes the word on the button
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const agree = () => {
      answer = true;
      dialog.close();
    };
    const dialog = openDialog(title, [h("p", {}, text)], {
      footer: [
        h("button", { onclick: () => dialog.close() }, t("cancel")),
        h("button", { class: "primary", onclick: agree }, yes),
      ],
      onclose: () => resolve(answer),
    });
  });
}

const SHOWN = 3200; // milliseconds

/**
 * Show a message for a while; screen readers are told by `say`, which calls this where it is meant to be seen too.
 * @param {string} text
 * @param {"" | "danger"} [kind]
 */
export function toast(text, kind = "") {
  let tray = document.querySelector(".toasts");
  if (!tray) {
    tray = h("div", { class: "toasts", "aria-hidden": "true" });
    document.body.append(tray);
    lodge();
  }
  const note = h("div", { class: `toast ${kind}` }, text);
  tray.replaceChildren(note);
  setTimeout(() => note.remove(), kind ? SHOWN * 2 : SHOWN);
}

/**
 * Speak to a screen reader: politely, or at once for what ends a game.
 * @param {string} text
 * @param {{now?: boolean, show?: boolean}} [options] `show` it as a message too
 */
export function say(text, { now = false, show = false } = {}) {
  const region = find(now ? "#said-now" : "#said");
  region.textContent = "";
  fill(region, text);
  if (show) toast(text);
}

/**
 * Tell what went wrong.
 * @param {unknown} error
 */
export function complain(error) {
  const text = error instanceof Error ? error.message : String(error);
  say(text, { now: true });
  toast(text, "danger");
}
