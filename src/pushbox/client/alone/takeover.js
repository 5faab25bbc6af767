/** The core of this page, and when it plays: in the server's place as soon as a player pauses, or once there is no server. */

import { startCore } from "../core/core-worker.js";
import { CorePlay } from "./core-play.js";
import { keepOffline } from "./installed.js";
import { keptOf } from "./kept.js";
import { sentences } from "./phrases.js";
import { Solo } from "./solo.js";
import { forgetOld, standsOf, stoodOf } from "./stood.js";
import { goOnAs, takeOwnWindow, takeWindow } from "./windows.js";

/** @import { Client } from "../play/client.js" */
/** @import { Ask } from "../core/core-worker.js" */

/** @type {{ask: Ask, end: () => void} | null} */
let core = null;
/** @type {{ask: Ask, end: () => void} | null} searches, so that no key waits for them */
let thinker = null;
/** @type {WeakMap<Client, number | string>} the plays for which it is asked, or which it does not play */
const tried = new WeakMap();

/** Return what answers searches, started when it is first wanted. @returns {Ask} */
function searching() {
  thinker ??= startCore();
  return thinker ? thinker.ask : () => Promise.reject(new Error("the core does not load"));
}

/** End the core, which does not answer as it should. */
function endCore() {
  core?.end();
  thinker?.end();
  core = thinker = null;
}

/** Return what opens a level in the core. @param {Ask} ask @param {any} level @param {typeof startCore} start */
const opener = (ask, level, start) => async () => Solo.open(ask, level, await sentences(), undefined, start === startCore ? searching : () => ask);

/**
 * Have the core play in the server's place, at a pause of the player.  Nothing is done for a level that hides something, in
 * which several play, that is limited, or that the core does not play.
 * @param {Client} client
 * @param {typeof startCore} [start]
 */
export async function prepare(client, start = startCore) {
  const { play, level, game, limits } = client;
  if (client.core?.play === play) return client.core.rest();
  if (tried.get(client) === play || !game || game.hides || game.players > 1 || Object.keys(limits).length) return;
  tried.set(client, play);
  core ??= start();
  if (!core) return;
  const { ask } = core;
  const openSolo = opener(ask, level.level, start);
  let solo;
  try {
    solo = await openSolo();
    await solo.begin(standsOf(client)); // so that little is left to be done at the moment in which it takes over
  } catch {
    return; // the core was not loaded, or does not play this level: the server does
  }
  await takeOwnWindow(play);
  if (client.play !== play || client.core) return solo.close();
  const failed = () => {
    endCore();
    tried.set(client, play); // it would fail again
  };
  client.core = new CorePlay(client, openSolo, failed, solo);
  tried.delete(client);
  await client.core.rest();
  await forgetOld();
  void keepOffline();
}

/**
 * Have a play go on where this browser left it, if it did, once it turns out that there is no connection.
 * @param {Client} client
 * @param {number | string} play
 * @param {typeof startCore} [start]
 */
export async function resume(client, play, start = startCore) {
  const noted = await stoodOf(play);
  if (!noted.length) return;
  core ??= start();
  if (!core) return;
  const kept = await keptOf(play);
  const own = await takeOwnWindow(play);
  const last = (/** @type {import("./stood.js").Stood} */ { opened }) => opened.nodes.at(-1)?.[0] ?? 0;
  let stood;
  for (const one of [...noted.filter(({ window }) => window === own), ...noted]) {
    const { window } = one;
    if (stood || !(window in kept) || kept[window].base > last(one)) continue;
    if (window === own || (await takeWindow(play, window))) stood = one;
  }
  const before = stood && kept[goOnAs(stood.window)]; // what a page before this one has played
  stood ??= noted[0];
  if (client.confirmed || client.core) return; // the server has answered meanwhile
  await new CorePlay(client, opener(core.ask, stood.opened.level.level, start), endCore).resume(stood.opened, before);
}
