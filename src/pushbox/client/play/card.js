/** The card beside the board: a hint, a push that has lost, a level that is solved. It stays until it is closed or outdated. */

import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";

/** @typedef {"hint" | "lost" | "solved"} CardKind */

export class Card {
  /** @type {CardKind | ""} what it shows */
  kind = "";
  /** A sentence on what is shown, or is about to be. @type {{kind: CardKind, text: string} | null} */
  #added = null;

  /** @param {HTMLElement} root of the page @param {() => void} closed called when the card has gone */
  constructor(root, closed) {
    this.place = find("#card", root);
    this.closed = closed;
  }

  /**
   * Show something in place of what there is; the sentence that was added to it stays where it is drawn again.
   * @param {CardKind} kind
   * @param {string} title
   * @param {(Node | string)[]} body
   * @param {(Node | null)[]} actions
   */
  show(kind, title, body, actions) {
    this.kind = kind;
    const close = h("button", { class: "quiet icon", "aria-label": t("close"), onclick: () => this.hide() }, icon("close"));
    this.place.dataset.kind = kind;
    this.place.replaceChildren(h("div", { class: "card-title" }, h("h2", {}, title), close), ...body, h("div", { class: "row" }, ...actions.filter((it) => it !== null)));
    this.place.hidden = false;
    if (this.#added?.kind === kind) this.add(kind, this.#added.text);
    else this.#added = null;
  }

  /**
   * Add a sentence to what is shown, or to what will be; return whether it is shown by now.
   * @param {CardKind} kind
   * @param {string} text
   */
  add(kind, text) {
    this.#added = { kind, text };
    if (kind !== this.kind) return false;
    this.place.append(h("p", { class: "muted" }, text));
    return true;
  }

  /** Remove what is shown, if it is of a kind. @param {CardKind} [kind] any where it is left out */
  hide(kind) {
    if (!kind || kind === this.#added?.kind) this.#added = null;
    if (!this.kind || (kind && kind !== this.kind)) return;
    this.kind = "";
    this.place.hidden = true;
    this.place.replaceChildren();
    this.closed();
  }
}
