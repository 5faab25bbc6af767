/** Moves of a line as runs: what one box is pushed without a step between, with the walk to it. */

/**
 * @typedef {object} Run
 * @property {Play.Node[]} nodes
 * @property {number} walk steps before the pushes
 * @property {readonly [number, number] | null} way of the box, null for a walk that leads to no push
 */

/**
 * Return the runs of a line.
 * @param {readonly Play.Node[]} nodes in the order in which they are played
 */
export function pushRuns(nodes) {
  /** @type {Run[]} */
  const runs = [];
  for (const node of nodes) {
    const run = runs.at(-1);
    const isWalking = run !== undefined && run.way === null;
    if (!node.push) {
      if (isWalking) Object.assign(run, { nodes: [...run.nodes, node], walk: run.walk + 1 });
      else runs.push({ nodes: [node], walk: 1, way: null });
    } else if (isWalking) Object.assign(run, { nodes: [...run.nodes, node], way: node.push });
    else if (run?.way?.[1] === node.push[0]) Object.assign(run, { nodes: [...run.nodes, node], way: [run.way[0], node.push[1]] });
    else runs.push({ nodes: [node], walk: 0, way: node.push });
  }
  return runs;
}

/** Return each move of a line as a run of its own. @param {readonly Play.Node[]} nodes @returns {Run[]} */
export const singleMoves = (nodes) => nodes.map((node) => ({ nodes: [node], walk: 0, way: node.push }));
