/** A play in a page, by the server of a test or by the core in this process. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

import { startHere as startCoreIn } from "../core-here.js";
import { openDocument, settle } from "../fake-dom.js";

/** @import { FakeServer } from "./fake-server.js" */

const { save } = await import("../../../src/pushbox/client/core/storage.js");
const { Client } = await import("../../../src/pushbox/client/play/client.js");
const { bringingHome } = await import("../../../src/pushbox/client/play/connect.js");
const { prepare } = await import("../../../src/pushbox/client/alone/takeover.js");

export const CLIENT = new URL("../../../src/pushbox/client/", import.meta.url);
const MODULE = new URL("core/pushbox.wasm", CLIENT);

/** Why a test that needs the core cannot run, false where it can. */
export const skip = existsSync(MODULE) ? false : "the core for browsers is not built";

/** Begin with an empty page, in a browser that keeps nothing, once the plays of the test before have kept what they do. */
export async function openPage() {
  await settle();
  openDocument();
  for (const name of ["kept", "refused", "alone", "records", "kept 7", "refused 7"]) save(name, undefined);
}

/** The core in this process. */
export const startHere = () => startCoreIn(MODULE);

/** The texts, from the disk. */
export function readFiles() {
  const file = (/** @type {string} */ address) => readFileSync(new URL(address.replace("/static/", ""), CLIENT), "utf-8");
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => ({ json: async () => JSON.parse(file(address)) }));
}

/**
 * A play that the server opens, with what its page hears.
 * @param {FakeServer} server
 */
export async function playing(server) {
  readFiles();
  /** @type {Play.Event[]} */
  const events = [];
  const client = new Client({ connect: server.connect, report: (event) => void events.push(event) });
  client.arriving = bringingHome(client, 7);
  client.connection.open();
  await settle();
  const press = (/** @type {string[]} */ ...keys) => keys.map((key) => client.command({ do: "press", key }));
  const phases = () => events.flatMap((event) => (event.type === "phase" ? [event.phase] : []));
  return { client, press, phases, events };
}

/** The same, played by the core. @param {FakeServer} server */
export async function playingHere(server) {
  const play = await playing(server);
  const core = await startHere();
  await prepare(play.client, () => core);
  await settle();
  assert.ok(play.client.core?.plays);
  return play;
}

/** Leave the page of a play, of which the browser keeps what was played. @param {import("../../../src/pushbox/client/play/client.js").Client} client */
export function leave(client) {
  client.core?.end();
  client.connection.close();
}

/** @param {import("../../../src/pushbox/client/play/client.js").Client} client */
export const cells = (client) => client.displayed?.pieces.map(({ cells: [cell] }) => cell);
