/** Where plays stood in the windows of this browser, for a page that is loaded while the server does not answer. */

import { keptOf, rowOf } from "./kept.js";
import { findRecords, putRecord } from "./records.js";

/** @import { Client } from "../play/client.js" */

const MOST = 30; // places that are noted, the newest
export const LONG = 5_000; // positions of a history that is noted when the connection is lost, and not at each pause

/** @typedef {{play: number | string, window: string, opened: any, at?: number}} Stood */

/** @param {number | string} play @param {string} window */
export const stoodKey = (play, window) => `stood/${play}/${window}`;

/** Return where a play stands, as the message that opens it. @param {Client} client */
export function standsOf({ play, level, game, tree, offers, state, snapshots, comments, reverse, saved }) {
  const nodes = [...tree.nodes.values()].filter(({ id }) => id > 0).map(rowOf);
  return { is: "opened", play, level, game, nodes, redo: tree.choices, state, snapshots, comments, reverse, offers: [...offers], saved };
}

/** Note where a play stands in a window. @param {Client} client @param {string} window */
export async function note(client, window) {
  const { play } = client;
  await putRecord(stoodKey(play, window), /** @type {Stood} */ ({ play, window, opened: standsOf(client), at: Date.now() }));
}

/** Return where a play stood, the newest first. @param {number | string} play @returns {Promise<Stood[]>} */
export async function stoodOf(play) {
  const kept = await keptOf(play);
  const noted = (await findRecords(stoodKey(play, ""))).map(([, stood]) => stood);
  return noted.sort((one, other) => (kept[other.window]?.at ?? 0) - (kept[one.window]?.at ?? 0) || (other.at ?? 0) - (one.at ?? 0));
}

/** Forget where plays stood that were not played for long, but for those of which something is kept. */
export async function forgetOld() {
  const noted = (await findRecords("stood/")).sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0));
  for (const [key, { play, window }] of noted.slice(MOST)) {
    if (!(window in (await keptOf(play)))) await putRecord(key, undefined);
  }
}
