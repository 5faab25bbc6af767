/**
 * What stands in for a server that does not answer: commands are executed here, kept, and brought home when the server
 * is back.  Until then it is a transport like the socket.
 */

import { startCore } from "../core/core-worker.js";
import { t } from "../core/i18n.js";
import { load, save } from "../core/storage.js";
import { Connection } from "../play/connection.js";
import { bringHome, keep, keptOf, rowOf } from "./kept.js";
import { refuse } from "./refused.js";
import { SLOW, Solo } from "./solo.js";

/** @import { Client } from "../play/client.js" */
/** @import { Ask } from "../core/core-worker.js" */
/** @import { Kept } from "./kept.js" */

/** @type {{ask: Ask, end: () => void} | null} */
let core = null;
/** @type {{ask: Ask, end: () => void} | null} searches, so that no key waits for them */
let thinker = null;
let tried = 0; // the play for which it was asked last, whether it can go on or not
let ownWindow = Math.random().toString(36).slice(2); // of what is kept, as two may play the same

const FILES = ["core/search-worker.js", "core/pushbox.wasm"]; // what the worker loads, beside what the page has loaded
const NAME = "alone";

/**
 * Where a play stood as the connection was lost, for a page that is loaded again before it is back.
 * @typedef {{play: number, window: string, opened: any}} Stored
 */

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

const folder = () => document.documentElement.dataset.static ?? "/static/";

/** The English texts of sentences. @returns {Promise<Record<string, string>>} */
async function sentences() {
  const parts = ["common.json", "messages.json"].map(async (part) => (await fetch(`${folder()}i18n/en/${part}`)).json());
  return Object.assign({}, ...(await Promise.all(parts)));
}

/** Return what answers searches, started when it is first wanted. @returns {Ask} */
function searching() {
  thinker ??= startCore();
  return thinker ? thinker.ask : () => Promise.reject(new Error("the core does not load"));
}

/** Open a level in a core. @param {Ask} ask @param {any} level @param {Record<string, string>} texts @param {() => Ask} [searches] */
const openSolo = (ask, level, texts, searches = searching) => Solo.open(ask, level, texts, undefined, searches);

/**
 * Have a play go on without its server, once it must.  Nothing is done for one that hides something, in which several play,
 * that is limited, or that the core does not play; what it needs is loaded now, while there is a server.
 * @param {Client} client
 * @param {typeof startCore} [start]
 */
export async function prepare(client, start = startCore) {
  const { play, level, game, reverse, limits } = client;
  if (tried === play || !game || game.hides || game.players > 1 || reverse || Object.keys(limits).length) return;
  tried = play;
  core ??= start();
  if (!core) return;
  const { ask } = core;
  try {
    const texts = await sentences();
    const solo = await Solo.open(ask, level.level, texts);
    await solo.close(); // it can be opened again
    if (client.play === play) client.standIn = new StandIn(client, () => openSolo(ask, level.level, texts, start === startCore ? searching : () => ask));
    await keepPage();
  } catch {
    // the core was not loaded, or does not play this level: the play waits for the server, as the banner says
  }
}

/** Keep this page and its files, for when it is loaded while the server does not answer. */
async function keepPage() {
  if (!navigator.serviceWorker) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const files = new Set([...loaded.filter((path) => path.startsWith(folder())), ...FILES.map((path) => folder() + path)]);
  const cache = await caches.open("pushbox");
  await cache.addAll(["/play", ...files]);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/play" && !pathname.startsWith(folder())) await cache.delete(request); // of another release
  }
  await navigator.serviceWorker.register(`${folder()}core/service-worker.js`, { scope: "/" });
}

/** Have a play go on where this browser left it, if it did, once it turns out that there is no connection. @param {Client} client @param {number | string} play */
function resume(client, play) {
  const stored = load(NAME, /** @type {Stored | null} */ (null));
  core ??= startCore();
  if (!core || String(stored?.play) !== String(play) || !stored) return;
  const { ask } = core;
  ownWindow = stored.window;
  client.play = stored.play;
  client.standIn = new StandIn(client, async () => openSolo(ask, stored.opened.level.level, await sentences()), stored);
}

/**
 * Send what was kept of a play before, by this window or another; where the server does not answer, have it go on.  What
 * it refuses is no longer sent, but stays in this browser.
 * @param {number | string} play
 * @param {Client} client that is about to open it
 */
export async function bringAllHome(play, client) {
  for (const [window, kept] of Object.entries(keptOf(play))) {
    const isHome = await new Promise((resolve) => {
      const line = new Line(client.connect, async (nodes) => {
        try {
          await line.saved(await bringHome(kept, nodes, line.send));
          keep(play, window, null);
          resolve(true);
        } catch (error) {
          if (!line.isOpen) return; // it is called again
          refuse(play, { window, kept, reason: messageOf(error) });
          resolve(true);
        }
        line.close();
      }, () => {
        line.close();
        resolve(false);
      });
    });
    if (!isHome) return resume(client, play);
  }
  if (String(load(NAME, /** @type {Stored | null} */ (null))?.play) === String(play)) save(NAME, undefined);
}

export class StandIn {
  #client;
  #openSolo;
  #stored;

  /** @param {Client} client @param {() => Promise<Solo>} openSolo @param {Stored | null} [stored] where a page before left the play */
  constructor(client, openSolo, stored = null) {
    this.#client = client;
    this.#openSolo = openSolo;
    this.#stored = stored;
    this.play = client.play;
  }

  /** Note where the play stands, for a page that comes after this one. @returns {Stored} */
  #store() {
    const { play, level, game, tree, offers, state, snapshots, comments, saved } = this.#client;
    const nodes = [...tree.nodes.values()].filter(({ id }) => id > 0).map(rowOf);
    const redo = [...tree.nodes.values()].filter(({ children }) => children.length > 1).map(({ id, latest }) => [id, latest]);
    const opened = { is: "opened", play, level, game, nodes, redo, state, snapshots, comments, offers: [...offers], saved };
    const stored = { play, window: ownWindow, opened };
    save(NAME, stored);
    return stored;
  }

  /** Take over where the play stands; return what is connected to in place of the socket. @returns {Play.Connect} */
  begin() {
    const isNew = this.#client.confirmed === null; // a page that was loaded without the server
    const { opened } = isNew && this.#stored ? this.#stored : this.#store();
    const before = isNew ? keptOf(this.play)[ownWindow] : undefined;
    const { pending } = this.#client;
    const nodes = [...opened.nodes.filter((/** @type {Play.NodeRow} */ [id]) => id <= opened.saved || !before), ...(before?.rows ?? [])];
    const start = { ...opened, nodes };
    return ({ message, closed }) => {
      let over = false;
      let version = 0; // of what was played
      /** @type {Solo} */
      let solo;
      let work = this.#openSolo().then(async (fresh) => {
        solo = fresh;
        await solo.begin(start, before);
        keep(this.play, ownWindow, kept());
        if (!isNew) return;
        message(JSON.stringify({ ...start, ...solo.opened(), board: start.level.level.board }));
        this.#client.saved = opened.saved;
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
      const kept = () => keptNow(solo, opened, before?.solved ?? []);
      const line = new Line(this.#client.connect, async (nodes) => {
        try {
          let known = nodes;
          for (let sent = -1; sent !== version; ) {
            await work;
            sent = version;
            const newest = await bringHome(kept(), known, async (request) => {
              const answer = await line.send(request);
              known = [...known, ...(answer.nodes ?? [])];
              return answer;
            });
            await line.saved(newest);
          }
        } catch (error) {
          if (over || !line.isOpen) return; // it is called again when the connection is back
          refuse(this.play, { window: ownWindow, kept: kept(), reason: messageOf(error) });
        }
        if (over) return;
        keep(this.play, ownWindow, null);
        save(NAME, undefined);
        end();
        this.#client.connection.open();
      });
      /** @param {Play.Request & {n?: number}} request */
      const execute = async ({ n, ...request }) => {
        const answer = await solo.execute(request);
        if (over) return;
        if (answer?.is === "turned" || answer?.is === "hint") {
          version++;
          keep(this.play, ownWindow, kept());
        }
        message(JSON.stringify({ n, ...(answer ?? { is: "error", message: t("connection.needed") }) }));
      };
      const send = (/** @type {Play.Request} */ request) => {
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
 * @param {Stored["opened"]} start
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
