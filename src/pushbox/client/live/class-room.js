/** A room of a class on the page: its teacher shows a board, or begins and ends a race of many. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { playerOn } from "./room.js";

/** Return whether the teacher shows a board to a class. @param {Live.Room} room */
export const isShownToClass = (room) => room.class !== null && room.seats === 1;

/** Return the name of the room. @param {Live.Room} room */
export const classRoomTitle = (room) => t(isShownToClass(room) ? "live.class.board" : "live.class.race");

/**
 * Return the buttons: the teacher begins, ends and goes on to the next level, a pupil sits down or watches.
 * @param {Live.Room} room
 * @param {(request: Play.Request) => void} send
 */
export function classRoomActions(room, send) {
  const button = (/** @type {string} */ label, /** @type {Play.Request} */ request, look = "quiet") =>
    h("button", { type: "button", class: look, onclick: () => send(request) }, t(label));
  const { hosting, phase, you, players, seats } = room;
  const me = you === null ? undefined : playerOn(room, you);
  const free = Array.from({ length: seats }, (_, seat) => seat).find((seat) => !playerOn(room, seat));
  if (phase === "running") {
    if (hosting) return [button("live.class.end", { do: "end" })];
    return me && me.finished === null ? [button("live.give-up", { do: "watch" })] : [];
  }
  return [
    hosting && players.length > 0 && button(phase === "over" ? "live.class.again" : "live.class.start", { do: "start" }, "primary"),
    hosting && room.level.id !== null && button("key.next-level", { do: "next" }, ""),
    hosting === isShownToClass(room) && !me && free !== undefined && button("live.sit", { do: "sit", seat: free }, ""),
    me && !isShownToClass(room) && button("live.stand", { do: "watch" }),
  ].filter((one) => one instanceof HTMLElement);
}

/** Describe the status of the room in a sentence. @param {Live.Room} room */
export function classRoomStatus(room) {
  const me = room.you === null ? undefined : playerOn(room, room.you);
  if (isShownToClass(room)) {
    if (room.phase === "over") return t("live.class.solved");
    return t(room.hosting ? "live.class.show" : "live.class.follow");
  }
  if (room.phase === "waiting") return t(room.hosting ? "live.class.begin" : "live.class.wait");
  if (!me) return t("live.watching");
  return t(me.finished === null ? "live.running.race" : "live.done");
}
