/**
 * What stands in for a server that does not answer: commands are executed here, kept, and brought home when the server
 * is back.  Until then it is a transport like the socket.
 */

import { startCore } from "../core/core-worker.js";
import { t } from "../core/i18n.js";
import { Connection } from "../play/connection.js";
import { announceError } from "../ui/status.js";
import { keepOffline } from "./installed.js";
import { bringHome, keep, keptOf, rowOf } from "./kept.js";
import { findRecords, putRecord } from "./records.js";
import { refuse } from "./refused.js";
import { SLOW, Solo } from "./solo.js";
import { newWindow, openWindows, takeWindow } from "./windows.js";

/** @import { Client } from "../play/client.js" */
/** @import { Ask } from "../core/core-worker.js" */
/** @import { Kept } from "./kept.js" */

/** @type {{ask: Ask, end: () => void} | null} */
let core = null;
/** @type {{ask: Ask, end: () => void} | null} searches, so that no key waits for them */
let thinker = null;
/** @type {number | string} */
let tried = 0; // the play for which it was asked last, whether it can go on or not
let ownWindow = newWindow(); // of what is kept

const MOST_STOOD = 30; // places that are noted, the newest
const LONG = 5_000; // positions of a history that is noted when the connection is lost, and not at each pause

/**
 * Where a play stood in a window, for a page that is loaded while the server does not answer.
 * @typedef {{play: number | string, window: string, opened: any, at?: number}} Stood
 */

/** @param {number | string} play @param {string} window */
export const stoodKey = (play, window) => `stood/${play}/${window}`;

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

const folder = () => document.documentElement.dataset.static ?? "/static/";

/** The English texts of sentences. @returns {Promise<Record<string, string>>} */
export async function sentences() {
  const parts = ["common.json", "messages.json"].map(async (part) => (await fetch(`${folder()}i18n/en/${part}`)).json());
  return Object.assign({}, ...(await Promise.all(parts)));
}

/** Return what answers searches, started when it is first wanted. @returns {Ask} */
function searching() {
  thinker ??= startCore();
  return thinker ? thinker.ask : () => Promise.reject(new Error("the core does not load"));
}

/** Open a level in a core of which nobody knows yet whether it plays that. @param {Ask} ask @param {any} level */
export const openLevel = async (ask, level) => Solo.open(ask, level, await sentences());

/** Open a level in a core. @param {Ask} ask @param {any} level @param {Record<string, string>} texts @param {() => Ask} [searches] */
const openSolo = (ask, level, texts, searches = searching) => Solo.open(ask, level, texts, undefined, searches);

/**
 * Have a play go on without its server, once it must.  Nothing is done for one that hides something, in which several play,
 * that is limited, or that the core does not play; what it needs is loaded now, while there is a server.
 * @param {Client} client
 * @param {typeof startCore} [start]
 */
export async function prepare(client, start = startCore) {
  const { play, level, game, limits } = client;
  if (tried === play || !game || game.hides || game.players > 1 || Object.keys(limits).length) return;
  tried = play;
  core ??= start();
  if (!core) return;
  const { ask } = core;
  try {
    const texts = await sentences();
    const solo = await Solo.open(ask, level.level, texts);
    await solo.close(); // it can be opened again
    if (client.play !== play) return;
    client.standIn = new StandIn(client, () => openSolo(ask, level.level, texts, start === startCore ? searching : () => ask));
    await takeWindow(play, ownWindow);
    await client.standIn.note();
    await forgetOld();
    void keepOffline();
  } catch {
    // the core was not loaded, or does not play this level: the play waits for the server, as the banner says
  }
}

/** Forget where plays stood that were not played for long, but for those of which something is kept. */
async function forgetOld() {
  const noted = (await findRecords("stood/")).sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0));
  for (const [key, { play, window }] of noted.slice(MOST_STOOD)) {
    if (!(window in (await keptOf(play)))) await putRecord(key, undefined);
  }
}

/**
 * Have a play go on where this browser left it, if it did, once it turns out that there is no connection.
 * @param {Client} client
 * @param {number | string} play
 */
export async function resume(client, play) {
  const kept = await keptOf(play);
  /** @type {Stood[]} */
  const noted = (await findRecords(stoodKey(play, ""))).map(([, stood]) => stood);
  const newest = (/** @type {Stood} */ one, /** @type {Stood} */ other) => (kept[other.window]?.at ?? 0) - (kept[one.window]?.at ?? 0) || (other.at ?? 0) - (one.at ?? 0);
  noted.sort(newest);
  if (!noted.length) return;
  core ??= startCore();
  if (!core) return;
  const { ask } = core;
  let stood;
  for (const one of noted) stood ??= one.window in kept && (await takeWindow(play, one.window)) ? one : undefined;
  const before = stood && kept[stood.window]; // what a page before this one has played
  stood ??= noted[0];
  ownWindow = before ? stood.window : newWindow();
  if (!before) await takeWindow(play, ownWindow);
  const { level } = stood.opened.level;
  if (client.confirmed) return; // the server has answered meanwhile
  client.play = stood.play;
  client.standIn = new StandIn(client, async () => openSolo(ask, level, await sentences()), { ...stood, window: ownWindow }, before);
}

/**
 * Send what was kept of a play, by windows that are closed.  What the server refuses is no longer sent, but stays in this
 * browser.  Return false where the server does not answer.
 * @param {number | string} play
 * @param {Play.Connect} connect
 */
export async function sendKept(play, connect) {
  const open = await openWindows(play);
  for (const [window, kept] of Object.entries(await keptOf(play))) {
    if (open.includes(window)) continue; // it sends its own
    const isHome = await new Promise((resolve) => {
      const line = new Line(connect, async (nodes) => {
        try {
          await line.saved(await bringHome(kept, nodes, line.send));
          await keep(play, window, null);
          resolve(true);
        } catch (error) {
          if (!line.isOpen) return; // it is called again
          await refuse(play, { window, kept, reason: messageOf(error) });
          resolve(true);
        }
        line.close();
      }, () => {
        line.close();
        resolve(false);
      });
    });
    if (!isHome) return false;
  }
  return true;
}

/**
 * Send what was kept of a play before it is opened; where the server does not answer, have it go on.
 * @param {number | string} play
 * @param {Client} client that is about to open it
 */
export async function bringAllHome(play, client) {
  if (!(await sendKept(play, client.connect))) await resume(client, play);
}

export class StandIn {
  #client;
  #openSolo;
  #stood;
  #before;
  #noted = "";
  #last = Infinity; // node of what was kept, once the server has taken over, until it has that on its disk

  /**
   * @param {Client} client
   * @param {() => Promise<Solo>} openSolo
   * @param {Stood | null} [stood] where a page before left the play
   * @param {Kept} [before] what that has played since
   */
  constructor(client, openSolo, stood = null, before = undefined) {
    this.#client = client;
    this.#openSolo = openSolo;
    this.#stood = stood;
    this.#before = before;
    this.play = client.play;
  }

  /** Return where the play stands, for a page that comes after this one. @returns {Stood} */
  #stands() {
    const { play, level, game, tree, offers, state, snapshots, comments, saved } = this.#client;
    const nodes = [...tree.nodes.values()].filter(({ id }) => id > 0).map(rowOf);
    const redo = [...tree.nodes.values()].filter(({ children }) => children.length > 1).map(({ id, latest }) => [id, latest]);
    const opened = { is: "opened", play, level, game, nodes, redo, state, snapshots, comments, offers: [...offers], saved };
    return { play, window: ownWindow, opened, at: Date.now() };
  }

  /** Note where the play stands, where that has changed since it was noted. */
  async note() {
    const { tree, state: { node }, saved } = this.#client;
    const place = [tree.nodes.size, node, saved].join();
    if (place === this.#noted || tree.nodes.size > LONG || this.#client.phase !== "open") return;
    this.#noted = place;
    await putRecord(stoodKey(this.play, ownWindow), this.#stands());
  }

  /** Forget what was kept, once the server has the last of it on its disk. @param {number} node up to which it has all */
  onSaved(node) {
    if (node < this.#last) return;
    this.#last = Infinity;
    keep(this.play, ownWindow, null).catch(announceError);
  }

  /** Take over where the play stands; return what is connected to in place of the socket. @returns {Play.Connect} */
  begin() {
    const isNew = this.#client.confirmed === null; // a page that was loaded without the server
    const stood = isNew && this.#stood ? this.#stood : this.#stands();
    const { opened } = stood;
    const before = isNew ? this.#before : undefined;
    const { pending } = this.#client;
    // What was kept goes on from where it began, though the server may have told more since.
    const nodes = before ? [...opened.nodes.filter((/** @type {Play.NodeRow} */ [id]) => id <= before.base), ...before.rows] : opened.nodes;
    const start = { ...opened, saved: before?.base ?? opened.saved, nodes };
    putRecord(stoodKey(this.play, ownWindow), stood).catch(announceError);
    return ({ message, closed }) => {
      let over = false;
      let version = 0; // of what was asked for
      let isTaking = false; // whether the server is taking over
      /** @type {(Play.Request & {n?: number})[]} what is asked for meanwhile */
      const aside = [];
      /** @type {Solo} */
      let solo;
      let work = this.#openSolo().then(async (fresh) => {
        solo = fresh;
        await solo.begin(start, before);
        await keepNow();
        if (!isNew) return;
        message(JSON.stringify({ ...start, ...solo.opened(), board: start.level.level.board }));
        this.#client.saved = start.saved;
        this.#client.connection.setPhase("alone");
        await execute({ do: "goto", node: before?.here ?? opened.state.node });
      });
      const fail = () => {
        if (over) return;
        this.#client.standIn = null; // it would fail again: the play waits for the server
        end();
        core?.end();
        thinker?.end();
        core = thinker = null;
        closed(1006);
      };
      const end = () => {
        over = true;
        line.close();
        work.then(() => solo.close()).catch(() => {});
      };
      /** @returns {Kept} */
      const kept = () => keptNow(solo, start, before?.solved ?? []);
      const keepNow = () => keep(this.play, ownWindow, kept()).catch(announceError); // there is no room
      const settled = async () => {
        for (let seen = -1; seen !== version; ) {
          seen = version;
          await work;
        }
      };
      const open = () => {
        end(); // with all that was asked for: nothing can come between
        const { connection, pending: waiting } = this.#client;
        const isAside = (/** @type {{n: number}} */ { n }) => aside.some((request) => request.n === n);
        this.#client.pending = waiting.filter((command) => !isAside(command));
        // Queries are given up, as whenever the connection is another one.
        for (const { request } of waiting.filter(isAside)) connection.queued.push(() => this.#client.command(request));
        connection.open();
      };
      const line = new Line(this.#client.connect, async (nodes) => {
        let known = nodes;
        const tell = async () => {
          await settled();
          return bringHome(kept(), known, async (request) => {
            const answer = await line.send(request);
            known = [...known, ...(answer.nodes ?? [])];
            return answer;
          });
        };
        try {
          await tell();
          await line.saved(known.at(-1)?.[0] ?? 0);
          isTaking = true; // whoever goes on playing would be ahead of the server's disk for ever
          await tell();
          if (over) return;
        } catch (error) {
          if (over) return;
          isTaking = false;
          for (const request of aside.splice(0)) send(request);
          if (!line.isOpen) return; // it is called again when the connection is back
          await settled();
          if (over) return;
          refuse(this.play, { window: ownWindow, kept: kept(), reason: messageOf(error) }).catch(announceError);
          return open();
        }
        this.#last = known.at(-1)?.[0] ?? 0;
        this.onSaved(line.savedNode);
        open();
      });
      /** @param {Play.Request & {n?: number}} request */
      const execute = async ({ n, ...request }) => {
        const answer = await solo.execute(request);
        if (over) return;
        if (answer?.is === "turned" || answer?.is === "hint") await keepNow();
        message(JSON.stringify({ n, ...(answer ?? { is: "error", message: t("connection.needed") }) }));
      };
      const send = (/** @type {Play.Request} */ request) => {
        if (isTaking) {
          aside.push(request);
          return;
        }
        version++;
        const done = work.then(() => execute(request)).catch(fail);
        if (!SLOW.has(request.do)) work = done;
      };
      work = work.catch(fail);
      for (const { n, request } of pending) send({ ...request, n });
      return { send: (text) => send(JSON.parse(text)), close: end };
    };
  }
}

/**
 * Return what the server may not have of a play.
 * @param {Solo} solo
 * @param {Stood["opened"]} start
 * @param {readonly number[]} solved nodes that are known to be so beside those that the core has seen
 * @returns {Kept}
 */
function keptNow(solo, start, solved) {
  const { tree, snapshots, comments, assists, seconds } = solo;
  const nodes = [...tree.nodes.values()].filter(({ id }) => id > start.saved);
  const changed = (/** @type {Record<string, any>} */ before, /** @type {Record<string, any>} */ now, /** @type {any} */ none) =>
    Object.fromEntries(Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]).map((name) => [name, now[name] ?? none]));
  return {
    base: start.saved,
    rows: nodes.map(rowOf),
    solved: nodes.map(({ id }) => id).filter((id) => solo.isSolved(id) || solved.includes(id)),
    here: tree.current,
    snapshots: changed(start.snapshots, snapshots, null),
    comments: changed(start.comments, comments, ""),
    assists: assists.filter((name) => !start.state.assists?.includes(name)),
    seconds: seconds - start.state.seconds,
    at: Date.now(),
  };
}

/** A connection of its own to a play, over which something is sent before the page goes on. */
class Line {
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #counter = 0;
  #connection;
  #saved = -1; // the node up to which all is on the server's disk
  #changed = () => {};

  /**
   * @param {Play.Connect} connect
   * @param {(nodes: Play.NodeRow[]) => void} opened called each time that it is open, with the history
   * @param {() => void} [failed] called each time that it is not
   */
  constructor(connect, opened, failed = () => {}) {
    this.#connection = new Connection({
      connect,
      received: (message) => {
        if (message.is === "opened") {
          this.#connection.ready();
          this.#saved = message.saved ?? message.nodes.at(-1)?.[0] ?? 0;
          opened(message.nodes);
        } else if (message.is === "saved") {
          this.#saved = message.node;
          this.#changed();
        } else if (this.#waiting.has(message.n)) {
          this.#waiting.get(message.n)?.resolve(message);
          this.#waiting.delete(message.n);
        }
      },
      dropped: () => {
        for (const { reject } of this.#waiting.values()) reject(new Error("the connection is lost"));
        this.#waiting.clear();
        this.#changed();
        if (!this.isOpen) failed();
      },
      phaseChanged: () => {},
    });
    this.#connection.open();
  }

  get savedNode() {
    return this.#saved;
  }

  get isOpen() {
    return this.#connection.phase === "open";
  }

  /** Send a request and return its answer. @param {Play.Request} request @returns {Promise<any>} */
  send = (request) =>
    new Promise((resolve, reject) => {
      const n = ++this.#counter;
      this.#waiting.set(n, { resolve, reject });
      this.#connection.send({ ...request, n });
    });

  /** Wait until the server has all up to a node on its disk. @param {number} node */
  async saved(node) {
    while (this.#saved < node) {
      await new Promise((resolve) => (this.#changed = () => resolve(null)));
      if (!this.isOpen) throw new Error("the connection is lost");
    }
  }

  close() {
    this.#connection.close();
  }
}
