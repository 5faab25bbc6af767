/** Making and finding elements. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * Make an HTML element.  A prop that starts with "on" is a listener, `class` and `data-` and `aria-` names are
 * attributes, other props are set on the element where it knows them.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name in element && !name.includes("-")) Reflect.set(element, name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  appendAll(element, ...children);
  return element;
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  appendAll(element, ...children);
  return element;
}

/**
 * Append children, those that are null or false left out.
 * @param {Element} element
 * @param {...Child} children
 */
function appendAll(element, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Label a field.
 * @param {string} label
 * @param {HTMLElement} field
 */
export const labelled = (label, field) => h("label", { class: "field" }, h("span", {}, label), field);

/**
 * Make elements the children of another, but leave a child in place that looks the same, so that a click on it is not
 * lost; the focus stays where it is.
 * @param {Element} parent
 * @param {HTMLElement[]} elements
 */
export function updateChildren(parent, elements) {
  const before = [...parent.children];
  for (const [index, element] of elements.entries()) {
    const old = before[index];
    const hadFocus = old === document.activeElement;
    if (!old) parent.append(element);
    else if (!element.isEqualNode(old)) old.replaceWith(element);
    if (hadFocus && element.isConnected) element.focus();
  }
  for (const extra of before.slice(elements.length)) extra.remove();
}

/** Write a text into an element, unless it stands there: the same one again would be laid out and painted. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Call a function when a form is submitted, in place of what a browser does then.
 * @param {HTMLElement} form
 * @param {() => unknown} act
 */
export function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/**
 * Find the element of a selector, which must be there.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export function find(selector, root = document) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`found nothing for ${selector}`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}
