/** What was played and the server may not have: kept by the browser until it is on the server's disk, and told in records. */

import { mark } from "../core/marks.js";
import { findRecords, putRecord } from "./records.js";

const MAX_TEXT = 7_000; // characters of a record beside its frame, of which the server takes twice as many
const MAX_REDO = 500; // branches that redo leads to, the newest

/**
 * What one window has played of one play.  Nodes up to `base` have the server's numbers, and are on its disk; telling it the
 * others twice changes nothing, as the server goes through what it has.
 * @typedef {object} Kept
 * @property {number} base
 * @property {Play.NodeRow[]} rows the others, a parent before its children
 * @property {number[]} solved those of them that solve the level
 * @property {number | null} here the node where the play stands, null where another window says so
 * @property {number[] | null} [focus] the cells of what is steered there
 * @property {number} [index] which one of those that share them
 * @property {[node: number, branch: number][]} [redo] where redo leads, where that is not the newest branch
 * @property {Record<string, [seen: number | null, now: number | null]>} snapshots nodes by slot, as the server knew them and as they are
 * @property {Record<number, [seen: string, now: string]>} comments
 * @property {string[]} assists
 * @property {number} seconds that it took
 * @property {number} [clock] the seconds of the play by then
 * @property {boolean} [anew] whether the clock was restarted, so that these are all
 * @property {number} [at] when it was kept, in milliseconds
 */

/** @param {string} key of a record @returns {[play: string, window: string]} */
function partsOf(key) {
  const [, play, window] = key.split("/");
  return [play, window];
}

/** Return what is kept of a play, by window. @param {number | string} play @returns {Promise<Record<string, Kept>>} */
export async function keptOf(play) {
  return Object.fromEntries((await findRecords(`kept/${play}/`)).map(([key, kept]) => [partsOf(key)[1], current(kept)]));
}

/** Return the plays of which something is kept. @returns {Promise<string[]>} */
export async function keptPlays() {
  return [...new Set((await findRecords("kept/")).map(([key]) => partsOf(key)[0]))];
}

/** Return what an older release may have kept, which did not note what the server knew. @param {any} kept @returns {Kept} */
function current({ snapshots, comments, ...kept }) {
  const pairs = (/** @type {Record<string, any>} */ values, /** @type {any} */ none) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value : [none, value]]));
  return { ...kept, snapshots: pairs(snapshots, null), comments: pairs(comments, "") };
}

/** The move of a row as files write it. @param {Play.NodeRow} row */
const writtenIn = ([, , text, , written = text]) => written;

/** Return a position of the history as messages write it. @param {Play.Node} node @returns {Play.NodeRow} */
export const rowOf = ({ id, parent, text, push, pushed, written }) => [id, parent, text, push ? [push[0], push[1]] : pushed, written];

/**
 * Keep what a window has played of a play, in the place of what it had before; null for nothing.
 * @param {number | string} play
 * @param {string} window
 * @param {Kept | null} kept
 */
export async function keep(play, window, kept) {
  if (kept) mark("kept", play, true); // before there is any
  await putRecord(`kept/${play}/${window}`, kept ?? undefined);
  if (kept || Object.keys(await keptOf(play)).length) return;
  mark("kept", play, false);
  if (Object.keys(await keptOf(play)).length) mark("kept", play, true); // another window has meanwhile
}

/**
 * Return the records that tell the server what was kept, each within a message.
 * @param {Kept} kept
 * @param {number} [seconds] of the play, as the server has counted them
 * @returns {Play.Request[]}
 */
export function recordsOf({ base, rows, solved, here, focus = null, index = -1, redo, snapshots, comments, assists, ...played }, seconds = 0) {
  const parts = [...parted(runsOf(rows, new Set(solved)), ([, ...moves]) => JSON.stringify(moves).length)];
  const all = Object.entries({ snapshots, comments }).flatMap(([kind, values]) => Object.entries(values).map(([key, pair]) => ({ kind, key, pair })));
  const remarks = parted(all, (remark) => JSON.stringify(remark).length);
  let first = base + 1;
  /** @type {Play.Request[]} */
  const records = parts.map((lines) => {
    const record = { do: "record", first, lines };
    first += lines.reduce((count, line) => count + line.length - 1, 0);
    return record;
  });
  for (const part of remarks) {
    const of = (/** @type {string} */ wanted) => Object.fromEntries(part.flatMap(({ kind, key, pair }) => (kind === wanted ? [[key, pair]] : [])));
    records.push({ do: "record", first, lines: [], snapshots: of("snapshots"), comments: of("comments") });
  }
  if (!records.length) records.push({ do: "record", first, lines: [] });
  const { anew, clock = seconds + played.seconds } = played;
  const milliseconds = Math.round(1000 * Math.max(0, Math.min(clock - (anew ? 0 : seconds), played.seconds)));
  Object.assign(records[0], { ...(milliseconds && { milliseconds }), ...(anew && { anew }), ...(assists.length && { assists }) }); // before a solution that they helped to find
  const place = here === null ? {} : { here, focus, index, ...(redo && { redo: redo.slice(-MAX_REDO) }) };
  Object.assign(records[records.length - 1], place);
  return records;
}

/**
 * Return rows as lines, each a node and the moves from there on, up to a solution or a branch, and within a message.
 * @param {readonly Play.NodeRow[]} rows
 * @param {ReadonlySet<number>} solved
 * @returns {[number, ...string[]][]}
 */
function runsOf(rows, solved) {
  /** @type {[number, ...string[]][]} */
  const lines = [];
  let length = 0;
  let last = -1;
  for (const row of rows) {
    const [id, parent] = row;
    const written = writtenIn(row);
    if (parent !== last || solved.has(last) || length > MAX_TEXT / 2) {
      lines.push([parent ?? 0]);
      length = 0;
    }
    lines[lines.length - 1].push(written);
    length += written.length + 3;
    last = id;
  }
  return lines;
}

/**
 * Return items in parts that fit into a message each.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => number} lengthOf
 */
function parted(items, lengthOf) {
  /** @type {T[][]} */
  const parts = [];
  let room = -1;
  for (const item of items) {
    room -= lengthOf(item) + 8;
    if (room < 0) {
      parts.push([]);
      room = MAX_TEXT - lengthOf(item);
    }
    parts[parts.length - 1].push(item);
  }
  return parts;
}

/**
 * Tell the server what was kept; return the number of the last record.  Rejects where the server refuses some of it, and where
 * the connection is lost meanwhile.
 * @param {Kept} kept
 * @param {number} seconds of the play, as the server has counted them
 * @param {(request: Play.Request) => Promise<any>} send returns the answer
 * @returns {Promise<number>}
 */
export async function bringHome(kept, seconds, send) {
  let n = 0;
  for (const record of recordsOf(kept, seconds)) ({ n } = await send(record));
  return n;
}
