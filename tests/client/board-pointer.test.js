/** The pointer adapter: gestures become the queries and commands of the play that is open. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readBoard } from "../../src/pushbox/client/board/model.js";
import { attachPointer, pointerAdapter } from "../../src/pushbox/client/play/board-pointer.js";

const BOARD = readBoard({
  width: 4,
  height: 1,
  palette: { "-": "floor" },
  terrain: ["4-"],
  pieces: [{ kind: "pusher", cells: [0] }, { kind: "box", cells: [1] }],
});

/** A client that answers every query at once, and remembers them. */
function fakeClient() {
  /** @type {any[]} */
  const queries = [];
  const answers = /** @type {Record<string, object>} */ ({ reach: { cells: { 2: 1, 3: 2 } }, ends: {}, path: { cells: [1, 2] }, origins: { cells: [1] } });
  const query = async (/** @type {{do: string}} */ request) => {
    queries.push(request);
    return answers[request.do];
  };
  return { client: /** @type {any} */ ({ displayed: BOARD, focus: [0], query, foreseeDrags: () => {} }), queries };
}

/** A board that keeps its overlays and takes events. */
class FakeBoard extends EventTarget {
  dataset = /** @type {Record<string, string>} */ ({});
  /** @type {Map<string, number[]>} */
  overlays = new Map();

  /** @param {string} name @param {Iterable<number>} cells */
  setOverlay(name, cells) {
    this.overlays.set(name, [...cells]);
  }

  /** @param {string} type @param {object} detail */
  async gesture(type, detail) {
    this.dispatchEvent(Object.assign(new Event(type), { detail }));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

test("answers become values: numbers of moves by cell, and cells", async () => {
  const { client, queries } = fakeClient();
  const board = /** @type {any} */ (new FakeBoard());
  const adapter = pointerAdapter(() => client, board, { move: () => {}, through: () => true });
  assert.deepEqual(await adapter.reach(1), new Map([[2, 1], [3, 2]]));
  assert.deepEqual(await adapter.path(1, 2), [1, 2]);
  assert.deepEqual(await adapter.origins(3), [1]);
  assert.equal(adapter.focus(), 0);
  assert.deepEqual(queries, [
    { do: "reach", cell: 1, through: true },
    { do: "ends", cell: 1, through: true },
    { do: "path", from: 1, to: 2, through: true },
    { do: "origins", cell: 3 },
  ]);
});

test("presses, drags and hovering of the board reach the play that is open then", async () => {
  const [first, second] = [fakeClient(), fakeClient()];
  let open = first;
  const board = new FakeBoard();
  /** @type {[number, number][]} */
  const moves = [];
  const pointer = attachPointer(() => open.client, /** @type {any} */ (board), { move: (from, to) => moves.push([from, to]) });
  await board.gesture("cell-press", { cell: 1 });
  assert.deepEqual(board.overlays.get("reach"), [2, 3]);
  await board.gesture("cell-press", { cell: 3 });
  assert.deepEqual(moves, [[1, 3]]);
  open = second;
  pointer.clear();
  await board.gesture("cell-hover", { cell: 1 });
  assert.equal(board.dataset.cursor, "grab");
  await board.gesture("cell-drag", { from: 1, cell: 1, phase: "start" });
  await board.gesture("cell-drag", { from: 1, cell: 2, phase: "end" });
  assert.deepEqual(moves, [[1, 3], [1, 2]]);
  assert.deepEqual(first.queries.map((request) => request.do), ["reach", "ends"]);
  assert.equal(second.queries.length > 0, true);
});

test("a board that is switched off takes no gesture", async () => {
  const { client, queries } = fakeClient();
  const board = new FakeBoard();
  attachPointer(() => client, /** @type {any} */ (board), { move: () => assert.fail("moved"), enabled: () => false });
  for (const type of ["cell-press", "cell-hover"]) await board.gesture(type, { cell: 1 });
  assert.equal(queries.length, 0);
});
