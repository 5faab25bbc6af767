/** The view of a room, as a value: each message of the server leads to the next.  Independent of page and socket. */

import { applyChanges, concatMoves } from "../board/changes.js";
import { isHome, readBoard } from "../board/model.js";

/** @type {Live.View} */
export const NO_ROOM = { room: null, shared: null, boards: {} };

/**
 * What each kind of message makes of a view.
 * @type {{[K in Live.Message["is"]]: (view: Live.View, message: Extract<Live.Message, {is: K}>) => Live.View}}
 */
const STEPS = {
  room: (view, { is: _, ...room }) => {
    const unchanged = view.shared && view.room?.tick === room.tick && view.room.phase === room.phase;
    const boards = room.phase === "running" && view.room?.phase !== "running" ? {} : view.boards;
    return { room, shared: unchanged ? view.shared : readBoard(room.board), boards };
  },
  ticked: (view, { tick, changes }) => {
    if (!view.room || !view.shared || tick <= view.room.tick) return view; // the room was sent after this tick
    return { ...view, room: { ...view.room, tick }, shared: applyChanges(view.shared, changes) };
  },
  progress: (view, { seat, depth, boxes_on_goals, finished, played = [] }) => {
    if (!view.room) return view;
    const players = view.room.players.map((player) =>
      player.seat === seat ? { ...player, progress: { depth, boxes_on_goals }, finished } : player,
    );
    const board = view.boards[seat];
    const boards = board ? { ...view.boards, [seat]: applyChanges(board, concatMoves(played)) } : view.boards;
    return { ...view, room: { ...view.room, players }, boards };
  },
  progressed: (view, { players }) => players.filter(({ seat }) => seat !== view.room?.you).reduce((before, one) => STEPS.progress(before, { is: "progress", ...one }), view),
  boards: (view, message) => {
    const boards = Object.entries(message.boards).map(([seat, board]) => [seat, readBoard(board)]);
    return { ...view, boards: Object.fromEntries(boards) };
  },
};

/**
 * Return the view after a message; one of another kind changes nothing.
 * @param {Live.View} view
 * @param {Live.Message} message
 */
export const viewAfter = (view, message) => STEPS[message.is]?.(view, /** @type {never} */ (message)) ?? view;

/**
 * Return the player on a seat, undefined for a free one.
 * @param {Pick<Live.Room, "players">} room
 * @param {number} seat
 */
export function playerOn(room, seat) {
  return room.players.find((player) => player.seat === seat);
}

/** Return whether the game begins once all who sit are ready. @param {Live.Room} room */
export const hasEnough = ({ kind, players, seats }) => players.length >= (kind === "match" ? seats : 2);

/** Return whether one may start a race alone, as nobody else has come. @param {Live.Room} room */
export const canStartAlone = ({ kind, hosting, you, players, phase }) =>
  phase !== "running" && kind === "race" && hosting && you !== null && players.length === 1 && players[0].ready;

/**
 * Sort the players of a race, the best first: the finished ones by their time, the others by their boxes.
 * @param {Live.Room} room
 */
export function standings({ players }) {
  return [...players].sort((one, other) => {
    if (one.finished !== null || other.finished !== null) return (one.finished ?? Infinity) - (other.finished ?? Infinity);
    return (other.progress?.boxes_on_goals ?? 0) - (one.progress?.boxes_on_goals ?? 0) || one.seat - other.seat;
  });
}

/**
 * Return one's own progress as the message that the others get, null where there is none.
 * @param {Live.View} view
 * @param {{displayed: Board | null, state: {depth: number}}} play
 */
export function ownProgress({ room }, { displayed, state }) {
  if (!room || room.you === null || !displayed) return null;
  const home = displayed.pieces.filter((piece) => piece.kind !== "pusher" && isHome(displayed, piece));
  const finished = playerOn(room, room.you)?.finished ?? null;
  return /** @type {const} */ ({ is: "progress", seat: room.you, depth: state.depth, boxes_on_goals: home.length, finished });
}

/** Return whether one is in a game that has begun. @param {Live.Room | null} room @returns {room is Live.Room} */
const isPlaying = (room) => room?.phase === "running" && room.you !== null;

/** Return whether one plays now: a game is paused until all are back after a restart. @param {Live.Room | null} room @returns {room is Live.Room} */
export const canSteer = (room) => isPlaying(room) && !room.paused;

/** Return whether one is in a race that has begun. @param {Live.Room | null} room @returns {room is Live.Room} */
export const isRacing = (room) => isPlaying(room) && room.kind === "race";

/** Return a view whose boards are not those of the server any more: the next message of the room brings them. @param {Live.View} view @returns {Live.View} */
export const outdated = (view) => ({ ...view, shared: null });
