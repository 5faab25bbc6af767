/** The editor, mounted on its own HTML with a fake browser and server. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { get, openPage, pass, readTexts, serve, settle } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { save } from "../../src/pushbox/client/core/storage.js";
import { LiveCheck } from "../../src/pushbox/client/edit/live-check.js";
import { mount } from "../../src/pushbox/client/edit/page.js";
import { freeName } from "../../src/pushbox/client/edit/save.js";

const PALETTE = {
  terrain: ["wall", "floor", "goal"],
  brushes: [
    { piece: { kind: "pusher", cells: [0] }, least: 1, most: 1, shape: [[0, 0]], shares: false },
    { piece: { kind: "box", cells: [0] }, least: 0, most: 9, shape: [[0, 0]], shares: false },
  ],
  solid: ["wall"],
};
const OPTION = { name: "max_push", default: 1, choices: ["inf"], least: 1, summary: "Boxes that a push moves." };
const SOKOBAN = { key: "sokoban", name: "Sokoban", palette: PALETTE, plain: null, options: [OPTION] };
const LEVEL = {
  game: "sokoban",
  board: { width: 5, height: 3, palette: { "#": "wall", "-": "floor" }, terrain: ["5#", "#3-#", "5#"], pieces: [{ kind: "pusher", cells: [6] }] },
  title: "Corridor",
};
const RESPONSES = {
  "GET /games": { games: [{ key: "sokoban", name: "Sokoban" }, { key: "plus", name: "Plus" }] },
  "GET /games/sokoban": SOKOBAN,
  "GET /games/plus": { ...SOKOBAN, key: "plus", name: "Plus", options: [] },
  "GET /levels/4": { id: 4, level: LEVEL },
  "POST /check": { problems: [{ severity: "error", found: "no goal", cell: 6 }], playable: false, deadlocks: [] },
};

useTexts("en", readTexts("edit"));
beforeEach(() => save("draft", undefined));

/** Mount the page at an address. */
async function open(address = "/edit?level=4", responses = /** @type {Record<string, unknown>} */ (RESPONSES)) {
  const body = openPage("edit", address);
  const requests = serve(responses);
  await mount(body);
  return { body, requests, board: body.querySelector("push-board") };
}

/** The kinds of the pieces on the board, by cell. @param {any} board */
const pieces = (board) => Object.fromEntries(board.board.pieces.map((/** @type {any} */ { kind, cells }) => [cells[0], kind]));

/** @param {any} board @param {number} cell */
const tap = (board, cell) => board.dispatchEvent(new CustomEvent("cell-press", { detail: { cell } }));

test("the level of the address is drawn, with its words", async () => {
  const { board } = await open();
  assert.deepEqual(pieces(board), { 6: "pusher" });
  assert.deepEqual([get("#title").value, get("#size").textContent, get("#game").value], ["Corridor", "5 × 3", "sokoban"]);
});

test("games are named in the language of the visitor", async () => {
  useTexts("zh", { ...readTexts("edit"), "game.name.Sokoban": "推箱子" });
  const { body } = await open();
  const names = body.querySelectorAll("#game option").map((/** @type {Node} */ option) => option.textContent);
  useTexts("en", readTexts("edit"));
  assert.deepEqual(names, ["推箱子", "Plus"]);
});

test("a share link in the address is drawn", async () => {
  const { board } = await open("/edit#v=1&g=sokoban", { ...RESPONSES, "POST /unshare": { level: { id: null, level: LEVEL }, moves: "" } });
  assert.deepEqual(pieces(board), { 6: "pusher" });
});

test("taps draw with the chosen brush, and are undone and redone", async () => {
  const { body, board } = await open();
  const [, box] = body.querySelectorAll("#layers [title]").slice(-2);
  assert.deepEqual([get("#undo").disabled, get("#redo").disabled], [true, true]);
  box.fire("click");
  tap(board, 7);
  assert.deepEqual(pieces(board), { 6: "pusher", 7: "box" });
  get("#undo").fire("click");
  await settle();
  assert.deepEqual(pieces(board), { 6: "pusher" });
  assert.deepEqual([get("#undo").disabled, get("#redo").disabled], [true, false]);
  get("#redo").fire("click");
  await settle();
  assert.deepEqual(pieces(board), { 6: "pusher", 7: "box" });
});

test("a cell that is picked gives its brush, and the eraser takes away", async () => {
  const { body, board } = await open();
  board.dispatchEvent(new CustomEvent("cell-hold", { detail: { cell: 6 } }));
  tap(board, 8);
  assert.deepEqual(pieces(board), { 8: "pusher" }); // the only one moves
  body.querySelector('[data-tool="erase"]').fire("click");
  tap(board, 8);
  assert.deepEqual(pieces(board), {});
});

test("a drag draws a stroke, which a cancelled one leaves undone", async () => {
  const { body, board } = await open();
  body.querySelectorAll("#layers [title]").at(-1).fire("click");
  const drag = (/** @type {number} */ cell, /** @type {string} */ phase) => board.dispatchEvent(new CustomEvent("cell-drag", { detail: { from: 7, cell, phase } }));
  for (const [cell, phase] of /** @type {const} */ ([[7, "start"], [8, "move"], [8, "cancel"]])) drag(cell, phase);
  assert.deepEqual(pieces(board), { 6: "pusher" });
  for (const [cell, phase] of /** @type {const} */ ([[7, "start"], [8, "move"], [8, "end"]])) drag(cell, phase);
  assert.deepEqual(pieces(board), { 6: "pusher", 7: "box", 8: "box" });
});

test("an option that takes a number or a word suggests its words", async () => {
  await open();
  const field = get("#options input");
  assert.equal(field.getAttribute("list"), "choices-max_push");
  assert.equal(get("datalist").id, "choices-max_push");
  assert.deepEqual(get("datalist").querySelectorAll("option").map((/** @type {any} */ { value }) => value), ["inf"]);
  field.value = "inf";
  field.fire("change");
  field.value = "many";
  field.fire("change");
  assert.equal(field.value, "inf");
  get("#undo").fire("click");
  await settle();
  assert.equal(get("#options input").value, "1", "an option that is undone is shown");
});

test("another game has its own palette and options, and undo comes back to the one before", async () => {
  await open();
  get("#game").value = "plus";
  get("#game").fire("change");
  await settle();
  assert.equal(get("#options").hidden, true);
  get("#undo").fire("click");
  await settle();
  await settle();
  assert.deepEqual([get("#game").value, get("#options").hidden], ["sokoban", false]);
});

test("what is found in a drawing belongs to the latest one", async () => {
  /** @type {any[]} */
  const events = [];
  const requests = serve(RESPONSES);
  const check = new LiveCheck({
    onProblems: (problems) => events.push(problems.length),
    onVerdict: (verdict) => events.push(verdict),
    onError: (error) => events.push(error),
  });
  check.check(/** @type {any} */ ({ ...LEVEL, title: "earlier" }));
  const checked = check.check(/** @type {any} */ ({ ...LEVEL, title: "later" }));
  await pass(1000);
  await checked;
  const titles = requests.map(({ body }) => body.level.title);
  assert.deepEqual([titles.includes("earlier"), titles.includes("later")], [false, true]);
  assert.deepEqual(events, [1, "faulty"]);
});

test("a new collection has a name that is free", () => {
  const own = [{ name: "Drawings" }, { name: "Drawings 2" }];
  assert.deepEqual(["Drawings", "Room"].map((name) => freeName(name, own)), ["Drawings 3", "Room"]);
});
