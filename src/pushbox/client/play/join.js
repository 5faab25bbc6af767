/** A play joined to a board: what it answers shows there, and gestures and keys become its commands. */

import { attachPointer } from "./board-pointer.js";
import { Client } from "./client.js";
import { commandOf, listenToKeys } from "./keyboard.js";
import { playerOf } from "./keys.js";

/** @import { PushBoard } from "../board/push-board.js" */
/** @import { BoardPointerOptions } from "./board-pointer.js" */

/**
 * @typedef {object} JoinOptions
 * @property {Play.Connect} connect
 * @property {Play.Handlers} [on] what else an event means, once the board shows it
 * @property {() => void} [changed] the board was opened, changed or reset
 * @property {(request: Play.Request) => void} [command] takes what gestures and keys ask for; or else the play does
 * @property {Partial<BoardPointerOptions>} [pointer]
 */

/**
 * Join a play to a board.
 * @param {PushBoard} board
 * @param {JoinOptions} options
 */
export function joinPlay(board, { connect, on = {}, changed = () => {}, command, pointer: gestures = {} }) {
  /** @type {Client} */
  let client;
  const act = command ?? ((request) => void client.command(request));
  const pointer = attachPointer(() => client, board, { move: (from, to) => act({ do: "drag", from, to }), ...gestures });

  /** @param {Play.Event} event */
  function report(event) {
    const before = board.board;
    if (event.type === "opened" || event.type === "reset") board.show(event.board);
    else if (event.type === "applied") board.apply(event.changes);
    if (["opened", "reset", "applied"].includes(event.type)) {
      pointer.clear();
      changed();
    }
    on[event.type]?.(/** @type {never} */ (event), before);
  }

  /** Take another play in place of the one that is open. @param {Play.Connect} connection */
  function reconnect(connection) {
    /** @type {Client} */
    const opened = new Client({ connect: connection, report: (event) => opened === client && report(event) });
    client = opened;
  }

  /**
   * Take the keys of the page: those that are commands, Escape for the selection, and some more.
   * @param {Record<string, () => void>} [more] by action
   * @param {() => number} [players] with keys of their own
   */
  function takeKeys(more = {}, players = () => 1) {
    /** @type {Record<string, () => void>} */
    const actions = { cancel: () => pointer.clear(), ...more };
    listenToKeys((action, chord) => {
      const request = commandOf(action, playerOf(chord, players()), board.layout.toBoard);
      if (request) act(request);
      else actions[action]?.();
      return request !== null || action in actions;
    });
  }

  reconnect(connect);
  return {
    /** The play that is open. */
    get client() {
      return client;
    },
    pointer,
    reconnect,
    takeKeys,
  };
}
