/** The history of a play as a tree of moves: nothing is lost, and one line through it is the current one. */

export class Tree {
  constructor() {
    /** @type {Map<number, Play.Node>} */
    this.nodes = new Map();
    this.current = 0;
    /** @type {Set<number>} those with several branches */
    this.forks = new Set();
    this.add([[0, null, "", false]]);
  }

  /**
   * Add nodes, a parent before its children; known ones stay as they are.
   * @param {readonly Play.NodeRow[]} rows
   */
  add(rows) {
    for (const [id, parent, text, push, written = text] of rows) {
      if (this.nodes.has(id)) continue;
      const above = parent === null ? undefined : this.nodes.get(parent);
      const depth = above ? above.depth + 1 : 0;
      this.nodes.set(id, { id, parent: above ? above.id : -1, text, written, pushed: Boolean(push), push: Array.isArray(push) ? push : null, depth, children: [], latest: -1 });
      if (!above) continue;
      if (above.children.push(id) > 1) this.forks.add(above.id);
      if (above.latest < 0) above.latest = id;
    }
  }

  /** Return a node; throw RangeError for one that does not exist. @param {number} id */
  get(id) {
    const node = this.nodes.get(id);
    if (!node) throw new RangeError(`found no position ${id} in the history`);
    return node;
  }

  /**
   * Go to a node; redo then leads along its line.
   * @param {number} id
   */
  select(id) {
    this.current = id;
    for (let node = this.get(id); node.parent >= 0; node = this.get(node.parent)) this.get(node.parent).latest = node.id;
  }

  /** The branches that redo leads to, by the nodes with several. @returns {[node: number, branch: number][]} */
  get choices() {
    return [...this.forks].map((id) => [id, this.get(id).latest]);
  }

  /** Return the nodes of the current line: from the start, which is left out, to where redo ends. */
  line() {
    /** @type {Play.Node[]} */
    const line = [];
    for (let node = this.get(this.current); node.parent >= 0; node = this.get(node.parent)) line.push(node);
    line.reverse();
    for (let { latest } = this.get(this.current); latest >= 0; { latest } = this.get(latest)) line.push(this.get(latest));
    return line;
  }

  /** The node at which the current line ends. */
  get end() {
    return this.line().at(-1)?.id ?? 0;
  }

  /** The number of moves up to the current node. */
  get depth() {
    return this.get(this.current).depth;
  }

  /** Return the variations of the tree: runs of moves without a branch, each after the one that it leaves. */
  variations() {
    /** @type {{nodes: Play.Node[], level: number}[]} */
    const variations = [];
    const stack = [...this.get(0).children].reverse().map((first, index, all) => ({ first, level: index === all.length - 1 ? 0 : 1 }));
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { first, level } = top;
      const nodes = [this.get(first)];
      for (let [last] = nodes; last.children.length === 1; nodes.push(last)) last = this.get(last.children[0]);
      variations.push({ nodes, level });
      const [main, ...others] = nodes[nodes.length - 1].children;
      if (main !== undefined) stack.push({ first: main, level });
      stack.push(...others.reverse().map((branch) => ({ first: branch, level: level + 1 })));
    }
    return variations;
  }
}

/**
 * Write moves as text: LURD letters together, any other notation apart.
 * @param {readonly { text: string }[]} nodes
 */
export function formatMoves(nodes) {
  const texts = nodes.map(({ text }) => text);
  return texts.every((text) => /^[lurdLURD]+$/.test(text)) ? texts.join("") : texts.join(" ");
}
