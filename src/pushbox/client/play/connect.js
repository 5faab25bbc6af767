/** What connects a page to a play, whoever has begun it, and what this browser has kept of it to the server. */

import { NEW, isMarked } from "../core/marks.js";
import { connectLater, webSocket } from "./connection.js";

/** @import { Client } from "./client.js" */

/** Return what connects to a play, whoever has begun it. @param {number | string} play @returns {Play.Connect} */
export const connectTo = (play) =>
  String(play).startsWith(NEW)
    ? connectLater(async () => (await import("../alone/cold.js")).connectCold(String(play)))
    : webSocket(`/ws/play?play=${encodeURIComponent(play)}`);

/**
 * Return what brings home what this browser has kept of a play, once that is opened.
 * @param {Client} client
 * @param {number | string} play
 * @returns {(opened: any) => Promise<any> | null}
 */
export const bringingHome = (client, play) => (opened) => {
  const own = client.play || play; // that of the server, once it has one that was begun here
  return isMarked("kept", own) ? import("../alone/home.js").then(({ arriveHere }) => arriveHere(client, own, opened)) : null;
};
