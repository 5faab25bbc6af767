/** Pages mount on a document, and every document names a page that can be mounted. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { bodyWith, get, openPage, serve, settle } from "./fake-dom.js";

const STATIC = new URL("../../src/pushbox/client/", import.meta.url);
const LEVEL = { id: 3, title: "One push", width: 5, height: 3, boxes: 1, level: { board: {} }, state: null };
const NEVER_TRIED = { rating: 1500, provisional: true, tried: 0, won: 0, current: null, last: null, failed: [] };
const ME = { account: null, solved: 2, begun: 1, recent: [] };

/** @param {string} page */
const load = (page) => import(new URL(`${page}/page.js`, STATIC).href);

for (const file of readdirSync(new URL("pages/", STATIC))) {
  test(`${file} names a page that can be mounted, and texts that exist`, async () => {
    const [, attributes = ""] = /<body([^>]*)>/.exec(readFileSync(new URL(`pages/${file}`, STATIC), "utf8")) ?? [];
    const data = Object.fromEntries([...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const { mount } = await load(data.page);
    assert.equal(typeof mount, "function");
    for (const texts of (data.texts ?? data.page).split(" ").filter(Boolean)) assert.ok(existsSync(new URL(`i18n/en/${texts}.json`, STATIC)), texts);
  });
}

test("the first page shows what there is, and no section without anything in it", async () => {
  const sections = ["continue", "daily", "lessons", "campaign", "games"].map((id) => `section#${id} .cards`);
  const root = bodyWith("#status", "#lead", "a#begin", "a#hero", ...sections);
  serve({
    "GET /collections": { collections: [] },
    "GET /me": { ...ME, recent: [{ ...LEVEL, play: 9, state: "begun" }, { ...LEVEL, play: 8, state: "solved" }] },
    "GET /games": { games: [{ key: "sokoban", name: "Sokoban", summary: "Push." }] },
    "GET /daily": { date: "2026-11-22", levels: [{ ...LEVEL, size: "small" }, { ...LEVEL, id: 5, size: "large" }], days: [] },
  });
  const { mount } = await load("home");
  await mount(root);
  const counts = ["continue", "daily", "lessons", "campaign", "games"].map((id) => get(`#${id} .cards`).childElementCount);
  assert.deepEqual(counts, [1, 2, 0, 0, 1]);
  assert.deepEqual([get("#begin").href, get("#hero").href], ["/play?play=9", "/play?level=5"]);
  assert.equal(get("#status").textContent, "");
});

test("the first page shows who has played before what is next: the next lesson, the next level of the campaign", async () => {
  const sections = ["continue", "daily", "lessons", "campaign", "games"].map((id) => `section#${id} .cards`);
  const root = bodyWith("#status", "#lead", "a#begin", "a#hero", ...sections);
  const shipped = { builtin: true, games: {}, levels: 3, title: "", cover: null };
  serve({
    "GET /collections": { collections: [{ ...shipped, id: 1, name: "lessons", solved: 1 }, { ...shipped, id: 2, name: "campaign-01", solved: 3 }, { ...shipped, id: 4, name: "campaign-02", solved: 0 }] },
    "GET /collections/1/levels": { levels: [LEVEL], next: null },
    "GET /levels?collection=1&state=unsolved&limit=1": { levels: [{ ...LEVEL, id: 11 }], next: null },
    "GET /levels?collection=4&state=unsolved&limit=1": { levels: [{ ...LEVEL, id: 14 }], next: null },
    "GET /me": ME,
    "GET /games": { games: [] },
    "GET /daily": 500,
  });
  const { mount } = await load("home");
  await mount(root);
  const links = get("#continue").querySelectorAll("a").map((/** @type {any} */ link) => link.href);
  assert.deepEqual(links, ["/play?level=11", "/play?level=14"], "the pack that is solved is left out");
  assert.equal(get("#begin").href, "/play?level=11");
  assert.equal(get("#lead").textContent, "home.so-far");
});

test("pages without anything to show say so", async () => {
  serve({ "GET /collections": { collections: [], next: null }, "GET /studies": { studies: [] }, "GET /daily": { levels: [] }, "GET /puzzles": NEVER_TRIED, "GET /campaign": { packs: [] } });
  for (const [page, notes] of Object.entries({ learn: ["#lessons-none"], puzzles: ["#campaign-none"], create: ["#mine-none", "#studies-none"], study: ["#none"] })) {
    const root = openPage(page, `/${page}`);
    for (const note of notes) assert.equal(get(note).hidden, true);
    const { mount } = await load(page);
    await mount(root);
    for (const note of notes) assert.equal(get(note).hidden, false, note);
  }
});

test("a section of the first page that fails leaves the others", async () => {
  const sections = ["continue", "daily", "lessons", "campaign", "games"].map((id) => `section#${id} .cards`);
  const root = bodyWith("#status", "#lead", "a#begin", "a#hero", ...sections);
  serve({ "GET /collections": { collections: [] }, "GET /me": ME, "GET /games": { games: [] }, "GET /daily": 500 });
  const { mount } = await load("home");
  await mount(root);
  assert.match(get("#status").textContent, /^refused/);
  assert.equal(get("#daily .cards").childElementCount, 0);
});

test("the map of the campaign shows the road with its paths, what is open, and what opens the rest", async () => {
  const pack = (/** @type {number} */ id, /** @type {object} */ more) => ({
    collection: { id, name: `campaign-0${id}`, title: `Pack ${id}`, levels: 4, solved: 0 },
    branches_off: null, fewest: 0, hardest: { ...LEVEL, id: 10 * id }, boss: null, is_open: true, after: null, needs: 0, stars: 0, ...more,
  });
  const root = openPage("puzzles", "/puzzles");
  const done = { collection: { ...pack(1, {}).collection, solved: 4 }, fewest: 3, boss: { ...LEVEL, state: "solved" } }; // the hardest is another level
  const packs = [pack(1, done), pack(2, {}), pack(3, { branches_off: 2 }), pack(4, { is_open: false, after: 2, needs: 2, stars: 5 })];
  serve({ "GET /collections": { collections: [] }, "GET /daily": { levels: [] }, "GET /puzzles": NEVER_TRIED, "GET /campaign": { packs } });
  const { mount } = await load("puzzles");
  await mount(root);
  const stops = [...get("#campaign .road").children];
  assert.deepEqual(stops.map((/** @type {any} */ stop) => stop.className), ["done", "open", "closed"]);
  const links = stops.map((/** @type {any} */ stop) => stop.querySelectorAll("a").map((/** @type {any} */ link) => link.href));
  assert.deepEqual(links, [["/collection?id=1", "/play?level=3"], ["/collection?id=2", "/play?level=20", "/collection?id=3", "/play?level=30"], ["/collection?id=4"]]);
  assert.match(stops[0].textContent, /campaign\.fewest/);
  assert.match(stops[2].textContent, /campaign\.closed\.or/);
  assert.equal(get("#campaign-none").hidden, true);
});

test("rated puzzles: the one that is open is offered until it is given up, which is said with what it costs", async () => {
  const root = openPage("puzzles", "/puzzles");
  const tried = { ...NEVER_TRIED, tried: 3, won: 2 };
  const answers = /** @type {Record<string, unknown>} */ ({
    "GET /collections": { collections: [] },
    "GET /daily": { levels: [] },
    "GET /campaign": { packs: [] },
    "GET /puzzles": { ...tried, current: { play: 7, level: LEVEL, rating: 1520 } },
    "POST /puzzles": { play: null },
  });
  const requests = serve(answers);
  const { mount } = await load("puzzles");
  await mount(root);
  assert.deepEqual([get("#rating").textContent, get("#give-up").hidden, get("#current a").getAttribute("href")], ["1500?", false, "/play?play=7&rated=1"]);
  answers["GET /puzzles"] = { ...tried, rating: 1480, last: { level_id: 3, won: false, change: -20 }, failed: [LEVEL] };
  get("#give-up").click();
  await settle();
  assert.deepEqual(requests.at(-2), { request: "POST /puzzles", body: { do: "give-up" } });
  assert.deepEqual([get("#rating").textContent, get("#give-up").hidden, get("#failed").hidden, get("#failed a").getAttribute("href")], ["1480?", true, false, "/play?level=3"]);
});

test("the account page shows the way in to a visitor, and deletes only what is confirmed", async () => {
  const root = openPage("account", "/account");
  const requests = serve({ "GET /me": ME, "GET /me/milestones": { streak: 0, longest: 0, milestones: [] }, "DELETE /me": null });
  const { mount } = await load("account");
  await mount(root);
  assert.deepEqual([get("#outside").hidden, get("#inside").hidden], [false, true]);
  get("#forget").click();
  get("dialog footer button").click();
  await settle();
  assert.equal(requests.some(({ request }) => request === "DELETE /me"), false);
  get("#forget").click();
  get("dialog button.primary").click();
  await settle();
  assert.equal(requests.some(({ request }) => request === "DELETE /me"), true);
});
