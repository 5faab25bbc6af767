/** A room on the page: its boards, its seats, the keys, and what is announced. */

import { foresee } from "../alone/foresight.js";
import { concatMoves } from "../board/changes.js";
import { PushBoard } from "../board/push-board.js";
import { get, withQuery } from "../core/api.js";
import { find, h, updateChildren } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { webSocket } from "../play/connection.js";
import { joinPlay } from "../play/join.js";
import { stepPad } from "../play/step-pad.js";
import { copyText } from "../ui/clipboard.js";
import { announce, showStatus } from "../ui/status.js";
import { classRoomTitle, isShownToClass } from "./class-room.js";
import { ownName, shownName } from "./own-name.js";
import { roomActions, seatList, seriesText, statusText } from "./room-actions.js";
import { NO_ROOM, canSteer, isRacing, outdated, ownProgress, playerOn, viewAfter } from "./room.js";

const CLOCK_MS = 100; // between two updates of the clock

export class RoomPage {
  /** @type {Live.View} */
  #view = NO_ROOM;
  #started = 0; // when the race began, by this page's clock
  /** @type {Map<number, PushBoard>} boards of the others, by seat */
  #others = new Map();

  /**
   * @param {HTMLElement} root of the page
   * @param {string} code of the room
   */
  constructor(root, code) {
    this.root = root;
    this.status = find("#status", root);
    this.board = /** @type {PushBoard} */ (find("#board", root));
    const joined = joinPlay(this.board, {
      connect: webSocket(withQuery(`/ws/rooms/${encodeURIComponent(code.toUpperCase())}`, { name: ownName() })),
      command: (request) => this.#play(request),
      on: {
        other: ({ message }) => this.#receive(message),
        answered: () => this.#showOwnProgress(),
        error: ({ message }) => showStatus(this.status, message, "error"),
        phase: ({ phase }) => {
          if (phase === "lost") this.#view = outdated(this.#view);
          if (phase === "open") showStatus(this.status, "");
          else if (phase !== "connecting") showStatus(this.status, t(`live.${phase}`), "error");
        },
      },
      pointer: {
        move: (from, to) => this.client.command({ do: "drag", from, to }),
        enabled: () => isRacing(this.#view.room) && canSteer(this.#view.room) && this.#elapsed >= 0,
      },
    });
    this.client = joined.client;
    this.pointer = joined.pointer;
    joined.takeKeys();
    this.#place("#room").hidden = false;
    this.#place("#code").textContent = code.toUpperCase();
    this.#addControls();
    setInterval(() => this.#showClock(), CLOCK_MS);
  }

  /** Enter the room and stay. */
  async open() {
    await Promise.all([get("/me"), foresee(this.client)]); // sets the cookie by which the socket knows the visitor
    this.client.connection.open();
  }

  /** @param {string} selector */
  #place(selector) {
    return find(selector, this.root);
  }

  /** @param {any} message of the room */
  #receive(message) {
    const before = this.#view;
    this.#view = viewAfter(before, message.is === "room" ? { ...message, players: message.players.map(named) } : message);
    const { room, shared } = this.#view;
    if (!room) return;
    const begins = message.is === "room" && room.phase === "running" && before.room?.phase !== "running";
    const back = this.client.phase === "lost" || (this.client.phase === "moved" && room.you !== null);
    if (begins && this.client.phase !== "moved") showStatus(this.status, "");
    if (begins && isRacing(room)) this.client.connection.setPhase("connecting"); // what is played waits for "opened"
    if (back && !isRacing(room)) this.client.connection.ready(); // a racer waits for "opened"
    const ownBoard = room.kind === "race" && room.you !== null && room.phase !== "waiting";
    if (message.is === "ticked" && before.shared && shared !== before.shared) this.board.apply(message.changes);
    else if (message.is === "room" && !ownBoard && shared && shared !== before.shared) this.board.show(shared);
    this.board.dataset.racer = ownBoard ? String(Number(room.you) + 1) : "";
    this.#showOthers(ownBoard, message);
    if (message.is === "ticked") return;
    if (message.is === "room" && room.seconds !== null) this.#started = performance.now() - room.seconds * 1000;
    this.#showRoom(room);
    if (message.is === "room") announceChanges(before.room, room);
    if (begins && room.you !== null) this.board.focusCell(this.board.current); // not a button that has just appeared
  }

  /** Show one's own progress, which the server sends to the others alone. */
  #showOwnProgress() {
    const progress = ownProgress(this.#view, this.client);
    if (!progress) return;
    this.#view = viewAfter(this.#view, progress);
    if (this.#view.room) this.#showRoom(this.#view.room);
  }

  /** Play a command: in a race through its play, in a match, which takes keys only, in the room. @param {Play.Request} request */
  #play(request) {
    const { room } = this.#view;
    if (!canSteer(room) || this.#elapsed < 0) return;
    if (room.kind === "race") this.client.connection.whenOpen(() => this.client.command(request));
    else if (request.do === "press") this.client.connection.send(request);
  }

  /** @param {Live.Room} room */
  #showRoom(room) {
    const send = (/** @type {Play.Request} */ request) => this.client.connection.send(request);
    const parts = [shippedText("level.title", room.level.title) || t("level.untitled"), shippedText("game.name", room.game.name), seriesText(room)];
    this.#place("#level").textContent = parts.filter(Boolean).join(" · ");
    this.#place("#kind").textContent = room.class === null ? t(`live.${room.kind}`) : classRoomTitle(room);
    if (room.class !== null) this.#leadToClass(room.class);
    this.#place("#standing").textContent = statusText(room);
    this.#place("#room").dataset.phase = room.phase;
    updateChildren(this.#place("#seats"), seatList(room, send));
    updateChildren(this.#place("#room-actions"), roomActions(room, send));
    this.#place("#watching").textContent = room.spectators ? t("live.spectators", { count: room.spectators }) : "";
    this.#place("#pad").hidden = !canSteer(room);
    this.#showClock();
  }

  /** Let the way out of a room of a class lead to the class. @param {string} code */
  #leadToClass(code) {
    const leave = this.#place("#room-leave");
    leave.textContent = t("live.class.back");
    leave.setAttribute("href", withQuery("/class", { code }));
    this.#place("#link").hidden = true;
    this.#place(".code-tag").hidden = true;
  }

  /**
   * Show the boards of a race: to those who watch, and to whoever has finished those of the others.
   * @param {boolean} ownBoard whether one has a board of one's own
   * @param {any} message
   */
  #showOthers(ownBoard, message) {
    const { boards } = this.#view;
    const own = ownBoard ? this.#view.room?.you : null;
    const seats = Object.keys(boards)
      .map(Number)
      .filter((seat) => seat !== own);
    this.#place("#others").hidden = !seats.length;
    this.board.hidden = seats.length > 0 && !ownBoard;
    for (const [seat, element] of this.#others) {
      if (seat in boards) continue;
      element.parentElement?.remove();
      this.#others.delete(seat);
    }
    for (const seat of seats) {
      const element = this.#others.get(seat);
      if (!element) this.#addBoard(seat);
      else if (message.is === "boards") element.show(boards[seat]);
      else if (message.is === "progress" && message.seat === seat) element.apply(concatMoves(message.played ?? []));
    }
  }

  /** @param {number} seat */
  #addBoard(seat) {
    const { room, boards } = this.#view;
    const name = (room && playerOn(room, seat)?.name) ?? t("live.free");
    const element = new PushBoard();
    element.setAttribute("picture", "");
    element.dataset.racer = String(seat + 1);
    element.setAttribute("aria-label", t("live.board.of", { name }));
    element.show(boards[seat]);
    this.#others.set(seat, element);
    this.#place("#others").append(h("figure", {}, element, h("figcaption", {}, name)));
  }

  /** Seconds since the game began, less than 0 before. */
  get #elapsed() {
    const { room } = this.#view;
    if (room?.paused) return room.seconds ?? 0;
    return room?.phase === "running" ? (performance.now() - this.#started) / 1000 : 0;
  }

  #showClock() {
    const { room } = this.#view;
    const elapsed = this.#elapsed;
    const countdown = this.#place("#countdown");
    countdown.hidden = elapsed >= 0;
    countdown.textContent = String(Math.ceil(-elapsed));
    if (room?.phase !== "running" || room.kind !== "race" || isShownToClass(room)) return;
    const me = room.you === null ? undefined : playerOn(room, room.you);
    this.#place("#clock").textContent = t("live.clock", { seconds: (me?.finished ?? Math.max(0, elapsed)).toFixed(1) });
  }

  #addControls() {
    this.#place("#pad").append(...stepPad((request) => this.#play(request)));
    this.#place("#link").addEventListener("click", () => copyText(location.href, t("live.copied")));
  }
}

/** Return a player with their name in the language. @param {Live.Player} player */
const named = (player) => (player.account === null ? { ...player, name: shownName(player.name) } : player);

/**
 * Announce what has changed in the room.
 * @param {Live.Room | null} before
 * @param {Live.Room} room
 */
function announceChanges(before, room) {
  if (before?.phase !== room.phase) {
    announce(statusText(room), { now: room.phase !== "waiting" });
    return;
  }
  if (room.class !== null) return; // many come and go
  for (const { seat, name } of room.players) if (!playerOn(before, seat)) announce(t("live.joined", { name }));
  for (const { seat, name } of before.players) if (!playerOn(room, seat)) announce(t("live.left", { name }));
}
