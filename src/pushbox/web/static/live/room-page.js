/** In a room: the boards, the seats, the keys, and what is said of it all. */

import { listenToKeys, requestOf } from "../analyse/keys.js";
import { sequence } from "../board/model.js";
import { PushBoard } from "../board/push-board.js";
import { get, socketUrl, withQuery } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { Client } from "../play/client.js";
import { Pointer } from "../play/pointer.js";
import { copyText } from "../ui/clipboard.js";
import { announce, showStatus } from "../ui/status.js";
import { ownName } from "./lobby.js";
import { deeds, seatList, standing } from "./room-actions.js";
import { NOWHERE, ROOM_MESSAGES, heard, playerOn, progressOf } from "./room.js";

/** @typedef {import("./room.js").View} View */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {{do: string, [name: string]: unknown}} Request */

const TICK = 100; // milliseconds between two looks at the clock
const GONE = 4404; // there is no such room
const WAYS = /** @type {const} */ (["left", "up", "right", "down"]);

/**
 * Enter a room and stay.
 * @param {string} code
 */
export function enterRoom(code) {
  const status = find("#status");
  const board = /** @type {PushBoard} */ (find("#board"));
  /** @type {View} */
  let view = NOWHERE;
  /** @type {WebSocket | null} */
  let socket = null;
  let began = 0; // when the race began, by this page's clock
  /** @type {Map<number, PushBoard>} boards of the others, by seat */
  const others = new Map();

  const client = new Client({ connect, report, wait: (step, milliseconds) => setTimeout(step, milliseconds) });
  const pointer = new Pointer({
    board: () => client.shown,
    focus: () => client.focus?.[0] ?? -1,
    reach: async (cell) => {
      const { cells } = await client.question({ do: "reach", cell });
      return new Map(Object.entries(cells).map(([target, moves]) => [Number(target), Number(moves)]));
    },
    path: async (from, to) => (await client.question({ do: "path", from, to })).cells,
    origins: async (cell) => (await client.question({ do: "origins", cell })).cells,
    go: (from, to) => client.turn({ do: "drag", from, to }),
    mark: (layer, cells) => board.mark(layer, cells),
    cursor: (shape) => (board.dataset.cursor = shape),
    tell: () => {},
  });

  find("#room").hidden = false;
  find("#code").textContent = code.toUpperCase();
  listen();
  setInterval(tellTime, TICK);
  get("/me").then(() => client.open()); // the visitor needs his cookie before a socket can know him

  /** @param {import("../play/client.js").Ears} ears */
  function connect(ears) {
    const line = new WebSocket(socketUrl(withQuery(`/ws/rooms/${encodeURIComponent(code)}`, { name: ownName() })));
    socket = line;
    line.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (!ROOM_MESSAGES.has(message.is)) {
        if (message.is === "opened") began = performance.now() - (message.seconds ?? 0) * 1000;
        ears.message(data);
        return;
      }
      const before = view;
      view = heard(view, message);
      show(before, message);
    });
    line.addEventListener("close", ({ code: reason }) => {
      if (reason === GONE) showStatus(status, t("live.gone"), "error");
      ears.closed(reason);
    });
    return line;
  }

  /** @param {import("../play/client.js").Event} event */
  function report(event) {
    if (event.is === "turned") tellOwn();
    else if (event.is === "opened" && client.shown) board.show(client.shown);
    else if (event.is === "painted") {
      pointer.clear();
      board.apply(event.changes);
    } else if (event.is === "reset" && client.shown) board.show(client.shown);
    else if (event.is === "error") showStatus(status, event.message, "error");
    else if (event.is === "phase") {
      if (event.phase === "lost") showStatus(status, t("live.lost"), "error");
      if (event.phase === "moved") showStatus(status, t("live.moved"), "error");
    }
  }

  /** How far one is oneself, which the server tells to the others alone. */
  function tellOwn() {
    const { room } = view;
    if (!room || room.you === null || !client.shown) return;
    const me = playerOn(room, room.you);
    view = heard(view, { is: "progress", seat: room.you, ...progressOf(client), finished: me?.finished ?? null });
    if (view.room) showRoom(view.room);
  }

  /** What the room takes itself, or through the play of a race. @param {Request} request */
  function ask(request) {
    const { room } = view;
    const plays = room?.phase === "running" && room.you !== null;
    if (plays && room.kind === "race") client.turn(request);
    else if (plays && request.do === "press") send(request);
  }

  /** @param {Request} request */
  function send(request) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
  }

  /**
   * @param {View} before
   * @param {any} message
   */
  function show(before, message) {
    const { room, shared } = view;
    if (!room) return;
    const own = room.kind === "race" && room.you !== null && room.phase !== "waiting";
    if (message.is === "ticked" && before.shared && shared !== before.shared) board.apply(message.changes);
    else if (message.is === "room" && !own && shared && shared !== before.shared) board.show(shared);
    showOthers(own, message);
    if (message.is === "ticked") return;
    showRoom(room);
    if (message.is === "room") announceChanges(before.room, room);
  }

  /** @param {Room} room */
  function showRoom(room) {
    const titles = [room.level.title || t("level.untitled"), room.game.name];
    find("#level").textContent = titles.join(" · ");
    find("#kind").textContent = t(`live.${room.kind}`);
    find("#standing").textContent = standing(room);
    find("#room").dataset.phase = room.phase;
    find("#seats").replaceChildren(...seatList(room, send));
    find("#deeds").replaceChildren(...deeds(room, send));
    find("#watching").textContent = room.spectators ? t("live.spectators", { count: room.spectators }) : "";
    find("#pad").hidden = room.phase !== "running" || room.you === null;
    if (room.phase === "running") showStatus(status, "");
  }

  /**
   * The boards of a race, for those who watch, and for all when it is over.
   * @param {boolean} own whether one has a board of one's own
   * @param {any} message
   */
  function showOthers(own, message) {
    const seats = Object.keys(view.boards).map(Number);
    const place = find("#others");
    place.hidden = !seats.length;
    board.hidden = seats.length > 0 && !own;
    for (const [seat, element] of others) {
      if (seats.includes(seat)) continue;
      element.parentElement?.remove();
      others.delete(seat);
    }
    for (const seat of seats) {
      const shown = others.get(seat);
      if (shown) {
        if (message.is === "boards") shown.show(view.boards[seat]);
        else if (message.is === "progress" && message.seat === seat) shown.apply(sequence(message.played ?? []));
        continue;
      }
      const element = new PushBoard();
      element.setAttribute("picture", "");
      const name = (view.room && playerOn(view.room, seat)?.name) ?? t("live.free");
      element.setAttribute("aria-label", t("live.board.of", { name }));
      element.show(view.boards[seat]);
      others.set(seat, element);
      place.append(h("figure", {}, element, h("figcaption", {}, name)));
    }
  }

  /**
   * Tell a screen reader what has changed in the room.
   * @param {Room | null} before
   * @param {Room} now
   */
  function announceChanges(before, now) {
    if (before?.phase !== now.phase) {
      announce(standing(now), { now: now.phase !== "waiting" });
      return;
    }
    for (const { seat, name } of now.players) {
      if (before && !playerOn(before, seat)) announce(t("live.joined", { name }));
    }
    for (const { seat, name } of before?.players ?? []) {
      if (!playerOn(now, seat)) announce(t("live.left", { name }));
    }
  }

  function tellTime() {
    const { room } = view;
    const place = find("#clock");
    if (!room || room.phase !== "running" || room.kind !== "race" || !began) return;
    const me = room.you === null ? undefined : playerOn(room, room.you);
    const seconds = me?.finished ?? (performance.now() - began) / 1000;
    place.textContent = t("live.clock", { seconds: seconds.toFixed(1) });
  }

  function listen() {
    listenToKeys(ask, { cancel: () => pointer.clear() });
    for (const [type, handle] of /** @type {const} */ ([["cell-press", "tap"], ["cell-hover", "hover"]])) {
      board.addEventListener(type, (event) => {
        if (races()) pointer[handle](/** @type {CustomEvent} */ (event).detail.cell);
      });
    }
    board.addEventListener("cell-drag", (event) => {
      const { from, cell, phase } = /** @type {CustomEvent} */ (event).detail;
      if (races()) pointer.drag(from, cell, phase);
    });
    const pad = WAYS.map((way) =>
      h("button", { type: "button", class: `icon pad-${way}`, "aria-label": t(`way.${way}`), onclick: () => press(way) }, icon(way)),
    );
    const undo = h("button", { type: "button", class: "icon pad-undo", "aria-label": t("live.undo"), onclick: () => ask({ do: "undo" }) }, icon("undo"));
    find("#pad").append(...pad, undo);
    find("#link").addEventListener("click", () => copyText(location.href, t("live.copied")));
  }

  function races() {
    return view.room?.kind === "race" && view.room.phase === "running" && view.room.you !== null;
  }

  /** @param {string} way */
  function press(way) {
    const request = requestOf(way);
    if (request) ask(request);
  }
}
