/** One level on the page: the client, the board and what stands around it, joined. */

import { socketUrl } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { settings, watchSettings } from "../core/settings.js";
import { announce, announceError, toast } from "../ui/status.js";
import { outcomeText, pushNotes, turnText } from "./announcements.js";
import { portions } from "./chunk-moves.js";
import { Client } from "./client.js";
import { Modes } from "./modes.js";
import { Pointer } from "./pointer.js";
import { Replay } from "./replay.js";

/** @typedef {import("../board/push-board.js").PushBoard} PushBoard */
/** @typedef {import("./client.js").Event} ClientEvent */
/** @typedef {import("./client.js").Request} Request */
/** @typedef {import("./panel.js").Panel} Panel */

const OWN_TURNS = new Set(["press", "drag", "type", "run"]);
const QUIET = 220; // milliseconds after the last turn before it is spoken of
const SLOW = 700; // milliseconds before it is said that the line is still being opened

export class Table {
  /**
   * @param {PushBoard} board
   * @param {Panel} panel
   * @param {object} told
   * @param {(table: Table) => void} told.arrived a level is on the table
   * @param {(table: Table) => void} told.solved a turn of the player has solved it
   */
  constructor(board, panel, { arrived, solved }) {
    this.board = board;
    this.panel = panel;
    this.arrived = arrived;
    this.solved = solved;
    /** @type {Client} */
    this.client = this.#client("");
    this.moves = "";
    this.last = ""; // what happened last, in words
    this.hints = { node: -1, step: 0 };
    /** @type {import("../board/model.js").Board | null} the board that was spoken of last */
    this.spoken = null;
    /** @type {Set<() => void>} */
    this.watchers = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.quiet = undefined;
    this.pointer = new Pointer(this.#world());
    this.through = settings().through; // whether other boxes are pushed aside on the way
    watchSettings(({ through }) => {
      if (through === this.through) return;
      this.through = through;
      this.pointer.clear(); // what can be reached is another now
    });
    this.modes = new Modes(this);
    this.replay = new Replay({
      step: () => this.#replayStep(),
      changed: (running) => this.panel.playing(running),
      speed: settings().speed,
    });
  }

  /**
   * Sit down to a play.
   * @param {number | string} play
   * @param {string} [moves] to be played once it is open, where it has no history
   */
  open(play, moves = "") {
    this.replay.pause();
    this.client.close();
    this.moves = moves;
    this.spoken = null;
    this.modes.leave();
    const early = this.client.opening ? this.client.early : [];
    this.client = this.#client(String(play));
    this.client.early = early;
    this.client.open();
  }

  /** @param {string} play */
  #client(play) {
    const client = new Client({
      connect: (ears) => {
        const socket = new WebSocket(socketUrl(`/ws/play?play=${encodeURIComponent(play)}`));
        socket.addEventListener("message", ({ data }) => ears.message(data));
        socket.addEventListener("close", ({ code }) => ears.closed(code));
        return {
          send: (text) => socket.send(text),
          close: () => socket.close(),
        };
      },
      report: (event) => client === this.client && this.#hear(event),
    });
    return client;
  }

  /** The start of the level, as JSON. */
  get level() {
    return this.client.level?.level;
  }

  /**
   * The moves that lead here, as files write them; the history alone does not tell which pusher was chosen.
   * @returns {Promise<string>}
   */
  async line() {
    return (await this.client.question({ do: "line" })).text;
  }

  /**
   * Play moves, as files write them, from the start.
   * @param {string} text
   */
  follow(text) {
    this.turn({ do: "restart" });
    for (const part of portions(text)) this.turn({ do: "follow", text: part });
  }

  /**
   * Do what asks for turns, once the level is open.
   * @param {() => void} act
   */
  soon(act) {
    this.client.soon(act);
  }

  /**
   * Ask for a turn.
   * @param {Request} request
   */
  turn(request) {
    if (!this.client.turn(request)) this.#banner();
    document.body.dataset.waiting = String(this.client.pending.length);
  }

  /**
   * A key that the game itself knows, in a direction of the screen or by name.
   * @param {string | number} key
   * @param {{run?: boolean, push?: boolean, player?: number}} [how]
   */
  press(key, { run = false, push = false, player = 0 } = {}) {
    const name = typeof key === "number" ? ["left", "up", "right", "down"][this.board.layout.unturn(key)] : key;
    this.replay.pause();
    if (run) this.turn({ do: "run", key: name, push });
    else this.turn(player ? { do: "press", key: name, player } : { do: "press", key: name });
  }

  /** @param {number} from @param {number} to */
  go(from, to) {
    this.replay.pause();
    this.turn({ do: "drag", from, to, through: this.through });
  }

  /** @param {ClientEvent} event */
  #hear(event) {
    const { client, board } = this;
    switch (event.is) {
      case "phase":
        this.#banner();
        break;
      case "opened":
        this.#opened();
        break;
      case "painted":
        board.apply(event.changes);
        this.#moved();
        break;
      case "reset":
        if (client.shown) board.show(client.shown);
        this.#moved();
        break;
      case "refused":
        if (event.asked.do === "press" || event.asked.do === "run") announce(event.why);
        else announce(event.why, { show: true });
        break;
      case "turned":
        this.#turned(event.asked);
        break;
      case "error":
        announceError(event.message);
        break;
      case "kept":
        announce(t(event.pure ? "solved.pure" : "solved.assisted"), { show: true });
        break;
      default:
    }
  }

  #opened() {
    const { client, board } = this;
    if (!client.shown) return;
    board.show(client.shown);
    this.spoken = client.shown;
    this.board.focusCell(client.focus?.[0] ?? 0, false);
    this.panel.name(client.level, client.game);
    this.arrived(this);
    this.#moved();
    this.#stand();
    if (this.moves && client.tree.nodes.size === 1) this.follow(this.moves);
    this.moves = "";
  }

  /** Something has moved on the picture: what was shown of the position before is no longer so. */
  #moved() {
    this.pointer.clear();
    for (const layer of ["dead", "hint", "cursor"]) this.board.mark(layer, []);
    if (this.modes.mode === "hop") this.modes.leave();
    const focus = this.client.focus ?? [];
    const pushers = this.client.shown?.pieces.filter(({ kind }) => kind === "pusher").length;
    this.board.mark("focus", pushers === 1 ? [] : focus);
  }

  /** @param {Request} asked */
  #turned(asked) {
    const { client } = this;
    const was = this.status;
    this.#stand();
    const { status } = client.state.outcome;
    if (client.pending.length) return;
    const ended = status !== "playing" && was === "playing";
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.#speak(), QUIET);
    if (!ended) return;
    announce(outcomeText(client.state), { now: true });
    if (status === "solved" && OWN_TURNS.has(asked.do)) this.solved(this);
    else toast(outcomeText(client.state));
  }

  /** Show how the play stands now. */
  #stand() {
    this.status = this.client.state.outcome.status;
    this.panel.show(this.client);
    this.modes.show();
    document.body.dataset.status = this.status;
    document.body.dataset.waiting = String(this.client.pending.length);
    for (const watcher of this.watchers) watcher();
  }

  #speak() {
    const { client, spoken } = this;
    const now = client.sure;
    if (spoken && now && spoken !== now) {
      this.last = turnText(spoken, now);
      if (this.last) announce(this.last);
    }
    this.spoken = now;
    const { node } = client.state;
    client
      .question({ do: "pushable" })
      .then(({ cells }) => node === client.state.node && this.board.note(pushNotes(cells)))
      .catch(() => {}); // the line broke; the next turn asks again
  }

  /** Say above the board what is the matter with the line. */
  #banner() {
    const banner = find("#banner");
    const { phase } = this.client;
    if (phase === "connecting") {
      setTimeout(() => this.client.phase === "connecting" && this.#tell(banner, t("line.connecting")), SLOW);
    } else if (phase === "open") banner.hidden = true;
    else if (phase === "moved") {
      this.#tell(banner, t("line.moved"), h("button", { onclick: () => this.client.open() }, t("line.take")));
    } else if (phase === "gone") {
      this.#tell(banner, t("line.gone"), h("a", { href: "/library" }, t("nav.library")));
    } else this.#tell(banner, t(`line.${phase}`));
  }

  /** There is no level to play, for a reason. @param {string} why */
  missing(why) {
    this.#tell(find("#banner"), why, h("a", { href: "/library" }, t("nav.library")));
  }

  /** @param {HTMLElement} banner @param {string} text @param {HTMLElement} [more] */
  #tell(banner, text, more) {
    banner.replaceChildren(text, " ", ...(more ? [more] : []));
    banner.hidden = false;
  }

  #replayStep() {
    const { client } = this;
    const { tree } = client;
    if (tree.depth === tree.line().length && !client.pending.length) return false;
    if (client.pending.length < 3) this.turn({ do: "redo" });
    return client.phase === "open";
  }

  /** Play the line again, from the start where it has come to its end; or stop. */
  toggleReplay() {
    const { tree } = this.client;
    if (this.replay.running) {
      this.replay.pause();
      return;
    }
    const line = tree.line();
    if (!line.length) return;
    if (tree.depth === line.length) this.turn({ do: "goto", node: 0 });
    this.replay.start();
  }

  /** @returns {import("./pointer.js").World} */
  #world() {
    return {
      board: () => this.client.shown,
      focus: () => this.client.focus?.[0] ?? -1,
      reach: async (cell) => {
        const { cells } = await this.client.question({ do: "reach", cell, through: this.through });
        return new Map(Object.entries(cells).map(([target, moves]) => [Number(target), Number(moves)]));
      },
      path: async (from, to) => (await this.client.question({ do: "path", from, to, through: this.through })).cells,
      origins: async (cell) => (await this.client.question({ do: "origins", cell })).cells,
      go: (from, to) => this.go(from, to),
      mark: (layer, cells) => this.board.mark(layer, cells),
      cursor: (shape) => (this.board.dataset.cursor = shape),
      tell: (what, cell, count = 0) => {
        const text = t(`point.${what}`, { cell: this.board.nameOf(cell), count });
        announce(text, { show: what === "origins" || what === "stuck" });
      },
    };
  }
}
