/**
 * What this browser keeps of plays, as values by their keys: in IndexedDB, which takes more than localStorage and lets several
 * windows write at once; in localStorage where there is no IndexedDB.  What a page that is left has not written by then is
 * in localStorage, which is written at once, until another page takes it in.
 */

import { mark } from "../core/marks.js";
import { load, save } from "../core/storage.js";

const DATABASE = "pushbox";
const STORE = "records";
const OLD = ["kept", "refused", "alone"]; // what localStorage had of plays, of which the first was by play and window
const LATE = "late"; // what pages that were left had not written, by key; null removes

/** @type {Promise<IDBDatabase | null> | undefined} */
let opening;
/** @type {Map<string, any>} what is not written yet, by key */
const writing = new Map();

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/** Open the database; null where there is none. What localStorage had before is in it then. */
function open() {
  opening ??= openDatabase().then(async (database) => {
    for (const [key, value] of oldRecords()) await put(database, key, value);
    for (const name of OLD) save(name, undefined); // once all of it is kept
    return database;
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** @returns {Promise<IDBDatabase | null>} */
async function openDatabase() {
  if (!globalThis.indexedDB) return null;
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return done(request).catch(() => null); // the browser keeps nothing for this page
}

/** Return what an older release has kept in localStorage, as records. @returns {[key: string, value: any][]} */
function oldRecords() {
  /** @type {[key: string, value: any][]} */
  const records = [];
  for (const [play, windows] of Object.entries(load("kept", /** @type {Record<string, object>} */ ({})))) {
    mark("kept", play, true);
    for (const [window, value] of Object.entries(windows)) records.push([`kept/${play}/${window}`, value]);
  }
  for (const [play, value] of Object.entries(load("refused", /** @type {Record<string, any>} */ ({})))) {
    mark("refused", play, true);
    records.push([`refused/${play}`, value]);
  }
  const stood = load("alone", /** @type {any} */ (null)); // of one play
  if (stood) records.push([`stood/${stood.play}/${stood.window}`, stood]);
  return records;
}

/** @param {IDBDatabase | null} database @param {string} key @param {any} value undefined removes it */
async function put(database, key, value) {
  if (!database) {
    const { [key]: _, ...others } = load(STORE, /** @type {Record<string, any>} */ ({}));
    const now = value === undefined ? others : { ...others, [key]: value };
    return save(STORE, Object.keys(now).length ? now : undefined);
  }
  const transaction = database.transaction(STORE, "readwrite");
  const store = transaction.objectStore(STORE);
  if (value === undefined) store.delete(key);
  else store.put(value, key);
  transaction.commit?.(); // at once, though the page is left
  await new Promise((resolve, reject) => {
    transaction.addEventListener("complete", resolve);
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}

/**
 * Keep a value in the place of the one under its key.
 * @param {string} key
 * @param {any} value of JSON; undefined removes it
 */
export async function putRecord(key, value) {
  const record = { value: value ?? null };
  writing.set(key, record);
  await put(await open(), key, value);
  if (writing.get(key) !== record) return;
  writing.delete(key);
  forgetLate(key); // where this page was left meanwhile, and is back
}

/** @returns {Record<string, any>} */
const lateRecords = () => load(LATE, {});

/** Have in localStorage no more what is written. @param {string} key */
function forgetLate(key) {
  const { [key]: written, ...others } = lateRecords();
  if (written !== undefined) save(LATE, Object.keys(others).length ? others : undefined);
}

/** Have in localStorage what this page has not written yet. */
export function keepLate() {
  const late = Object.fromEntries([...writing].map(([key, { value }]) => [key, value]));
  if (writing.size) save(LATE, { ...lateRecords(), ...late });
}

globalThis.addEventListener?.("pagehide", keepLate);

/** Write what pages that were left had not written; what there is no room for stays where it is. @param {IDBDatabase | null} database */
async function takeLate(database) {
  const late = Object.entries(lateRecords()).filter(([key]) => !writing.has(key)); // this page's own is newer
  // All are begun at once, before anything newer of this page.
  await Promise.all(late.map(([key, value]) => put(database, key, value ?? undefined).then(() => forgetLate(key), () => {})));
}

/**
 * Return the values whose keys begin with a text, by the keys, in their order.
 * @param {string} start
 * @returns {Promise<[key: string, value: any][]>}
 */
export async function findRecords(start) {
  const database = await open();
  await takeLate(database);
  if (!database) return Object.entries(load(STORE, /** @type {Record<string, any>} */ ({}))).filter(([key]) => key.startsWith(start)).sort();
  const store = database.transaction(STORE).objectStore(STORE);
  const range = IDBKeyRange.bound(start, `${start}\uffff`);
  const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/** Return the value of a key, undefined for none. @param {string} key @returns {Promise<any>} */
export const readRecord = async (key) => (await findRecords(key)).find(([own]) => own === key)?.[1];
