/** The editor's values: drawing, symmetry, palette, undo. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { applyChanges } from "../../src/pushbox/client/board/changes.js";
import { readBoard } from "../../src/pushbox/client/board/model.js";
import {
  emptyRoom,
  changesBetween,
  optionValue,
  readLevel,
  strokeCells,
  withOption,
  withoutUnknown,
  writeLevel,
} from "../../src/pushbox/client/edit/document.js";
import {
  connectedCells,
  crop,
  erase,
  extendPiece,
  addFrame,
  paint,
  paintAll,
  pickBrush,
  rectangleCells,
  resize,
} from "../../src/pushbox/client/edit/brush-ops.js";
import { presentState, record, startHistory, step } from "../../src/pushbox/client/edit/history.js";
import { traitChoices, paletteEntries, placementRules, findEntry, brushTraits, setTrait } from "../../src/pushbox/client/edit/palette.js";
import { IDENTITY, transformCell, transformDirection, transformPorts, SYMMETRY_GROUPS, availableGroups } from "../../src/pushbox/client/board/tiling.js";
import { transformDrawing } from "../../src/pushbox/client/edit/symmetry.js";
import { readDrawing, writeDrawing } from "../../src/pushbox/client/edit/codec.js";

/** @type {Record<string, string>} */
const KINDS = { "#": "wall", "-": "floor", ".": "goal" };
const RULES = { solid: ["wall"], unshared: [{ kind: "box" }, { kind: "pusher" }] };
const WALL = { terrain: { kind: "wall" } };
const BOX = { piece: { kind: "box", cells: [0] }, shape: [[0, 0]], shares: false, single: false };
const PLAYER = { piece: { kind: "pusher", cells: [0] }, shape: [[0, 0]], shares: false, single: true };
/** @type {Api.PaletteOut} */
const PALETTE = {
  terrain: ["wall", "floor", "goal", { kind: "conveyor", direction: 0 }, { kind: "filter", colour: "red" }],
  brushes: [
    { piece: { kind: "pusher", cells: [0] }, least: 1, most: 1, shape: [[0, 0]], shares: false },
    { piece: { kind: "box", cells: [0], number: 1 }, least: 0, most: 9, shape: [[0, 0]], shares: false },
    { piece: { kind: "stone", cells: [0], colours: ["teal"] }, least: 0, most: 9, shape: [[0, 0]], shares: true },
  ],
  solid: ["wall"],
};

/**
 * @param {string[]} rows
 * @param {Edit.Piece[]} [pieces]
 * @returns {Edit.Drawing}
 */
function board(rows, pieces = []) {
  const terrain = [...rows.join("")].map((glyph) => ({ kind: KINDS[glyph] }));
  return { width: rows[0].length, height: rows.length, terrain, pieces, counters: [] };
}

/** @param {Edit.Drawing} drawing */
function rowsOf({ width, height, terrain }) {
  const glyphs = terrain.map(({ kind }) => Object.keys(KINDS).find((glyph) => KINDS[glyph] === kind));
  return Array.from({ length: height }, (_, row) => glyphs.slice(row * width, (row + 1) * width).join(""));
}

/** @param {Edit.Brush} brush */
function stroke(brush, symmetries = SYMMETRY_GROUPS.none) {
  return { brush, symmetries, rules: RULES };
}

test("what is drawn with a group of symmetries keeps them", () => {
  const size = { width: 5, height: 5 };
  for (const group of Object.values(SYMMETRY_GROUPS)) {
    for (let cell = 0; cell < 25; cell += 1) {
      const images = new Set(group.map((symmetry) => transformCell(cell, size, symmetry)));
      for (const image of images) {
        for (const symmetry of group) assert.ok(images.has(transformCell(image, size, symmetry)));
      }
    }
  }
});

test("a step in a direction goes where the turned direction leads", () => {
  const size = { width: 4, height: 3 };
  const steps = [-1, -4, 1, 4];
  for (const symmetry of SYMMETRY_GROUPS.all) {
    const width = symmetry.swap ? 3 : 4;
    for (let direction = 0; direction < 4; direction += 1) {
      const moved = transformCell(5 + steps[direction], size, symmetry) - transformCell(5, size, symmetry);
      assert.equal(moved, [-1, -width, 1, width][transformDirection(direction, symmetry)]);
      assert.equal(transformPorts(1 << direction, symmetry), 1 << transformDirection(direction, symmetry));
    }
  }
});

test("only a square can be turned by a quarter", () => {
  assert.deepEqual(availableGroups({ width: 4, height: 3 }), ["none", "mirror", "flip", "both", "half"]);
  assert.deepEqual(availableGroups({ width: 3, height: 3 }), Object.keys(SYMMETRY_GROUPS));
});

test("four quarter turns of a board are the board", () => {
  const start = board(["#-.", "###"], [{ kind: "stone", cells: [1, 2], arrow: 2, ports: 5 }]);
  let turned = start;
  for (let times = 0; times < 4; times += 1) turned = transformDrawing(turned, { swap: true, mirror: true, flip: false });
  assert.deepEqual(turned, start);
  assert.deepEqual(rowsOf(transformDrawing(start, { swap: true, mirror: true, flip: false })), ["##", "#-", "#."]);
});

test("a wall removes what stands there, and a box makes the wall floor", () => {
  const start = board(["---", "#--"], [{ kind: "box", cells: [1] }]);
  const walled = paint(start, 1, stroke(WALL));
  assert.deepEqual(walled.pieces, []);
  const put = paint(walled, 3, stroke(BOX));
  assert.deepEqual(rowsOf(put), ["-#-", "---"]);
  assert.deepEqual(put.pieces, [{ kind: "box", cells: [3] }]);
});

test("the only player moves, boxes are as many as drawn", () => {
  const one = paint(board(["----"]), 0, stroke(PLAYER, SYMMETRY_GROUPS.mirror));
  assert.deepEqual(one.pieces, [{ kind: "pusher", cells: [0] }]);
  assert.deepEqual(paint(one, 2, stroke(PLAYER)).pieces, [{ kind: "pusher", cells: [2] }]);
  assert.equal(paint(board(["----"]), 0, stroke(BOX, SYMMETRY_GROUPS.mirror)).pieces.length, 2);
});

test("drawing what is there gives the same board", () => {
  const start = paint(board(["---"]), 0, stroke(BOX));
  assert.equal(paint(start, 0, stroke(BOX)), start);
  assert.equal(paint(start, 1, stroke({ terrain: { kind: "floor" } })), start);
});

test("pieces share a cell only where both do", () => {
  const red = { ...BOX, piece: { kind: "stone", cells: [0], colours: ["red"] }, shares: true };
  const green = { ...red, piece: { ...red.piece, colours: ["green"] } };
  const both = paint(paint(board(["--"]), 0, stroke(red)), 0, stroke(green));
  assert.equal(both.pieces.length, 2);
  assert.equal(paint(both, 0, stroke(BOX)).pieces.length, 1);
  assert.equal(paint(paint(board(["--"]), 0, stroke(BOX)), 0, stroke(red)).pieces.length, 1);
});

test("a shape that would leave the board is not drawn", () => {
  const bar = { ...BOX, shape: [[0, 0], [0, 1]] };
  const start = board(["---"]);
  assert.equal(paint(start, 2, stroke(bar)), start);
  assert.deepEqual(paint(start, 1, stroke(bar)).pieces[0].cells, [1, 2]);
});

test("erasing takes the pieces first, then the ground", () => {
  const start = board(["-#."], [{ kind: "box", cells: [2] }]);
  const once = erase(start, 2, SYMMETRY_GROUPS.none);
  assert.deepEqual([once.pieces.length, rowsOf(once)[0]], [0, "-#."]);
  assert.deepEqual(rowsOf(erase(once, 2, SYMMETRY_GROUPS.none)), ["-#-"]);
});

test("a rectangle is the same from any two opposite corners", () => {
  assert.deepEqual(rectangleCells(1, 8, { width: 4, height: 3 }), [0, 1, 4, 5, 8, 9]);
  assert.deepEqual(rectangleCells(8, 1, { width: 4, height: 3 }), rectangleCells(0, 9, { width: 4, height: 3 }));
  assert.deepEqual(rowsOf(paintAll(board(["---", "---"]), rectangleCells(1, 5, { width: 3, height: 2 }), stroke(WALL))), ["-##", "-##"]);
});

test("a flood stays within what looks alike", () => {
  const drawing = board(["--#-", "-.#-"]);
  assert.deepEqual(rowsOf(paintAll(drawing, connectedCells(drawing, 0), stroke(WALL))), ["###-", "#.#-"]);
});

test("a piece grows cell by cell and takes its colour along", () => {
  const start = board(["---"], [{ kind: "block", cells: [0], colours: ["red"] }]);
  const grown = extendPiece(start, 0, 1, RULES);
  assert.deepEqual(grown.pieces, [{ kind: "block", cells: [0, 1], colours: ["red", "red"] }]);
  assert.equal(extendPiece(grown, 0, 1, RULES), grown);
});

test("picking gives the brush that draws the same again", () => {
  const piece = { kind: "block", cells: [1, 2, 4], colours: ["red", "red", "red"] };
  const brush = { ...pickBrush(board(["---", "---"], [piece]), 4), shares: false, single: false };
  assert.deepEqual(paint(board(["---", "---"]), 1, stroke(brush)).pieces, [piece]);
});

test("resizing adds filler, drops what falls off and refuses nothing", () => {
  const start = board(["#-"], [{ kind: "box", cells: [1] }]);
  const larger = resize(start, { left: 1, bottom: 1 }, { kind: "floor" });
  assert.deepEqual(rowsOf(larger), ["-#-", "---"]);
  assert.deepEqual(larger.pieces[0].cells, [2]);
  assert.deepEqual(resize(larger, { left: -1, bottom: -1 }, { kind: "floor" }), start);
  assert.deepEqual(resize(start, { right: -1 }, { kind: "floor" }).pieces, []);
  assert.equal(resize(start, { left: -2 }, { kind: "floor" }), start);
});

test("cropping keeps one line around what is drawn", () => {
  assert.deepEqual(rowsOf(crop(board(["-----", "-----", "--.--", "-----", "-----"]))), ["---", "-.-", "---"]);
  const framedBoard = addFrame(board(["---", "---", "---"]), RULES);
  assert.deepEqual(rowsOf(framedBoard), ["###", "#-#", "###"]);
  assert.equal(crop(framedBoard), framedBoard);
});

test("undo and redo go back and forth; a change forgets what was undone", () => {
  const start = startHistory("a");
  const later = record(record(start, "b"), "c");
  assert.equal(record(later, "c"), later);
  assert.equal(presentState(step(later, -1)), "b");
  assert.equal(presentState(step(later, -3)), "a");
  assert.equal(presentState(step(step(later, -1), 1)), "c");
  assert.equal(presentState(step(later, 1)), "c");
  assert.deepEqual(record(step(later, -1), "d"), { states: ["a", "b", "d"], index: 2 });
});

test("a palette has layers, and the piece needed once is single", () => {
  const entries = paletteEntries(PALETTE);
  assert.deepEqual(
    entries.map(({ layer }) => layer),
    ["ground", "ground", "ground", "special", "special", "pieces", "pieces", "pieces"],
  );
  assert.deepEqual(entries.slice(5).map(({ brush }) => "single" in brush && brush.single), [true, false, false]);
  assert.deepEqual(placementRules(PALETTE).unshared, [{ kind: "pusher" }, { kind: "box", number: 1 }]);
});

test("what goes beyond the plain part of a game is a layer of its own", () => {
  const plain = { ...PALETTE, terrain: PALETTE.terrain.slice(0, 3), brushes: PALETTE.brushes.slice(0, 2) };
  const entries = paletteEntries(PALETTE, plain);
  assert.deepEqual(entries.map(({ brush }) => brush), paletteEntries(PALETTE).map(({ brush }) => brush));
  assert.deepEqual(entries.slice(3).map(({ layer }) => layer), ["variants", "variants", "pieces", "pieces", "variants"]);
});

test("a brush varies by what parts of its kind have", () => {
  const box = /** @type {Edit.PieceBrush} */ (paletteEntries(PALETTE)[6].brush);
  const conveyor = { terrain: { kind: "conveyor", direction: 3 } };
  assert.deepEqual(brushTraits(PALETTE, box), [{ name: "number", type: "number" }]);
  assert.deepEqual(setTrait(box, "number", 7), { ...box, piece: { kind: "box", cells: [0], number: 7 } });
  assert.deepEqual(setTrait(box, "number", 0), { ...box, piece: { kind: "box", cells: [0] } });
  assert.deepEqual(setTrait(conveyor, "direction", 0), { terrain: { kind: "conveyor", direction: 0 } });
  assert.deepEqual(traitChoices(PALETTE, { name: "colour", type: "colour" }).slice(0, 3), ["red", "teal", "green"]);
  assert.equal(findEntry(paletteEntries(PALETTE), box), 6);
  assert.equal(findEntry(paletteEntries(PALETTE), setTrait(box, "number", 7)), -1);
});

test("the identity leaves a board as it is", () => {
  const start = board(["#-.", "-.#"], [{ kind: "box", cells: [4] }]);
  assert.deepEqual(transformDrawing(start, IDENTITY), start);
});

test("a drawing comes back from the JSON that it is written as", () => {
  const plain = board(["#-.", "-.#"], [{ kind: "box", cells: [4], number: 2 }]);
  const belts = [0, 2].map((direction) => ({ kind: "conveyor", direction }));
  /** @type {Edit.Drawing} */
  const start = { ...plain, terrain: [...belts, ...plain.terrain.slice(2)], counters: [["steps", 3]] };
  const json = writeDrawing(start);
  assert.deepEqual(json.palette, {
    a: { kind: "conveyor", direction: 0 },
    b: { kind: "conveyor", direction: 2 },
    ".": "goal",
    "-": "floor",
    "#": "wall",
  });
  assert.deepEqual(json.terrain, ["ab.", "-.#"]);
  assert.deepEqual(readDrawing(JSON.parse(JSON.stringify(json))), start);
  assert.throws(() => readDrawing({ ...json, width: 4 }), RangeError);
});

test("an empty room has one of each thing that is needed, and is written as it is read", () => {
  const doc = emptyRoom("any", paletteEntries(PALETTE), RULES, { width: 7, height: 5 });
  assert.deepEqual(rowsOf(doc.drawing), ["#######", "#-----#", "#-----#", "#-----#", "#######"]);
  assert.deepEqual(doc.drawing.pieces, [{ kind: "pusher", cells: [16] }]);
  assert.deepEqual(readLevel(JSON.parse(JSON.stringify(writeLevel(doc)))), doc);
});

test("a room for a game of boxes can be played: it has a goal for each box", () => {
  const palette = { solid: ["wall"], terrain: ["wall", "floor", "goal"], brushes: [needed("pusher", 1), needed("box", 9)] };
  const doc = emptyRoom("any", paletteEntries(palette), RULES, { width: 11, height: 5 });
  assert.deepEqual(rowsOf(doc.drawing)[2], "#-------.-#");
  assert.deepEqual(doc.drawing.pieces.map(({ kind, cells }) => [kind, cells[0] - 22]), [["pusher", 2], ["box", 4]]);
});

test("another game drops what it does not know: kinds, and traits of kinds that it knows", () => {
  const palette = { solid: ["wall"], terrain: ["wall", "floor", "goal"], brushes: [needed("pusher", 1), needed("box", 9)] };
  const known = board(["#-."], [{ kind: "box", cells: [1] }]);
  assert.equal(withoutUnknown(known, palette), known);
  const unknown = board(["#-."], [{ kind: "box", cells: [1], number: 3 }, { kind: "stone", cells: [2] }]);
  const icy = { ...unknown, terrain: [{ kind: "ice" }, ...unknown.terrain.slice(1)] };
  const left = withoutUnknown(icy, palette);
  assert.deepEqual(left.pieces, [{ kind: "box", cells: [1] }]);
  assert.deepEqual(rowsOf(left), ["--."]);
});

/** The brush of a piece that every level needs. @param {string} kind @param {number} most */
const needed = (kind, most) => ({ piece: { kind }, least: 1, most, shape: /** @type {[number, number][]} */ ([[0, 0]]), shares: false });

test("an option at its default is not written, and takes what it says it takes", () => {
  const option = { name: "max_push", default: 1, summary: "", choices: ["inf"], least: 1 };
  const doc = emptyRoom("any", [], RULES, { width: 3, height: 3 });
  const set = withOption(doc, option, "inf");
  assert.deepEqual(set.options, [["max_push", "inf"]]);
  assert.deepEqual(withOption(set, option, 1).options, []);
  const given = ["3", "inf", "1", "0", "-2", "2.5", "many", ""].map((text) => optionValue(option, text));
  assert.deepEqual(given, [3, "inf", 1, null, null, null, null, null]);
});

test("changes lead from one drawing to the next", () => {
  const before = board(["#-."], [{ kind: "box", cells: [1] }]);
  const after = paint(paint(before, 0, stroke({ terrain: { kind: "floor" } })), 1, stroke(PLAYER));
  const shown = applyChanges(readBoard(writeDrawing(before)), changesBetween(before, after));
  const wanted = readBoard(writeDrawing(after));
  assert.deepEqual(shown.terrain, wanted.terrain);
  assert.deepEqual(shown.pieces.map(({ kind, cells }) => [kind, cells]), [["pusher", [1]]]);
});

test("a stroke passes every cell on its way", () => {
  assert.deepEqual(strokeCells(0, 3, { width: 5, height: 3 }), [1, 2, 3]);
  assert.deepEqual(strokeCells(12, 0, { width: 5, height: 3 }), [6, 0]);
  assert.deepEqual(strokeCells(4, 4, { width: 5, height: 3 }), []);
});
