/**
 * A play by the core in this browser: what the page asks for is executed here, kept until it is on the server's disk, and told
 * the server in records.  It goes on where the server does not answer, and comes home when that is back.
 */

import { t } from "../core/i18n.js";
import { NEW } from "../core/marks.js";
import { Lost } from "../play/connection.js";
import { announceError } from "../ui/status.js";
import { keep, recordsOf, rowOf } from "./kept.js";
import { refuse } from "./refused.js";
import { isApart } from "./solo.js";
import { LONG, note, standsOf } from "./stood.js";
import { ownWindow } from "./windows.js";

/** @import { Client } from "../play/client.js" */
/** @import { Solo } from "./solo.js" */
/** @import { Kept } from "./kept.js" */

const PORTION = 5_000; // milliseconds of play that a record tells

/**
 * How much of a play there was at a time; its `place` and `redo` as JSON, "" where they are not known.
 * @typedef {object} Mark
 * @property {number} size of the history
 * @property {string} place
 * @property {string} redo
 * @property {Record<string, number>} snapshots
 * @property {Record<number, string>} comments
 * @property {readonly string[]} assists
 * @property {number} seconds since the clock was restarted
 * @property {number} restarts of the clock
 */

/** @type {CorePlay | null} that of this page */
let current = null;

/** Return whether a search of the core left open what the server may know from solutions of the level. @param {Play.Request} request @param {Record<string, any>} answer */
const isOpen = (request, { status }) => request.do === "judge" && Boolean(request.search) && status === "unknown";

/** Tell the server what is new before the page may be gone. */
const leave = () => void current?.flush();

export class CorePlay {
  /** Whether what is asked for is executed here, and not by the server. */
  plays = false;
  #client;
  #openSolo;
  #failed;
  #solo;
  /** @type {Promise<unknown>} what keys wait for */
  #work = Promise.resolve();
  #version = 0; // of what was asked for
  #begun = 0; // how many times it has begun: marks of before are of other numbers
  /** @type {Mark | null} what is on the server's disk */
  #disk = null;
  /** @type {Mark | null} what the server was told */
  #told = null;
  #record = 0; // the number of the last record
  #refusal = ""; // why the server does not take something
  /** @type {object | null} the connection over which the server is told, null for none */
  #line = null;
  /** @type {object | null} that over which what was played without it comes home */
  #arrival = null;
  /** @type {number | string} the play as the server has it, "" where that is not known */
  #home = "";
  /** @type {string | undefined} what the server says where it has played on with others */
  #merged;
  #hasKeys = true;
  /** @type {(Play.Request & {n: number})[] | null} what is asked for while the server says where the play stands */
  #aside = null;
  /** @type {ReadonlySet<number>} nodes that a page before has found to be solved */
  #solved = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #noted = "";
  /** @type {Promise<unknown>} what is being kept */
  #keeping = Promise.resolve();
  #over = false;

  /**
   * @param {Client} client
   * @param {() => Promise<Solo>} openSolo
   * @param {() => void} failed ends the core
   * @param {Solo | null} [solo] that may have begun already
   */
  constructor(client, openSolo, failed, solo = null) {
    this.#client = client;
    this.#openSolo = openSolo;
    this.#failed = failed;
    this.#solo = solo;
    this.play = client.play;
  }

  /** At a pause: note where the play stands, and play from now on, alone where the connection was lost before. */
  async rest() {
    const { phase, pending, connection } = this.#client;
    if (phase === "lost") {
      this.lose();
      connection.setPhase("alone");
    }
    if (phase !== "open") return;
    if (!this.plays && !pending.length) this.#begin(true);
    await this.#note();
  }

  /** Go on without the server. */
  lose() {
    const isNews = this.#line !== null || !this.plays;
    this.#line = this.#arrival = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.plays) this.#begin(false);
    if (isNews) note(this.#client, ownWindow()).catch(announceError); // however long it is
  }

  /** Play from where the server has it; what it has not answered is asked here. @param {boolean} isLinked */
  #begin(isLinked) {
    const { pending } = this.#client;
    current = this;
    for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, leave); // once
    this.plays = this.#hasKeys = true;
    this.#line = isLinked ? {} : null;
    this.#work = this.#start(standsOf(this.#client)).catch(() => this.#fail());
    for (const { n, request } of pending) this.take({ ...request, n });
  }

  /** @param {ReturnType<typeof standsOf>} start @param {Kept} [since] what a page before this one has played */
  async #start(start, since) {
    this.#begun++;
    this.#disk = this.#told = null;
    this.#solo ??= await this.#openSolo();
    await this.#solo.begin(start, since);
    if (this.#over) return;
    this.#told = { ...this.#mark(), place: "", redo: "" };
    this.#disk = { ...this.#told, size: start.saved + 1 };
    if (!since) this.#keepNow();
    void this.flush(); // the server needs no boards from now on
  }

  /**
   * Go on where a page before this one was left, while the server does not answer.
   * @param {any} opened the message that opens the play
   * @param {Kept} [kept] what was played since
   */
  async resume(opened, kept) {
    const client = this.#client;
    const { base = opened.saved, rows = [], snapshots = {}, comments = {}, assists = [], seconds = 0, clock = opened.state.seconds + seconds } = kept ?? {};
    // What was kept goes on from where it began, though the server may have told more since.
    const nodes = kept ? [...opened.nodes.filter((/** @type {Play.NodeRow} */ [id]) => id <= base), ...rows] : opened.nodes;
    const known = new Set(nodes.map((/** @type {Play.NodeRow} */ [id]) => id));
    const had = (/** @type {string[] | undefined} */ names) => names?.filter((name) => !assists.includes(name)) ?? [];
    const start = {
      ...opened,
      nodes,
      redo: [...opened.redo, ...(kept?.redo ?? [])].filter(([, branch]) => known.has(branch)),
      saved: base,
      snapshots: before(opened.snapshots, snapshots),
      comments: before(opened.comments, comments),
      state: { ...opened.state, running: false, seconds: clock - seconds, assists: had(opened.state.assists) },
    };
    this.#solved = new Set(kept?.solved);
    this.play = opened.play;
    const node = kept?.here ?? opened.state.node;
    try {
      await this.#start(start, { base, rows: [], solved: [], here: null, snapshots, comments, assists, seconds });
      await this.#solo?.execute({ do: "goto", node });
    } catch {
      return this.end(); // the core does not load: the play waits for the server
    }
    if (client.confirmed || !this.#solo) return this.end(); // the server has answered meanwhile
    this.#disk = { size: base + 1, place: "", redo: "", snapshots: start.snapshots, comments: start.comments, assists: start.state.assists, seconds: clock - seconds, restarts: kept?.anew ? -1 : 0 };
    current = client.core = this;
    this.plays = true;
    client.show({ ...start, ...this.#solo.opened() }, "alone", this.#solo.board);
    this.#keepNow();
    await note(client, ownWindow()); // which may have had another name
  }

  /** Execute a request, or answer it, after those before it. @param {Play.Request & {n: number}} request */
  take(request) {
    if (this.#aside) {
      this.#aside.push(request);
      return;
    }
    this.#version++;
    const done = this.#work.then(() => this.#execute(request));
    if (!isApart(request.do)) this.#work = done.catch(throwLater); // what fails on the page is no reason to stop
  }

  /** @param {Play.Request & {n: number}} request */
  async #execute(request) {
    if (this.#over) return;
    const { n, ...asked } = request;
    const client = this.#client;
    if (!this.plays) return client.connection.send(request); // after one that was left to the server
    let answer;
    try {
      answer = await /** @type {Solo} */ (this.#solo).execute(asked);
    } catch {
      return this.#fail();
    }
    if (this.#over) return;
    if (!answer || (this.#line && isOpen(asked, answer))) return this.#leave(request, answer);
    const changes = answer.is === "turned" || answer.is === "hint";
    if (changes) this.#keepNow();
    client.receive({ n, ...answer });
    if (!changes) return;
    if (answer.played?.length && answer.state.outcome.status === "solved") void this.flush();
    else if (this.#line) this.#timer ??= setTimeout(() => void this.flush(), PORTION);
  }

  /**
   * Leave a request to the server, which is told first where the play stands; after a command it plays until the next pause.
   * @param {Play.Request & {n: number}} request
   * @param {Record<string, any> | null} answer of the core, which counts where the server cannot be told
   */
  async #leave(request, answer) {
    const client = this.#client;
    const { n } = request;
    const isSame = this.#line && (await this.#tell().catch(() => false));
    if (!isSame) {
      client.receive({ n, ...(answer ?? { is: "error", message: t("connection.needed") }) });
      if (this.#line) this.#adopt().catch(ignoreLost);
      return;
    }
    const query = client.queries.get(n);
    if (query) query.ofServer = true;
    else this.plays = false;
    client.connection.send(request);
  }

  /** Wait until all that was asked for is executed. */
  async #idle() {
    for (let seen = -1; seen !== this.#version;) {
      seen = this.#version;
      await this.#work;
    }
  }

  // What the server has --------------------------------------------------------------------------------------------------

  /** @returns {Mark} */
  #mark() {
    const { tree, snapshots, comments, assists, seconds, restarts, place } = /** @type {Solo} */ (this.#solo);
    const { redo, ...where } = place;
    return { size: tree.nodes.size, place: JSON.stringify(where), redo: JSON.stringify(redo), snapshots, comments, assists, seconds, restarts };
  }

  /** Return what was played since a mark, null for nothing. @param {Mark} mark @returns {Kept | null} */
  #since(mark) {
    const { tree, snapshots, comments, assists, seconds, restarts, place } = /** @type {Solo} */ (this.#solo);
    const { redo, ...where } = place;
    const anew = restarts !== mark.restarts;
    const rows = Array.from({ length: tree.nodes.size - mark.size }, (_, index) => rowOf(tree.get(mark.size + index)));
    const isSolved = (/** @type {number} */ id) => /** @type {Solo} */ (this.#solo).isSolved(id) || this.#solved.has(id);
    const kept = {
      base: mark.size - 1,
      rows,
      solved: rows.map(([id]) => id).filter(isSolved),
      ...(this.#hasKeys ? where : { here: null }),
      ...(this.#hasKeys && JSON.stringify(redo) !== mark.redo && { redo }),
      snapshots: changed(mark.snapshots, snapshots, null),
      comments: changed(mark.comments, comments, ""),
      assists: assists.filter((name) => !mark.assists.includes(name)),
      seconds: anew ? seconds : seconds - mark.seconds,
      clock: seconds,
      ...(anew && { anew }),
      at: Date.now(),
    };
    const isElsewhere = this.#hasKeys && (JSON.stringify(where) !== mark.place || "redo" in kept);
    const { length } = [...rows, ...Object.keys(kept.snapshots), ...Object.keys(kept.comments), ...kept.assists];
    return length || isElsewhere || String(this.play).startsWith(NEW) ? kept : null; // the server does not even know a play that is new
  }

  /** Keep what the server may not have on its disk. */
  #keepNow() {
    if (this.#disk) this.#keeping = keep(this.play, ownWindow(), this.#since(this.#disk)).catch(announceError); // there is no room
  }

  /** Note where the play stands, where that has changed since it was noted. */
  async #note() {
    const { tree, state: { node }, saved } = this.#client;
    const place = [tree.nodes.size, node, saved].join();
    if (place === this.#noted || tree.nodes.size > LONG) return;
    this.#noted = place;
    await note(this.#client, ownWindow());
  }

  /** Tell the server what is new to it. */
  async flush() {
    if (!(await this.#tell().catch(ignoreLost) ?? true)) await this.#adopt().catch(ignoreLost);
  }

  /** Tell the server what is new to it; return whether it has the same then. Rejects where the connection is lost. */
  async #tell() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [line, mark, client, begun] = [this.#line, this.#told, this.#client, this.#begun];
    const kept = line && mark && this.#since(mark);
    if (!kept) return true;
    const now = (this.#told = this.#mark());
    let answers;
    try {
      answers = await Promise.all(recordsOf(kept, mark.seconds).map((record) => client.ask(record)));
    } catch (error) {
      if (error instanceof Lost || line !== this.#line) throw new Lost();
      this.#refusal = error instanceof Error ? error.message : String(error);
      return false;
    }
    const { n, size } = answers[answers.length - 1];
    this.#record = n;
    client.onDisk(n).then(() => begun === this.#begun && this.#saved(now), () => {}); // lost: it is told again
    return size === now.size && !answers.some(({ numbers, merged }) => numbers || merged);
  }

  /** Keep no more what is on the server's disk. @param {Mark} mark */
  #saved(mark) {
    if (this.#over || !this.#disk || mark.size < this.#disk.size) return;
    this.#disk = mark;
    this.#note().catch(announceError); // before what goes on from there
    this.#keepNow();
  }

  /**
   * Bring home what was played while the server did not answer; the page plays on meanwhile.  Rejects where the connection is lost.
   * @param {{play: number | string, state: Play.State, merged?: string}} opened where the server has the play
   */
  async comeHome({ play, state, merged }) {
    const arrival = (this.#arrival = {});
    this.#line = null;
    await this.#work;
    if (this.#over || arrival !== this.#arrival) throw new Lost();
    const { seconds } = /** @type {Solo} */ (this.#solo);
    const disk = /** @type {Mark} */ (this.#disk);
    this.#line = arrival;
    this.#home = play;
    this.#merged = merged;
    this.#record = 0;
    this.#told = { ...disk, seconds: Math.min(Math.max(disk.seconds, state.seconds), seconds) };
    const isSame = await this.#tell();
    if (this.#record) await this.#client.onDisk(this.#record);
    await this.#keeping;
    if (isSame && play === this.play) this.#client.connection.ready();
    else await this.#adopt();
  }

  /** Take in that the server has something of another window. @param {any} turned */
  overtake({ nodes, state, snapshots, comments }) {
    const { here } = JSON.parse(this.#told?.place || "{}");
    if (nodes.length || snapshots || comments || state.node !== here) this.#adopt().catch(ignoreLost);
  }

  /** Go on from where the server says that the play stands, as others have played too, or it has refused something. */
  async #adopt() {
    if (this.#aside) return;
    const client = this.#client;
    const aside = (this.#aside = /** @type {(Play.Request & {n: number})[]} */ ([]));
    let opened;
    try {
      await this.#idle();
      if (!this.#refusal) await this.#tell();
      const kept = this.#refusal && this.#since(/** @type {Mark} */ (this.#disk));
      if (kept) await refuse(this.#home || this.play, { window: ownWindow(), kept, reason: this.#refusal });
      this.#refusal = "";
      opened = await client.ask({ do: "take" });
      if (opened.play !== this.play) {
        if (this.#record) await client.onDisk(this.#record);
        await keep(this.play, ownWindow(), null); // it is of another play now
      }
    } catch (error) {
      this.#aside = null;
      for (const request of aside) this.take(request);
      throw error;
    }
    this.#aside = null;
    const { pending } = client;
    client.pending = [];
    client.show({ ...opened, merged: this.#merged }); // queries are given up, as whenever the play is opened
    this.#merged = undefined;
    if (client.core === this && !client.pending.length) this.#begin(true);
    for (const { request } of pending) client.command(request);
  }

  /** Forget the history: the server has opened the play anew, with numbers of its own. */
  outdate() {
    this.plays = false;
    this.#line = null;
    this.#disk = this.#told = null;
    this.#begun++;
    this.#solo?.close().catch(() => {});
    this.#solo = null;
    this.#solved = new Set();
  }

  /** Tell what was played here, as another window has the keys now. */
  async yield() {
    if (!this.plays) return;
    await this.#idle();
    const told = this.#tell();
    this.#hasKeys = this.plays = false; // who has them says where it stands
    this.#keepNow();
    if (await told.catch(() => true)) return;
    this.#client.core = null; // its numbers are others there
    this.end();
  }

  /** Tell the last of it, and end once that is on the disk or the connection is lost. */
  async finish() {
    await this.#idle();
    const isTold = await this.#tell().catch(() => false);
    if (isTold && this.#line && this.#record) await this.#client.onDisk(this.#record).catch(() => {});
    this.end();
  }

  end() {
    this.#over = true;
    this.plays = false;
    clearTimeout(this.#timer);
    if (current === this) current = null;
    this.#work.then(() => this.#solo?.close()).catch(() => {});
  }

  /** Have the server play on, as the core does not: what was played here is kept, and comes home as it is opened anew. */
  #fail() {
    if (this.#over) return;
    this.end();
    this.#failed();
    this.#client.abandon();
  }
}

/** @param {unknown} error */
const throwLater = (error) =>
  queueMicrotask(() => {
    throw error;
  });

/** What was not told is told when the connection is back. @param {unknown} error */
function ignoreLost(error) {
  if (!(error instanceof Lost)) throw error;
}

/**
 * Return what has changed, with what there was and what there is.
 * @param {Record<string, any>} was
 * @param {Record<string, any>} is
 * @param {any} none
 * @returns {Record<string, [any, any]>}
 */
function changed(was, is, none) {
  const names = Object.keys({ ...was, ...is }).filter((name) => was[name] !== is[name]);
  return Object.fromEntries(names.map((name) => [name, [was[name] ?? none, is[name] ?? none]]));
}

/** Return what there was before some changes. @param {Record<string, any>} values @param {Record<string, [any, any]>} pairs */
function before(values, pairs) {
  const seen = Object.entries({ ...values, ...Object.fromEntries(Object.entries(pairs).map(([name, [was]]) => [name, was])) });
  return Object.fromEntries(seen.filter(([, value]) => value !== null && value !== ""));
}
