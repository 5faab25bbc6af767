/** The board that the teacher shows, as everybody in the class follows it. */

import { concatMoves } from "../board/changes.js";
import { PushBoard } from "../board/push-board.js";
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { NO_ROOM, viewAfter } from "../live/room.js";
import { Connection, webSocket } from "../play/connection.js";

export class FollowedBoard {
  /** @type {Live.View} */
  #view = NO_ROOM;

  /**
   * @param {HTMLElement} place
   * @param {string} room its code
   */
  constructor(place, room) {
    this.board = new PushBoard();
    this.board.setAttribute("picture", "");
    this.board.setAttribute("aria-label", t("class.followed"));
    this.line = h("p", { class: "muted" }, t("class.followed.waits"));
    place.replaceChildren(this.board, this.line);
    this.connection = new Connection({
      connect: webSocket(`/ws/rooms/${encodeURIComponent(room)}`),
      received: (message) => this.#receive(message),
      dropped: () => {},
      phaseChanged: () => {},
    });
    this.connection.open();
  }

  /** Stop following. */
  close() {
    this.connection.close();
  }

  /** @param {any} message of the room */
  #receive(message) {
    this.connection.ready();
    const before = this.#view;
    this.#view = viewAfter(before, message);
    const { room, boards, shared } = this.#view;
    const board = boards[0] ?? shared;
    if (!board) return;
    if (message.is === "progress" && before.boards[0]) this.board.apply(concatMoves(message.played ?? []));
    else if (board !== (before.boards[0] ?? before.shared)) this.board.show(board);
    const progress = room?.players[0]?.progress;
    const all = board.pieces.filter(({ kind }) => kind !== "pusher").length;
    this.line.textContent = progress ? t("class.followed.progress", { boxes: progress.boxes_on_goals, all, moves: progress.depth }) : t("class.followed.waits");
  }
}
