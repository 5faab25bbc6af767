/** What was played without the server: kept by the browser until the server has it, and then sent in order. */

import { mark } from "../core/marks.js";
import { sentenceText } from "../core/phrases.js";
import { Tree } from "../play/history.js";
import { findRecords, putRecord } from "./records.js";

const MAX_TEXT = 8_000; // characters of a message, of which the server takes twice as many

/**
 * What one window has played of one play.  Nodes up to `base` have the server's numbers, and are on its disk; sending the
 * others twice changes nothing, as the server goes through what it has.
 * @typedef {object} Kept
 * @property {number} base
 * @property {Play.NodeRow[]} rows the others, a parent before its children
 * @property {number[]} solved those of them that solve the level
 * @property {number} here the node where the play stands
 * @property {Record<string, number | null>} snapshots nodes by slot that were named, null for a name that was taken away
 * @property {Record<number, string>} comments
 * @property {string[]} assists
 * @property {number} seconds that it took
 * @property {number} [at] when it was kept, in milliseconds
 */

/** @param {string} key of a record @returns {[play: string, window: string]} */
function partsOf(key) {
  const [, play, window] = key.split("/");
  return [play, window];
}

/** Return what is kept of a play, by window. @param {number | string} play @returns {Promise<Record<string, Kept>>} */
export async function keptOf(play) {
  return Object.fromEntries((await findRecords(`kept/${play}/`)).map(([key, kept]) => [partsOf(key)[1], kept]));
}

/** Return the plays of which something is kept. @returns {Promise<string[]>} */
export async function keptPlays() {
  return [...new Set((await findRecords("kept/")).map(([key]) => partsOf(key)[0]))];
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
  const key = `kept/${play}/${window}`;
  if (kept) mark("kept", play, true); // before there is any
  await putRecord(key, kept ?? undefined);
  if (!kept && !Object.keys(await keptOf(play)).length) mark("kept", play, false);
}

/**
 * Send what was kept, in order.  Rejects where the server refuses some of it, and where the connection is lost meanwhile.
 * @param {Kept} kept
 * @param {readonly Play.NodeRow[]} nodes that the server has
 * @param {(request: Play.Request) => Promise<any>} send returns the answer
 * @returns {Promise<number>} the last node that is new to the server, -1 where none is
 */
export async function bringHome(kept, nodes, send) {
  const { base, rows, here } = kept;
  const tree = new Tree();
  tree.add(nodes);
  /** @type {Map<number, number>} the server's numbers of ours */
  const numbers = new Map();
  const numberOf = (/** @type {number} */ id) => (id <= base ? id : (numbers.get(id) ?? -1));
  const solved = new Set(kept.solved);
  let newest = -1;

  /** Return the server's number of a position, -1 where it has none. @param {number} parent @param {string} written */
  const find = (parent, written) => tree.get(parent).children.find((child) => tree.get(child).written === written) ?? -1;

  /** Send a request, and take in what is new. @param {Play.Request} request */
  async function tell(request) {
    const answer = await send(request);
    const refused = answer.is === "turned" ? answer.refused : (answer.message ?? answer.is);
    if (refused) throw new Error(sentenceText(refused, answer.phrase));
    tree.add(answer.nodes);
    newest = answer.nodes.at(-1)?.[0] ?? newest;
  }

  for (const name of kept.assists) await tell({ do: "assist", name }); // before a solution that they helped to find
  let { seconds } = kept;
  for (let index = 0; index < rows.length; ) {
    const line = lineFrom(rows, index, solved);
    const start = numberOf(line[0][1] ?? 0);
    const isKnown = () => {
      let at = start;
      for (const row of line) {
        at = at < 0 ? -1 : find(at, writtenIn(row));
        if (at >= 0) numbers.set(row[0], at);
      }
      return at >= 0;
    };
    // A solution is sent though its moves are known: the server keeps it where it stands on the board.
    if (!isKnown() || solved.has(line[line.length - 1][0])) {
      await tell({ do: "report", node: start, moves: line.map(writtenIn), seconds: Math.round(seconds) });
      seconds = 0;
      if (!isKnown()) throw new Error("the server has not kept all moves");
    }
    index += line.length;
  }
  for (const [slot, node] of Object.entries(kept.snapshots)) {
    if (node === null) await tell({ do: "forget", slot });
    else {
      await tell({ do: "goto", node: numberOf(node) });
      await tell({ do: "snapshot", slot });
    }
  }
  for (const [node, text] of Object.entries(kept.comments)) await tell({ do: "comment", node: numberOf(Number(node)), text });
  await tell({ do: "goto", node: numberOf(here) });
  return newest;
}

/**
 * Return the rows from one on that are a line, each a move from the one before, up to a solution and within a message.
 * @param {Kept["rows"]} rows
 * @param {number} index
 * @param {ReadonlySet<number>} solved
 */
function lineFrom(rows, index, solved) {
  const line = [rows[index]];
  for (let length = 0, next = index + 1; next < rows.length && length < MAX_TEXT && line.length < 500; next++) {
    const [id] = line[line.length - 1];
    if (rows[next][1] !== id || solved.has(id)) break;
    line.push(rows[next]);
    length += writtenIn(rows[next]).length + 3;
  }
  return line;
}
