/** The play page, mounted on its own HTML with a fake browser and server. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { element, get, openPage, painted, pass, readTexts, serve, settle, sockets } from "./fake-dom.js";
import { Element, Node } from "./fake-dom/tree.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { mark } from "../../src/pushbox/client/core/marks.js";
import { save } from "../../src/pushbox/client/core/storage.js";
import { findRecords, putRecord } from "../../src/pushbox/client/alone/records.js";
import { fileOf } from "../../src/pushbox/client/alone/refused-notice.js";
import "../../src/pushbox/client/alone/takeover.js";
import "../../src/pushbox/client/alone/home.js"; // which pages load when they want it, at once then
import { Tree } from "../../src/pushbox/client/play/history.js";
import { Card } from "../../src/pushbox/client/play/card.js";
import { mount } from "../../src/pushbox/client/play/page.js";

const LEVEL = { id: 5, collection: 2, title: "Corridor", author: "A. Author", notes: "", level: { game: "sokoban" } };

/** @param {number} cell */
const pusher = (cell) => ({ kind: "pusher", cells: [cell] });
/** @param {number} from @param {number} to */
const step = (from, to) => [{ tick: 0, cause: "step", piece: [pusher(from), pusher(to)] }];
/** @param {number} node @param {number} cell */
const state = (node, cell) => ({ node, focus: [cell], counts: { moves: node }, outcome: { status: "playing", reason: "", winner: 0 }, branches: [] });
/** @param {number} at what a step to the right does: the positions have the numbers of the cells */
const ahead = (at) => ({ at, edges: [[at, 2, at + 1, [at + 1], [0, "step", "pusher", at, at + 1]]], nodes: [] });

const OPENED = {
  is: "opened",
  level: LEVEL,
  game: { key: "sokoban", name: "Sokoban", players: 1, hides: false },
  board: { width: 6, height: 1, palette: { "-": "floor", ".": "goal" }, terrain: ["5-."], pieces: [pusher(0), { kind: "box", cells: [3] }] },
  nodes: [],
  state: state(0, 0),
  ahead: ahead(0),
};

/** @param {number} n @param {number} from @param {number} to */
const turned = (n, from, to) => ({
  is: "turned",
  n,
  played: [{ changes: step(from, to) }],
  nodes: [[to, from, "r", false]], // the positions of the history have the numbers of the cells too
  state: state(to, to),
  ahead: ahead(to),
});

const ANSWERS = {
  "GET /levels/5": { tags: ["easy"] },
  "GET /collections/2": { id: 2, title: "Lessons", name: "lessons", mine: false },
  "GET /games/sokoban": { name: "Sokoban", summary: "", source: "", facts: [], options: [] },
  "POST /plays": { play: 9 },
};

// Whether a write changes an element.
/** @type {Record<string, (element: any, values: any[]) => boolean>} */
const WRITES = {
  setAttribute: (element, [name, value]) => element.getAttribute(name) !== String(value),
  removeAttribute: (element, [name]) => element.hasAttribute(name),
  append: (_, nodes) => nodes.length > 0,
  replaceChildren: (element, nodes) => nodes.length + element.childNodes.length > 0,
  replaceWith: () => true,
  remove: () => true,
};

useTexts("en", readTexts("play"));

/** Mount the page at an address, and return its body and the last socket. */
async function open(address = "/play?play=7", answers = /** @type {Record<string, unknown>} */ (ANSWERS)) {
  const body = openPage("play", address);
  const requests = serve(answers);
  mount(body);
  await settle();
  return { body, socket: sockets[sockets.length - 1], requests };
}

/** Wait until a module that is loaded meanwhile has done something. @param {() => boolean} done */
async function imported(done) {
  for (const end = process.uptime() + 60; process.uptime() < end && !done();) { // a busy disk takes long
    await new Promise((resolve) => setImmediate(resolve));
    await settle();
  }
  assert.ok(done());
}

/** Mount the page and open the play. */
async function opened() {
  const { body, socket } = await open();
  socket.receive(OPENED);
  await settle();
  /** @param {string} key @param {object} [more] */
  const press = (key, more = {}) => body.fire("keydown", { key, ...more });
  const label = (/** @type {number} */ cell) => body.querySelector(`[data-cell="${cell}"]`).getAttribute("aria-label");
  const banner = body.querySelector("#banner");
  const commands = () => socket.sent.filter(({ do: name }) => !["reach", "ends", "pushable", "ahead"].includes(name));
  return { body, socket, press, label, banner, commands };
}

test("the play of the address is opened, and shown with what is known of its level", async () => {
  const { body, socket, label } = await opened();
  assert.equal(socket.url, "ws://localhost/ws/play?play=7");
  assert.equal(body.querySelector("#title").textContent, "Corridor");
  assert.equal(body.querySelector("#subtitle").textContent, "Lessons · A. Author · Sokoban");
  assert.deepEqual(body.querySelectorAll(".tags a").map((/** @type {Node} */ link) => link.textContent), ["easy"]);
  assert.equal(label(0), "A1, player");
  assert.equal(label(3), "D1, box");
});

test("a level of the library is played under an address of its own", async () => {
  const { socket, requests } = await open("/play?level=5&lang=de");
  assert.deepEqual(requests, [{ request: "POST /plays", body: { level_id: 5 } }]);
  assert.equal(location.search, "?play=9&lang=de");
  assert.equal(socket.url, "ws://localhost/ws/play?play=9");
});

test("the page leads back to the class that has set the level", async () => {
  const { body } = await open("/play?level=5&class=ABCDEFGHJ");
  assert.equal(location.search, "?play=9&class=ABCDEFGHJ");
  assert.equal(body.querySelector("#way-back a").getAttribute("href"), "/class?code=ABCDEFGHJ");
  const { body: alone } = await open("/play?level=5");
  assert.equal(alone.querySelector("#way-back a"), null);
});

test("a key is shown before it is answered, and enters counters, slider and history with the answer", async () => {
  const { body, socket, press, label, commands } = await opened();
  assert.equal(press("ArrowRight").defaultPrevented, true);
  assert.deepEqual(commands(), [{ do: "press", key: "right", n: commands()[0].n }]);
  assert.equal(label(1), "B1, player");
  assert.equal(document.body.dataset.waiting, "1");
  socket.receive(turned(commands()[0].n, 0, 1));
  assert.equal(document.body.dataset.waiting, "1", "what stands around the board waits for the paint of the board");
  await painted();
  assert.equal(document.body.dataset.waiting, "0");
  assert.equal(body.querySelector("#counters dd").textContent, "1");
  assert.equal(body.querySelector("#place").textContent, "1 / 1");
  assert.equal(body.querySelector("#tree button").getAttribute("aria-current"), "step");
});

/**
 * Return what is written to while something is done, of the elements that there were: `tag#id.class`, each once.
 * @param {any} body
 * @param {() => unknown} act
 */
async function written(body, act) {
  const [before, seen] = [new Set(body.querySelectorAll("*")), new Set()];
  const prototypes = /** @type {any[]} */ ([Element.prototype, Node.prototype]);
  const undo = prototypes.flatMap((prototype) => Object.entries(WRITES).filter(([name]) => Object.hasOwn(prototype, name)).map(([name, changes]) => {
    const original = prototype[name];
    prototype[name] = /** @this {any} */ function (/** @type {any[]} */ ...values) {
      if (before.has(this) && changes(this, values)) seen.add(this);
      return original.apply(this, values);
    };
    return () => (prototype[name] = original);
  }));
  await act();
  for (const restore of undo) restore();
  return [...seen].map(({ tag, id, className }) => tag + (id && `#${id}`) + (className && `.${className}`)).sort();
}

test("a key writes to what has moved and to what counts it, however large the board is", async () => {
  const boxes = Array.from({ length: 100 }, (_, box) => ({ kind: "box", cells: [50 * (2 + Math.floor(box / 10)) + 2 * (box % 10)] }));
  const board = { width: 50, height: 50, palette: { "-": "floor", ".": "goal" }, terrain: ["50-", ...Array(48).fill("25(-.)"), "50-"], pieces: [pusher(0), ...boxes] };
  const { body, socket } = await open();
  socket.receive({ ...OPENED, board });
  await painted();
  const press = async (/** @type {number} */ from) => {
    body.fire("keydown", { key: "ArrowRight" });
    const [{ n }] = socket.sent.filter(({ do: name }) => name === "press").slice(-1);
    return () => socket.receive(turned(n, from, from + 1));
  };
  (await press(0))();
  await pass(300); // what a first step shows is there, and is announced
  const places = () => body.querySelectorAll(".piece").map((/** @type {any} */ { style }) => style.transform);
  const [before, seen] = [places(), [[""], [""]]];
  let answer = () => {};
  seen[0] = await written(body, async () => (answer = await press(1)));
  seen[1] = await written(body, async () => (answer(), await pass(60)));
  assert.equal(places().filter((/** @type {string} */ place, /** @type {number} */ piece) => place !== before[piece]).length, 1);
  assert.deepEqual(seen, [["rect", "rect"], ["button", "dd", "input#slider", "output#place"]], "the labels of two cells, and what counts the step");
});

test("keys, buttons and the wheel are the same commands", async () => {
  const { body, press, commands } = await opened();
  press("u");
  body.querySelector('[data-command="undo"]').fire("click");
  body.querySelector("#frame").fire("wheel", { deltaY: -120, deltaMode: 0 });
  press("ArrowLeft", { ctrlKey: true });
  press("End");
  press("3", { altKey: true });
  assert.deepEqual(commands().map(({ n, ...command }) => command), [
    { do: "undo" },
    { do: "undo" },
    { do: "undo" },
    { do: "undo" },
    { do: "run", key: "left", push: false },
    { do: "goto", node: 0 },
    { do: "recall", slot: "3" },
  ]);
});

test("keys in fields, of dialogs and without an action are left to the browser", async () => {
  const { body, press, commands } = await opened();
  const field = element("input", { type: "text" });
  body.append(field);
  assert.equal(field.fire("keydown", { key: "u" }).defaultPrevented, false);
  assert.equal(press("F9").defaultPrevented, false);
  body.append(element("dialog", { open: "" }));
  assert.equal(press("u").defaultPrevented, false);
  assert.deepEqual(commands(), []);
});

test("keys pressed while the level is being opened are played once it is open", async () => {
  const { body, socket } = await open();
  for (const key of ["ArrowRight", "u"]) body.fire("keydown", { key });
  assert.deepEqual(socket.sent, []);
  socket.receive(OPENED);
  assert.deepEqual(socket.sent.filter(({ do: name }) => !["reach", "ends", "ahead"].includes(name)).map(({ do: name }) => name), ["press", "undo"]);
});

test("a tap on a box queries its reach and shows it, a second tap moves the box", async () => {
  const { body, socket, commands } = await opened();
  const board = body.querySelector("push-board");
  board.dispatchEvent(new CustomEvent("cell-press", { detail: { cell: 3 } }));
  const [{ n, ...query }, { n: _, ...behind }] = socket.sent.slice(-2);
  assert.deepEqual(query, { do: "reach", cell: 3, through: false });
  assert.deepEqual(behind, { do: "ends", cell: 3, through: false }, "what a drag needs is asked for behind it");
  socket.receive({ is: "reach", n, cells: { 4: 1, 5: 2 } });
  await settle();
  assert.equal(board.querySelector('[data-overlay="reach"]').dataset.count, "2");
  board.dispatchEvent(new CustomEvent("cell-press", { detail: { cell: 5 } }));
  assert.deepEqual(commands().map(({ n, ...command }) => command), [{ do: "drag", from: 3, to: 5, through: false }]);
});

test("a hint that is asked for while a key has no answer is for the position that the key leads to", async () => {
  const { body, socket, press, commands } = await opened();
  const card = body.querySelector("#card");
  press("ArrowRight");
  press("?");
  await imported(() => card.dataset.kind === "hint");
  const [{ n }] = commands();
  assert.deepEqual(commands().map(({ do: name }) => name), ["press"]);
  socket.receive(turned(n, 0, 1));
  await imported(() => commands().length > 1);
  const [, { n: asked, ...query }] = commands();
  assert.deepEqual(query, { do: "hint", step: 1 });
  socket.receive({ is: "hint", n: asked, status: "winnable", since: null, node: null });
  await settle();
  assert.match(card.textContent, /You can still win\./);
});

test("in hop mode the arrows move a ghost, and Enter goes to it", async () => {
  const { body, press, commands } = await opened();
  const mode = body.querySelector("#mode");
  press("g");
  assert.equal(mode.hidden, false);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) press(key); // the last one leads off the board
  assert.equal(body.querySelector('[data-overlay="cursor"]').dataset.count, "1");
  assert.match(body.querySelector("#live-polite").textContent, /^C1/);
  press("Enter");
  assert.deepEqual(commands().filter(({ do: name }) => name !== "path").map(({ n, ...command }) => command), [{ do: "drag", from: 0, to: 2, through: false }]);
  await settle();
  assert.equal(mode.hidden, true);
});

test("in eye mode the board takes the arrows, and Escape leaves it; twice for nothing, it restarts", async () => {
  const { body, press, commands } = await opened();
  const board = body.querySelector("push-board");
  press("i");
  assert.equal(board.hasAttribute("navigate"), true);
  board.querySelector('[data-cell="0"]').fire("keydown", { key: "ArrowRight" });
  assert.equal(document.activeElement, board.querySelector('[data-cell="1"]'));
  assert.deepEqual(commands(), []);
  press("Escape");
  assert.equal(board.hasAttribute("navigate"), false);
  press("Escape");
  press("Escape");
  assert.deepEqual(commands().map(({ do: name }) => name), ["restart"]);
});

test("a solved level is announced and shown beside the board, where the player has solved it", async () => {
  const { body, socket, press, commands } = await opened();
  press("ArrowRight");
  const [{ n }] = commands();
  const solved = { ...turned(n, 0, 1), state: { ...state(1, 1), outcome: { status: "solved", reason: "", winner: 0 } } };
  socket.receive(solved);
  assert.equal(body.querySelector("#card h2").textContent, "Solved!");
  assert.equal(body.querySelector("dialog"), null);
  await painted();
  assert.equal(document.body.dataset.status, "solved");
});

test("a level that is solved while more keys are on their way is announced once they are answered", async () => {
  const { body, socket, press, commands } = await opened();
  press("ArrowRight");
  press("ArrowRight");
  const [first, second] = commands();
  const outcome = { status: "solved", reason: "", winner: 0 };
  socket.receive({ ...turned(first.n, 0, 1), state: { ...state(1, 1), outcome } });
  await painted();
  assert.equal(body.querySelector("#card h2"), null);
  socket.receive({ ...turned(second.n, 1, 2), played: [], nodes: [], state: { ...state(1, 1), outcome }, refused: "a wall" });
  assert.equal(body.querySelector("#card h2")?.textContent, "Solved!");
});

test("the banner shows why nothing can be played; a play that is gone takes the page with it", async () => {
  const { body, socket, banner } = await opened();
  assert.equal(banner.hidden, true);
  socket.receive({ is: "moved" });
  assert.match(banner.textContent, /another window/);
  banner.querySelector("button").fire("click");
  const taken = sockets[sockets.length - 1];
  taken.receive(OPENED);
  assert.equal(banner.hidden, true);
  taken.drop(4404);
  assert.equal(body.querySelector("main a").getAttribute("href"), "/library");
  assert.equal(body.querySelector("[data-command]"), null);
});

test("an address that names no level says so", async () => {
  const { body } = await open("/play", { "GET /me": { recent: [] }, "GET /collections": { collections: [] } });
  assert.equal(body.querySelector("main .lead").textContent, "The library has no levels.");
  assert.equal(body.querySelector("[data-command]"), null);
  assert.equal(sockets.length, 0);
});

test("a sentence on a solution that comes before its card stands on the card", () => {
  const body = openPage("play", "/play");
  const card = new Card(body, () => {});
  const sentences = () => get("#card").textContent;
  assert.equal(card.add("solved", "It is pure."), false);
  card.show("solved", "Solved", [], []);
  assert.match(sentences(), /It is pure\./);
  card.hide();
  assert.equal(card.add("solved", "Of the level before."), false);
  card.hide();
  card.show("solved", "Solved", [], []);
  assert.doesNotMatch(sentences(), /Of the level before/);
});

test("what the server has refused is shown above the board until it is tried again or thrown away", async () => {
  /** @type {import("../../src/pushbox/client/alone/kept.js").Kept} */
  const kept = { base: 0, rows: [[1, 0, "r", false]], solved: [], here: 1, snapshots: {}, comments: {}, assists: [], seconds: 1 };
  save("refused", { 7: [{ window: "a", kept, reason: "a wall is in the way" }] });
  const { body, socket } = await open();
  const notice = body.querySelector("#refused");
  assert.equal(notice.hidden, true);
  socket.receive({ ...OPENED, play: 7 });
  await imported(() => !notice.hidden);
  assert.match(notice.textContent, /refuses what you played without it: a wall is in the way\. It is kept/);
  const [again, file, discard] = notice.querySelectorAll("button");
  assert.deepEqual([again, file, discard].map(({ textContent }) => textContent), ["Try again", "Save as a file", "Throw away"]);
  assert.equal(fileOf(/** @type {any} */ ({ play: 7, level: { title: "Corridor" }, tree: new Tree() }), [{ window: "a", kept, reason: "a wall is in the way" }]), "Corridor\n\nr\n\na wall is in the way\n");

  const before = sockets.length;
  again.fire("click");
  await imported(() => sockets.length > before);
  assert.deepEqual([await findRecords("kept/7/"), await findRecords("refused/")], [[["kept/7/again-0", kept]], []]);
  await putRecord("kept/7/again-0", undefined);
  save("kept 7", undefined);

  await putRecord("refused/7", [{ window: "a", kept, reason: "a wall is in the way" }]);
  mark("refused", 7, true);
  const { body: second, socket: other } = await open();
  other.receive({ ...OPENED, play: 7 });
  await imported(() => !second.querySelector("#refused").hidden);
  second.querySelectorAll("#refused button")[2].fire("click");
  await imported(() => second.querySelector("#refused").hidden);
  assert.deepEqual([await findRecords("kept/"), await findRecords("refused/")], [[], []]);
});

test("where the server does not answer the banner says so, and nothing else does", async () => {
  const { "GET /levels/5": _, ...others } = ANSWERS; // whose fetch fails
  const { body, socket } = await open("/play?play=7", others);
  socket.receive(OPENED);
  await settle();
  assert.equal(body.querySelector(".toast"), null);
});
