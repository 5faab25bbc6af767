/** Laws of the pointer: what taps, drags and hovering query and do. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readBoard } from "../../src/pushbox/client/board/model.js";
import { Pointer } from "../../src/pushbox/client/play/pointer.js";

const PLAYER = 1;
const BOX = 3;
const GOAL = 6;

/**
 * A corridor: the player on 1, a box on 3, a goal on 6; cells up to 5 can be reached by either.
 * @param {{focus?: number, reach?: number[], lost?: number[]}} [other] what the keys steer, what can be reached then, and
 *   where the box would be lost
 */
function setup({ focus = PLAYER, reach, lost = [] } = {}) {
  const board = readBoard({
    width: 10,
    height: 1,
    palette: { "-": "floor", ".": "goal" },
    terrain: ["6-.3-"],
    pieces: [{ kind: "pusher", cells: [PLAYER] }, { kind: "box", cells: [BOX] }, { kind: "box", cells: [9] }],
  });
  /** @type {Map<string, number[]>} */
  const overlays = new Map();
  /** @type {[number, number][]} */
  const moves = [];
  /** @type {string[]} */
  const notices = [];
  /** @type {string[]} */
  const cursors = [];
  let queries = 0;
  const pointer = new Pointer({
    board: () => board,
    focus: () => focus,
    reach: async (cell) => {
      queries++;
      if (reach) return new Map(reach.map((target) => [target, 1]));
      return new Map(cell === 9 ? [] : [[cell + 1, 1], [cell + 2, 2]]);
    },
    lost: (cell) => (cell === BOX ? lost : []),
    path: async (from, to) => [from, to],
    origins: async (cell) => (cell === GOAL ? [BOX] : []),
    move: (from, to) => moves.push([from, to]),
    setOverlay: (name, cells) => overlays.set(name, [...cells]),
    setCursor: (cursor) => cursors.push(cursor),
    announce: (notice) => notices.push(notice),
  });
  return { pointer, overlays, moves, notices, cursors, reachQueries: () => queries };
}

test("tap a box, then a square that it can reach", async () => {
  const { pointer, overlays, moves } = setup();
  await pointer.tap(BOX);
  assert.deepEqual(overlays.get("reach"), [4, 5]);
  assert.deepEqual(overlays.get("selected"), [BOX]);
  await pointer.tap(5);
  assert.deepEqual(moves, [[BOX, 5]]);
  assert.deepEqual(overlays.get("reach"), []);
});

test("a square that is tapped before its piece is known to reach it is no walk", async () => {
  const { pointer, moves } = setup();
  await Promise.all([pointer.tap(BOX), pointer.tap(5)]);
  assert.deepEqual(moves, [[BOX, 5]]);
  await Promise.all([pointer.tap(9), pointer.tap(2)]); // the box on 9 is stuck
  assert.deepEqual(moves.slice(1), [[PLAYER, 2]]);
});

test("a tap does not wait for a selection that was given up", async () => {
  const { pointer, moves } = setup();
  const given = pointer.tap(BOX);
  pointer.clear();
  await Promise.all([given, pointer.tap(2)]);
  assert.deepEqual(moves, [[PLAYER, 2]]);
  assert.equal(pointer.active, false);
});

test("squares on which a box would be lost are no dots but crosses, and said", async () => {
  const { pointer, overlays, notices, moves } = setup({ lost: [5] });
  await pointer.tap(BOX);
  assert.deepEqual(overlays.get("reach"), [4]);
  assert.deepEqual(overlays.get("lost"), [5]);
  assert.deepEqual(notices, ["selected.lost"]);
  await pointer.tap(5);
  assert.deepEqual(moves, [[BOX, 5]]);
  assert.deepEqual(overlays.get("lost"), []);
});

test("the first tap on a goal in reach walks there", async () => {
  const { pointer, moves, overlays } = setup({ reach: [GOAL] });
  await pointer.tap(GOAL);
  assert.deepEqual(moves, [[PLAYER, GOAL]]);
  assert.equal(overlays.get("origins")?.length ?? 0, 0);
});

test("a second tap on a piece that can act where it stands does so", async () => {
  const { pointer, moves } = setup({ reach: [BOX, 5] });
  await pointer.tap(BOX);
  await pointer.tap(BOX);
  assert.deepEqual(moves, [[BOX, BOX]]);
});

test("tapping the selected piece deselects it, tapping another piece selects that", async () => {
  const { pointer, overlays, moves } = setup();
  await pointer.tap(BOX);
  await pointer.tap(BOX);
  assert.equal(pointer.selected, null);
  await pointer.tap(BOX);
  await pointer.tap(PLAYER);
  assert.deepEqual(overlays.get("selected"), [PLAYER]);
  assert.deepEqual(moves, []);
});

test("tap the floor to walk, and nowhere if it cannot be reached", async () => {
  const { pointer, moves, notices } = setup();
  await pointer.tap(2);
  assert.deepEqual(moves, [[PLAYER, 2]]);
  await pointer.tap(8);
  assert.deepEqual(moves.length, 1);
  assert.deepEqual(notices, ["far"]);
});

test("tap a goal to see which boxes can come, again to walk there", async () => {
  const { pointer, overlays, notices } = setup();
  await pointer.tap(GOAL);
  assert.deepEqual(overlays.get("origins"), [BOX]);
  await pointer.tap(GOAL);
  assert.deepEqual(notices, ["origins", "far"]);
  assert.deepEqual(overlays.get("origins"), []);
});

test("a piece that cannot move is announced as stuck", async () => {
  const { pointer, notices } = setup();
  await pointer.tap(9);
  assert.deepEqual(notices, ["stuck"]);
  assert.equal(pointer.selected, null);
});

test("a drag shows its path and goes where it ends", async () => {
  const { pointer, overlays, moves } = setup();
  await pointer.drag(BOX, BOX, "start");
  await pointer.drag(BOX, 4, "move");
  assert.deepEqual(overlays.get("path"), [BOX, 4]);
  await pointer.drag(BOX, 5, "end");
  assert.deepEqual(moves, [[BOX, 5]]);
  await pointer.drag(BOX, BOX, "start");
  await pointer.drag(BOX, -1, "cancel");
  await pointer.drag(BOX, 5, "end");
  assert.equal(moves.length, 1);
});

test("hovering shows what is possible before the press, and queries once a position", async () => {
  const { pointer, overlays, cursors, reachQueries } = setup();
  await pointer.hover(BOX);
  assert.deepEqual(overlays.get("reach"), [4, 5]);
  await pointer.hover(2);
  assert.deepEqual(overlays.get("reach"), []);
  assert.deepEqual(overlays.get("path"), [PLAYER, 2]);
  await pointer.hover(8);
  await pointer.hover(BOX);
  assert.deepEqual(cursors, ["grab", "go", "no", "grab"]);
  assert.equal(reachQueries(), 2);
});

test("a drag that is quicker than the answers shows the path of what is dragged, not a walk", async () => {
  const { pointer, overlays } = setup();
  const selecting = pointer.drag(BOX, BOX, "start");
  const moving = pointer.drag(BOX, 4, "move");
  await Promise.all([selecting, moving]);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(overlays.get("path"), [BOX, 4]);
  assert.deepEqual(overlays.get("reach"), [4, 5]);
});

test("an answer that comes after the position has changed shows nothing", async () => {
  const { pointer, overlays } = setup();
  const selecting = pointer.select(BOX);
  pointer.clear();
  await selecting;
  assert.deepEqual(overlays.get("reach"), []);
  assert.equal(pointer.selected, null);
});

test("a player who has yet to be placed comes from off the board", async () => {
  const { pointer, overlays, moves, notices } = setup({ focus: -1, reach: [2, 4] });
  await pointer.hover(2);
  assert.deepEqual(overlays.get("reach"), [2, 4]);
  assert.deepEqual(overlays.get("path"), []);
  await pointer.tap(2);
  assert.deepEqual(moves, [[10, 2]]);
  await pointer.tap(5);
  assert.deepEqual(notices, ["far"]);
});

test("where nobody walks a tap on the floor announces it", async () => {
  const { pointer, notices } = setup({ focus: -1, reach: [] });
  await pointer.tap(2);
  assert.deepEqual(notices, ["none"]);
});

test("what was not answered is asked again", async () => {
  const { pointer, reachQueries } = setup();
  const { adapter } = pointer;
  const answered = adapter.reach;
  adapter.reach = async (cell) => {
    await answered(cell);
    throw new Error("a later move or query has made this one pointless");
  };
  await pointer.hover(BOX);
  adapter.reach = answered;
  await pointer.hover(BOX);
  await pointer.hover(BOX);
  assert.equal(reachQueries(), 2);
});
