/** The seats of a room with everybody's progress, its buttons, and its status. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { canStart, playerOn, standings } from "./room.js";

/**
 * List the seats; in a race that has begun, the best player first, and those that are free once it is over.
 * @param {Live.Room} room
 * @param {(request: Play.Request) => void} send
 */
export function seatList(room, send) {
  const seats = Array.from({ length: room.seats }, (_, seat) => seat);
  const ranked = room.kind === "race" && room.phase !== "waiting" ? standings(room).map(({ seat }) => seat) : seats;
  const free = room.phase === "over" ? seats.filter((seat) => !ranked.includes(seat)) : [];
  return [...ranked, ...free].map((seat) => {
    const player = playerOn(room, seat);
    return player ? takenSeat(room, player) : freeSeat(room, seat, send);
  });
}

/**
 * @param {Live.Room} room
 * @param {Live.Player} player
 */
function takenSeat(room, { seat, name, state, ready, progress, finished }) {
  const boxes = room.board.pieces?.filter(({ kind }) => kind !== "pusher").length ?? 0;
  return h(
    "li",
    { class: seat === room.you ? "seat you" : "seat", "data-seat": seat + 1 },
    h("span", { class: "seat-mark", "aria-hidden": "true" }, seat + 1),
    h("span", { class: "seat-name" }, name, seat === room.you && h("span", { class: "muted" }, ` ${t("live.you")}`)),
    state === "away" && h("span", { class: "tag" }, t("live.away")),
    room.phase !== "running" && ready && h("span", { class: "tag ok" }, t("live.ready")),
    room.phase !== "waiting" && room.winner === seat && h("span", { class: "tag ok" }, t("live.won")),
    finished !== null && h("span", { class: "count" }, t("live.finished", { seconds: finished.toFixed(1) })),
    progress !== null &&
      h(
        "span",
        { class: "meter" },
        h("progress", { max: Math.max(1, boxes), value: progress.boxes_on_goals, "aria-hidden": "true" }),
        h("span", {}, t("live.progress", { boxes: progress.boxes_on_goals, all: boxes, depth: progress.depth })),
      ),
  );
}

/**
 * @param {Live.Room} room
 * @param {number} seat
 * @param {(request: Play.Request) => void} send
 */
function freeSeat(room, seat, send) {
  const sit = h("button", { type: "button", onclick: () => send({ do: "sit", seat }) }, t("live.sit"));
  return h(
    "li",
    { class: "seat empty", "data-seat": seat + 1 },
    h("span", { class: "seat-mark", "aria-hidden": "true" }, seat + 1),
    h("span", { class: "seat-name muted" }, t("live.free")),
    room.phase !== "running" && room.you === null && sit,
  );
}

/**
 * Return the buttons of the room: ready, start, rematch, stand up.
 * @param {Live.Room} room
 * @param {(request: Play.Request) => void} send
 */
export function roomActions(room, send) {
  if (room.phase === "running") return [];
  const me = room.you === null ? undefined : playerOn(room, room.you);
  const buttons = [];
  if (room.phase === "waiting" && room.hosting) {
    const start = h("button", { type: "button", class: "primary", onclick: () => send({ do: "start" }) }, t("live.start"));
    start.disabled = !canStart(room);
    buttons.push(start);
  }
  if (me) {
    const again = room.phase === "over" ? "live.rematch" : "live.ready.say";
    buttons.push(
      h(
        "button",
        { type: "button", "aria-pressed": String(me.ready), onclick: () => send({ do: "ready", ready: !me.ready }) },
        t(again),
      ),
      h("button", { type: "button", class: "quiet", onclick: () => send({ do: "watch" }) }, t("live.stand")),
    );
  }
  return buttons;
}

/**
 * Describe the status of a room in a sentence.
 * @param {Live.Room} room
 */
export function statusText(room) {
  if (room.phase === "waiting") {
    if (room.players.length < (room.kind === "match" ? room.seats : 1)) return t("live.wait.players");
    return t(canStart(room) ? "live.wait.start" : "live.wait.ready");
  }
  if (room.phase === "running") {
    if (room.paused) return t("live.paused");
    const me = room.you === null ? undefined : playerOn(room, room.you);
    if (!me) return t("live.watching");
    return t(me.finished === null ? `live.running.${room.kind}` : "live.done");
  }
  if (room.failed) return t("live.over.failed");
  if (room.winner === null) return t("live.over.draw");
  if (room.winner === room.you) return t("live.over.you");
  return t("live.over.other", { name: playerOn(room, room.winner)?.name ?? t("live.free") });
}
