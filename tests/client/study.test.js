/** Studies as values: lines, changes, and what was played as a study. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree, formatMoves } from "../../src/pushbox/client/play/history.js";
import { cellOf, formatDrawn, readDrawn } from "../../src/pushbox/client/study/marks.js";
import { addMoves, childrenOf, lineThrough, lineTo, linesOf, nodesOfTree, promote, removeNode, say } from "../../src/pushbox/client/study/study.js";

/** @param {[number, string][]} nodes parents and moves @returns {Study.Value} */
const study = (nodes) => ({
  title: "",
  author: "",
  level: /** @type {any} */ ({}),
  nodes: nodes.map(([parent, moves]) => ({ parent, moves, comment: "", question: "", marks: {}, arrows: [] })),
});

/** The start; a, from which b and c; d beside a. */
const TREE = study([[-1, ""], [0, "a"], [1, "b"], [1, "c"], [0, "d"]]);

/** @param {Study.Value} value */
const shape = ({ nodes }) => nodes.map(({ parent, moves }) => `${parent}${moves}`).join(" ");

test("lines follow the main one, and each variation is a line of its own", () => {
  assert.deepEqual([childrenOf(TREE, 0), childrenOf(TREE, 1), lineTo(TREE, 3), lineThrough(TREE, 1)], [[1, 4], [2, 3], [0, 1, 3], [0, 1, 2]]);
  assert.deepEqual(linesOf(TREE), [
    { nodes: [0], level: 0 },
    { nodes: [1], level: 0 },
    { nodes: [2], level: 0 },
    { nodes: [3], level: 1 },
    { nodes: [4], level: 1 },
  ]);
});

test("changes keep each node after its parent, with what is played from it before what follows", () => {
  assert.deepEqual([addMoves(TREE, 1, "e").node, shape(addMoves(TREE, 1, "e").study)], [4, "-1 0a 1b 1c 1e 0d"]);
  assert.equal(shape(addMoves(TREE, 2, "e").study), "-1 0a 1b 2e 1c 0d");
  assert.deepEqual([removeNode(TREE, 1).node, shape(removeNode(TREE, 1).study)], [0, "-1 0d"]);
  assert.equal(shape(removeNode(TREE, 2).study), "-1 0a 1c 0d");
  assert.deepEqual([promote(TREE, 3).node, shape(promote(TREE, 3).study)], [2, "-1 0a 1c 1b 0d"]);
  assert.equal(shape(promote(TREE, 4).study), "-1 0d 0a 2b 2c");
  assert.equal(shape(removeNode(TREE, 0).study), shape(TREE), "the start stays");
  assert.equal(say(TREE, 2, { comment: "so" }).nodes[2].comment, "so");
});

test("what was played becomes nodes, cut at branches and at positions with a name", () => {
  const tree = new Tree();
  tree.add([[1, 0, "r", false], [2, 1, "R", [1, 2]], [3, 2, "R", [2, 3]], [4, 1, "d", false]]);
  const nodes = nodesOfTree(tree, { here: 2 }, { 0: "Begin.", 2: "Half of it." }, formatMoves);
  assert.deepEqual(nodes.map(({ parent, moves, comment }) => [parent, moves, comment]), [
    [-1, "", "Begin."],
    [0, "r", ""],
    [1, "R", "here\nHalf of it."],
    [2, "R", ""],
    [1, "d", ""],
  ]);
});

test("marks and arrows are read as they are written, and what is none is said", () => {
  const board = { width: 28, height: 9 };
  assert.deepEqual([cellOf(board, "A1"), cellOf(board, "ab2"), cellOf(board, "AC1"), cellOf(board, "A10"), cellOf(board, "7")], [0, 55, -1, -1, -1]);
  const read = readDrawn(board, "problem B1 C1\narrow A1 B2\n\nline A1\narrow A1\nproblem Z99");
  assert.deepEqual(read, { marks: { problem: [1, 2] }, arrows: [[0, 29]], wrong: ["line A1", "arrow A1", "problem Z99"] });
  assert.equal(formatDrawn(board, read), "problem B1 C1\narrow A1 B2");
});
