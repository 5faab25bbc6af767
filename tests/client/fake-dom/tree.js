/** Nodes, texts and elements: attributes, classes, styles, and what selectors find below them. */

import { Listeners } from "./events.js";
import { matchesPath } from "./selectors.js";

export class Node extends Listeners {
  /** @type {any[]} */
  childNodes = [];

  /** @returns {any} */
  get parentElement() {
    return this.parent instanceof Element ? this.parent : null;
  }

  get isConnected() {
    let top = /** @type {any} */ (this);
    while (top.parent instanceof Node) top = top.parent;
    return top === document;
  }

  get nextSibling() {
    const siblings = this.parent?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }

  /** @param {number} index @param {any[]} nodes */
  #insert(index, nodes) {
    const made = nodes.map((node) => (node instanceof Node ? node : new Text(String(node))));
    for (const node of made) node.remove();
    this.childNodes.splice(index, 0, ...made);
    for (const node of made) {
      node.parent = this;
      if (this.isConnected) for (const element of [node, ...node.querySelectorAll("*")]) element.connectedCallback?.();
    }
  }

  /** @param {...any} nodes */
  append(...nodes) {
    this.#insert(this.childNodes.length, nodes);
  }

  /** @param {...any} nodes */
  prepend(...nodes) {
    this.#insert(0, nodes);
  }

  /** @param {...any} nodes */
  after(...nodes) {
    this.parent.#insert(this.parent.childNodes.indexOf(this) + 1, nodes);
  }

  /** @param {...any} nodes */
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  /** @param {...any} nodes */
  replaceWith(...nodes) {
    this.after(...nodes);
    this.remove();
  }

  remove() {
    if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((/** @type {any} */ node) => node !== this);
    this.parent = null;
  }

  /** @param {any} node */
  contains(node) {
    for (let at = node; at; at = at.parent) if (at === this) return true;
    return false;
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }

  get childElementCount() {
    return this.children.length;
  }

  /** @param {string} selector @returns {any[]} */
  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector, this) ? [child] : []),
      ...child.querySelectorAll(selector.replaceAll(":scope > ", ":none > ")),
    ]);
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

export class Text extends Node {
  /** @param {string} text */
  constructor(text) {
    super();
    Object.defineProperty(this, "textContent", { value: text });
  }
}

/** Tags that were made by name, such as "push-board". @type {Map<string, any>} */
export const custom = new Map();

export class Element extends Node {
  /** @type {Map<string, string>} */
  attributes = new Map();
  tag = [...custom].find(([, made]) => this instanceof made)?.[0] ?? "";
  style = { setProperty: () => {} };
  scrollTop = 0;
  checked = false;
  dataset = new Proxy(/** @type {Record<string, string>} */ ({}), {
    get: (_, name) => this.getAttribute(dataName(name)) ?? undefined,
    set: (_, name, value) => (this.setAttribute(dataName(name), value), true),
  });

  get id() {
    return this.getAttribute("id") ?? "";
  }

  set id(id) {
    this.setAttribute("id", id);
  }

  get href() {
    return this.getAttribute("href") ?? "";
  }

  set href(href) {
    this.setAttribute("href", href);
  }

  get className() {
    return this.getAttribute("class") ?? "";
  }

  get hidden() {
    return this.hasAttribute("hidden");
  }

  set hidden(hidden) {
    this.toggleAttribute("hidden", hidden);
  }

  get disabled() {
    return this.hasAttribute("disabled");
  }

  set disabled(disabled) {
    this.toggleAttribute("disabled", disabled);
  }

  get classes() {
    return new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
  }

  get classList() {
    const change = (/** @type {(classes: Set<string>) => void} */ act) => {
      const { classes } = this;
      act(classes);
      this.setAttribute("class", [...classes].join(" "));
    };
    return {
      add: (/** @type {string[]} */ ...names) => change((classes) => names.forEach((name) => classes.add(name))),
      remove: (/** @type {string} */ name) => change((classes) => classes.delete(name)),
      toggle: (/** @type {string} */ name, /** @type {boolean} */ on) =>
        change((classes) => (on ? classes.add(name) : classes.delete(name))),
      contains: (/** @type {string} */ name) => this.classes.has(name),
    };
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    this.#attributeChanged(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
    this.#attributeChanged(name);
  }

  /** @param {string} name @param {boolean} [on] */
  toggleAttribute(name, on = !this.hasAttribute(name)) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
    return on;
  }

  /** @param {string} name */
  #attributeChanged(name) {
    const { observedAttributes = [] } = /** @type {any} */ (this.constructor);
    if (observedAttributes.includes(name)) /** @type {any} */ (this).attributeChangedCallback();
  }

  click() {
    this.fire("click");
  }

  select() {}

  showModal() {
    this.setAttribute("open", "");
  }

  close() {
    this.removeAttribute("open");
    this.fire("close");
  }

  focus() {
    Object.assign(document, { activeElement: this });
    this.fire("focusin");
  }

  /** @param {any} other */
  isEqualNode(other) {
    const look = (/** @type {any} */ node) =>
      node instanceof Text ? node.textContent : [node.tag, [...node.attributes].sort(), node.childNodes.map(look)];
    return JSON.stringify(look(this)) === JSON.stringify(look(other));
  }

  scrollIntoView() {}

  getBoundingClientRect() {
    return { top: 0, bottom: 0, left: 0, right: 0 };
  }

  getScreenCTM() {
    return null; // nothing is laid out
  }

  /** @param {string} selector @param {any} [scope] */
  matches(selector, scope) {
    return selector.split(/,\s*/).some((path) => matchesPath(this, path.split(/\s+(?![^[]*\])/), scope));
  }

  /** @param {string} selector @returns {any} */
  closest(selector) {
    return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null);
  }
}

/** @param {string | symbol} name of a property of `dataset` */
const dataName = (name) => `data-${String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
