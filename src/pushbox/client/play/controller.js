/** One play on the page: joins the client, the board and the panel around it. */

import { afterPaint, coalesced } from "../core/after-paint.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { NEW, isMarked } from "../core/marks.js";
import { reducedMotion, settings, watchSettings } from "../core/settings.js";
import { showMissing } from "../ui/missing.js";
import { announce, announceError, toast } from "../ui/status.js";
import { countHome, outcomeText, pushNotes } from "./announcements.js";
import { Card } from "./card.js";
import { chunkMoves } from "./chunk-moves.js";
import { bringingHome, connectTo } from "./connect.js";
import { Halves } from "./halves.js";
import { joinPlay } from "./join.js";
import { Judge } from "./judge.js";
import { commandOf } from "./keyboard.js";
import { LimitsView } from "./limits.js";
import { Modes } from "./modes.js";
import { PlayState } from "./play-state.js";
import { Replay } from "./replay.js";
import { playSound, prepareSound } from "./sounds.js";
import { createPlay } from "./start-play.js";
import { playAddress, ratingChange } from "./way-back.js";

/** @import { PushBoard } from "../board/push-board.js" */
/** @import { Client } from "./client.js" */
/** @import { Panel } from "./panel.js" */

const MANUAL = new Set(["press", "drag", "type", "run"]); // commands by which the player solves a level unaided
const FOCUSING = new Set(["next", "previous"]); // keys that choose what the keys steer
const ANNOUNCE_AFTER = 220; // milliseconds without another answer
const CELEBRATION = 1_200; // milliseconds
const CONNECTING_AFTER = 700; // milliseconds before the banner shows that the play is still being opened

export class PlayController {
  #joined;
  /** @type {number | string} */
  #play = ""; // that is open, or to be opened
  #moves = ""; // to be played once the level is open
  #through = settings().through;
  /** @type {Set<() => void>} called after each answer */
  #watchers = new Set();
  #showStateSoon = coalesced(() => this.#showState());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #announceTimer = undefined;

  /**
   * @param {HTMLElement} root of the page
   * @param {Panel} panel
   * @param {object} handlers
   * @param {(controller: PlayController) => void} handlers.opened a level is on the board
   * @param {() => void} handlers.solved the player has solved it
   */
  constructor(root, panel, { opened, solved }) {
    this.root = root;
    this.board = /** @type {PushBoard} */ (find("#board", root));
    this.panel = panel;
    this.onOpened = opened;
    this.onSolved = solved;
    this.state = new PlayState();
    this.card = new Card(root, () => this.#clearMarks());
    this.judge = new Judge(this);
    this.#joined = joinPlay(this.board, {
      connect: connectTo(""),
      changed: () => this.#boardChanged(),
      on: this.#handlers(),
      pointer: {
        through: () => this.#through,
        move: (from, to) => this.move(from, to),
        warns: () => settings().warn !== "never",
        announce: (notice, cell, count = 0, lost = 0) => {
          const text = t(`pointer.${notice}`, { cell: this.board.labelOf(cell), count, lost });
          announce(text, { show: notice === "origins" || notice === "stuck" });
        },
      },
    });
    watchSettings(({ through }) => {
      if (through !== this.#through) this.pointer.clear(); // the reach is another one now
      this.#through = through;
      prepareSound();
    });
    this.modes = new Modes(this);
    this.halves = new Halves(root);
    this.limits = new LimitsView(root, () => this.command({ do: "goto", node: this.client.state.node })); // how it stands
    this.replay = new Replay({
      step: () => this.#replayStep(),
      changed: (running) => this.panel.showReplay(running),
      speed: settings().speed,
    });
  }

  /** The play that is open. */
  get client() {
    return this.#joined.client;
  }

  get pointer() {
    return this.#joined.pointer;
  }

  /** Call a function after each answer; return what ends that. @param {() => void} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Open a play in place of the one there is.
   * @param {number | string} play
   * @param {string} [moves] to be played once it is open, where it has no history
   */
  open(play, moves = "") {
    const { core, connection: before } = this.client;
    this.replay.pause();
    if (core?.plays) void core.finish().finally(() => before.close());
    else before.close();
    this.#moves = moves;
    this.#play = play;
    this.state.begin(null);
    this.card.hide();
    this.modes.leave();
    this.halves.show(0);
    this.#joined.reconnect(connectTo(String(play)));
    this.root.scrollIntoView(); // a phone may have been at the card of the level before
    const { client } = this;
    client.arriving = bringingHome(client, play);
    if (before.opening) client.connection.queued = before.queued;
    client.connection.open();
  }

  /** Have a play go on as this browser knows it, as the server does not answer. @param {Client} client */
  async #resume(client) {
    const { resume } = await import("../alone/takeover.js");
    if (!client.core && client === this.client) await resume(client, this.#play);
  }

  /** Show what the server has refused of what was played without it. */
  async #showRefused() {
    const { client } = this;
    find("#refused", this.root).hidden = true;
    if (!isMarked("refused", client.play)) return;
    await (await import("../alone/refused-notice.js")).showRefused(this.root, client, () => this.open(client.play));
  }

  /**
   * Open a new play of a level, with an address of its own.
   * @param {Api.PlayIn} level
   */
  async openLevel(level) {
    const { play } = await createPlay(level);
    history.pushState(null, "", playAddress(play));
    this.open(play);
  }

  /** @returns {Play.Handlers} */
  #handlers() {
    return {
      phase: () => this.#showPhase(),
      opened: ({ board, merged }) => {
        this.#opened(board);
        if (merged) announce(t("connection.merged"), { show: true });
      },
      applied: (_, before) => {
        const after = this.board.board;
        afterPaint(() => this.#sound(before, after));
      },
      refused: ({ reason }) => announce(reason, { show: true }),
      held: ({ cell, request }) => this.judge.hold(cell, request),
      answered: ({ request }) => this.#answered(request),
      error: ({ message }) => announceError(new Error(message)),
      "solution-shown": () => announce(t("solved.shown"), { show: true }),
      "solution-saved": ({ pure }) => void this.#announceSaved(pure).catch(announceError),
    };
  }

  /** Announce that a solution is kept, and how that has changed the rating. @param {boolean} pure */
  async #announceSaved(pure) {
    const text = [t(pure ? "solved.pure" : "solved.assisted"), await ratingChange()].filter(Boolean).join(" ");
    announce(text, { show: !this.card.add("solved", text) });
  }

  /** The start of the level, as JSON. */
  get level() {
    return this.client.level?.level;
  }

  /**
   * Play moves, as files write them, from the start.
   * @param {string} text
   */
  follow(text) {
    this.command({ do: "restart" });
    for (const chunk of chunkMoves(text)) this.command({ do: "follow", text: chunk });
  }

  /** @param {Play.Request} request */
  command(request) {
    const guarded = this.judge.guarded(request);
    if (!guarded) return;
    if (!this.client.command(guarded)) this.#showPhase();
    else this.halves.take(request, this.client);
    this.#showPending();
  }

  /**
   * Do what an action of the key table means to the game, its direction taken on the screen; return whether it means
   * anything.
   * @param {string} action
   * @param {number} [player]
   */
  act(action, player = 0) {
    const request = commandOf(action, player, this.board.layout.toBoard);
    if (!request) return false;
    this.replay.pause();
    this.command(request);
    return true;
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    this.replay.pause();
    this.command({ do: "drag", from, to, through: this.#through });
  }

  /** @param {Board} start */
  #opened(start) {
    const { client, board } = this;
    if (client.play !== this.#play && String(this.#play).startsWith(NEW)) history.replaceState(null, "", playAddress(client.play)); // the server has it now
    this.#play = client.play;
    board.focusCell(client.focus?.[0] ?? 0, false);
    this.panel.showTitle(client.level, client.game);
    this.onOpened(this);
    void this.#showRefused();
    this.judge.open();
    this.state.begin(start, client.state.outcome.status);
    this.#showState();
    if (this.#moves && client.tree.nodes.size === 1) this.follow(this.#moves);
    this.#moves = "";
    this.#lookFurther();
  }

  /** Fetch more of what keys lead to; after a lost connection that is done again when it is back. */
  #lookFurther() {
    this.client.lookFurther().catch(() => {});
  }

  /** Remove what was shown of the board before. */
  #boardChanged() {
    for (const overlay of ["dead", "cursor"]) this.board.setOverlay(overlay, []);
    this.card.hide();
    if (this.modes.mode === "hop") this.modes.leave();
    const pushers = this.client.displayed?.pieces.filter(({ kind }) => kind === "pusher").length;
    this.board.follow(this.client.focus?.[0] ?? -1);
    this.board.setOverlay("focus", pushers === 1 ? [] : (this.client.focus ?? []));
  }

  /** Remove what a card has marked on the board. */
  #clearMarks() {
    for (const overlay of ["hint", "arrow", "problem"]) this.board.setOverlay(overlay, []);
    this.board.toggleAttribute("rulers", settings().rulers); // a hint that names cells has shown them
  }

  /**
   * Play the sound of what has changed: a box came home, something was pushed, a step.
   * @param {Board | null} before
   * @param {Board | null} after
   */
  #sound(before, after) {
    if (!before || !after) return;
    const pushed = transitionMoves(before, after);
    if (pushed) playSound(countHome(after).home > countHome(before).home ? "home" : pushed);
  }

  /** @param {Play.Request} request */
  #answered(request) {
    const { client } = this;
    const { status } = client.state.outcome;
    if (FOCUSING.has(String(request.key))) this.#announceFocus();
    this.#showStateSoon();
    if (client.pending.length) return;
    clearTimeout(this.#announceTimer);
    this.#announceTimer = setTimeout(() => this.#announce(), ANNOUNCE_AFTER);
    if (!this.state.ends(status)) return;
    announce(outcomeText(client.state), { now: true });
    if (status === "solved") this.#celebrate();
    if (status === "solved" && MANUAL.has(request.do)) this.onSolved();
    else if (status === "solved" || client.state.outcome.winner) toast(outcomeText(client.state));
  }

  /** Celebrate a solved level, as far as the settings have it. */
  #celebrate() {
    playSound("solved");
    if (!settings().celebrate || reducedMotion()) return;
    this.board.classList.add("celebrate");
    setTimeout(() => this.board.classList.remove("celebrate"), CELEBRATION);
  }

  /** Announce, and show, which piece the keys steer now. */
  #announceFocus() {
    const [cell] = this.client.state.focus ?? [];
    if (cell !== undefined) announce(t("announce.steered", { cell: this.board.labelOf(cell) }), { show: true });
  }

  #showState() {
    this.panel.show(this.client);
    this.limits.show(this.client);
    this.board.follow(this.client.focus?.[0] ?? -1);
    this.modes.show();
    document.body.dataset.status = this.client.state.outcome.status;
    this.#showPending();
    for (const watcher of this.#watchers) watcher();
  }

  #showPending() {
    document.body.dataset.waiting = String(this.client.pending.length);
  }

  /** Announce what has happened since the last time, and note on the cells which boxes can be pushed. */
  #announce() {
    const { client } = this;
    const news = this.state.news(client.confirmed);
    if (news) announce(news);
    this.#lookFurther();
    void this.#prepare().catch(() => {}); // its modules do not come: the connection is lost
    this.judge.judge().catch(() => {}); // the connection is lost: the next push is judged
    const { node } = client.state;
    client
      .query({ do: "pushable" })
      .then(({ cells }) => node === client.state.node && this.board.setNotes(pushNotes(cells)))
      .catch(() => {}); // the connection is lost; the next answer queries again
  }

  /** Have the core of this browser play, which needs no server. */
  async #prepare() {
    const { client } = this;
    await (await import("../alone/takeover.js")).prepare(client);
    document.body.toggleAttribute("data-plays-on", client.core !== null);
  }

  /** Show above the board why it cannot be played, if so. */
  #showPhase() {
    const { phase } = this.client;
    if (phase === "lost") void (this.client.confirmed ? this.#prepare().catch(() => {}) : this.#resume(this.client));
    if (phase === "open") find("#banner", this.root).hidden = true;
    else if (phase === "connecting") {
      setTimeout(() => this.client.phase === "connecting" && this.#showBanner(t("connection.connecting")), CONNECTING_AFTER);
    } else if (phase === "moved") {
      this.#showBanner(t("connection.moved"), h("button", { onclick: () => this.client.connection.open() }, t("connection.take")));
    } else if (phase === "gone") this.showMissing(t("connection.gone"));
    else this.#showBanner(t(`connection.${phase}`));
  }

  /** Show that there is no level to play, and why, in place of the page. @param {string} reason */
  showMissing(reason) {
    this.client.connection.close();
    showMissing(t("missing.play.level"), reason);
  }

  /** @param {string} text @param {HTMLElement[]} more */
  #showBanner(text, ...more) {
    const banner = find("#banner", this.root);
    banner.replaceChildren(text, " ", ...more);
    banner.hidden = false;
  }

  #replayStep() {
    const { tree, pending, connection } = this.client;
    if (tree.depth === tree.line().length && !pending.length) return false;
    if (pending.length < 3) this.command({ do: "redo" });
    return connection.answers;
  }

  /** Play the line again, from the start where it has come to its end; or stop. */
  toggleReplay() {
    const { tree } = this.client;
    const { length } = tree.line();
    if (this.replay.running) this.replay.pause();
    else if (length) {
      if (tree.depth === length) this.command({ do: "goto", node: 0 });
      this.replay.start();
    }
  }
}

/**
 * Return what has moved between two boards: "push" for any piece but a pusher, "step" for pushers alone, "" for nothing.
 * @param {Board} before
 * @param {Board} after
 */
function transitionMoves(before, after) {
  const moved = after.pieces.filter((piece) => !before.pieces.includes(piece));
  return moved.some(({ kind }) => kind !== "pusher") ? "push" : moved.length ? "step" : "";
}
