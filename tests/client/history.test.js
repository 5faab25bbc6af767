/** The history by runs of pushes: what belongs together, and what grows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, readTexts } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { Tree } from "../../src/pushbox/client/play/history.js";
import { HistoryView } from "../../src/pushbox/client/play/history-view.js";
import { pushRuns } from "../../src/pushbox/client/play/push-runs.js";

useTexts("en", { ...readTexts("play"), ...readTexts("common") });

/** Walk two, push a box from 3 to 5, push another one from 9, walk. @type {Play.NodeRow[]} */
const ROWS = [[1, 0, "r", false], [2, 1, "r", false], [3, 2, "R", [3, 4]], [4, 3, "R", [4, 5]], [5, 4, "D", [9, 13]], [6, 5, "l", false], [7, 6, "l", false]];

/** @param {Play.NodeRow[]} rows */
function treeOf(rows) {
  const tree = new Tree();
  tree.add(rows);
  return tree;
}

test("pushes of one box without a step between are one run, with the walk to it", () => {
  const runs = pushRuns(treeOf(ROWS).variations()[0].nodes);
  assert.deepEqual(runs.map(({ nodes, walk, way }) => [nodes.map(({ id }) => id), walk, way]), [
    [[1, 2, 3, 4], 2, [3, 5]],
    [[5], 0, [9, 13]],
    [[6, 7], 2, null],
  ]);
});

test("chips are the same whether a history grows or is drawn at once, and a name is shown on its position", () => {
  openPage("play", "/play");
  const visited = /** @type {number[]} */ ([]);
  const lists = [document.createElement("ol"), document.createElement("ol")];
  for (const list of lists) document.createElement("div").append(list);
  const [grown, whole] = lists.map((list) => new HistoryView(list, { goto: (node) => visited.push(node), comment: () => {} }));
  const tree = new Tree();
  for (const row of ROWS) {
    tree.add([row]);
    tree.select(row[0]);
    grown.show(tree, 4, {}, {});
  }
  whole.show(tree, 4, {}, {});
  const texts = (/** @type {HTMLElement} */ list) => [...list.querySelectorAll("button")].map(({ textContent }) => textContent);
  assert.deepEqual(texts(lists[0]), ["2 steps D1–B2", "B3–B4", "2 steps"]);
  assert.deepEqual(texts(lists[1]), texts(lists[0]));
  tree.select(3);
  whole.show(tree, 4, { "before the corner": 3 }, {});
  const [chip] = lists[1].querySelectorAll("button");
  assert.deepEqual([chip.getAttribute("aria-label"), chip.getAttribute("aria-current"), chip.className], ["2 steps D1–B2 before the corner, to move 4", "step", "push partial"]);
  whole.showMoves(true);
  whole.show(tree, 4, {}, {});
  assert.equal(lists[1].querySelectorAll("button").length, 7);
});

test("steps before the first push are one chip, and moves that are more than steps are chips of their own", () => {
  openPage("play", "/play");
  const list = document.createElement("ol");
  document.createElement("div").append(list);
  const view = new HistoryView(list, { goto: () => {}, comment: () => {} });
  const texts = () => [...list.querySelectorAll("button")].map(({ textContent }) => textContent);
  const tree = new Tree();
  for (const [place, row] of ROWS.slice(0, 3).entries()) {
    tree.add([row]);
    view.show(tree, 4, {}, {});
    assert.deepEqual(texts(), [["1 step"], ["2 steps"], ["2 steps D1–A2"]][place]);
  }
  const other = treeOf([[1, 0, "r", false]]);
  view.show(other, 4, {}, {});
  other.add([[2, 1, "B3r", false]]);
  view.show(other, 4, {}, {});
  assert.deepEqual(texts(), ["r", "B3r"]);
});

test("what is said on a position stands behind the chip that leads to it, and is changed by a press", () => {
  openPage("play", "/play");
  const opened = /** @type {number[]} */ ([]);
  const list = document.createElement("ol");
  document.createElement("div").append(list);
  const view = new HistoryView(list, { goto: () => assert.fail("gone there"), comment: (node) => opened.push(node) });
  const tree = treeOf(ROWS);
  view.show(tree, 4, {}, {});
  const comments = { 0: "Where to begin?", 3: "Now it is stuck.", 5: "" };
  view.show(tree, 4, {}, comments);
  const texts = () => [...list.querySelectorAll("button")].map(({ textContent }) => textContent);
  assert.deepEqual(texts(), ["Where to begin?", "2 steps D1–B2", "Now it is stuck.", "B3–B4", "2 steps"]);
  const [, , said] = list.querySelectorAll("button");
  assert.equal(said.getAttribute("aria-label"), "Change the comment at move 3: Now it is stuck.");
  /** @type {any} */ (said).fire("click");
  assert.deepEqual(opened, [3]);
  tree.add([[8, 7, "d", false]]);
  view.show(tree, 4, {}, comments);
  assert.deepEqual(texts().slice(0, 4), ["Where to begin?", "2 steps D1–B2", "Now it is stuck.", "B3–B4"], "as the history grows it stays");
  view.show(tree, 4, {}, {});
  assert.equal(texts().length, 3);
});

test("a branch is a line of its own", () => {
  openPage("play", "/play");
  const list = document.createElement("ol");
  document.createElement("div").append(list);
  const view = new HistoryView(list, { goto: () => {}, comment: () => {} });
  const tree = treeOf(ROWS);
  view.show(tree, 4, {}, {});
  tree.add([[8, 2, "d", false]]);
  tree.select(8);
  view.show(tree, 4, {}, {});
  assert.equal(list.querySelectorAll("li").length, 3);
});
