/**
 * The view of a room, as a value: each message of the server leads to the next.  Independent of page and socket.
 */

import { applyChanges, concatMoves } from "../board/changes.js";
import { isHome, readBoard } from "../board/model.js";

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
 * @typedef {object} Room as the server sends it
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
 * @property {Board | null} shared the board of a match, in a race that of the start
 * @property {Readonly<Record<number, Board>>} boards of a race, by seat, for those who watch
 */

/** @type {View} */
export const NO_ROOM = { room: null, shared: null, boards: {} };

/**
 * Return the view after a message.
 * @param {View} view
 * @param {any} message
 * @returns {View}
 */
export function viewAfter(view, message) {
  switch (message.is) {
    case "room":
      return withRoom(view, message);
    case "ticked":
      return withTick(view, message);
    case "progress":
      return withProgress(view, message);
    case "boards": {
      const boards = Object.entries(message.boards).map(([seat, board]) => [seat, readBoard(board)]);
      return { ...view, boards: Object.fromEntries(boards) };
    }
    default:
      return view;
  }
}

/**
 * Return the player on a seat, undefined for a free one.
 * @param {Pick<Room, "players">} room
 * @param {number} seat
 */
export function playerOn(room, seat) {
  return room.players.find((player) => player.seat === seat);
}

/** Return whether enough players sit and all are ready. @param {Room} room */
export function canStart({ kind, players, seats, phase }) {
  const enough = kind === "match" ? players.length === seats : players.length > 0;
  return phase !== "running" && enough && players.every(({ ready }) => ready);
}

/**
 * Sort the players of a race, the best first: the finished ones by their time, the others by their boxes.
 * @param {Room} room
 */
export function standings({ players }) {
  return [...players].sort((one, other) => {
    if (one.finished !== null || other.finished !== null) return (one.finished ?? Infinity) - (other.finished ?? Infinity);
    return (other.progress?.boxes_on_goals ?? 0) - (one.progress?.boxes_on_goals ?? 0) || one.seat - other.seat;
  });
}

/**
 * Return one's own progress as the message that the others get, null where there is none.
 * @param {View} view
 * @param {{displayed: Board | null, state: {depth: number}}} play
 */
export function ownProgress({ room }, { displayed, state }) {
  if (!room || room.you === null || !displayed) return null;
  const home = displayed.pieces.filter((piece) => piece.kind !== "pusher" && isHome(displayed, piece));
  const finished = playerOn(room, room.you)?.finished ?? null;
  return { is: "progress", seat: room.you, depth: state.depth, boxes_on_goals: home.length, finished };
}

/** Return whether one plays now. @param {Room | null} room @returns {room is Room} */
export const canSteer = (room) => room?.phase === "running" && room.you !== null;

/** Return whether one plays now on a board of one's own. @param {Room | null} room @returns {room is Room} */
export const isRacing = (room) => canSteer(room) && room.kind === "race";

/**
 * @param {View} view
 * @param {Room & {is: string}} message
 * @returns {View}
 */
function withRoom(view, { is: _, ...room }) {
  const unchanged = view.shared && view.room?.tick === room.tick && view.room.phase === room.phase;
  const boards = room.phase === "running" && view.room?.phase !== "running" ? {} : view.boards;
  return { room, shared: unchanged ? view.shared : readBoard(room.board), boards };
}

/**
 * @param {View} view
 * @param {{tick: number, changes: import("../board/model.js").Change[]}} message
 * @returns {View}
 */
function withTick(view, { tick, changes }) {
  if (!view.room || !view.shared || tick <= view.room.tick) return view; // the room was sent after this tick
  return { ...view, room: { ...view.room, tick }, shared: applyChanges(view.shared, changes) };
}

/**
 * @param {View} view
 * @param {{seat: number, depth: number, boxes_on_goals: number, finished: number | null, played?: any[]}} message
 * @returns {View}
 */
function withProgress(view, { seat, depth, boxes_on_goals, finished, played = [] }) {
  if (!view.room) return view;
  const players = view.room.players.map((player) =>
    player.seat === seat ? { ...player, progress: { depth, boxes_on_goals }, finished } : player,
  );
  const board = view.boards[seat];
  const boards = board ? { ...view.boards, [seat]: applyChanges(board, concatMoves(played)) } : view.boards;
  return { ...view, room: { ...view.room, players }, boards };
}
