/** Laws of board/model.js and board/changes.js: boards are read as the package writes them, changes lead where they say. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { applyChanges, concatMoves, groupByTick } from "../../src/pushbox/client/board/changes.js";
import * as model from "../../src/pushbox/client/board/model.js";
import { trimmed } from "../../src/pushbox/client/board/trim.js";

/** @type {BoardJson} */
const LEVEL = {
  width: 7,
  height: 3,
  palette: { "#": "wall", "-": "floor", ".": "goal", a: { kind: "goal", number: 2 } },
  terrain: ["7#", "#3-.a#", "7#"],
  pieces: [
    { kind: "pusher", cells: [8] },
    { kind: "box", cells: [9], number: 2 },
  ],
};

/** @param {number} from @param {number} to @param {number} [tick] @returns {Change} */
const moves = (from, to, tick = 0) => ({
  tick,
  cause: "step",
  piece: [{ kind: "pusher", cells: [from] }, { kind: "pusher", cells: [to] }],
});

test("run lengths repeat symbols and groups", () => {
  assert.equal(model.expandRuns("4#2(-.)#").join(""), "####-.-.#");
  assert.equal(model.expandRuns("2(2(ab)c)").join(""), "ababcababc");
  assert.equal(model.expandRuns("12-").length, 12);
  assert.deepEqual(model.expandRuns("2\u{10000}#"), ["\u{10000}", "\u{10000}", "#"]);
});

test("what is no run length is refused", () => {
  for (const text of ["3", "(ab", "ab)", "999999999#", "99999(99999#)"]) assert.throws(() => model.expandRuns(text), RangeError);
});

test("a board is read with its defaults", () => {
  const board = model.readBoard(LEVEL);
  assert.equal(board.terrain.map(model.visibleKind).filter((kind) => kind === "goal").length, 2);
  assert.equal(board.terrain[12].number, 2);
  assert.deepEqual(board.pieces.map(({ id, kind, hidden }) => [id, kind, hidden]), [[1, "pusher", false], [2, "box", false]]);
});

test("rows that do not fit and unknown characters are refused", () => {
  assert.throws(() => model.readBoard({ ...LEVEL, height: 4 }), RangeError);
  assert.throws(() => model.readBoard({ ...LEVEL, terrain: ["7#", "#3-.?#", "7#"] }), RangeError);
});

test("a piece keeps its id while it moves, and the board before stays as it was", () => {
  const before = model.readBoard(LEVEL);
  const after = applyChanges(before, [moves(8, 15, 0), moves(15, 16, 1)]);
  assert.deepEqual(after.pieces[0].cells, [16]);
  assert.equal(after.pieces[0].id, before.pieces[0].id);
  assert.deepEqual(before.pieces[0].cells, [8]);
});

test("pieces come and go, terrain and counters change", () => {
  const before = model.readBoard(LEVEL);
  const after = applyChanges(before, [
    { tick: 0, cause: "vanish", piece: [{ kind: "box", cells: [9], number: 2 }, null] },
    { tick: 0, cause: "grow", piece: [null, { kind: "circle", cells: [10] }] },
    { tick: 0, cause: "weaken", cell: 9, terrain: ["floor", { kind: "weak", uses: 1 }] },
    { tick: 0, cause: "steps", counter: [null, ["steps", 1]] },
  ]);
  assert.deepEqual(after.pieces.map(({ kind }) => kind), ["pusher", "circle"]);
  assert.equal(new Set([...before.pieces, ...after.pieces].map(({ id }) => id)).size, 3);
  assert.equal(after.terrain[9].uses, 1);
  assert.deepEqual(after.counters, { steps: 1 });
  assert.equal(before.terrain[9].kind, "floor");
});

test("a change from something that is not there is refused", () => {
  const board = model.readBoard(LEVEL);
  assert.throws(() => applyChanges(board, [moves(10, 11)]), RangeError);
  assert.throws(() => applyChanges(board, [{ tick: 0, cause: "", cell: 9, terrain: ["wall", "floor"] }]), RangeError);
});

test("the ticks of moves follow each other", () => {
  const transitions = [{ changes: [moves(8, 9), moves(9, 10, 1)] }, { changes: [] }, { changes: [moves(10, 11)] }];
  const all = concatMoves(transitions);
  assert.deepEqual(all.map(({ tick }) => tick), [0, 1, 2]);
  assert.deepEqual(groupByTick(all).map((group) => group.length), [1, 1, 1]);
});

test("a piece is home on a goal like itself only", () => {
  const board = model.readBoard(LEVEL);
  const box = board.pieces[1];
  assert.equal(model.isHome(board, box), false);
  assert.equal(model.isHome(board, { ...box, cells: [11] }), false);
  assert.equal(model.isHome(board, { ...box, cells: [12] }), true);
  assert.equal(model.isHome(board, { ...box, cells: [11], number: 0 }), true);
});

test("what looks like something else is seen as that until it is revealed", () => {
  assert.equal(model.visibleKind(model.readTerrain({ kind: "goal", looks: "floor" })), "floor");
  assert.equal(model.visibleKind(model.readTerrain({ kind: "goal", looks: "floor", uses: 1 })), "goal");
});

test("cells are named as on the rulers", () => {
  assert.equal(model.cellName({ width: 30 }, 0), "A1");
  assert.equal(model.cellName({ width: 30 }, 30 + 26), "AA2");
  assert.equal(model.columnName(701), "ZZ");
});

test("the outside is what reaches the edge past no wall, and is not where something stands", () => {
  const palette = { "#": "wall", "-": "floor" };
  const walled = { width: 5, height: 4, palette, terrain: ["-4#", "-#-##", "-#-##", "-4#"] };
  assert.deepEqual([...model.outsideCells(model.readBoard(walled))].sort((a, b) => a - b), [0, 5, 10, 15]);
  const open = { width: 3, height: 1, palette, terrain: ["3-"], pieces: [{ kind: "pusher", cells: [1] }] };
  assert.equal(model.outsideCells(model.readBoard(open)).size, 0);
});

test("a picture is trimmed to the rooms in which there is anything, with the walls next to them", () => {
  const rows = ["    ###   ", " #######  ", " ##@$.##  ", " ##   ### ", " #### # # ", "    # ### ", "    ###   "];
  const board = model.readBoard({
    width: 10,
    height: 7,
    palette: { "#": "wall", " ": "floor", ".": "goal" },
    terrain: rows.map((row) => row.replace(/[@$]/g, " ")),
    pieces: [{ kind: "pusher", cells: [23] }, { kind: "box", cells: [24] }],
  });
  const { width, height, terrain, pieces } = trimmed(board);
  const drawn = Array.from({ length: height }, (_, row) => terrain.slice(row * width, (row + 1) * width).map(({ kind }) => ({ wall: "#", goal: ".", floor: " " })[kind]).join(""));
  assert.deepEqual(drawn, ["#####", "#  .#", "#   #", "### #", "  # #", "  ###"]);
  assert.deepEqual(pieces.map(({ cells }) => cells), [[6], [7]]);
});

test("a block of walls amid a room stays a block", () => {
  const board = model.readBoard({ width: 7, height: 7, palette: { "#": "wall", " ": "floor" }, terrain: ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"], pieces: [{ kind: "box", cells: [8] }] });
  assert.equal(trimmed(board).terrain[24].kind, "wall");
  const bare = { ...board, pieces: [] };
  assert.equal(trimmed(bare), bare);
});
