/**
 * A play over a connection, as a state machine without a page: it predicts what a key does before the server has
 * answered, keeps commands in order, takes a prediction back where the answer differs, and resumes after a lost
 * connection.  Once the core of this browser is there it answers in the server's place.
 *
 * The server's answers are the truth (`confirmed`); the board on the screen (`displayed`) is ahead of them by as many
 * commands as the client knows the effects of, from what the server has sent of the positions that keys lead to.
 */

import { applyChanges, concatMoves, equalBoards } from "../board/changes.js";
import { readBoard } from "../board/model.js";
import { sentenceText } from "../core/phrases.js";
import { Connection, Lost } from "./connection.js";
import { Tree } from "./history.js";
import { LookAhead, readChange } from "./look-ahead.js";
import { predict } from "./prediction.js";

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

const FURTHER = 3; // requests for more of what keys lead to while a player pauses

/** The commands that not every level has. */
export const OPTIONAL = ["reverse", "hint", "bound", "dead", "next", "previous"];

export class Client {
  #report;
  /** @type {LookAhead | import("../alone/foresight.js").CoreForesight} */
  #ahead = new LookAhead();
  /** @type {Play.Ends | null} */
  #ends = null;
  /** @type {Play.Frame | null} the displayed one, and the confirmed one */
  #shown = null;
  /** @type {Play.Frame | null} */
  #confirmed = null;
  /** @type {(() => void)[]} what waits for answers to commands */
  #settling = [];
  #savedRecord = 0; // the last one that is on the server's disk
  #lines = 0; // how often it was lost or opened anew
  /** @type {Record<string, (message: any) => void>} what is done with each kind of message */
  #receivers = {
    opened: (message) => this.#arrive(message),
    turned: (message) => this.#answered(message),
    saved: ({ node, record = 0 }) => {
      this.saved = node;
      this.#savedRecord = Math.max(record, this.#savedRecord);
    },
    shown: () => this.#report({ type: "solution-shown" }),
    kept: ({ pure }) => this.#report({ type: "solution-saved", pure: Boolean(pure) }),
    moved: () => {
      void this.core?.yield();
      this.connection.setPhase("moved");
    },
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
    /** @type {import("../alone/core-play.js").CorePlay | null} the core, once it is there for the play that is open */
    this.core = null;
    /** @type {((opened: any) => Promise<any> | null) | null} brings home what this browser has of a play that is opened; returns how it stands then */
    this.arriving = null;
    /** @type {number | string} that of the server, or of this browser where it was begun here */
    this.play = 0;
    this.saved = 0; // the node up to which all is on the server's disk
    this.connection = new Connection({
      connect: (handlers) => connect(handlers, !this.core?.plays && this.#ahead instanceof LookAhead),
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
    /** @type {Record<string, number>} nodes by slot */
    this.snapshots = {};
    /** @type {Record<number, string>} what the player says on positions, by node */
    this.comments = {};
    this.reverse = false;
    /** @type {ReadonlySet<string>} those of OPTIONAL that the level has */
    this.offers = new Set(OPTIONAL);
    /** @type {Play.Limits} */
    this.limits = {};
    /** @type {{n: number, request: Play.Request, frame: Play.Frame | null}[]} commands without an answer, in order */
    this.pending = [];
    /** @type {Map<number, {ofServer: boolean, resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.queries = new Map();
    this.counter = 0;
  }

  /** Foresee by the core what the server confirms. @param {import("../alone/foresight.js").CoreForesight} foresight */
  foreseeBy(foresight) {
    this.#ahead = foresight;
  }

  get phase() {
    return this.connection.phase;
  }

  /**
   * Send a command: press, drag, type, undo, redo, goto, restart, run and the like; its effects are reported.  Return false,
   * and send nothing, where the play is not open.
   * @param {Play.Request} request
   */
  command(request) {
    if (!this.connection.answers) return false;
    const n = ++this.counter;
    this.pending.push({ n, request, frame: null });
    if (this.core?.plays) this.core.take({ ...request, n });
    else {
      this.#predict();
      this.connection.send({ ...request, n });
    }
    return true;
  }

  /**
   * Send a query, which changes nothing: reach, path, origins, pushable, line, hint.  Rejects where the server refuses
   * it and where the connection is lost.
   * @param {Play.Request} request
   */
  query(request) {
    if (!this.connection.answers) return Promise.reject(new Error("there is no connection"));
    return this.core?.plays ? this.#wait(request, false) : this.ask(request);
  }

  /** Send the server a request, whoever plays, and return its answer. @param {Play.Request} request */
  ask = (request) => this.#wait(request, true);

  /** @param {Play.Request} request @param {boolean} ofServer @returns {Promise<any>} */
  #wait(request, ofServer) {
    const n = ++this.counter;
    const answer = new Promise((resolve, reject) => this.queries.set(n, { ofServer, resolve, reject }));
    if (ofServer) this.connection.send({ ...request, n });
    else this.core?.take({ ...request, n });
    return answer;
  }

  /** Wait until a record is on the server's disk.  Rejects where the connection is lost. @param {number} n */
  async onDisk(n) {
    for (const line = this.#lines; this.#savedRecord < n;) {
      await new Promise((resolve) => this.#settling.push(() => resolve(null)));
      if (line !== this.#lines) throw new Lost();
    }
  }

  /** Wait until no command is without its answer: until the play stands where the keys have led. */
  async settled() {
    while (this.pending.length) await new Promise((resolve) => this.#settling.push(() => resolve(null)));
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

  /** The board as the server has confirmed it. @returns {Board | null} */
  get confirmed() {
    return this.#confirmed?.board ?? null;
  }

  /** The board on the screen. @returns {Board | null} */
  get displayed() {
    return this.#shown?.board ?? null;
  }

  /** The cells of the piece that the keys steer, on the displayed board. */
  get focus() {
    return this.#shown ? this.#shown.focus : this.state.focus;
  }

  /** Return the board after a command, null where that is not known. @param {Play.Request} request */
  foresee(request) {
    return (this.#shown && predict(request, this.#shown, this.#knowledge)?.board) ?? null;
  }

  /** Fetch more of what keys lead to, while the player pauses. */
  async lookFurther() {
    if (this.core || this.phase !== "open") return;
    await Promise.all(Array.from({ length: FURTHER }, () => this.query({ do: "ahead" })));
  }

  /**
   * Remember what becomes of the displayed board by drags, as an answer says that was asked for on a board.
   * @param {Board | null} board
   * @param {boolean} through
   * @param {number} from
   * @param {Play.EndsMessage | undefined} ends
   */
  foreseeDrags(board, through, from, ends) {
    if (!ends || !board) return;
    if (this.#ends?.board !== board || this.#ends.through !== through) this.#ends = { board, through, changes: new Map() };
    for (const [to, ...rows] of ends) this.#ends.changes.set(`${from} ${to}`, rows.map(readChange));
  }

  /** Display what the pending commands will do, in order, as far as that is known. */
  #predict() {
    let frame = this.#confirmed;
    for (const command of this.pending) {
      if (!frame) return;
      if (!command.frame) {
        const [{ request }, from] = [command, frame];
        command.frame = this.#isOver ? null : this.#foreseen(() => predict(request, from, this.#knowledge), null);
        if (command.frame && command.frame !== frame) this.#display(command.frame, command.frame.changes, false);
      }
      frame = command.frame;
    }
  }

  /** Whether a limit is used up: the position takes no moves. */
  get #isOver() {
    return this.state.outcome.status === "lost" && Object.keys(this.limits).length > 0;
  }

  get #knowledge() {
    return { ahead: this.#ahead, tree: this.tree, ends: this.#ends };
  }

  /** @param {Play.Frame} frame @param {Change[]} changes @param {boolean} confirmed */
  #display(frame, changes, confirmed) {
    this.#shown = frame;
    if (changes.length) this.#report({ type: "applied", changes, confirmed });
  }

  /** Display what is confirmed, without predictions. */
  #revert() {
    for (const command of this.pending) command.frame = null;
    if (!this.#confirmed || this.#shown === this.#confirmed) return;
    const isOther = this.displayed !== this.confirmed;
    this.#shown = this.#confirmed;
    if (isOther) this.#report({ type: "reset", board: this.#confirmed.board });
  }

  /** Take a message of the server; what others have played while the core plays here is for that. @param {any} message */
  #receive(message) {
    if (message.is === "turned" && this.core?.plays) this.core.overtake(message);
    else this.receive(message);
  }

  /** Take a message of whoever plays. @param {any} message */
  receive(message) {
    if (message.is === "ahead") this.#takeAhead(message); // before what came later, whoever waits for it
    const receive = this.#receivers[message.is];
    if (receive) receive(message);
    else if (!this.queries.has(message.n)) this.#report({ type: "other", message });
    else this.#takeQuery(message.n)?.resolve(message);
    this.#lookAround();
  }

  /** Have what waits for answers look whether it still does. */
  #lookAround() {
    for (const look of this.#settling.splice(0)) look();
  }

  /** @param {any} message */
  #takeAhead(message) {
    this.#ahead.take({ ...message, state: this.state });
    this.#predict();
  }

  /** Show where the play stands, once what this browser has of it is there. @param {any} message */
  #arrive(message) {
    const query = this.#takeQuery(message.n);
    if (query) return query.resolve(message);
    const line = ++this.#lines;
    const home = this.core?.plays ? this.core.comeHome(message) : this.arriving?.(message);
    if (!home) return this.show(message);
    home.then(
      (opened) => opened && line === this.#lines && this.show(opened),
      (error) => {
        if (error instanceof Lost || line !== this.#lines) return;
        this.#report({ type: "error", message: error.message });
        this.show(message);
      },
    );
  }

  /**
   * Show where the play stands.
   * @param {any} message
   * @param {"open" | "alone"} [phase] alone where it is played without the server
   * @param {Board} [board]
   */
  show(message, phase = "open", board = readBoard(message.board)) {
    const again = this.confirmed !== null;
    this.#rejectPending();
    if (phase === "open" && this.core) {
      const isSame = this.core.play === message.play;
      if (isSame) this.core.outdate();
      else this.core.end();
      this.core = isSame ? this.core : null;
    }
    this.level = message.level;
    this.play = message.play;
    this.saved = message.saved ?? message.nodes.at(-1)?.[0] ?? 0;
    this.game = message.game;
    this.tree = new Tree();
    this.#ends = null;
    this.snapshots = message.snapshots ?? {};
    this.comments = message.comments ?? {};
    this.reverse = Boolean(message.reverse);
    this.limits = message.limits ?? {};
    this.offers = new Set(message.offers ?? OPTIONAL);
    this.#confirmed = this.#shown = newFrame(board, message.state.focus);
    this.#setPosition(message, this.#foreseen(() => this.#ahead.open(message), -1));
    this.connection.ready(phase);
    this.#report({ type: "opened", board, again, merged: Boolean(message.merged) });
    this.connection.flush();
    this.#lookAround();
  }

  /**
   * Return what is foreseen.  Where the core does not play on, the play is opened anew, and the server sends what keys lead to.
   * @template T
   * @param {() => T} ask
   * @param {T} unknown
   */
  #foreseen(ask, unknown) {
    try {
      return ask();
    } catch (error) {
      if (this.#ahead instanceof LookAhead) throw error;
      this.#ahead = new LookAhead();
      queueMicrotask(() => this.connection.open());
      return unknown;
    }
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
    const position = this.#foreseen(() => this.#ahead.take(message, first?.frame?.position), -1);
    const request = first?.request ?? { do: "watch" };
    const moves = concatMoves(message.played);
    // What was dragged is there at once, as where the server has foreseen it.
    const changes = request.do === "drag" && this.core?.plays ? moves.map((change) => ({ ...change, tick: 0 })) : moves;
    if (!this.#confirm(changes, first?.frame ?? null, message.state.focus)) return;
    this.#setPosition(message, position);
    if (message.snapshots) this.snapshots = message.snapshots;
    if (message.comments) this.comments = { ...this.comments, ...message.comments };
    if (message.refused) this.#report({ type: "refused", reason: sentenceText(message.refused, message.phrase), request });
    if (message.held !== undefined) this.#report({ type: "held", cell: message.held, request });
    this.#report({ type: "answered", request });
    this.#predict();
  }

  /**
   * Apply the server's changes; return false where the boards differ, and the play is opened anew.
   * @param {Change[]} changes
   * @param {Play.Frame | null} predicted
   * @param {number[] | null} focus
   */
  #confirm(changes, predicted, focus) {
    const before = /** @type {Play.Frame} */ (this.#confirmed);
    let board;
    try {
      board = applyChanges(before.board, changes);
    } catch {
      this.core?.end();
      this.core = null;
      this.connection.open();
      return false;
    }
    if (predicted && equalBoards(board, predicted.board)) {
      this.#confirmed = predicted; // the same board, whose pieces the picture knows
      return true;
    }
    const isAhead = this.displayed !== before.board;
    this.#confirmed = newFrame(board, focus);
    for (const command of this.pending) command.frame = null;
    if (isAhead) this.#revert();
    else this.#display(this.#confirmed, changes, true);
    return true;
  }

  /** @param {{state: Play.State, nodes: Play.NodeRow[]}} message @param {number} position in the look-ahead */
  #setPosition({ state, nodes }, position) {
    this.tree.add(nodes);
    this.tree.select(state.node);
    this.state = state;
    const { node, focus } = state;
    if (this.#confirmed) Object.assign(this.#confirmed, { node, position, focus, before: null, after: null });
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
    if (index >= 0 && this.pending.splice(index, 1)[0].frame) this.#revert();
    this.#report({ type: "error", message });
    this.#predict();
  }

  /** Return the query of a number, which waits no more; undefined for none. @param {number} [n] */
  #takeQuery(n = -1) {
    const query = this.queries.get(n);
    this.queries.delete(n);
    return query;
  }

  /** Give up what has no answer, but for what the core answers; return whether it plays on. */
  #dropped() {
    const { core } = this;
    this.#lines++;
    const playsOn = core !== null && core.play === this.play && this.confirmed !== null;
    if (playsOn) {
      this.#rejectQueries(({ ofServer }) => ofServer);
      core.lose();
    } else {
      this.#rejectPending();
      this.#revert();
    }
    this.#lookAround();
    return playsOn;
  }

  /** Have the server play on, as the core does not: the play is opened anew. */
  abandon() {
    this.core = null;
    this.#rejectPending();
    this.#revert();
    this.#lookAround();
    this.connection.setPhase("connecting");
    this.connection.open();
  }

  /** Give up what has no answer: the server says where the play stands. */
  #rejectPending() {
    this.pending = [];
    this.#rejectQueries(() => true);
  }

  /** @param {(query: {ofServer: boolean}) => boolean} isLost */
  #rejectQueries(isLost) {
    for (const [n, query] of this.queries) {
      if (!isLost(query)) continue;
      this.queries.delete(n);
      query.reject(new Lost());
    }
  }
}

/** Return the frame of a board that the server has sent. @param {Board} board @param {number[] | null} focus @returns {Play.Frame} */
const newFrame = (board, focus) => ({ board, focus, changes: [], arrival: [], position: -1, node: -1, before: null, after: null });
