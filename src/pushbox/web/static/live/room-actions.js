/** Who sits in a room, how far everybody is, and what one can do there. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { canStart, playerOn, standings } from "./room.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./room.js").Player} Player */
/** @typedef {{do: string, [name: string]: unknown}} Request */

/**
 * @param {Room} room
 * @param {(request: Request) => void} ask
 */
export function seatList(room, ask) {
  const seats = Array.from({ length: room.seats }, (_, seat) => seat);
  const order = room.kind === "race" && room.phase !== "waiting" ? standings(room).map(({ seat }) => seat) : seats;
  return order.map((seat) => {
    const player = playerOn(room, seat);
    return player ? taken(room, player) : free(room, seat, ask);
  });
}

/**
 * @param {Room} room
 * @param {Player} player
 */
function taken(room, { seat, name, state, ready, progress, finished }) {
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
 * @param {Room} room
 * @param {number} seat
 * @param {(request: Request) => void} ask
 */
function free(room, seat, ask) {
  const sit = h("button", { type: "button", onclick: () => ask({ do: "sit", seat }) }, t("live.sit"));
  return h(
    "li",
    { class: "seat empty", "data-seat": seat + 1 },
    h("span", { class: "seat-mark", "aria-hidden": "true" }, seat + 1),
    h("span", { class: "seat-name muted" }, t("live.free")),
    room.phase !== "running" && room.you === null && sit,
  );
}

/**
 * The buttons of the room: ready, start, rematch, stand up.
 * @param {Room} room
 * @param {(request: Request) => void} ask
 */
export function deeds(room, ask) {
  if (room.phase === "running") return [];
  const me = room.you === null ? undefined : playerOn(room, room.you);
  const found = [];
  if (room.phase === "waiting" && room.hosting) {
    const start = h("button", { type: "button", class: "primary", onclick: () => ask({ do: "start" }) }, t("live.start"));
    start.disabled = !canStart(room);
    found.push(start);
  }
  if (me) {
    const again = room.phase === "over" ? "live.rematch" : "live.ready.say";
    found.push(
      h(
        "button",
        { type: "button", "aria-pressed": String(me.ready), onclick: () => ask({ do: "ready", ready: !me.ready }) },
        t(again),
      ),
      h("button", { type: "button", class: "quiet", onclick: () => ask({ do: "watch" }) }, t("live.stand")),
    );
  }
  return found;
}

/**
 * How things stand, in a sentence.
 * @param {Room} room
 */
export function standing(room) {
  if (room.phase === "waiting") {
    if (room.players.length < (room.kind === "match" ? room.seats : 1)) return t("live.wait.players");
    return t(canStart(room) ? "live.wait.start" : "live.wait.ready");
  }
  if (room.phase === "running") {
    const me = room.you === null ? undefined : playerOn(room, room.you);
    if (!me) return t("live.watching");
    return t(me.finished === null ? `live.running.${room.kind}` : "live.done");
  }
  if (room.winner === null) return t("live.over.draw");
  if (room.winner === room.you) return t("live.over.you");
  return t("live.over.other", { name: playerOn(room, room.winner)?.name ?? t("live.free") });
}
