/**
 * As much of a browser as pages, dialogs and the board touch: elements with attributes, selectors and bubbling events,
 * read from the pages' own HTML or made one by one; and a server whose answers and sockets the test controls.  Importing
 * it installs the globals, so it comes before the modules of the client.
 */

import { readFileSync } from "node:fs";

const STATIC = new URL("../../src/pushbox/web/static/", import.meta.url);
const VOID = new Set(["meta", "link", "input", "br"]);

class Listeners {
  /** @type {Map<string, Set<(event: any) => void>>} */
  #listeners = new Map();
  /** @type {any} */
  parent = null;

  /** @param {string} type @param {(event: any) => void} listener */
  addEventListener(type, listener) {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  /** @param {string} type @param {(event: any) => void} listener */
  removeEventListener(type, listener) {
    this.#listeners.get(type)?.delete(listener);
  }

  /** Forget all listeners, as when a page is left. */
  reset() {
    this.#listeners.clear();
  }

  /** Call the listeners of an event from here up to the window. @param {any} event */
  dispatchEvent(event) {
    Object.defineProperty(event, "target", { value: event.target ?? this, configurable: true });
    for (let at = /** @type {any} */ (this); at && !event.stopped; at = at.parent) {
      for (const listener of at.#listeners.get(event.type) ?? []) listener(event);
    }
    return !event.defaultPrevented;
  }

  /** Send an event as a browser would; return it. @param {string} type @param {object} [fields] */
  fire(type, fields) {
    const event = makeEvent(type, fields);
    this.dispatchEvent(event);
    return event;
  }
}

/**
 * Make an event as a browser would send it.
 * @param {string} type
 * @param {object} [fields]
 */
function makeEvent(type, fields = {}) {
  const event = { type, defaultPrevented: false, stopped: false, target: undefined, ...fields };
  return Object.assign(event, {
    preventDefault: () => (event.defaultPrevented = true),
    stopPropagation: () => (event.stopped = true),
  });
}

class Node extends Listeners {
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

class Text extends Node {
  /** @param {string} text */
  constructor(text) {
    super();
    Object.defineProperty(this, "textContent", { value: text });
  }
}

/** Tags that were made by name, such as "push-board". @type {Map<string, any>} */
const custom = new Map();

class Element extends Node {
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

/**
 * Match a selector such as `#pad button` or `:scope > [data-overlay="reach"]` from its end.
 * @param {any} element
 * @param {string[]} path
 * @param {any} scope
 * @returns {boolean}
 */
function matchesPath(element, path, scope) {
  const last = path[path.length - 1];
  if (!element || (last === ":scope" ? element !== scope : !matchesOne(element, last))) return false;
  if (path.length === 1) return true;
  if (path[path.length - 2] === ">") return matchesPath(element.parentElement, path.slice(0, -2), scope);
  const before = path.slice(0, -1);
  for (let at = element.parentElement; at; at = at.parentElement) if (matchesPath(at, before, scope)) return true;
  return false;
}

/** @param {any} element @param {string} selector without combinators */
function matchesOne(element, selector) {
  const parts = selector.match(/^[\w*-]+|#[\w-]+|\.[\w-]+|\[[^\]]+\]/g) ?? [];
  if (parts.join("") !== selector) throw new Error(`found selector ${selector}, expected one that the fake knows`);
  return parts.every((part) => {
    if (part === "*") return true;
    if (part.startsWith("#")) return element.id === part.slice(1);
    if (part.startsWith(".")) return element.classes.has(part.slice(1));
    if (!part.startsWith("[")) return element.tag === part;
    const [, name, value] = /^\[([\w-]+)(?:="?([^"]*)"?)?\]$/.exec(part) ?? [];
    return value === undefined ? element.hasAttribute(name) : element.getAttribute(name) === value;
  });
}

class HTMLElement extends Element {}
class HTMLInputElement extends HTMLElement {
  value = "";
}
class HTMLTextAreaElement extends HTMLElement {
  value = "";
}
class HTMLOptionElement extends HTMLElement {
  value = "";
}
class SVGElement extends Element {}
class HTMLSelectElement extends HTMLElement {
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

class HTMLFormElement extends HTMLElement {
  elements = { namedItem: (/** @type {string} */ name) => this.querySelector(`[name=${name}]`) };
}

/** The values of a form by the names of its fields. @extends {Map<string, string>} */
class FormData extends Map {
  /** @param {any} form */
  constructor(form) {
    super(form.querySelectorAll("[name]").map((/** @type {any} */ field) => [field.getAttribute("name"), field.value]));
  }
}

/** @type {Record<string, typeof HTMLElement>} */
const builtIn = { form: HTMLFormElement, input: HTMLInputElement, textarea: HTMLTextAreaElement, select: HTMLSelectElement, option: HTMLOptionElement };

/** @param {string} tag */
function createElement(tag) {
  const made = new (custom.get(tag) ?? builtIn[tag] ?? HTMLElement)();
  made.tag = tag;
  return made;
}

/** The sockets that the page has opened. @type {FakeSocket[]} */
export const sockets = [];

export class FakeSocket extends Listeners {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  /** Receive a message of the server. @param {unknown} message */
  receive(message) {
    this.fire("message", { data: JSON.stringify(message) });
  }

  /** @param {number} code */
  drop(code) {
    this.fire("close", { code });
  }
}

/**
 * Answer requests from a table of "GET /path", with or without its query, and JSON; return the requests that came.
 * @param {Record<string, unknown>} responses a number is the status of an error
 */
export function serve(responses) {
  /** @type {{request: string, body: any}[]} */
  const requests = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {{method: string, body?: string}} */ { method, body: text }) => {
      const request = `${method} ${address.replace(/^\/api/, "")}`;
      requests.push({ request, body: text === undefined ? undefined : JSON.parse(text) });
      const json = request in responses ? responses[request] : responses[request.replace(/\?.*/, "")];
      if (json === undefined) throw new Error(`found the request ${request}, expected one of ${Object.keys(responses)}`);
      const isError = typeof json === "number";
      const content = isError ? { error: { code: "bad-input", message: "refused" }, problems: ["one", "two"] } : json;
      return {
        ok: !isError,
        status: isError ? json : 200,
        statusText: "",
        headers: { get: () => "application/json" },
        text: async () => JSON.stringify(content),
      };
    }
  );
  return requests;
}

const page = new Node();
const window = new Listeners();
page.parent = window;

const { setTimeout: wait, setInterval: repeat } = globalThis;

/** Let the page take the answers that have come. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Wait until what comes after a paint is done. */
export const painted = () => new Promise((resolve) => wait(() => resolve(undefined), 10));

/** An empty document with the live regions that every page has. */
export function openDocument() {
  const body = element("body", {}, ...["live-polite", "live-assertive"].map((id) => element("div", { id })));
  window.reset();
  page.reset();
  page.replaceChildren(body);
  Object.assign(document, { body });
  sockets.length = 0;
  return body;
}

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  const made = createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Open a body with an empty element for each id and class of selectors such as "#status" or "section#daily .cards".
 * @param {...string} selectors
 */
export function bodyWith(...selectors) {
  const root = openDocument();
  for (const selector of selectors) {
    let parent = root;
    for (const part of selector.split(" ")) {
      const [, tag = "div", mark, name] = /^([a-z]+)?(?:([#.])([\w-]+))?$/.exec(part) ?? [];
      const made = parent.querySelector(part) ?? element(tag, mark === "#" ? { id: name } : mark === "." ? { class: name } : {});
      if (!made.parentElement) parent.append(made);
      parent = made;
    }
  }
  return root;
}

/**
 * Open the body of a page's own HTML, at an address.
 * @param {string} name such as "play"
 * @param {string} address such as "/play?play=7"
 */
export function openPage(name, address) {
  const body = openDocument();
  const html = readFileSync(new URL(`pages/${name}.html`, STATIC), "utf8");
  const stack = [body];
  const tokens = html.slice(html.indexOf("<body"), html.indexOf("</body>")).matchAll(/<(\/?)([\w-]+)([^>]*)>|([^<]+)/g);
  for (const [, close, tag, attributes, text] of tokens) {
    if (text !== undefined) stack[stack.length - 1].append(text);
    else if (close) stack.pop();
    else if (tag !== "body") {
      const pairs = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = ""]) => [name, value]);
      const made = element(tag, Object.fromEntries(pairs));
      if (made instanceof HTMLInputElement || tag === "button") made.value = made.getAttribute("value") ?? "";
      stack[stack.length - 1].append(made);
      if (!VOID.has(tag)) stack.push(made);
    }
  }
  go(null, "", address);
  return body;
}

/** The first element of a selector. @param {string} selector @returns {any} */
export function get(selector) {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`found nothing for ${selector}`);
  return element;
}

/** The texts of a page in English. @param {...string} pages */
export function readTexts(...pages) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`i18n/en/${name}.json`, STATIC), "utf8"));
  return Object.assign({}, ...["common", ...pages].map(read));
}

const globals = {
  Node,
  Element,
  HTMLElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  FormData,
  SVGElement,
  WebSocket: FakeSocket,
  CustomEvent: function (/** @type {string} */ type, /** @type {object} */ fields) {
    return makeEvent(type, fields);
  },
  WheelEvent: { DOM_DELTA_LINE: 1 },
  setTimeout: (/** @type {() => void} */ act, /** @type {number} */ delay) => wait(act, delay).unref(), // ends with the test
  setInterval: (/** @type {() => void} */ act, /** @type {number} */ delay) => repeat(act, delay).unref(),
  IntersectionObserver: class {
    observe() {} // nothing comes into view
  },
  CSS: { escape: String },
  customElements: { get: (/** @type {string} */ tag) => custom.get(tag), define: (/** @type {string} */ tag, /** @type {any} */ made) => custom.set(tag, made) },
  matchMedia: () => ({ matches: true, addEventListener: () => {} }),
  location: { href: "http://localhost/", search: "", hash: "", host: "localhost", protocol: "http:", assign: (/** @type {string} */ address) => go(null, "", address) },
  history: { pushState: go, replaceState: go },
  addEventListener: window.addEventListener.bind(window),
  getSelection: () => null,
  document: Object.assign(page, { createElement, createElementNS: createSvg, activeElement: null, documentElement: createElement("html") }),
};

/** @param {unknown} _state @param {string} _title @param {string} address */
function go(_state, _title, address) {
  const url = new URL(address, "http://localhost");
  Object.assign(location, { href: url.href, search: url.search, hash: url.hash });
}

/** @param {string} _namespace @param {string} tag */
function createSvg(_namespace, tag) {
  const made = new SVGElement();
  made.tag = tag;
  return made;
}

for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
openDocument();
