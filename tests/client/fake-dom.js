/** As much of a document as pages and dialogs touch, for tests without a browser. */

/** One part of a selector: tag, #id, .class, [name], [name=value]. */
const PART = /^(?:([a-z][\w-]*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\])/;

class FakeNode {
  /** @type {FakeElement | null} */
  parentElement = null;

  remove() {
    if (!this.parentElement) return;
    this.parentElement.childNodes = this.parentElement.childNodes.filter((node) => node !== this);
    this.parentElement = null;
  }

  /** @param {...any} nodes */
  replaceWith(...nodes) {
    const parent = this.parentElement;
    if (!parent) return;
    const index = parent.childNodes.indexOf(this);
    this.remove();
    parent.insert(index, nodes);
  }

  /** @returns {string} */
  get textContent() {
    return "";
  }
}

class FakeText extends FakeNode {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  get textContent() {
    return this.text;
  }
}

export class FakeElement extends FakeNode {
  /** @type {FakeNode[]} */
  childNodes = [];
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Record<string, string>} */
  dataset = {};
  /** @type {{type: string, listener: (event: any) => void}[]} */
  listeners = [];
  disabled = false;
  hidden = false;
  id = "";
  value = "";

  constructor(tag = "div") {
    super();
    this.tagName = tag.toUpperCase();
  }

  get className() {
    return this.attributes.get("class") ?? "";
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof FakeElement);
  }

  get childElementCount() {
    return this.children.length;
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text ? [text] : []));
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (name === "id") this.id = String(value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {string} name @param {boolean} on */
  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  /** @param {number} index @param {any[]} nodes */
  insert(index, nodes) {
    const added = nodes.map((node) => (node instanceof FakeNode ? node : new FakeText(String(node))));
    for (const node of added) {
      node.remove();
      node.parentElement = this;
    }
    this.childNodes.splice(index, 0, ...added);
  }

  /** @param {...any} nodes */
  append(...nodes) {
    this.insert(this.childNodes.length, nodes);
  }

  /** @param {...any} nodes */
  replaceChildren(...nodes) {
    for (const node of this.childNodes) node.parentElement = null;
    this.childNodes = [];
    this.append(...nodes);
  }

  /** @param {string} type @param {(event: any) => void} listener */
  addEventListener(type, listener) {
    this.listeners.push({ type, listener });
  }

  /** Let something happen to the element. @param {string} type @param {object} [more] of the event */
  fire(type, more = {}) {
    const event = { type, target: this, preventDefault() {}, ...more };
    for (const { type: wanted, listener } of this.listeners) if (wanted === type) listener(event);
  }

  click() {
    this.fire("click");
  }

  focus() {}
  select() {}

  showModal() {
    this.setAttribute("open", "");
  }

  close() {
    this.removeAttribute("open");
    this.fire("close");
  }

  /** @returns {FakeElement[]} */
  descendants() {
    return this.children.flatMap((child) => [child, ...child.descendants()]);
  }

  /** @param {string} selector */
  querySelectorAll(selector) {
    const chains = selector.split(",").map((chain) => chain.trim().split(/\s+/));
    return this.descendants().filter((element) => chains.some((chain) => element.matchesChain(chain)));
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  /** @param {string[]} chain compound selectors, each of an ancestor of the next @returns {boolean} */
  matchesChain(chain) {
    const last = chain[chain.length - 1];
    if (!this.matchesOne(last)) return false;
    if (chain.length === 1) return true;
    for (let above = this.parentElement; above; above = above.parentElement) {
      if (above.matchesChain(chain.slice(0, -1))) return true;
    }
    return false;
  }

  /** @param {string} selector without spaces */
  matchesOne(selector) {
    for (let rest = selector; rest; ) {
      const [whole, tag, id, name, attribute, value] = PART.exec(rest) ?? [];
      if (!whole) throw new Error(`found ${rest}, expected a simple selector`);
      if (tag && this.tagName !== tag.toUpperCase()) return false;
      if (id && this.id !== id) return false;
      if (name && !this.className.split(" ").includes(name)) return false;
      if (attribute && !(value === undefined ? this.attributes.has(attribute) : this.getAttribute(attribute) === value)) return false;
      rest = rest.slice(whole.length);
    }
    return true;
  }
}

/** Names of the fake in the global scope. */
const body = new FakeElement("body");
const fakeDocument = {
  body,
  documentElement: new FakeElement("html"),
  activeElement: null,
  createElement: (/** @type {string} */ tag) => new FakeElement(tag),
  createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new FakeElement(tag),
  querySelector: (/** @type {string} */ selector) => body.querySelector(selector),
  querySelectorAll: (/** @type {string} */ selector) => body.querySelectorAll(selector),
};
Object.assign(globalThis, {
  document: fakeDocument,
  Node: FakeNode,
  HTMLElement: FakeElement,
  customElements: { define() {}, get() {} },
  location: { search: "", hash: "", assign() {} },
  IntersectionObserver: class {
    observe() {}
  },
});

/** An empty document with the live regions that every page has. */
export function openDocument() {
  body.replaceChildren();
  for (const id of ["live-polite", "live-assertive"]) body.append(element("div", { id }));
  return body;
}

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(FakeElement | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = new FakeElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A body with an empty element for each id and class of a selector such as "#status" or "section#daily .cards".
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
  return /** @type {any} */ (root);
}

/** The first element of a selector. @param {string} selector @returns {any} */
export function get(selector) {
  const found = body.querySelector(selector);
  if (!found) throw new Error(`found nothing for ${selector}`);
  return found;
}

/** Let what is waiting run. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Answer requests from a table of "GET /path" and JSON; returns the requests that came.
 * @param {Record<string, unknown>} responses a number is the status of an error
 */
export function serve(responses) {
  /** @type {{request: string, body: any}[]} */
  const requests = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {{method: string, body?: string}} */ { method, body: text }) => {
      const request = `${method} ${address.replace(/^\/api/, "")}`;
      requests.push({ request, body: text === undefined ? undefined : JSON.parse(text) });
      const json = responses[request];
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
