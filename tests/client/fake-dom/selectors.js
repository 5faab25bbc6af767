/** The selectors that the fake knows: tags, names, classes and attributes, below or right below each other. */

/**
 * Match a selector such as `#pad button` or `:scope > [data-overlay="reach"]` from its end.
 * @param {any} element
 * @param {string[]} path
 * @param {any} scope
 * @returns {boolean}
 */
export function matchesPath(element, path, scope) {
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
