/** The core of this page, and when it plays: in the server's place as soon as a player pauses, or once there is no server. */

import { Cores } from "../core/core-worker.js";
import { CorePlay } from "./core-play.js";
import { keepOffline } from "./installed.js";
import { keptOf } from "./kept.js";
import { sentences } from "./phrases.js";
import { Solo } from "./solo.js";
import { forgetOld, standsOf, stoodOf } from "./stood.js";
import { goOnAs, takeOwnWindow, takeWindow } from "./windows.js";

/** @import { Client } from "../play/client.js" */
/** @import { Core } from "../core/core-worker.js" */

/** @type {Cores | null} */
let cores = null;
/** @type {WeakMap<Client, number | string>} the plays for which it is asked, or which it does not play */
const tried = new WeakMap();

/** End the cores, which do not answer as they should. */
function endCores() {
  cores?.end();
  cores = null;
}

/** Return what opens a level. @param {Cores} cores @param {any} level */
const opener = (cores, level) => async () => Solo.open(cores, level, await sentences());

/**
 * Have the core play in the server's place, at a pause of the player, and where the connection is lost before one.  Nothing is done for a level that hides something, in
 * which several play, or that the core does not play.
 * @param {Client} client
 * @param {() => Core | null} [start] starts the cores, in the place of what a page has
 */
export async function prepare(client, start) {
  const { play, level, game } = client;
  if (client.core?.play === play) return client.core.rest();
  if (tried.get(client) === play || !game || game.hides || game.players > 1) return;
  tried.set(client, play);
  cores ??= new Cores(start);
  const openSolo = opener(cores, level.level);
  let solo;
  try {
    solo = await openSolo();
    await solo.begin(standsOf(client)); // so that little is left to be done at the moment in which it takes over
  } catch {
    return; // the core was not loaded, or does not play this level: the server does, until a later play
  }
  await takeOwnWindow(play);
  if (client.play !== play || client.core) return solo.close();
  const failed = () => {
    endCores();
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
 * @param {() => Core | null} [start] starts the cores, in the place of what a page has
 */
export async function resume(client, play, start) {
  const noted = await stoodOf(play);
  if (!noted.length) return;
  cores ??= new Cores(start);
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
  await new CorePlay(client, opener(cores, stood.opened.level.level), endCores).resume(stood.opened, before);
}
