/** Brings home what was played without the server in plays that no window has open. */

import { NEW } from "../core/marks.js";
import { webSocket } from "../play/connection.js";
import { connectCold } from "./cold.js";
import { keptPlays } from "./kept.js";
import { sendKept } from "./stand-in.js";
import { openWindows } from "./windows.js";

/** Return what connects to a play, whoever has begun it. @param {string} play */
export const connectTo = (play) => (play.startsWith(NEW) ? connectCold(play) : webSocket(`/ws/play?play=${encodeURIComponent(play)}`));

/** Send what is kept of all plays but one, as far as the server answers. @param {string | null} except */
export async function bringOthersHome(except) {
  for (const play of await keptPlays()) {
    if (play === except || (await openWindows(play)).length) continue; // it sends its own
    if (!(await sendKept(play, connectTo(play)))) return;
  }
  document.body.toggleAttribute("data-home", true);
}
