/** Laws of the pointer: what taps, drags and hovering ask and do. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readBoard } from "../../src/pushbox/web/static/board/model.js";
import { Pointer } from "../../src/pushbox/web/static/play/pointer.js";

const PLAYER = 1;
const BOX = 3;
const GOAL = 6;

/**
 * A corridor: the player on 1, a box on 3, a goal on 6; cells up to 5 can be reached by either.
 * @param {{focus?: number, reach?: number[]}} [other] what the keys steer, and what can be reached then
 */
function world({ focus = PLAYER, reach } = {}) {
  const board = readBoard({
    width: 10,
    height: 1,
    palette: { "-": "floor", ".": "goal" },
    terrain: ["6-.3-"],
    pieces: [{ kind: "pusher", cells: [PLAYER] }, { kind: "box", cells: [BOX] }, { kind: "box", cells: [9] }],
  });
  /** @type {Map<string, number[]>} */
  const marks = new Map();
  /** @type {[number, number][]} */
  const gone = [];
  /** @type {string[]} */
  const told = [];
  /** @type {string[]} */
  const cursors = [];
  let questions = 0;
  const pointer = new Pointer({
    board: () => board,
    focus: () => focus,
    reach: async (cell) => {
      questions++;
      if (reach) return new Map(reach.map((target) => [target, 1]));
      return new Map(cell === 9 ? [] : [[cell + 1, 1], [cell + 2, 2]]);
    },
    path: async (from, to) => [from, to],
    origins: async (cell) => (cell === GOAL ? [BOX] : []),
    go: (from, to) => gone.push([from, to]),
    mark: (layer, cells) => marks.set(layer, [...cells]),
    cursor: (shape) => cursors.push(shape),
    tell: (what) => told.push(what),
  });
  return { pointer, marks, gone, told, cursors, asked: () => questions };
}

test("tap a box, then a square that it can reach", async () => {
  const { pointer, marks, gone } = world();
  await pointer.tap(BOX);
  assert.deepEqual(marks.get("reach"), [4, 5]);
  assert.deepEqual(marks.get("picked"), [BOX]);
  await pointer.tap(5);
  assert.deepEqual(gone, [[BOX, 5]]);
  assert.deepEqual(marks.get("reach"), []);
});

test("tapping what is picked lets it go, tapping another piece picks that", async () => {
  const { pointer, marks, gone } = world();
  await pointer.tap(BOX);
  await pointer.tap(BOX);
  assert.equal(pointer.picked, null);
  await pointer.tap(BOX);
  await pointer.tap(PLAYER);
  assert.deepEqual(marks.get("picked"), [PLAYER]);
  assert.deepEqual(gone, []);
});

test("tap the floor to walk, and nowhere if it cannot be reached", async () => {
  const { pointer, gone, told } = world();
  await pointer.tap(2);
  assert.deepEqual(gone, [[PLAYER, 2]]);
  await pointer.tap(8);
  assert.deepEqual(gone.length, 1);
  assert.deepEqual(told, ["far"]);
});

test("tap a goal to see which boxes can come, again to walk there", async () => {
  const { pointer, marks, told } = world();
  await pointer.tap(GOAL);
  assert.deepEqual(marks.get("origins"), [BOX]);
  await pointer.tap(GOAL);
  assert.deepEqual(told, ["origins", "far"]);
  assert.deepEqual(marks.get("origins"), []);
});

test("a piece that cannot move is said to be stuck", async () => {
  const { pointer, told } = world();
  await pointer.tap(9);
  assert.deepEqual(told, ["stuck"]);
  assert.equal(pointer.picked, null);
});

test("a drag shows its path and goes where it ends", async () => {
  const { pointer, marks, gone } = world();
  await pointer.drag(BOX, BOX, "start");
  await pointer.drag(BOX, 4, "move");
  assert.deepEqual(marks.get("path"), [BOX, 4]);
  await pointer.drag(BOX, 5, "end");
  assert.deepEqual(gone, [[BOX, 5]]);
  await pointer.drag(BOX, BOX, "start");
  await pointer.drag(BOX, -1, "cancel");
  await pointer.drag(BOX, 5, "end");
  assert.equal(gone.length, 1);
});

test("hovering tells what is possible before the press, and asks once a position", async () => {
  const { pointer, marks, cursors, asked } = world();
  await pointer.hover(BOX);
  assert.deepEqual(marks.get("reach"), [4, 5]);
  await pointer.hover(2);
  assert.deepEqual(marks.get("reach"), []);
  assert.deepEqual(marks.get("path"), [PLAYER, 2]);
  await pointer.hover(8);
  await pointer.hover(BOX);
  assert.deepEqual(cursors, ["grab", "go", "no", "grab"]);
  assert.equal(asked(), 2);
});

test("a drag that is quicker than the answers shows the path of what is dragged, not a walk", async () => {
  const { pointer, marks } = world();
  const picking = pointer.drag(BOX, BOX, "start");
  const moving = pointer.drag(BOX, 4, "move");
  await Promise.all([picking, moving]);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(marks.get("path"), [BOX, 4]);
  assert.deepEqual(marks.get("reach"), [4, 5]);
});

test("an answer that comes after the position has changed shows nothing", async () => {
  const { pointer, marks } = world();
  const picking = pointer.pick(BOX);
  pointer.clear();
  await picking;
  assert.deepEqual(marks.get("reach"), []);
  assert.equal(pointer.picked, null);
});

test("who is not on the board yet comes from off it", async () => {
  const { pointer, marks, gone, told } = world({ focus: -1, reach: [2, 4] });
  await pointer.hover(2);
  assert.deepEqual(marks.get("reach"), [2, 4]);
  assert.deepEqual(marks.get("path"), []);
  await pointer.tap(2);
  assert.deepEqual(gone, [[10, 2]]);
  await pointer.tap(5);
  assert.deepEqual(told, ["far"]);
});

test("where nobody walks a tap on the floor says so", async () => {
  const { pointer, told } = world({ focus: -1, reach: [] });
  await pointer.tap(2);
  assert.deepEqual(told, ["none"]);
});
