/**
 * A play over a connection, as a state machine without a page: it predicts what a key does before the server has
 * answered, keeps commands in order, takes a prediction back where the answer differs, and resumes after a lost
 * connection.
 *
 * The server's answers are the truth (`confirmed`); the board on the screen (`displayed`) is at most one key ahead, by
 * what the last answer has foretold of each key (`next`).
 */

import { applyChanges, concatMoves } from "../board/changes.js";
import { readBoard } from "../board/model.js";
import { sentenceText } from "../core/phrases.js";
import { Connection } from "./connection.js";
import { Tree } from "./history.js";

/** @type {Play.State} */
const INITIAL_STATE = {
  node: 0,
  depth: 0,
  counts: {},
  outcome: { status: "playing", reason: "", winner: 0 },
  focus: null,
  branches: [],
  seconds: 0,
};

/** The commands that not every level has. */
export const OPTIONAL = ["reverse", "hint", "bound", "dead", "next", "previous"];

/**
 * Return a report that calls the handler of each event's type.
 * @param {Play.Handlers} handlers
 * @returns {(event: Play.Event) => void}
 */
export const dispatch = (handlers) => (event) => handlers[event.type]?.(/** @type {never} */ (event));

export class Client {
  #report;
  /** @type {Record<string, (message: any) => void>} what is done with each kind of message */
  #receivers = {
    opened: (message) => this.#opened(message),
    turned: (message) => this.#answered(message),
    saved: () => {}, // the disk is up to a node: nothing that a player has to know
    shown: () => this.#report({ type: "solution-shown" }),
    kept: ({ pure }) => this.#report({ type: "solution-saved", pure: Boolean(pure) }),
    moved: () => this.connection.setPhase("moved"),
    error: (message) => this.#failed(message),
  };

  /**
   * @param {object} adapter
   * @param {Play.Connect} adapter.connect
   * @param {(event: Play.Event) => void} adapter.report
   * @param {(step: () => void, milliseconds: number) => unknown} [adapter.wait]
   */
  constructor({ connect, report, wait }) {
    this.#report = report;
    this.connection = new Connection({
      connect,
      wait,
      received: (message) => this.#receive(message),
      dropped: () => this.#dropped(),
      phaseChanged: (phase) => report({ type: "phase", phase }),
    });
    /** @type {any} */
    this.level = null;
    /** @type {{key: string, name: string, players: number, hides: boolean} | null} */
    this.game = null;
    this.tree = new Tree();
    this.state = INITIAL_STATE;
    /** @type {Record<string, Play.Prediction | null>} */
    this.next = {};
    /** @type {Record<string, number>} nodes by slot */
    this.snapshots = {};
    this.reverse = false;
    /** @type {ReadonlySet<string>} those of OPTIONAL that the level has */
    this.offers = new Set(OPTIONAL);
    /** @type {Play.Limits} */
    this.limits = {};
    /** @type {Board | null} */
    this.confirmed = null;
    /** @type {Board | null} */
    this.displayed = null;
    /** @type {{n: number, request: Play.Request, predicted: Change[] | null}[]} commands without an answer, in order */
    this.pending = [];
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.queries = new Map();
    this.counter = 0;
  }

  get phase() {
    return this.connection.phase;
  }

  /**
   * Send a command: press, drag, type, undo, redo, goto, restart, run and the like; its effects are reported.  Return
   * false, and send nothing, where the play is not open.
   * @param {Play.Request} request
   */
  command(request) {
    if (this.phase !== "open") return false;
    const n = ++this.counter;
    this.pending.push({ n, request, predicted: null });
    if (this.pending.length === 1) this.#predict();
    this.connection.send({ ...request, n });
    return true;
  }

  /**
   * Send a query, which changes nothing: reach, path, origins, pushable, line, hint.  Rejects where the server refuses
   * it and where the connection is lost.
   * @param {Play.Request} request
   */
  query(request) {
    if (this.phase !== "open") return Promise.reject(new Error("there is no connection"));
    const n = ++this.counter;
    const answer = new Promise((resolve, reject) => this.queries.set(n, { resolve, reject }));
    this.connection.send({ ...request, n });
    return answer;
  }

  /**
   * Return the moves up to the current position as files write them; the history does not say which pusher was chosen.
   * @returns {Promise<string>}
   */
  async line() {
    return (await this.query({ do: "line" })).text;
  }

  /** Return whether the level has a command. @param {string} command */
  has(command) {
    return this.offers.has(command) || !OPTIONAL.includes(command);
  }

  /** The cells of the piece that the keys steer, on the displayed board. */
  get focus() {
    const [first] = this.pending;
    const key = first?.predicted ? String(first.request.key) : "";
    return (key && this.next[key]?.focus) || this.state.focus;
  }

  /** Display what the first pending command will do, where it is a key that the server has foretold. */
  #predict() {
    const [first] = this.pending;
    if (!first || first.predicted || first.request.do !== "press" || first.request.player || !this.displayed) return;
    const changes = this.next[String(first.request.key)]?.changes;
    if (!changes?.length) return;
    first.predicted = changes;
    this.displayed = applyChanges(this.displayed, changes);
    this.#report({ type: "applied", changes, confirmed: false });
  }

  /** Take a prediction back. */
  #revert() {
    if (!this.confirmed || this.displayed === this.confirmed) return;
    this.displayed = this.confirmed;
    this.#report({ type: "reset", board: this.confirmed });
  }

  /** @param {any} message */
  #receive(message) {
    const receive = this.#receivers[message.is];
    if (receive) receive(message);
    else if (!this.queries.has(message.n)) this.#report({ type: "other", message });
    else this.#takeQuery(message.n)?.resolve(message);
  }

  /** @param {any} message */
  #opened(message) {
    const again = this.confirmed !== null;
    this.#rejectPending();
    this.level = message.level;
    this.game = message.game;
    const board = readBoard(message.board);
    this.confirmed = this.displayed = board;
    this.tree = new Tree();
    this.snapshots = message.snapshots ?? {};
    this.reverse = Boolean(message.reverse);
    this.limits = message.limits ?? {};
    this.offers = new Set(message.offers ?? OPTIONAL);
    this.#setPosition(message);
    this.connection.ready();
    this.#report({ type: "opened", board, again, merged: Boolean(message.merged) });
    this.connection.flush();
  }

  /**
   * Take the answer to the first pending command; any other is of another window, or to a command that was given up when
   * the server sent the whole play.
   * @param {any} message
   */
  #answered(message) {
    const [pending] = this.pending;
    const first = pending && pending.n === message.n ? pending : undefined;
    if (first) this.pending.shift();
    else if (pending) pending.predicted = null; // it was displayed on top of what has changed now
    if (!this.#confirm(concatMoves(message.played), first?.predicted ?? null)) return;
    this.#setPosition(message);
    const request = first?.request ?? { do: "watch" };
    if (request.do === "snapshot") this.snapshots = { ...this.snapshots, [String(request.slot)]: this.state.node };
    if (message.refused) this.#report({ type: "refused", reason: sentenceText(message.refused, message.phrase), request });
    this.#report({ type: "answered", request });
    this.#predict();
  }

  /**
   * Apply the server's changes; return false where the boards differ, and the play is opened anew.
   * @param {Change[]} changes
   * @param {Change[] | null} predicted
   */
  #confirm(changes, predicted) {
    let board;
    try {
      board = applyChanges(/** @type {Board} */ (this.confirmed), changes);
    } catch {
      this.connection.open();
      return false;
    }
    if (predicted && JSON.stringify(changes) === JSON.stringify(concatMoves([{ changes: predicted }]))) {
      this.confirmed = this.displayed; // the same board, whose pieces the picture knows
      return true;
    }
    const reset = this.displayed !== this.confirmed;
    this.confirmed = this.displayed = board;
    if (reset) this.#report({ type: "reset", board });
    else if (changes.length) this.#report({ type: "applied", changes, confirmed: true });
    return true;
  }

  /** @param {{state: Play.State, nodes: Play.NodeRow[], next?: Record<string, Play.Prediction | null>}} message */
  #setPosition({ state, nodes, next }) {
    this.tree.add(nodes);
    this.tree.select(state.node);
    this.state = state;
    this.next = next ?? {};
  }

  /** @param {{n?: number, message: string, phrase?: import("../core/phrases.js").Phrase}} message */
  #failed({ n, message: sentence, phrase }) {
    const message = sentenceText(sentence, phrase);
    const query = this.#takeQuery(n);
    if (query) {
      query.reject(new Error(message));
      return;
    }
    const index = this.pending.findIndex((command) => command.n === n);
    if (index >= 0 && this.pending.splice(index, 1)[0].predicted) this.#revert();
    this.#report({ type: "error", message });
    this.#predict();
  }

  /** Return the query of a number, which waits no more; undefined for none. @param {number} [n] */
  #takeQuery(n = -1) {
    const query = this.queries.get(n);
    this.queries.delete(n);
    return query;
  }

  #dropped() {
    this.#rejectPending();
    this.#revert();
  }

  /** Give up what has no answer: after a lost connection the server says where the play stands. */
  #rejectPending() {
    this.pending = [];
    for (const { reject } of this.queries.values()) reject(new Error("the connection is lost"));
    this.queries.clear();
  }
}
