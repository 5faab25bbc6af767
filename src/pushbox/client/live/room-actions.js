/** The seats of a room with everybody's progress, its buttons, and its status. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { classRoomActions, classRoomStatus, isShownToClass } from "./class-room.js";
import { canStartAlone, hasEnough, playerOn, standings } from "./room.js";

/**
 * List the seats; in a race that has begun, the best player first, and those that are free once it is over.
 * @param {Live.Room} room
 * @param {(request: Play.Request) => void} send
 */
export function seatList(room, send) {
  const seats = Array.from({ length: room.seats }, (_, seat) => seat);
  const taken = room.class !== null || (room.kind === "race" && room.phase !== "waiting"); // a class has too many seats to show free ones
  const ranked = taken ? standings(room).map(({ seat }) => seat) : seats;
  const free = room.class !== null ? [] : room.phase === "over" ? seats.filter((seat) => !ranked.includes(seat)) : [];
  return [...ranked, ...free].map((seat) => {
    const player = playerOn(room, seat);
    return player ? takenSeat(room, player) : freeSeat(room, seat, send);
  });
}

/**
 * @param {Live.Room} room
 * @param {Live.Player} player
 */
function takenSeat(room, player) {
  const { seat, name, state, ready, progress, finished } = player;
  const boxes = room.board.pieces?.filter(({ kind }) => kind !== "pusher").length ?? 0;
  return h(
    "li",
    { class: seat === room.you ? "seat you" : "seat", "data-seat": seat + 1 },
    h("span", { class: "seat-mark", "aria-hidden": "true" }, seat + 1),
    h("span", { class: "seat-name" }, isShownToClass(room) ? t("live.class.teacher") : name, seat === room.you && h("span", { class: "muted" }, ` ${t("live.you")}`)),
    ratingTag(player),
    state === "away" && h("span", { class: "tag" }, t("live.away")),
    room.class === null && room.phase !== "running" && ready && h("span", { class: "tag ok" }, t("live.ready")),
    room.phase === "over" && room.winner === seat && h("span", { class: "tag ok" }, t("live.won")),
    finished !== null && h("span", { class: "count" }, t("live.finished", { seconds: finished.toFixed(1) })),
    hasScore(room) && h("span", { class: "score", "aria-label": t("live.wins", { count: player.wins }) }, player.wins),
    progress !== null &&
      h(
        "span",
        { class: "meter" },
        h("progress", { max: Math.max(1, boxes), value: progress.boxes_on_goals, "aria-hidden": "true" }),
        h("span", {}, t("live.progress", { boxes: progress.boxes_on_goals, all: boxes, depth: progress.depth })),
      ),
  );
}

/** Return whether games are counted: in a series, and where there was more than one. @param {Live.Room} room */
const hasScore = ({ best_of, games, players }) => best_of > 1 || (games > 1 && players.some(({ wins }) => wins));

/**
 * Return the rating of a player with an account, and what the last game has changed; false without an account.
 * @param {Live.Player} player
 */
function ratingTag({ rating, account }) {
  if (!rating) return account !== null && h("span", { class: "tag" }, t("live.account"));
  const change = rating.change === null ? "" : ` ${rating.change < 0 ? "−" : "+"}${Math.abs(rating.change)}`;
  const text = `${rating.value}${rating.provisional ? "?" : ""}`;
  const label = t(rating.provisional ? "live.rating.provisional" : "live.rating", { rating: rating.value });
  return h("span", { class: "tag rating", title: label, role: "img", "aria-label": label + change }, text + change);
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
 * Return the buttons of the room: one to be ready, and what else there is to do.
 * @param {Live.Room} room
 * @param {(request: Play.Request) => void} send
 */
export function roomActions(room, send) {
  if (room.class !== null) return classRoomActions(room, send);
  const me = room.you === null ? undefined : playerOn(room, room.you);
  const button = (/** @type {string} */ label, /** @type {Play.Request} */ request, /** @type {Record<string, string>} */ more = { class: "quiet" }) =>
    h("button", { type: "button", onclick: () => send(request), ...more }, t(label));
  if (room.phase === "running") return me && me.finished === null ? [button("live.give-up", { do: "watch" })] : [];
  const pressed = { class: "primary", "aria-pressed": String(me?.ready) };
  return [
    me && button(readyLabel(room), { do: "ready", ready: !me.ready }, pressed),
    canStartAlone(room) && button("live.start", { do: "start" }, {}),
    room.hosting && room.level.id !== null && button("key.next-level", { do: "next" }, {}),
    me && button("live.stand", { do: "watch" }),
  ].filter((one) => one instanceof HTMLElement);
}

/** Return the text of the button by which one wants to play. @param {Live.Room} room */
function readyLabel({ phase, best_of, decided }) {
  if (phase === "waiting") return "live.ready.say";
  if (best_of === 1) return "live.rematch";
  return decided ? "live.rematch.series" : "live.next.game";
}

/**
 * Describe the status of a room in a sentence.
 * @param {Live.Room} room
 */
export function statusText(room) {
  if (room.class !== null && (room.phase !== "over" || room.seats === 1)) return room.paused ? t("live.paused") : classRoomStatus(room);
  if (room.phase === "waiting") return t(hasEnough(room) ? "live.wait.ready" : "live.wait.players");
  if (room.phase === "running") {
    if (room.paused) return t("live.paused");
    const me = room.you === null ? undefined : playerOn(room, room.you);
    if (!me) return t("live.watching");
    return t(me.finished === null ? `live.running.${room.kind}` : "live.done");
  }
  if (room.failed) return t("live.over.failed");
  if (room.best_of > 1 && room.decided) return outcomeText(room, room.leader, "live.series");
  return outcomeText(room, room.winner, "live.over");
}

/**
 * Say who has won.
 * @param {Live.Room} room
 * @param {number | null} winner
 * @param {string} key of the texts
 */
function outcomeText(room, winner, key) {
  if (winner === null) return t(`${key}.draw`);
  if (winner === room.you) return t(`${key}.you`);
  return t(`${key}.other`, { name: playerOn(room, winner)?.name ?? t("live.free") });
}

/** Say how far a series is, empty outside of one. @param {Live.Room} room */
export function seriesText({ best_of, games, phase }) {
  if (best_of === 1) return "";
  return t("live.series.game", { game: Math.min(best_of, games + (phase === "over" ? 0 : 1)), games: best_of });
}
