/** Several files that are brought in: what they are together, in how many requests, and that all are kept or none. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { element, get, openDocument, readTexts, serve, settle } from "./fake-dom.js";
import { FakeEventSource } from "./fake-event-source.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { areSingleLevels, commonName, portions, readingPortions, totalsOf } from "../../src/pushbox/client/ui/import-totals.js";
import { keepFiles } from "../../src/pushbox/client/ui/import-job.js";
import { ImportPanel } from "../../src/pushbox/client/ui/import-panel.js";

/** @param {string} name @param {string[]} ids @param {object} [more] @returns {any} */
const found = (name, ids, more = {}) => ({ source: 0, name, title: name, format: "xsb", evidence: "", ids, known: [], solved: 0, problems: [], error: null, ...more });
/** @param {string} name @param {string} [text] */
const source = (name, text = "#####\n#@$.#\n#####\n") => ({ name, text });
/** @param {number} count @param {number} [size] */
const sources = (count, size = 100) => Array.from({ length: count }, (_, place) => source(`${place}.xsb`, "#".repeat(size)));

Object.assign(globalThis, { EventSource: FakeEventSource });

useTexts("en", readTexts("library"));
beforeEach(() => {
  openDocument();
  FakeEventSource.opened.length = 0;
});

test("levels that the library has, and those that come again, are counted once", () => {
  const files = [
    found("a", ["1", "2", "2"], { known: ["1"], solved: 2 }),
    found("b", ["1", "2", "3"], { known: ["1"] }),
    found("c", ["1"], { known: ["1"] }),
    found("d", [], { error: { severity: "error", found: "no level" } }),
  ];
  assert.deepEqual(totalsOf(files), { files: 3, unread: 1, levels: 7, solved: 2, known: 3, repeated: 2 });
  assert.deepEqual(totalsOf([]), { files: 0, unread: 0, levels: 0, solved: 0, known: 0, repeated: 0 });
});

test("files are parted into requests that they fit into, and few of them", () => {
  assert.deepEqual(portions(sources(5, 60), { bytes: 250 }).map(({ length }) => length), [2, 2, 1]);
  assert.deepEqual(portions(sources(5, 60), { files: 3 }).map(({ length }) => length), [3, 2]);
  assert.deepEqual(portions([source("a", "x".repeat(400)), source("b")], { bytes: 250 }).map(({ length }) => length), [1, 1]);
  for (const size of [100, 10_000, 90_000]) {
    const parts = readingPortions(sources(40, size));
    assert.ok(parts.length > 1 && parts.length <= 16, `${parts.length} requests for 40 files of ${size} bytes`);
    assert.deepEqual(parts.flat().map(({ name }) => name), sources(40).map(({ name }) => name));
  }
});

test("single levels belong together, and files of one folder are called as it is", () => {
  assert.equal(areSingleLevels([found("a", ["1"]), found("b", ["2"]), found("c", ["3", "4"])]), true);
  assert.equal(areSingleLevels([found("a", ["1"]), found("b", ["2", "3"])]), false);
  assert.equal(commonName([source("rooms/a.xsb"), source("rooms/more/b.xsb")]), "rooms");
  assert.equal(commonName([source("rooms/a.xsb"), source("b.xsb")]), "");
  assert.equal(commonName([source("pack.tar.gz")]), "pack");
});

/**
 * Answer requests by functions of their bodies; one that returns a number is refused with that status.
 * @param {Record<string, (body: any) => any>} answers
 */
function answer(answers) {
  /** @type {Record<string, unknown>} */
  const table = {};
  const requests = serve(table);
  const send = globalThis.fetch;
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {any} */ options) => {
      const request = `${options.method} ${address.replace(/^\/api/, "")}`;
      table[request] = (answers[request] ?? (() => null))(JSON.parse(options.body ?? "null"));
      return send(address, options);
    }
  );
  return requests;
}

/** Open a panel, and give it files. @param {string[]} names @param {Partial<File>} [as] what is different in them */
function drop(names, as = {}) {
  const panel = element("section");
  get("body").append(panel);
  let imported = 0;
  const imports = new ImportPanel(panel, { play: async () => {}, onimport: () => imported++ });
  const read = imports.readFiles(names.map((name) => Object.assign(new File([`level of ${name}`], name), as)));
  return { panel, read, imported: () => imported };
}

test("a list has its bar at once, names what cannot be read, and adds the others by one button", async () => {
  const requests = answer({
    "POST /read-files": ({ files }) =>
      files.length > 1 && files.some((/** @type {any} */ { name }) => name === "bad.xsb")
        ? 413
        : files[0].name === "bad.xsb"
          ? 422
          : { files: files.map((/** @type {any} */ { name }, /** @type {number} */ place) => found(name, [name, "same"], { source: place, known: ["same"] })) },
    "POST /jobs": () => ({ job: "j1" }),
  });
  const { panel, read, imported } = drop(["a.xsb", "b.xsb", "bad.xsb"]);
  await settle();
  await read;
  assert.equal(panel.querySelector("progress"), null);
  const totals = [...panel.querySelectorAll(".totals li")].map(({ textContent }) => textContent);
  assert.deepEqual(totals, ["2 files", "4 levels", "2 are in the library already", "1 file cannot be read"]);
  assert.match(panel.querySelector(".unread").textContent, /bad\.xsb: .*Refused/);
  assert.deepEqual([...panel.querySelectorAll(".files .file-name")].map(({ textContent }) => textContent), ["a.xsb", "b.xsb"]);
  const form = panel.querySelector(".reading form.stack");
  assert.equal(form.querySelector("button").textContent, "Add all 4 levels");
  form.fire("submit");
  await settle();
  const { body } = requests.at(-1) ?? {};
  assert.deepEqual([body.task, body.name, body.files.map((/** @type {any} */ { name }) => name)], ["import-files", undefined, ["a.xsb", "b.xsb"]]);
  FakeEventSource.opened[0].send("progress", { ready: 1, levels: 4 });
  assert.equal(panel.querySelector("progress").value, 0.25);
  FakeEventSource.opened[0].send("done", { status: "done", collections: [{ id: 1, name: "a", levels: 2 }, { id: 2, name: "b", levels: 2 }] });
  await settle();
  assert.equal(panel.querySelector("[role=status] h2").textContent, "4 levels are in your library.");
  assert.match(panel.querySelector("[role=status] .unread").textContent, /bad\.xsb/);
  assert.equal(imported(), 1);
});

test("the bar is there before anything is read, and a list that is stopped keeps nothing", async () => {
  const requests = answer({ "POST /read-files": () => ({ files: [] }) });
  /** @type {(bytes: ArrayBuffer) => void} */
  let release = () => {};
  const { panel, read } = drop(["a.xsb", "b.xsb"], { arrayBuffer: () => new Promise((resolve) => (release = resolve)) });
  await settle();
  assert.equal(panel.querySelector("progress").value, 0);
  panel.querySelector(".meter button").click();
  release(new ArrayBuffer(0));
  await read;
  await settle();
  assert.deepEqual(requests, []);
  assert.match(panel.textContent, /Stopped: nothing was kept\./);
  assert.equal(panel.querySelector(".totals"), null);
});

test("what was kept of files is removed again where the rest fails or is stopped", async () => {
  for (const end of [{ status: "failed", message: "no room" }, { status: "cancelled" }]) {
    FakeEventSource.opened.length = 0;
    const requests = answer({ "POST /jobs": () => ({ job: "j1" }) });
    const kept = keepFiles([sources(1), sources(1)], 4, element("section"));
    const outcome = kept.then((collections) => collections, ({ message }) => message);
    await settle();
    FakeEventSource.opened[0].send("done", { status: "done", collections: [{ id: 7 }] });
    await settle();
    FakeEventSource.opened[1].send("done", end);
    assert.equal(await outcome, end.status === "failed" ? "no room" : null);
    assert.equal(requests.at(-1)?.request, "DELETE /collections/7");
  }
});
