/** A connection to the server: JSON messages over a WebSocket that reconnects, and what waits until it is open. */

import { socketUrl } from "../core/api.js";

const RETRY_DELAYS = [300, 700, 1500, 3000, 5000]; // milliseconds
const FINAL_CODES = [4403, 4404]; // of a visitor without access, and of what does not exist

/** Thrown for what is not answered any more. */
export class Lost extends Error {
  constructor() {
    super("the connection is lost");
  }
}

/**
 * Return a function that opens a WebSocket of this server.
 * @param {string} path such as "/ws/play?play=7"
 * @returns {Play.Connect}
 */
export function webSocket(path) {
  return (handlers, ahead = true) => {
    const socket = new WebSocket(socketUrl(ahead ? path : `${path}${path.includes("?") ? "&" : "?"}ahead=false`));
    socket.addEventListener("message", ({ data }) => handlers.message(data));
    socket.addEventListener("close", ({ code }) => handlers.closed(code));
    return {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => socket.close(),
    };
  };
}

/**
 * Return what connects as is known later.
 * @param {() => Promise<Play.Connect>} find
 * @returns {Play.Connect}
 */
export function connectLater(find) {
  return (handlers, ahead) => {
    let over = false;
    /** @type {Play.Transport | null} */
    let transport = null;
    void find().then((connect) => (transport = over ? null : connect(handlers, ahead)));
    return {
      send: (text) => transport?.send(text),
      close: () => {
        over = true;
        transport?.close();
      },
    };
  };
}

export class Connection {
  /** @type {Play.Phase} */
  phase = "connecting";
  /** @type {(() => void)[]} what waits until the connection is open, in order */
  queued = [];
  #adapter;
  /** @type {Play.Transport | null} */
  #transport = null;
  #opened = 0; // transports; messages of any but the last are ignored
  #failures = 0; // since it was last open
  #established = false; // whether it was ever open
  #closed = false;

  /**
   * @param {object} adapter
   * @param {Play.Connect} adapter.connect
   * @param {(message: any) => void} adapter.received
   * @param {() => boolean | void} adapter.dropped the transport has closed: what was sent is not answered any more;
   *   returns whether commands are answered all the same
   * @param {(phase: Play.Phase) => void} adapter.phaseChanged
   * @param {(step: () => void, milliseconds: number) => unknown} [adapter.wait]
   */
  constructor({ wait = (step, after) => setTimeout(step, after), ...adapter }) {
    this.#adapter = { ...adapter, wait };
  }

  /** Open a transport, in place of the one there is. */
  open() {
    this.#closed = false;
    if (this.phase !== "alone") this.setPhase(this.#failures ? "lost" : "connecting");
    const opened = ++this.#opened;
    this.#transport?.close();
    this.#transport = this.#adapter.connect({
      message: (text) => opened === this.#opened && this.#adapter.received(JSON.parse(text)),
      closed: (code) => opened === this.#opened && this.#dropped(code),
    });
  }

  /** Close for good. */
  close() {
    this.#closed = true;
    this.#transport?.close();
  }

  /** Become open, as the server has sent what everything else builds on, or alone where somebody else has. @param {Play.Phase} phase */
  ready(phase = "open") {
    this.#failures = 0;
    this.#established = true;
    this.setPhase(phase);
  }

  /** Do what waits for an open connection. */
  flush() {
    for (const act of this.queued.splice(0)) act();
  }

  /** Whether commands are answered. */
  get answers() {
    return this.phase === "open" || this.phase === "alone";
  }

  /** Whether the connection is being opened for the first time. */
  get opening() {
    return this.phase === "connecting" || (this.phase === "lost" && !this.#established);
  }

  /**
   * Do something at once, or, while the connection is being opened for the first time, in its order once it is open.
   * @param {() => void} act
   */
  whenOpen(act) {
    if (this.opening) this.queued.push(act);
    else act();
  }

  /** @param {unknown} message */
  send(message) {
    this.#transport?.send(JSON.stringify(message));
  }

  /** @param {Play.Phase} phase */
  setPhase(phase) {
    if (phase === this.phase && phase !== "connecting") return;
    this.phase = phase;
    this.#adapter.phaseChanged(phase);
  }

  /** @param {number} code */
  #dropped(code) {
    this.#opened++;
    this.#transport = null;
    const playsOn = this.#adapter.dropped() === true;
    if (this.#established && !playsOn) this.queued = [];
    if (FINAL_CODES.includes(code)) {
      this.setPhase("gone");
      return;
    }
    if (this.#closed) return;
    this.setPhase(playsOn ? "alone" : "lost");
    const delay = RETRY_DELAYS[Math.min(this.#failures++, RETRY_DELAYS.length - 1)];
    this.#adapter.wait(() => this.#closed || this.#transport || this.open(), delay);
  }
}
