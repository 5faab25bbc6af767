/** A play joined to a board, and what a page knows of it beside. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake-dom.js";
import { readBoard } from "../../src/pushbox/client/board/model.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { joinPlay } from "../../src/pushbox/client/play/join.js";
import { PlayState } from "../../src/pushbox/client/play/play-state.js";

/** @param {number} pusher @param {number} box */
const boardJson = (pusher, box) => ({
  width: 4,
  height: 1,
  palette: { "-": "floor", ".": "goal" },
  terrain: ["3-."],
  pieces: [{ kind: "pusher", cells: [pusher] }, { kind: "box", cells: [box] }],
});

/** A board that notes what is asked of it. */
class FakeBoard extends EventTarget {
  dataset = {};
  layout = { toBoard: (/** @type {number} */ direction) => (direction + 1) % 4 }; // turned by a quarter
  /** @type {any} */
  board = null;
  /** @type {string[]} */
  log = [];
  /** @param {any} board */
  show(board) {
    this.log.push("show");
    this.board = board;
  }
  /** @param {any[]} changes */
  apply(changes) {
    this.log.push(`apply ${changes.length}`);
  }
  setOverlay() {}
}

/** A connection whose handlers a test calls. */
function fakeConnection() {
  /** @type {any} */
  const kept = { sent: [] };
  const connect = (/** @type {any} */ handlers) => {
    kept.handlers = handlers;
    return { send: (/** @type {string} */ text) => kept.sent.push(JSON.parse(text)), close: () => {} };
  };
  return { kept, connect };
}

const OPENED = {
  is: "opened",
  level: { id: 1 },
  game: { key: "sokoban", players: 1, hides: false },
  board: boardJson(0, 1),
  nodes: [],
  state: { node: 0, focus: [0], counts: {}, outcome: { status: "playing" }, branches: [] },
};

/** Open a play that is joined to a board. @param {object} [options] */
function opened(options = {}) {
  const { kept, connect } = fakeConnection();
  const board = /** @type {any} */ (new FakeBoard());
  const joined = joinPlay(board, { connect, ...options });
  joined.client.connection.open();
  kept.handlers.message(JSON.stringify(OPENED));
  return { board, joined, kept };
}

test("what a play opens shows on the board before anybody hears of it", () => {
  /** @type {string[]} */
  const heard = [];
  const { board } = opened({
    changed: () => heard.push("changed"),
    on: { opened: (/** @type {any} */ event, /** @type {any} */ before) => heard.push(`opened ${event.board.pieces.length} ${before}`) },
  });
  assert.deepEqual(board.log, ["show"]);
  assert.deepEqual(heard, ["changed", "opened 2 null"]);
});

test("a play that another has taken the place of is not heard any more", () => {
  const { board, joined, kept } = opened();
  const before = joined.client;
  joined.reconnect(fakeConnection().connect);
  assert.notEqual(joined.client, before);
  kept.handlers.message(JSON.stringify(OPENED));
  assert.deepEqual(board.log, ["show"]);
});

test("keys are commands, turned as the board is; Escape and further actions have their meaning", () => {
  /** @type {any[]} */
  const asked = [];
  /** @type {any} */
  let press;
  const listen = globalThis.addEventListener;
  globalThis.addEventListener = /** @type {any} */ ((/** @type {string} */ type, /** @type {any} */ handler) => type === "keydown" && (press = handler));
  const { joined } = opened({ command: (/** @type {any} */ request) => asked.push(request) });
  joined.takeKeys({ dead: () => asked.push("dead") });
  globalThis.addEventListener = listen;
  const used = (/** @type {string} */ key) => {
    let prevented = false;
    press({ key, code: key, target: null, preventDefault: () => (prevented = true) });
    return prevented;
  };
  assert.equal(used("ArrowLeft"), true);
  assert.equal(used("Escape"), true);
  assert.equal(used("F9"), false);
  assert.deepEqual(asked, [{ do: "press", key: "up" }]);
});

test("news are what has happened since the last time", () => {
  useTexts("en", {});
  const state = new PlayState();
  const [first, second] = [readBoard(boardJson(0, 1)), readBoard(boardJson(1, 2))];
  assert.equal(state.news(first), null); // nothing was before
  assert.equal(state.news(first), null);
  assert.ok(state.news(second));
  assert.ok(state.last);
  state.begin(first);
  assert.equal(state.news(null), null);
});

test("a play ends once, until it goes on", () => {
  const state = new PlayState();
  assert.deepEqual(["playing", "solved", "solved", "playing", "lost"].map((status) => state.ends(status)), [false, true, false, false, true]);
  state.begin(null, "solved"); // opened as it was left
  assert.equal(state.ends("solved"), false);
});

test("hints for a position become clearer, up to the last; Escape counts twice only at once", () => {
  let now = 0;
  const state = new PlayState(() => now);
  assert.equal(state.nextHint(7, 2), 1);
  state.showedHint(7, 1);
  assert.equal(state.nextHint(7, 2), 2);
  state.showedHint(7, 2);
  assert.equal(state.nextHint(7, 2), 2);
  assert.equal(state.nextHint(8, 2), 1);
  assert.equal(state.cancelsTwice(), false);
  now = 700;
  assert.equal(state.cancelsTwice(), false);
  now = 900;
  assert.equal(state.cancelsTwice(), true);
});
