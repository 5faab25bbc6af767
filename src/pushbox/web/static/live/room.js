/**
 * A room as one sees it: a value that each message of the server makes into the next.  It knows no page and no socket.
 */

import { apply, isHome, readBoard, sequence } from "../board/model.js";

/** @typedef {import("../board/model.js").Board} Board */
/** @typedef {import("../board/model.js").BoardJson} BoardJson */

/**
 * @typedef {object} Player
 * @property {number} seat from 0
 * @property {string} name
 * @property {"here" | "away"} state
 * @property {boolean} ready
 * @property {{depth: number, boxes_on_goals: number} | null} progress in a race
 * @property {number | null} finished after how many seconds, null for not yet
 *
 * @typedef {object} Room as the server tells it
 * @property {string} code
 * @property {"race" | "match"} kind
 * @property {string | null} host
 * @property {boolean} hosting whether it is one's own
 * @property {number | null} you one's own seat
 * @property {{key: string, name: string, players: number}} game
 * @property {{id: number | null, title: string, author: string}} level
 * @property {"waiting" | "running" | "over"} phase
 * @property {number} seats
 * @property {Player[]} players
 * @property {number} spectators
 * @property {number | null} winner
 * @property {number} tick
 * @property {BoardJson} board
 *
 * @typedef {object} View
 * @property {Room | null} room
 * @property {Board | null} shared the board of all, in a race that of the start
 * @property {Readonly<Record<number, Board>>} boards of a race, by seat, for those who watch
 */

/** @type {View} */
export const NOWHERE = { room: null, shared: null, boards: {} };

/** The kinds of message that tell of the room; the others are those of a play. */
export const ROOM_MESSAGES = new Set(["room", "ticked", "progress", "boards"]);

/**
 * The view after a message, and the changes that a picture of a board can follow: that of a seat, or of all.
 * @param {View} view
 * @param {any} message
 * @returns {View}
 */
export function heard(view, message) {
  switch (message.is) {
    case "room":
      return entered(view, message);
    case "ticked":
      return ticked(view, message);
    case "progress":
      return moved(view, message);
    case "boards": {
      const boards = Object.entries(message.boards).map(([seat, board]) => [seat, readBoard(board)]);
      return { ...view, boards: Object.fromEntries(boards) };
    }
    default:
      return view;
  }
}

/**
 * The player on a seat, if somebody sits there.
 * @param {Room} room
 * @param {number} seat
 */
export function playerOn(room, seat) {
  return room.players.find((player) => player.seat === seat);
}

/** Whether all who sit are ready, and enough of them. @param {Room} room */
export function canStart({ kind, players, seats, phase }) {
  const enough = kind === "match" ? players.length === seats : players.length > 0;
  return phase !== "running" && enough && players.every(({ ready }) => ready);
}

/**
 * The players of a race with the best first: those who have finished by their time, the others by their boxes.
 * @param {Room} room
 */
export function standings({ players }) {
  return [...players].sort((one, other) => {
    if (one.finished !== null || other.finished !== null) return (one.finished ?? Infinity) - (other.finished ?? Infinity);
    return (other.progress?.boxes_on_goals ?? 0) - (one.progress?.boxes_on_goals ?? 0) || one.seat - other.seat;
  });
}

/**
 * How far a play is: its moves, and the boxes that are where they belong.
 * @param {{shown: Board | null, state: {depth: number}}} play
 */
export function progressOf({ shown, state }) {
  const home = shown?.pieces.filter((piece) => piece.kind !== "pusher" && isHome(shown, piece)) ?? [];
  return { depth: state.depth, boxes_on_goals: home.length };
}

/**
 * @param {View} view
 * @param {Room & {is: string}} message
 * @returns {View}
 */
function entered(view, { is: _, ...room }) {
  const same = view.shared && view.room?.tick === room.tick && view.room.phase === room.phase;
  const boards = room.phase === "running" && view.room?.phase !== "running" ? {} : view.boards;
  return { room, shared: same ? view.shared : readBoard(room.board), boards };
}

/**
 * @param {View} view
 * @param {{tick: number, changes: import("../board/model.js").Change[]}} message
 * @returns {View}
 */
function ticked(view, { tick, changes }) {
  if (!view.room || !view.shared || tick <= view.room.tick) return view; // the room told of it already
  return { ...view, room: { ...view.room, tick }, shared: apply(view.shared, changes) };
}

/**
 * @param {View} view
 * @param {{seat: number, depth: number, boxes_on_goals: number, finished: number | null, played?: any[]}} message
 * @returns {View}
 */
function moved(view, { seat, depth, boxes_on_goals, finished, played = [] }) {
  if (!view.room) return view;
  const players = view.room.players.map((player) =>
    player.seat === seat ? { ...player, progress: { depth, boxes_on_goals }, finished } : player,
  );
  const board = view.boards[seat];
  const boards = board ? { ...view.boards, [seat]: apply(board, sequence(played)) } : view.boards;
  return { ...view, room: { ...view.room, players }, boards };
}
