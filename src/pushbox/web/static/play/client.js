/**
 * A play over a socket, as a state machine without a page: it paints a key before the server has answered, keeps keys
 * in order, those pressed while the play is being opened too, takes back what the server answers otherwise, and comes
 * back after a broken line.
 *
 * The server's answers are the truth (`sure`); what is painted (`shown`) is at most one key ahead of it, by what the
 * last answer said that each key would do.
 */

import { apply, readBoard, sequence } from "../board/model.js";
import { Tree } from "./history.js";

/** @typedef {import("../board/model.js").Board} Board */
/** @typedef {import("../board/model.js").BoardJson} BoardJson */
/** @typedef {import("../board/model.js").Change} Change */
/** @typedef {import("./history.js").Row} Row */

/** @typedef {{changes: Change[], focus: number[] | null}} Ahead what a key would do */
/** @typedef {Record<string, Ahead | null>} Next */

/**
 * @typedef {object} State how the position stands, as the server tells
 * @property {number} node
 * @property {number} depth
 * @property {Record<string, number>} counts
 * @property {{status: "playing" | "solved" | "lost", reason: string, winner: number}} outcome
 * @property {number[] | null} focus the cells of what the keys steer
 * @property {[number, string][]} branches
 * @property {number} seconds
 * @property {[number, ...string[]][]} [pushable] cells with the directions in which a key pushes them
 */

/** @typedef {{send: (text: string) => void, close: () => void}} Line */
/** @typedef {{message: (text: string) => void, closed: (code: number) => void}} Ears */
/** @typedef {"connecting" | "open" | "lost" | "moved" | "gone"} Phase */

/**
 * @typedef {{is: "phase", phase: Phase}
 *   | {is: "opened", again: boolean}
 *   | {is: "painted", changes: Change[], sure: boolean}
 *   | {is: "reset"}
 *   | {is: "turned", played: number, asked: Request}
 *   | {is: "refused", why: string, asked: Request}
 *   | {is: "saved", node: number}
 *   | {is: "kept", pure: boolean}
 *   | {is: "error", message: string}} Event
 */

/** @typedef {{do: string, [name: string]: unknown}} Request */

/** @type {State} */
const NO_STATE = {
  node: 0,
  depth: 0,
  counts: {},
  outcome: { status: "playing", reason: "", winner: 0 },
  focus: null,
  branches: [],
  seconds: 0,
};

const PATIENCE = [300, 700, 1500, 3000, 5000]; // milliseconds before trying again

export class Client {
  /**
   * @param {object} world
   * @param {(ears: Ears) => Line} world.connect opens a line to the server
   * @param {(event: Event) => void} world.report is told what happens
   * @param {(step: () => void, milliseconds: number) => unknown} [world.wait]
   */
  constructor({ connect, report, wait = (step, after) => setTimeout(step, after) }) {
    this.connect = connect;
    this.report = report;
    this.wait = wait;
    /** @type {Phase} */
    this.phase = "connecting";
    /** @type {any} */
    this.level = null;
    /** @type {{key: string, name: string, players: number, hides: boolean} | null} */
    this.game = null;
    this.tree = new Tree();
    this.state = NO_STATE;
    /** @type {Next} */
    this.next = {};
    /** @type {Record<string, number>} */
    this.snapshots = {};
    this.reverse = false;
    this.saved = 0;
    /** @type {Board | null} */
    this.sure = null;
    /** @type {Board | null} */
    this.shown = null;
    /** @type {{n: number, request: Request, ahead: Change[] | null}[]} requests that wait for their answers, in order */
    this.pending = [];
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.questions = new Map();
    /** @type {(() => void)[]} what was asked for before there was a play to do it in, in order */
    this.early = [];
    this.counter = 0;
    this.tries = 0;
    this.lines = 0; // how many were opened: what an old one says counts no more
    /** @type {Line | null} */
    this.line = null;
    this.over = false;
  }

  /** Open the line. */
  open() {
    this.over = false;
    this.#phase(this.tries ? "lost" : "connecting");
    const opened = ++this.lines;
    this.line?.close();
    this.line = this.connect({
      message: (text) => opened === this.lines && this.#hear(JSON.parse(text)),
      closed: (code) => opened === this.lines && this.#closed(code),
    });
  }

  /** Close the line for good. */
  close() {
    this.over = true;
    this.line?.close();
  }

  /** Whether the play is on its way here: it may be asked for, and cannot be played yet. */
  get opening() {
    return this.phase === "connecting" || (this.phase === "lost" && !this.sure);
  }

  /**
   * Do what asks for turns: at once, or, while the play is being opened, in its order as soon as it is open.
   * @param {() => void} act
   */
  soon(act) {
    if (this.opening) this.early.push(act);
    else act();
  }

  /**
   * Ask for a turn: press, drag, type, undo, redo, goto, restart, run and the like.  What it leads to is reported.
   * Return false, and ask nothing, where there is no line.
   * @param {Request} request
   */
  turn(request) {
    if (this.phase !== "open") return false;
    const n = ++this.counter;
    this.pending.push({ n, request, ahead: null });
    if (this.pending.length === 1) this.#paintAhead();
    this.#send({ ...request, n });
    return true;
  }

  /**
   * Ask a question that changes nothing: reach, path, origins, tell, hint.  It fails where the line breaks.
   * @param {Request} request
   * @returns {Promise<any>}
   */
  question(request) {
    if (this.phase !== "open") return Promise.reject(new Error("there is no connection"));
    const n = ++this.counter;
    const answer = new Promise((resolve, reject) => this.questions.set(n, { resolve, reject }));
    this.#send({ ...request, n });
    return answer;
  }

  /** The cells of what the keys steer, as far as it is painted. */
  get focus() {
    const [first] = this.pending;
    const key = first?.ahead ? String(first.request.key) : "";
    return (key && this.next[key]?.focus) || this.state.focus;
  }

  /** @param {Request} message */
  #send(message) {
    this.line?.send(JSON.stringify(message));
  }

  /** @param {Phase} phase */
  #phase(phase) {
    if (phase === this.phase && phase !== "connecting") return;
    this.phase = phase;
    this.report({ is: "phase", phase });
  }

  /** Paint what the first request that waits will lead to, where the server has said so. */
  #paintAhead() {
    const [first] = this.pending;
    if (!first || first.ahead || first.request.do !== "press" || first.request.player || !this.shown) return;
    const changes = this.next[String(first.request.key)]?.changes;
    if (!changes?.length) return;
    first.ahead = changes;
    this.shown = apply(this.shown, changes);
    this.report({ is: "painted", changes, sure: false });
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.is) {
      case "opened":
        this.#opened(message);
        break;
      case "turned":
        this.#turned(message);
        break;
      case "saved":
        this.saved = message.node;
        this.report({ is: "saved", node: message.node });
        break;
      case "kept":
        this.report({ is: "kept", pure: Boolean(message.pure) });
        break;
      case "moved":
        this.#phase("moved");
        break;
      case "error":
        this.#failed(message);
        break;
      default:
        this.questions.get(message.n)?.resolve(message);
        this.questions.delete(message.n);
    }
  }

  /** @param {any} message */
  #opened(message) {
    const again = this.sure !== null;
    this.tries = 0;
    this.#drop();
    this.level = message.level;
    this.game = message.game;
    this.sure = this.shown = readBoard(message.board);
    this.tree = new Tree();
    this.tree.add(message.nodes);
    this.snapshots = message.snapshots ?? {};
    this.reverse = Boolean(message.reverse);
    this.saved = message.state.node;
    this.#stand(message);
    this.#phase("open");
    this.report({ is: "opened", again });
    for (const act of this.early.splice(0)) act();
  }

  /**
   * An answer to the first request that waits; without a number it tells what another window has done.
   * @param {any} message
   */
  #turned(message) {
    const own = message.n !== undefined;
    const first = own ? this.pending[0] : undefined;
    if (own && first?.n !== message.n) return; // asked before the line broke
    if (first) this.pending.shift();
    /** @type {Change[]} */
    const changes = sequence(message.played);
    const ahead = first?.ahead ?? null;
    let sure;
    try {
      sure = apply(/** @type {Board} */ (this.sure), changes);
    } catch {
      this.open(); // this board is not the server's: begin with what the server has
      return;
    }
    if (ahead && JSON.stringify(changes) === JSON.stringify(sequence([{ changes: ahead }]))) {
      this.sure = this.shown; // the same board, whose pieces the picture knows
    } else {
      const painted = this.shown !== this.sure;
      this.sure = this.shown = sure;
      if (painted) this.report({ is: "reset" });
      else if (changes.length) this.report({ is: "painted", changes, sure: true });
    }
    this.tree.add(message.nodes);
    this.#stand(message);
    const asked = first?.request ?? { do: "watch" };
    if (asked.do === "snapshot") this.snapshots = { ...this.snapshots, [String(asked.slot)]: this.state.node };
    if (message.refused) this.report({ is: "refused", why: message.refused, asked });
    this.report({ is: "turned", played: message.played.length, asked });
    this.#paintAhead();
  }

  /** @param {{state: State, next?: Next}} message */
  #stand({ state, next }) {
    this.state = state;
    this.next = next ?? {};
    this.tree.stand(state.node);
  }

  /** @param {{n?: number, message: string}} message */
  #failed({ n, message }) {
    const question = n === undefined ? undefined : this.questions.get(n);
    if (question && n !== undefined) {
      this.questions.delete(n);
      question.reject(new Error(message));
      return;
    }
    const index = this.pending.findIndex((waiting) => waiting.n === n);
    if (index >= 0) {
      const [{ ahead }] = this.pending.splice(index, 1);
      if (ahead) {
        this.shown = this.sure;
        this.report({ is: "reset" });
      }
    }
    this.report({ is: "error", message });
    this.#paintAhead();
  }

  /** @param {number} code */
  #closed(code) {
    this.lines++;
    this.line = null;
    this.#drop();
    if (this.sure) this.early = [];
    if (code === 4404 || code === 4403) {
      this.#phase("gone");
      return;
    }
    if (this.over) return;
    if (this.sure && this.shown !== this.sure) {
      this.shown = this.sure;
      this.report({ is: "reset" });
    }
    this.#phase("lost");
    const patience = PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)];
    this.wait(() => this.over || this.line || this.open(), patience);
  }

  /** Give up what waits for answers: after a broken line the server tells where the play stands. */
  #drop() {
    this.pending = [];
    for (const { reject } of this.questions.values()) reject(new Error("the connection broke"));
    this.questions.clear();
  }
}
