/** The history on the page: every line that was played, with the position that the play is at. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { formatMoves } from "../play/history.js";

/** @import { Tree } from "../play/history.js" */

const RUN = 24; // moves in one button
const MOST_INDENT = 5;

/**
 * Show a tree as a list of lines, each in runs of moves.
 * @param {HTMLElement} list
 * @param {Tree} tree
 * @param {(node: number) => void} go
 */
export function showTree(list, tree, go) {
  const isAtStart = tree.current === 0;
  const start = h("button", runProps(true, isAtStart, () => go(0)), t("label.start"));
  const onLine = new Set(tree.line().map(({ id }) => id));
  const rows = tree.variations().map(({ nodes, level }) => {
    const row = h("li");
    row.style.setProperty("--level", String(Math.min(level, MOST_INDENT)));
    for (let first = 0; first < nodes.length; first += RUN) {
      const run = nodes.slice(first, first + RUN);
      row.append(runButton(run, tree.current, onLine.has(run[0].id), go));
    }
    return row;
  });
  list.replaceChildren(h("li", {}, start), ...rows);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

/**
 * Return a button for a run of moves, marked up to the current position.
 * @param {Play.Node[]} nodes
 * @param {number} current
 * @param {boolean} isOnLine
 * @param {(node: number) => void} go
 */
function runButton(nodes, current, isOnLine, go) {
  const played = nodes.findIndex(({ id }) => id === current) + 1;
  const end = nodes[nodes.length - 1];
  return h(
    "button",
    { ...runProps(isOnLine, played > 0, () => go(end.id)), "aria-label": t("analyse.run", { depth: end.depth, text: formatMoves(nodes) }) },
    played > 0 && h("mark", {}, formatMoves(nodes.slice(0, played))),
    formatMoves(nodes.slice(played)),
  );
}

/**
 * @param {boolean} isOnLine
 * @param {boolean} isCurrent
 * @param {() => void} onclick
 */
function runProps(isOnLine, isCurrent, onclick) {
  return { type: "button", class: isOnLine ? "run on-line" : "run", "aria-current": isCurrent ? "step" : null, onclick };
}
