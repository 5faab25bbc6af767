/** Brings home what was played without the server: of the play that a page opens, and of those that no window has open. */

import { Client } from "../play/client.js";
import { connectTo } from "../play/connect.js";
import { Lost } from "../play/connection.js";
import { bringHome, keep, keptOf, keptPlays } from "./kept.js";
import { refuse } from "./refused.js";
import { openWindows, ownWindow, takeOwnWindow } from "./windows.js";

const AGAIN = 5_000; // milliseconds until it is tried again

/**
 * Send what closed windows have kept of a play that is being opened, the newest last; return where the play stands then, and what
 * waits until all is on the disk.  What the server refuses is no longer sent, but stays in this browser.  Rejects where the
 * connection is lost.
 * @param {Client} client
 * @param {number | string} play
 * @param {any} opened where it stands before
 * @param {string} [own] the name of this window, which may have kept something before it was loaded anew
 */
export async function arrive(client, play, opened, own = "") {
  const open = await openWindows(play);
  const closed = Object.entries(await keptOf(play)).filter(([window]) => window === own || !open.includes(window));
  closed.sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
  /** @type {Promise<unknown>[]} */
  const saving = [];
  let latest = opened;
  for (const [window, kept] of closed) {
    try {
      const n = await bringHome(kept, latest.state.seconds, client.ask);
      const saved = client.onDisk(n).then(() => client.core && window === ownWindow() ? undefined : keep(play, window, null));
      saved.catch(() => {}); // the connection is lost: it is sent again
      saving.push(saved);
    } catch (error) {
      if (error instanceof Lost) throw error;
      await refuse(opened.play, { window, kept, reason: error instanceof Error ? error.message : String(error) });
      if (String(opened.play) !== String(play)) await keep(play, window, null); // it was begun here
    }
    latest = await client.ask({ do: "take" }); // from then on numbers are those of the server
  }
  const saved = Promise.all(saving);
  saved.catch(() => {}); // the connection is lost: it is sent again
  return { opened: latest, saved };
}

/** The same for a window that goes on with the play; return where it stands. @param {Client} client @param {number | string} play @param {any} opened */
export async function arriveHere(client, play, opened) {
  return (await arrive(client, play, opened, await takeOwnWindow(play))).opened;
}

/**
 * Send what was kept of a play by windows that are closed; return "home" once it is on the server's disk, or what has ended
 * that before: "lost" with the connection, "gone" with the play, "moved" to a window that has opened it, or "failed".
 * @param {number | string} play
 * @param {Play.Connect} connect
 * @returns {Promise<string>}
 */
export function sendKept(play, connect) {
  return new Promise((resolve) => {
    const client = new Client({ connect: (handlers) => connect(handlers, false), report: (event) => event.type === "phase" && event.phase !== "open" && end(event.phase) });
    const end = (/** @type {string} */ phase) => {
      if (phase === "connecting") return;
      client.connection.close();
      resolve(phase);
    };
    const failed = (/** @type {unknown} */ error) => error instanceof Lost || end("failed"); // it is lost in a moment, or kept
    client.arriving = async (opened) => {
      const arrived = arrive(client, play, opened);
      arrived.then(({ saved }) => saved).then(() => end("home"), failed);
      return (await arrived).opened;
    };
    client.connection.open();
  });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

/**
 * Send what is kept of all plays but one; go on later where the server does not answer or has failed, and once a window has
 * gone that has a play open and sends its own.
 * @param {string | null} except
 * @param {(play: string) => Play.Connect} [connect]
 */
export async function bringOthersHome(except, connect = connectTo) {
  clearTimeout(again);
  let isLeft = false;
  for (const play of await keptPlays()) {
    if (play === except) continue;
    const ended = (await openWindows(play)).length ? "open" : await sendKept(play, connect(play));
    isLeft ||= ended !== "home" && ended !== "gone";
    if (ended === "lost") break;
  }
  if (isLeft) again = setTimeout(() => void bringOthersHome(except, connect), AGAIN);
  else document.body.toggleAttribute("data-home", true);
}
