/** The elements that a browser makes by their tags, and the values of forms. */

import { Element, custom } from "./tree.js";

export class HTMLElement extends Element {}
export class HTMLInputElement extends HTMLElement {
  value = "";
}
export class HTMLTextAreaElement extends HTMLElement {
  value = "";
}
export class HTMLOptionElement extends HTMLElement {
  value = "";
}
export class SVGElement extends Element {}
export class HTMLSelectElement extends HTMLElement {
  #chosen = "";

  get options() {
    return this.querySelectorAll("option");
  }

  get value() {
    return this.#chosen || (this.options[0]?.value ?? "");
  }

  set value(value) {
    this.#chosen = value;
  }

  get selectedOptions() {
    return this.options.filter((/** @type {any} */ { value }) => value === this.value);
  }
}

export class HTMLFormElement extends HTMLElement {
  elements = { namedItem: (/** @type {string} */ name) => this.querySelector(`[name=${name}]`) };
}

/** The values of a form by the names of its fields. @extends {Map<string, string>} */
export class FormData extends Map {
  /** @param {any} form */
  constructor(form) {
    super(form.querySelectorAll("[name]").map((/** @type {any} */ field) => [field.getAttribute("name"), field.value]));
  }
}

/** @type {Record<string, typeof HTMLElement>} */
const builtIn = { form: HTMLFormElement, input: HTMLInputElement, textarea: HTMLTextAreaElement, select: HTMLSelectElement, option: HTMLOptionElement };

/** @param {string} tag */
export function createElement(tag) {
  const made = new (custom.get(tag) ?? builtIn[tag] ?? HTMLElement)();
  made.tag = tag;
  return made;
}

/** @param {string} _namespace @param {string} tag */
export function createSvg(_namespace, tag) {
  const made = new SVGElement();
  made.tag = tag;
  return made;
}
