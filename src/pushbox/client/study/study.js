/** A study as a value: nodes in the order of its lines, each after its parent, and changes that make another one. */

/** @type {Study.Node} */
const EMPTY = { parent: -1, moves: "", comment: "", question: "", marks: {}, arrows: [] };

/** Return the nodes that are played from one, the main line first. @param {Study.Value} study @param {number} node */
export const childrenOf = ({ nodes }, node) => nodes.flatMap(({ parent }, index) => (parent === node ? [index] : []));

/** Return the nodes from the start to one. @param {Study.Value} study @param {number} node */
export function lineTo({ nodes }, node) {
  const line = [];
  for (let at = node; at >= 0; at = nodes[at].parent) line.push(at);
  return line.reverse();
}

/** Return the nodes from the start through one, on along the main line. @param {Study.Value} study @param {number} node */
export function lineThrough(study, node) {
  const line = lineTo(study, node);
  for (let [next] = childrenOf(study, node); next !== undefined; [next] = childrenOf(study, next)) line.push(next);
  return line;
}

/** Return where the nodes that are played from one, and from those, end. @param {Study.Value} study @param {number} node @returns {number} */
function endOf(study, node) {
  return Math.max(node + 1, ...childrenOf(study, node).map((child) => endOf(study, child)));
}

/**
 * Return a study with other things said of a node, and the node.
 * @param {Study.Value} study
 * @param {number} node
 * @param {Partial<Study.Node>} said
 */
export function say(study, node, said) {
  return { ...study, nodes: study.nodes.map((one, index) => (index === node ? { ...one, ...said } : one)) };
}

/**
 * Return a study with moves played from a node, after those that are there, and the new node.
 * @param {Study.Value} study
 * @param {number} parent
 * @param {string} moves
 */
export function addMoves(study, parent, moves) {
  const at = endOf(study, parent);
  const moved = study.nodes.map((one) => ({ ...one, parent: one.parent >= at ? one.parent + 1 : one.parent }));
  return { study: { ...study, nodes: [...moved.slice(0, at), { ...EMPTY, parent, moves }, ...moved.slice(at)] }, node: at };
}

/** Return a study without a node and what is played from it, and its parent. @param {Study.Value} study @param {number} node */
export function removeNode(study, node) {
  if (!node) return { study, node };
  const end = endOf(study, node);
  const { parent } = study.nodes[node];
  const kept = [...study.nodes.slice(0, node), ...study.nodes.slice(end)];
  const nodes = kept.map((one) => ({ ...one, parent: one.parent >= end ? one.parent - (end - node) : one.parent }));
  return { study: { ...study, nodes }, node: parent };
}

/** Return a study in which a node is the main line from its parent, and the node. @param {Study.Value} study @param {number} node */
export function promote(study, node) {
  if (!node) return { study, node };
  const { parent } = study.nodes[node];
  const [first] = childrenOf(study, parent);
  const end = endOf(study, node);
  const order = [...range(0, first), ...range(node, end), ...range(first, node), ...range(end, study.nodes.length)];
  const place = new Map(order.map((old, index) => [old, index]));
  const nodes = order.map((old) => ({ ...study.nodes[old], parent: place.get(study.nodes[old].parent) ?? -1 }));
  return { study: { ...study, nodes }, node: first };
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/**
 * Return the lines of a study: nodes that follow each other without a variation, with how deep each stands.
 * @param {Study.Value} study
 */
export function linesOf(study) {
  /** @type {{nodes: number[], level: number}[]} */
  const lines = [];
  const walk = (/** @type {number} */ first, /** @type {number} */ level) => {
    const nodes = [first];
    let children = childrenOf(study, first);
    for (; children.length === 1; children = childrenOf(study, children[0])) nodes.push(children[0]);
    lines.push({ nodes, level });
    children.forEach((child, index) => walk(child, level + (index ? 1 : 0)));
  };
  walk(0, 0);
  return lines;
}

/**
 * Return the nodes of a study that says what was played: one for each run without a branch or a position in it on which
 * something is said.
 * @param {import("../play/history.js").Tree} tree
 * @param {Readonly<Record<string, number>>} names nodes of the tree by their names
 * @param {Readonly<Record<number, string>>} comments by nodes
 * @param {(nodes: Play.Node[]) => string} format
 */
export function nodesOfTree(tree, names, comments, format) {
  const namesOf = (/** @type {number} */ id) => Object.entries(names).flatMap(([name, node]) => (node === id ? [name] : []));
  const saidOn = (/** @type {number} */ id) => [...namesOf(id), comments[id] ?? ""].filter(Boolean).join("\n");
  /** @type {Study.Node[]} */
  const nodes = [{ ...EMPTY, comment: saidOn(0) }];
  const stack = [...tree.get(0).children].reverse().map((first) => ({ first, parent: 0 }));
  for (let top = stack.pop(); top; top = stack.pop()) {
    const run = [tree.get(top.first)];
    for (let [last] = run; last.children.length === 1 && !saidOn(last.id); run.push(last)) last = tree.get(last.children[0]);
    const end = run[run.length - 1];
    const index = nodes.push({ ...EMPTY, parent: top.parent, moves: format(run), comment: saidOn(end.id) }) - 1;
    stack.push(...[...end.children].reverse().map((first) => ({ first, parent: index })));
  }
  return nodes;
}
