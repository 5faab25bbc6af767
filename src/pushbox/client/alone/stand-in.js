/**
 * What stands in for a server that does not answer: commands are executed here, kept, and brought home when the server
 * is back.  Until then it is a transport like the socket.
 */

import { startCore } from "../core/core-worker.js";
import { t } from "../core/i18n.js";
import { Connection } from "../play/connection.js";
import { bringHome, keep, keptOf } from "./kept.js";
import { Solo } from "./solo.js";

/** @import { Client } from "../play/client.js" */
/** @import { Ask } from "../core/core-worker.js" */
/** @import { Kept } from "./kept.js" */

/** @type {{ask: Ask} | null} */
let core = null;
let tried = 0; // the play for which it was asked last, whether it can go on or not

const WINDOW = Math.random().toString(36).slice(2); // of what is kept, as two may play the same

/**
 * Have a play go on without its server, once it must.  Nothing is done for one that hides something, in which several play,
 * that is limited, or that the core does not play; what it needs is loaded now, while there is a server.
 * @param {Client} client
 * @param {() => {ask: Ask} | null} [start]
 */
export async function prepare(client, start = startCore) {
  const { play, level, game, reverse, limits } = client;
  if (tried === play || !game || game.hides || game.players > 1 || reverse || Object.keys(limits).length) return;
  tried = play;
  core ??= start();
  if (!core) return;
  const { ask } = core;
  try {
    const folder = `${document.documentElement.dataset.static ?? "/static/"}i18n/en/`;
    const parts = ["common.json", "messages.json"].map(async (part) => (await fetch(folder + part)).json());
    const texts = Object.assign({}, ...(await Promise.all(parts)));
    const solo = await Solo.open(ask, level.level, texts);
    await solo.close(); // it can be opened again
    if (client.play === play) client.standIn = new StandIn(client, () => Solo.open(ask, level.level, texts));
  } catch {
    // the core was not loaded, or does not play this level: the play waits for the server, as the banner says
  }
}

/** Send what was kept of a play before, by this window or another. @param {number | string} play @param {Play.Connect} connect */
export async function bringAllHome(play, connect) {
  for (const [window, kept] of Object.entries(keptOf(play))) {
    await new Promise((resolve, reject) => {
      const line = new Line(connect, async (nodes) => {
        try {
          await line.saved(await bringHome(kept, nodes, line.send));
          resolve(null);
        } catch (error) {
          if (!line.isOpen) return; // it is called again
          reject(error);
        }
        line.close();
        keep(play, window, null);
      });
    });
  }
}

export class StandIn {
  #client;
  #openSolo;

  /** @param {Client} client @param {() => Promise<Solo>} openSolo */
  constructor(client, openSolo) {
    this.#client = client;
    this.#openSolo = openSolo;
    this.play = client.play;
  }

  /** Take over where the play stands; return what is connected to in place of the socket. @returns {Play.Connect} */
  begin() {
    const { state, tree, snapshots, comments, saved, pending } = this.#client;
    const start = { nodes: [...tree.nodes.values()].map((node) => ({ ...node })), state, snapshots, comments };
    return ({ message, closed }) => {
      let over = false;
      let version = 0; // of what was played
      /** @type {Solo} */
      let solo;
      let work = this.#openSolo().then((opened) => (solo = opened).begin(start));
      const fail = () => {
        if (over) return;
        end();
        closed(1006);
      };
      const end = () => {
        over = true;
        line.close();
        work.then(() => solo.close()).catch(() => {});
      };
      /** @returns {Kept} */
      const kept = () => keptNow(solo, start, saved);
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
          message(JSON.stringify({ is: "error", message: error instanceof Error ? error.message : String(error) }));
        }
        if (over) return;
        keep(this.play, WINDOW, null);
        end();
        this.#client.connection.open();
      });
      /** @param {Play.Request & {n?: number}} request */
      const execute = async ({ n, ...request }) => {
        const answer = await solo.execute(request);
        if (over) return;
        if (answer) {
          version++;
          keep(this.play, WINDOW, kept());
        }
        message(JSON.stringify({ n, ...(answer ?? { is: "error", message: t("connection.needed") }) }));
      };
      const send = (/** @type {Play.Request} */ request) => void (work = work.then(() => execute(request)).catch(fail));
      for (const { n, request } of pending) send({ ...request, n });
      return { send: (text) => send(JSON.parse(text)), close: end };
    };
  }
}

/**
 * Return what the server may not have of a play.
 * @param {Solo} solo
 * @param {import("./solo.js").Start} start
 * @param {number} base
 * @returns {Kept}
 */
function keptNow(solo, start, base) {
  const { tree, snapshots, comments, assists, seconds } = solo;
  const nodes = [...tree.nodes.values()].filter(({ id }) => id > base);
  const changed = (/** @type {Record<string, any>} */ before, /** @type {Record<string, any>} */ now, /** @type {any} */ none) =>
    Object.fromEntries(Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]).map((name) => [name, now[name] ?? none]));
  return {
    base,
    rows: nodes.map(({ id, parent, written }) => [id, parent, written]),
    solved: nodes.map(({ id }) => id).filter((id) => solo.isSolved(id)),
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

  /** @param {Play.Connect} connect @param {(nodes: Play.NodeRow[]) => void} opened called each time that it is open, with the history */
  constructor(connect, opened) {
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
