/** Progress of other programs: what is in the files, in words, and that nothing is kept before the visitor says so. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { element, get, openDocument, readTexts, serve, settle } from "./fake-dom.js";
import { FakeEventSource } from "./fake-event-source.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { ProgressPanel } from "../../src/pushbox/client/library/progress-panel.js";
import { isEmpty, joined, newCount, totalsOf } from "../../src/pushbox/client/library/progress-totals.js";

/** @param {object} [more] @returns {any} */
const found = (more = {}) => ({ files: [file()], states: {}, levels: 0, tagged: 0, missing: 0, unnamed: 0, rows: [], refused: [], collections: [], ...more });
/** @param {object} [more] */
const file = (more = {}) => ({ name: "a.sok", program: "levels", moves: 2, problems: [], error: null, ...more });
/** @param {string} state @param {object} [more] */
const row = (state, more = {}) => ({ state, level: 7, title: "Room", collection: "rooms.xsb", collection_title: "", number: 1, moves: 3, pushes: 2, reason: "", phrase: null, ...more });

Object.assign(globalThis, { EventSource: FakeEventSource });

useTexts("en", readTexts("library"));
beforeEach(() => {
  openDocument();
  FakeEventSource.opened.length = 0;
});

test("the answers of several requests are one", () => {
  const all = joined([
    found({ states: { first: 2, known: 1 }, rows: [row("first")], levels: 2, missing: 1, unnamed: 1 }),
    found({ states: { first: 1, game: 1, refused: 1 }, rows: [row("game")], refused: [row("refused")], levels: 1, tagged: 3 }),
  ]);
  assert.deepEqual(all.states, { first: 3, known: 1, game: 1, refused: 1 });
  assert.deepEqual([all.files.length, all.rows.length, all.refused.length, all.levels, all.missing, all.unnamed, all.tagged], [2, 2, 1, 3, 1, 1, 3]);
  assert.deepEqual(joined([]), found({ files: [] }));
  const many = found({ rows: Array(150).fill(row("first")) });
  assert.equal(joined([many, many]).rows.length, 200);
});

test("what is new is counted, with levels that are not in the library or without", () => {
  const result = found({ states: { first: 3, better: 1, other: 2, game: 1, known: 4, "game-known": 1, missing: 5, "game-missing": 1, refused: 2, full: 1 }, tagged: 1 });
  assert.equal(newCount(result, false), 8);
  assert.equal(newCount(result, true), 14);
  assert.deepEqual(totalsOf(found({ states: { known: 1, "game-known": 2, "game-missing": 1 }, files: [file(), file({ error: {} })] })), [["known", 3], ["missing", 1], ["unread", 1]]);
  assert.equal(isEmpty(found({ files: [file({ moves: 0 })] })), true);
  assert.equal(isEmpty(found()), false);
});

/** Open a panel over a server, and give it a file. @param {object} [as] what is different in it */
function open(as = {}) {
  const requests = serve({ "POST /jobs": { job: "j1" }, "DELETE /jobs/j1": null, "GET /collections": { collections: [{ id: 4, name: "rooms.xsb", title: "" }], next: null } });
  const panel = element("section");
  get("body").append(panel);
  let imported = 0;
  const progress = new ProgressPanel(panel, () => imported++);
  const read = progress.readFiles([Object.assign(new File(["#####"], "a.sok"), as)]);
  return { panel, read, requests, imported: () => imported };
}

/** @param {any} panel @param {string} text */
const button = (panel, text) => [...panel.querySelectorAll("button")].find(({ textContent }) => textContent === text);

test("files are looked at, then kept by one button, which says how many are new", async () => {
  const { panel, read, requests, imported } = open();
  await settle();
  assert.equal(panel.querySelector("progress").value, 0);
  assert.deepEqual([requests[0].body.task, requests[0].body.keep, requests[0].body.missing], ["import-progress", false, false]);
  FakeEventSource.opened[0].send("progress", { ready: 1, moves: 4 });
  assert.equal(panel.querySelector("progress").value, 0.25);
  const refused = row("refused", { level: null, title: "", number: 0, collection: "", reason: "cannot be replayed" });
  FakeEventSource.opened[0].send("done", { status: "done", ...found({ states: { first: 1, game: 1, missing: 2, known: 1, refused: 1 }, missing: 1, rows: [row("first")], refused: [refused] }) });
  await read;
  assert.equal(panel.querySelector("progress"), null);
  const totals = () => [...panel.querySelectorAll(".totals li")].map(({ textContent }) => textContent);
  assert.deepEqual(totals(), ["1 level newly solved", "1 saved game", "1 you have already", "2 for levels that are not in the library", "1 cannot be used"]);
  const rows = [...panel.querySelectorAll(".files li")].map(({ textContent }) => textContent);
  assert.deepEqual(rows, ["Room · roomsnewly solved · 3 moves, 2 pushes", "Moves alonenot used · 3 moves, 2 pushes · cannot be replayed"]);
  const save = button(panel, "Bring in all 4");
  const missing = panel.querySelector("input[type=checkbox]");
  missing.checked = false;
  missing.fire("change");
  assert.equal(save.textContent, "Bring in all 2");
  missing.checked = true;
  missing.fire("change");
  assert.equal(requests.filter(({ request }) => request === "POST /jobs").length, 1);
  panel.querySelector(".reading form").fire("submit");
  await settle();
  const { body } = requests.filter(({ request }) => request === "POST /jobs")[1];
  assert.deepEqual([body.keep, body.missing, body.files.map((/** @type {any} */ { name }) => name)], [true, true, ["a.sok"]]);
  FakeEventSource.opened[1].send("done", { status: "done", ...found({ states: { first: 3, game: 1, known: 1 }, collections: [{ id: 9, name: "a", levels: 1 }] }) });
  await settle();
  assert.equal(panel.querySelector(".reading h2").textContent, "Brought in");
  assert.deepEqual(totals(), ["3 levels newly solved", "1 saved game", "1 you have already"]);
  const links = [...panel.querySelectorAll(".reading a")].map(({ href, textContent }) => [href, textContent]);
  assert.deepEqual(links, [["/collection?id=9", "a"]]);
  assert.equal(imported(), 1);
});

test("where nothing is new a sentence says why, and there is no button", async () => {
  for (const [states, moves, text] of /** @type {const} */ ([
    [{ known: 2 }, 2, "You have all of this already."],
    [{ refused: 2 }, 2, "Nothing of this can be brought in."],
    [{}, 0, "There is no solution, no saved game and no record in these files."],
  ])) {
    FakeEventSource.opened.length = 0;
    const { panel, read } = open();
    await settle();
    FakeEventSource.opened[0].send("done", { status: "done", ...found({ states, files: [file({ moves })] }) });
    await read;
    assert.equal(panel.querySelector(".reading .notice").textContent, text);
    assert.equal(panel.querySelector(".reading .primary"), null);
  }
});

test("moves without a board are tried on the levels of a collection that is chosen", async () => {
  const { panel, read, requests } = open();
  await settle();
  FakeEventSource.opened[0].send("done", { status: "done", ...found({ states: { refused: 1 }, unnamed: 1 }) });
  await read;
  await settle();
  const select = panel.querySelector("select");
  assert.deepEqual([...select.querySelectorAll("option")].map(({ textContent }) => textContent), ["Choose one", "rooms"]);
  select.value = "4";
  panel.querySelector(".reading form").fire("submit");
  await settle();
  const { body } = requests.filter(({ request }) => request === "POST /jobs")[1];
  assert.deepEqual([body.collection, body.keep], [4, false]);
});

test("the bar is there before a file is read, and what is stopped is not shown", async () => {
  /** @type {(bytes: ArrayBuffer) => void} */
  let release = () => {};
  const { panel, read, requests } = open({ arrayBuffer: () => new Promise((resolve) => (release = resolve)) });
  assert.equal(panel.querySelector("progress").value, 0);
  release(new ArrayBuffer(0));
  await settle();
  button(panel, "Stop").click();
  await settle();
  assert.equal(requests.at(-1)?.request, "DELETE /jobs/j1");
  FakeEventSource.opened[0].send("done", { status: "cancelled" });
  await read;
  assert.match(panel.textContent, /Stopped: nothing was kept\./);
  assert.equal(panel.querySelector(".totals"), null);
});

test("a look that is over before it hears of the stop is not shown either", async () => {
  const { panel, read } = open();
  await settle();
  button(panel, "Stop").click();
  FakeEventSource.opened[0].send("done", { status: "done", ...found({ states: { first: 1 } }) });
  await read;
  assert.match(panel.textContent, /Stopped: nothing was kept\./);
  assert.equal(panel.querySelector(".totals"), null);
});

test("a job that fails says so in its words", async () => {
  const { panel, read } = open();
  await settle();
  FakeEventSource.opened[0].send("done", { status: "failed", code: "too-large", message: "found too much" });
  await read;
  assert.equal(panel.querySelector("[role=alert]").textContent, "found too much");
});
