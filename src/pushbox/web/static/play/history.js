/** The history of a play as a tree: nothing that was played is lost, and one line through it is the present one. */

/** @typedef {[id: number, parent: number | null, text: string, pushed: boolean | number]} Row as the server sends it */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number} parent -1 for the start
 * @property {string} text the move in the game's notation
 * @property {boolean} pushed
 * @property {number} depth
 * @property {number[]} children oldest first
 * @property {number} latest the child that redo goes to, -1 for none
 */

export class Tree {
  constructor() {
    /** @type {Map<number, Node>} */
    this.nodes = new Map();
    this.here = 0;
    this.add([[0, null, "", false]]);
  }

  /**
   * Add rows, a parent before its children; those that are there already stay as they are.
   * @param {readonly Row[]} rows
   */
  add(rows) {
    for (const [id, parent, text, pushed] of rows) {
      if (this.nodes.has(id)) continue;
      const above = parent === null ? undefined : this.nodes.get(parent);
      const depth = above ? above.depth + 1 : 0;
      this.nodes.set(id, { id, parent: above ? above.id : -1, text, pushed: Boolean(pushed), depth, children: [], latest: -1 });
      if (!above) continue;
      above.children.push(id);
      if (above.latest < 0) above.latest = id;
    }
  }

  /** @param {number} id */
  get(id) {
    const node = this.nodes.get(id);
    if (!node) throw new RangeError(`found no position ${id} in the history`);
    return node;
  }

  /**
   * Stand at a position; redo then leads along its line.
   * @param {number} id
   */
  stand(id) {
    this.here = id;
    for (let node = this.get(id); node.parent >= 0; node = this.get(node.parent)) this.get(node.parent).latest = node.id;
  }

  /**
   * The positions from the start to here, the start left out, and on to where redo ends.
   * @returns {Node[]}
   */
  line() {
    /** @type {Node[]} */
    const line = [];
    for (let node = this.get(this.here); node.parent >= 0; node = this.get(node.parent)) line.push(node);
    line.reverse();
    for (let { latest } = this.get(this.here); latest >= 0; { latest } = this.get(latest)) line.push(this.get(latest));
    return line;
  }

  /** How many moves lead here. */
  get depth() {
    return this.get(this.here).depth;
  }

  /**
   * The tree as lines to show: each run of moves without a branch is one, a branch after what it leaves.
   * @returns {{from: number, nodes: Node[], level: number}[]} `from` is the position that a line starts at
   */
  lines() {
    /** @type {{from: number, nodes: Node[], level: number}[]} */
    const lines = [];
    /** @type {{from: number, first: number, level: number}[]} */
    const stack = [...this.get(0).children].reverse().map((first, index, all) => ({
      from: 0,
      first,
      level: index === all.length - 1 ? 0 : 1,
    }));
    for (let top = stack.pop(); top; top = stack.pop()) {
      const nodes = [this.get(top.first)];
      for (let last = nodes[0]; last.children.length === 1; nodes.push(last)) last = this.get(last.children[0]);
      lines.push({ from: top.from, nodes, level: top.level });
      const end = nodes[nodes.length - 1];
      const [main, ...others] = end.children;
      const next = [...(main === undefined ? [] : [{ first: main, level: top.level }])];
      next.unshift(...others.map((first) => ({ first, level: /** @type {{level: number}} */ (top).level + 1 })));
      stack.push(...next.reverse().map(({ first, level }) => ({ from: end.id, first, level })));
    }
    return lines;
  }
}

/**
 * A move as one letter where the notation is LURD; any other as it is.
 * @param {readonly Node[]} nodes
 */
export function spell(nodes) {
  const texts = nodes.map(({ text }) => text);
  return texts.every((text) => /^[lurdLURD]+$/.test(text)) ? texts.join("") : texts.join(" ");
}
