/** The history on the page: every line that was played, with the position that one stands at. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { formatMoves } from "../play/history.js";

/** @typedef {import("../play/history.js").Tree} Tree */
/** @typedef {import("../play/history.js").Node} Node */

const RUN = 24; // moves in one button
const MOST_INDENT = 6;

/**
 * @param {HTMLElement} list
 * @param {Tree} tree
 * @param {(node: number) => void} go
 */
export function showTree(list, tree, go) {
  const line = new Set(tree.line().map(({ id }) => id));
  const start = button("analyse.start", 0, tree.current === 0, go);
  const rows = tree.variations().map(({ nodes, level }) => {
    const row = h("li", { "data-level": Math.min(level, MOST_INDENT) });
    for (let first = 0; first < nodes.length; first += RUN) row.append(runButton(nodes.slice(first, first + RUN)));
    return row;
  });
  list.replaceChildren(h("li", {}, start), ...rows);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;

  /** @param {Node[]} nodes */
  function runButton(nodes) {
    const place = nodes.findIndex(({ id }) => id === tree.current);
    const end = nodes[nodes.length - 1];
    const text =
      place < 0
        ? [formatMoves(nodes)]
        : [h("mark", {}, formatMoves(nodes.slice(0, place + 1))), formatMoves(nodes.slice(place + 1))];
    return h(
      "button",
      {
        type: "button",
        class: line.has(nodes[0].id) ? "run on-line" : "run",
        "aria-current": place >= 0 ? "step" : null,
        "aria-label": t("analyse.run", { depth: end.depth, text: formatMoves(nodes) }),
        onclick: () => go(end.id),
      },
      ...text,
    );
  }
}

/**
 * @param {string} key
 * @param {number} node
 * @param {boolean} current
 * @param {(node: number) => void} go
 */
function button(key, node, current, go) {
  return h(
    "button",
    { type: "button", class: "run on-line", "aria-current": current ? "step" : null, onclick: () => go(node) },
    t(key),
  );
}
