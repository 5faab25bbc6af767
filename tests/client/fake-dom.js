/**
 * As much of a browser as pages, dialogs and the board touch: elements with attributes, selectors and bubbling events,
 * read from the pages' own HTML or made one by one; and a server whose answers and sockets the test controls.  Importing
 * it installs the globals, so it comes before the modules of the client.
 */

import { readFileSync } from "node:fs";

import { clock, pass, settle } from "./fake-dom/clock.js";
import { Listeners, makeEvent } from "./fake-dom/events.js";
import { FormData, HTMLElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, SVGElement, createElement, createSvg } from "./fake-dom/elements.js";
import { FakeSocket, serve, sockets } from "./fake-dom/server.js";
import { Element, Node, custom } from "./fake-dom/tree.js";

export { FakeSocket, pass, serve, settle, sockets };

const STATIC = new URL("../../src/pushbox/client/", import.meta.url);
const VOID = new Set(["meta", "link", "input", "br"]);

const page = new Node();
const window = new Listeners();
page.parent = window;

/** Wait until what comes after a paint is done. */
export const painted = () => pass(10);

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
  const tokens = html.slice(html.indexOf("<body")).matchAll(/<(\/?)([\w-]+)([^>]*)>|([^<]+)/g);
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
  ...clock,
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

for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
openDocument();
