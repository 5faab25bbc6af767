/** What pages share: status lines, prompts, imports, and the API behind them. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { element, get, openDocument, serve, settle } from "./fake-dom.js";
import { ApiError, fillPath, get as fetchJson, getAll } from "../../src/pushbox/client/core/api.js";
import { openDialog } from "../../src/pushbox/client/ui/dialog.js";
import { exportCollection } from "../../src/pushbox/client/ui/export.js";
import { importCollection } from "../../src/pushbox/client/ui/import-job.js";
import { confirmAction, promptText } from "../../src/pushbox/client/ui/prompt.js";
import { embedHtml } from "../../src/pushbox/client/ui/share.js";
import { announce, showError, showStatus, whileBusy } from "../../src/pushbox/client/ui/status.js";

const SOURCE = { name: "rooms", text: "#####\n#@$.#\n#####", format: "xsb" };

beforeEach(openDocument);

/** @param {string} tag @returns {any} */
const make = (tag) => element(tag);

test("paths take their values and the rest is their query", () => {
  assert.equal(fillPath("/levels/{level}/leaders", { level: "a/b", metric: "moves", pure: 1 }), "/levels/a%2Fb/leaders?metric=moves&pure=1");
  assert.equal(fillPath("/levels", { q: "", after: null, limit: 3, game: undefined }), "/levels?limit=3");
  assert.throws(() => fillPath("/levels/{level}", {}), RangeError);
});

test("a list is fetched page by page, as far as it is wanted", async () => {
  const page = (/** @type {number} */ id, /** @type {number | null} */ next) => ({ collections: [{ id }, { id: id + 1 }], next });
  const requests = serve({
    "GET /collections?mine=true": page(1, 2),
    "GET /collections?mine=true&after=2": page(3, 4),
    "GET /collections?mine=true&after=4": page(5, null),
  });
  const list = (/** @type {[any?, number?]} */ ...rest) => getAll("/collections", "collections", ...rest);
  const idents = (/** @type {Api.CollectionOut[]} */ items) => items.map(({ id }) => id);
  assert.deepEqual(idents(await list({ mine: true })), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(idents(await list({ mine: true, after: 4 })), [5, 6]);
  requests.length = 0;
  assert.deepEqual(idents(await list({ mine: true }, 3)), [1, 2, 3, 4]);
  assert.equal(requests.length, 2);
});

test("an error of the server comes with its code and problems", async () => {
  serve({ "GET /games": 422 });
  const error = await fetchJson("/games").catch((thrown) => thrown);
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.message, error.code, error.status, error.problems], ["refused", "bad-input", 422, ["one", "two"]]);
});

test("a status line is polite, an error is an alert, and no text hides it", () => {
  const line = make("p");
  showStatus(line, "Saved.");
  assert.deepEqual([line.getAttribute("role"), line.dataset.kind, line.hidden, line.textContent], ["status", "info", false, "Saved."]);
  showError(line, new ApiError("refused", "bad-input", 422, ["one", "two"]));
  assert.deepEqual([line.getAttribute("role"), line.dataset.kind], ["alert", "error"]);
  assert.deepEqual(line.querySelectorAll("li").map((/** @type {any} */ item) => item.textContent), ["one", "two"]);
  showStatus(line, "");
  assert.equal(line.hidden, true);
});

test("a button is off while its work runs, and its error is shown", async () => {
  const [button, line] = [make("button"), make("p")];
  const running = whileBusy(button, line, () => Promise.reject(new Error("no")));
  assert.deepEqual([button.disabled, button.getAttribute("aria-busy")], [true, "true"]);
  await running;
  assert.deepEqual([button.disabled, button.getAttribute("aria-busy"), line.textContent], [false, null, "no"]);
});

test("what is announced is heard in the topmost dialog, and stays when it closes", () => {
  announce("first");
  assert.equal(get("#live-polite").textContent, "first");
  const dialog = openDialog("A dialog", []);
  assert.equal(get("dialog #live-polite").textContent, "first");
  dialog.close();
  announce("second", { now: true });
  assert.equal(get("#live-assertive").textContent, "second");
  assert.equal(document.querySelector("dialog"), null);
});

test("a prompt gives the trimmed line, or nothing where it is closed", async () => {
  const given = promptText("Rename", "Name", "old");
  assert.equal(get("dialog input").value, "old");
  get("dialog input").value = " new ";
  get("dialog form").fire("submit");
  assert.equal(await given, "new");
  const closed = promptText("Rename", "Name");
  get("dialog").close();
  assert.equal(await closed, null);
});

test("an action is confirmed by its own button alone", async () => {
  const confirmed = confirmAction("Delete", "Really?", "Delete it");
  get("dialog button.primary").click();
  assert.equal(await confirmed, true);
  const cancelled = confirmAction("Delete", "Really?", "Delete it");
  get("dialog footer button").click();
  assert.equal(await cancelled, false);
});

test("few levels are kept at once", async () => {
  const requests = serve({ "POST /collections": { collection: { id: 4 } } });
  const imported = await importCollection(SOURCE, 3, make("section"));
  assert.equal(imported?.collection.id, 4);
  assert.deepEqual(requests, [{ request: "POST /collections", body: SOURCE }]);
});

test("the link of an export is that of the format chosen last, whichever answer comes first", async () => {
  const formats = ["xsb", "slc"].map((key) => ({ key, name: key, summary: "", endings: [`.${key}`] }));
  serve({ "GET /formats": { formats }, "GET /collections/4/losses": { lost: [] } });
  const { fetch } = globalThis;
  let answer = () => {};
  const late = new Promise((resolve) => (answer = () => resolve(null)));
  globalThis.fetch = async (address, options) => {
    if (String(address).endsWith("format=xsb")) await late;
    return fetch(address, options);
  };
  const shown = exportCollection(/** @type {any} */ ({ id: 4, name: "rooms", title: "Rooms", games: { sokoban: 1 } }));
  await settle();
  const [select, link] = [get("dialog select"), get("dialog footer a")];
  assert.equal(link.hidden, true);
  select.value = "slc";
  select.fire("change");
  await settle();
  assert.equal(link.hidden, false);
  answer();
  await shown;
  assert.deepEqual([link.hidden, link.href.endsWith("format=slc")], [false, true]);
});

class FakeEventSource {
  static CLOSED = 2;
  /** @type {FakeEventSource} */
  static latest;
  /** @type {Map<string, (event: any) => void>} */
  listeners = new Map();
  isClosed = false;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    FakeEventSource.latest = this;
  }

  /** @param {string} name @param {(event: any) => void} listener */
  addEventListener(name, listener) {
    this.listeners.set(name, listener);
  }

  /** @param {string} name @param {unknown} data */
  send(name, data) {
    this.listeners.get(name)?.(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  close() {
    this.isClosed = true;
  }
}
Object.assign(globalThis, { EventSource: FakeEventSource });

/** Begin an import of many levels. */
async function beginImport() {
  const requests = serve({ "POST /jobs": { job: "j1" }, "DELETE /jobs/j1": null });
  const panel = make("section");
  const imported = importCollection(SOURCE, 500, panel);
  await settle();
  return { requests, panel, imported, events: FakeEventSource.latest };
}

test("many levels are kept by a job that shows how far it is", async () => {
  const { requests, panel, imported, events } = await beginImport();
  assert.deepEqual(requests, [{ request: "POST /jobs", body: { task: "import", ...SOURCE } }]);
  assert.equal(events.address, "/api/jobs/j1/events");
  events.send("progress", { ready: 125, levels: 500 });
  assert.equal(panel.querySelector("progress").value, 0.25);
  events.send("done", { status: "done", collection: { id: 7 } });
  assert.equal((await imported)?.collection.id, 7);
  assert.deepEqual([events.isClosed, panel.childElementCount], [true, 0]);
});

test("an import that is stopped keeps nothing, and one that fails says why", async () => {
  const stopped = await beginImport();
  stopped.panel.querySelector("button").click();
  await settle();
  assert.equal(stopped.requests.at(-1)?.request, "DELETE /jobs/j1");
  stopped.events.send("done", { status: "cancelled" });
  assert.equal(await stopped.imported, null);
  const failed = await beginImport();
  failed.events.send("done", { status: "failed", code: "too-many", message: "too many levels" });
  await assert.rejects(failed.imported, new ApiError("too many levels", "too-many", 0));
  assert.equal(failed.panel.childElementCount, 0);
});

test("the HTML of a level for other pages escapes its title", () => {
  assert.equal(
    embedHtml("https://x.org", 7, 'A "<b>" & B'),
    '<a href="https://x.org/play?level=7"><img src="https://x.org/api/levels/7/picture.png" alt="A &#34;&#60;b&#62;&#34; &#38; B" width="400"></a>',
  );
});
