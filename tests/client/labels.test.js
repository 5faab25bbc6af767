/** Labels of cells for screen readers, and the announcements of transitions and positions. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";

import "./fake-dom.js";
import { applyChanges } from "../../src/pushbox/client/board/changes.js";
import { readBoard } from "../../src/pushbox/client/board/model.js";
import { cellLabel, terrainName } from "../../src/pushbox/client/board/cell-labels.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { levelSize } from "../../src/pushbox/client/ui/cards.js";
import { countHome, outcomeText, positionText, pushNotes, transitionText } from "../../src/pushbox/client/play/announcements.js";

const ROOT = new URL("../../src/pushbox/client/i18n/en/", import.meta.url);
/** @param {string} name */
const texts = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, ROOT), "utf8"));

before(() => useTexts("en", { ...texts("common"), ...texts("play") }));

const BOARD = readBoard({
  width: 5,
  height: 2,
  palette: { "#": "wall", "-": "floor", a: { kind: "goal", number: 2 }, b: { kind: "conveyor", direction: 3 } },
  terrain: ["--a-b", "#---a"],
  pieces: [
    { kind: "pusher", cells: [0] },
    { kind: "box", cells: [2], number: 2 },
    { kind: "box", cells: [3], number: 2, colours: ["red"], fuse: 1 },
    { kind: "box", cells: [6], hidden: true },
  ],
});

test("a cell is named by its place, what stands on what, and what can be done", () => {
  assert.equal(cellLabel(BOARD, 0), "A1, player");
  assert.equal(cellLabel(BOARD, 2, ["pushable left"]), "C1, box 2 on goal 2, pushable left");
  assert.equal(cellLabel(BOARD, 3), "D1, box 2 (red, fuse 1)");
  assert.equal(cellLabel(BOARD, 4), "E1, conveyor (down)");
  assert.equal(cellLabel(BOARD, 5), "A2, wall");
  assert.equal(cellLabel(BOARD, 6), "B2, floor", "hidden pieces are left out");
});

test("what looks like a wall is called a wall", () => {
  const [, , goal] = BOARD.terrain;
  assert.equal(terrainName({ ...goal, looks: "wall" }), "wall");
  assert.equal(terrainName({ ...goal, looks: "wall", uses: 1 }), "goal 2");
});

test("a transition is described by what has moved, got home and gone", () => {
  const box = { kind: "box", cells: [3], number: 2, colours: ["red"], fuse: 1 };
  const after = applyChanges(BOARD, [
    { tick: 0, cause: "step", piece: [{ kind: "pusher", cells: [0] }, { kind: "pusher", cells: [1] }] },
    { tick: 0, cause: "push", piece: [box, { ...box, cells: [9] }] },
    { tick: 1, cause: "vanish", piece: [{ kind: "box", cells: [2], number: 2 }, null] },
  ]);
  assert.equal(
    transitionText(BOARD, after),
    "player to B1, box 2 (red, fuse 1) to E2, on its goal, box 2 is gone",
  );
});

test("a position is described in sentences", () => {
  assert.deepEqual(countHome(BOARD), { home: 1, all: 2 });
  const state = { node: 0, depth: 0, counts: {}, branches: [], seconds: 0, focus: [0] };
  const playing = { ...state, outcome: { status: /** @type {const} */ ("playing"), reason: "", winner: 0 } };
  assert.equal(
    positionText(BOARD, playing, "player to A1"),
    "1 of 2 boxes are home. You are on A1. The nearest free goal is E2. player to A1",
  );
  assert.equal(outcomeText({ ...state, outcome: { status: "lost", reason: "a box is gone", winner: 0 } }), "Lost: a box is gone.");
  assert.equal(outcomeText({ ...state, outcome: { status: "lost", reason: "", winner: 2 } }), "Player 2 wins.");
});

test("pieces are called as their game calls them", () => {
  const playing = /** @type {any} */ ({ outcome: { status: "playing" } });
  /** @param {string[]} kinds @param {string} floor */
  const says = (kinds, floor = "floor") => {
    const pieces = [{ kind: "pusher", cells: [0] }, ...kinds.map((kind, place) => ({ kind, cells: [place + 1] }))];
    const board = readBoard({ width: 5, height: 1, palette: { "-": "floor", "+": floor }, terrain: ["---+-"], pieces });
    const card = /** @type {any} */ ({ width: 5, height: 1, boxes: kinds.length, level: { board: { pieces } } });
    return [positionText(board, playing, "").split(". ")[0], levelSize(card).split(" · ")[1]];
  };
  assert.deepEqual(says(["box", "box"]), ["2 boxes are left.", "2 boxes"]);
  assert.deepEqual(says(["stone", "stone"], "goal"), ["0 of 2 stones are home.", "2 stones"]);
  assert.deepEqual(says(["stone"], "goal"), ["0 of 1 stone is home.", "1 stone"]);
  assert.deepEqual(says(["block"]), ["1 block is left.", "1 block"]);
  assert.deepEqual(says(["block", "circle"]), ["2 pieces are left.", "2 pieces"]);
  assert.deepEqual(says([]), ["0 boxes are left.", undefined]);
  useTexts("de", JSON.parse(readFileSync(new URL("../de/common.json", ROOT), "utf8")));
  assert.equal(says(["stone", "block"])[1], "2 Teile");
  useTexts("en", { ...texts("common"), ...texts("play") });
});

test("boxes that can be pushed are noted with their directions", () => {
  assert.deepEqual([...pushNotes([[7, "up", "left"], [8]])], [[7, ["pushable up left"]]]);
});
