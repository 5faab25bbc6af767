/** The library, mounted on its own HTML with a fake browser and server. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { element, get, openPage, readTexts, serve, settle } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { mount } from "../../src/pushbox/client/library/page.js";
import { collectionTitle } from "../../src/pushbox/client/ui/cards.js";
import { LevelGrid } from "../../src/pushbox/client/ui/level-grid.js";

/** @param {number} id */
const level = (id) => ({ id, title: `Level ${id}`, width: 5, height: 3, boxes: 1, level: { game: "sokoban", board: {} } });
/** @param {number} id @param {object} [more] */
const collection = (id, more = {}) => ({ id, name: `c${id}`, title: `Collection ${id}`, author: "", levels: 2, solved: 0, games: { sokoban: 2 }, cover: null, mine: false, builtin: false, ...more });

const RESPONSES = {
  "GET /games": { games: [{ key: "sokoban", name: "Sokoban" }] },
  "GET /collections": { collections: [collection(1), collection(2, { mine: true }), collection(3, { name: "lessons", builtin: true })] },
  "GET /levels": { levels: [level(1), level(2)], total: 2, next: null },
};

useTexts("en", readTexts("library"));

test("a collection without a title is called as its file, without the ending", () => {
  assert.equal(collectionTitle({ title: "", name: "more/Rooms.XSB" }), "more/Rooms");
  assert.equal(collectionTitle({ title: "", name: "c.v2" }), "c.v2");
  assert.equal(collectionTitle({ title: "Rooms", name: "rooms.xsb" }), "Rooms");
  assert.equal(collectionTitle({ title: "Pack 3: Two halls", name: "" }), "Pack\u00a03: Two halls");
});

/** Mount the page at an address. */
async function open(address = "/library", responses = /** @type {Record<string, unknown>} */ (RESPONSES)) {
  const body = openPage("library", address);
  const requests = serve(responses);
  await mount(body);
  return { body, requests };
}

/** @param {string} selector */
const titles = (selector) => [...get(selector).querySelectorAll(".card-title")].map((/** @type {any} */ card) => card.textContent);

test("the visitor's own collections stand apart, and the lessons come first", async () => {
  await open();
  assert.deepEqual(titles("#mine"), ["Collection 2"]);
  assert.deepEqual(titles("#all"), ["Collection 3", "Collection 1"]);
  assert.equal(get("#results").hidden, true);
});

test("collections of further pages are shown too", async () => {
  const further = { collections: [collection(4), collection(5, { mine: true })], next: null };
  await open("/library", { ...RESPONSES, "GET /collections": { .../** @type {object} */ (RESPONSES["GET /collections"]), next: 3 }, "GET /collections?after=3": further });
  assert.deepEqual(titles("#mine"), ["Collection 2", "Collection 5"]);
  assert.deepEqual(titles("#all"), ["Collection 3", "Collection 1", "Collection 4"]);
});

test("the filters of the address are searched for, and a chip takes one away", async () => {
  const { body, requests } = await open("/library?q=attic&state=solved");
  assert.ok(requests.some(({ request }) => request === "GET /levels?q=attic&state=solved&limit=60"));
  assert.match(get("#results h2").textContent, /^2 /);
  assert.equal(body.querySelectorAll(".chip").length, 3); // two filters, and all of them
  body.querySelectorAll(".chip")[1].fire("click");
  await settle();
  assert.equal(location.search, "?q=attic");
  assert.ok(requests.some(({ request }) => request === "GET /levels?q=attic&limit=60"));
});

test("a text is read and shown before it is kept", async () => {
  const reading = { format: "xsb", evidence: "rows", title: "", author: "", levels: [level(0)], total: 1, problems: [] };
  const near = { levels: [{ id: 9, sentence: "Room, one wall moved" }], complete: true };
  const { requests } = await open("/library#import", { ...RESPONSES, "POST /read": reading, "POST /levels-near": near, "POST /plays": { play: 7 } });
  assert.equal(get("#import").open, true);
  get("#import textarea").value = "#@$.#";
  get("#import form").fire("submit");
  await settle();
  assert.deepEqual(requests.at(-2), { request: "POST /read", body: { name: "", text: "#@$.#" } });
  assert.match(get(".near a").textContent, /^Level 0 .*: Room, one wall moved$/);
  assert.equal(get(".reading .level-card .card-title").textContent, "Level 0");
  get(".reading .level-card").fire("click");
  await settle();
  assert.equal(location.href, "http://localhost/play?play=7");
});

test("a text of which nothing can be read is read with the signs that the visitor names", async () => {
  const responses = /** @type {Record<string, unknown>} */ ({ ...RESPONSES, "POST /read": 422 });
  const { requests } = await open("/library#import", responses);
  get("#import textarea").value = "XpoqX";
  get("#import form").fire("submit");
  await settle();
  assert.match(get("#import [role=alert]").textContent, /^refused/);
  responses["POST /read"] = { format: "xsb", evidence: "signs", title: "", author: "", levels: [level(0)], total: 1, problems: [] };
  responses["POST /levels-near"] = { levels: [], complete: true };
  get(".reading input").value = "X=wall p=player";
  get(".reading form").fire("submit");
  await settle();
  assert.ok(requests.some(({ body }) => body?.symbols === "X=wall p=player"));
  assert.equal(get(".reading .level-card .card-title").textContent, "Level 0");
});

test("pages of a grid that come too late are dropped", async () => {
  const [tiles, button, status] = [element("div"), element("button"), element("p")];
  const grid = new LevelGrid(tiles, button, status);
  /** @type {(page: any) => void} */
  let answer = () => {};
  const late = grid.show(() => new Promise((resolve) => (answer = resolve)));
  await grid.show(async () => /** @type {any} */ ({ levels: [level(1)], total: 2, next: 1 }));
  answer({ levels: [level(8), level(9)], total: 2, next: null });
  await late;
  assert.deepEqual([grid.count, button.hidden], [1, false]);
});
