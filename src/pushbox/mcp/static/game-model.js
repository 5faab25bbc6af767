/**
 * An open game as the model of a notebook's board: what the board asks for goes to the tool `board`, and its answers,
 * with what others have played meanwhile, come back in order.
 */

/** @import { Host } from "./host.js" */

const POLL = 2_000; // milliseconds between two looks for what others have played
const MOST = 64; // requests at once, as many as the tool takes
const TOLD_AFTER = 800; // milliseconds after the last move of a person, the model is told of them

/** @implements {Notebook.Model} */
export class GameModel {
  /** @type {Record<string, unknown>} */
  #values = { skin: "plain", cell: 44, rulers: false, checkerboard: false, overlays: {} };
  /** @type {Map<string, Set<(...values: any[]) => void>>} */
  #listeners = new Map();
  #host;
  #game;
  #setup;
  #view = "";
  #seen = -1;
  /** @type {string[]} requests that have not been sent */
  #texts = [];
  #busy = false;
  #again = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #poll;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #telling;

  /**
   * @param {Host} host
   * @param {string} game its id
   * @param {(language: string) => Notebook.Setup} setup
   */
  constructor(host, game, setup) {
    this.#host = host;
    this.#game = game;
    this.#setup = setup;
  }

  /** @param {string} name @returns {any} */
  get(name) {
    return this.#values[name];
  }

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    this.#values[name] = value;
    this.#emit(`change:${name}`, value);
  }

  save_changes() {}

  /** @param {string} event @param {(...values: any[]) => void} handler */
  on(event, handler) {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(handler));
  }

  /** @param {string} event @param {(...values: any[]) => void} handler */
  off(event, handler) {
    this.#listeners.get(event)?.delete(handler);
  }

  /** Take a message of the view: for texts and styles, to open the game, or a request. @param {any} content */
  send({ view, language, open, text }) {
    this.#view = view;
    if (language) queueMicrotask(() => this.#deliver({ setup: this.#setup(language) }));
    else {
      if (open) this.#seen = -1;
      else this.#texts.push(text);
      void this.#exchange();
    }
  }

  /** Stop looking for what others have played. */
  close() {
    clearInterval(this.#poll);
    clearTimeout(this.#telling);
  }

  /** Send what waits, one call at a time, so that the answers come in order. */
  async #exchange() {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#again) {
      this.#again = false;
      const requests = this.#texts.splice(0, MOST);
      try {
        await this.#call(requests);
      } catch (error) {
        this.#fail(requests, error instanceof Error ? error.message : String(error));
      }
      this.#again ||= this.#texts.length > 0;
    }
    this.#busy = false;
  }

  /** @param {string[]} requests */
  async #call(requests) {
    const given = { game: this.#game, seen: this.#seen, requests };
    const { isError, content, structuredContent } = await this.#host.request("tools/call", { name: "board", arguments: given });
    if (isError) throw new Error(content?.[0]?.text ?? "the board is not answered");
    this.#seen = structuredContent.seen;
    this.#poll ??= setInterval(() => document.visibilityState === "visible" && void this.#exchange(), POLL);
    for (const { n, message } of structuredContent.messages) {
      this.#deliver({ n, message });
      if (n !== null && message.is === "turned") this.#tell(message.state);
    }
  }

  /** Tell the view that its requests have failed; only the next one asks again. @param {string[]} requests @param {string} message */
  #fail(requests, message) {
    clearInterval(this.#poll);
    this.#poll = undefined;
    for (const text of requests.length ? requests : ["{}"]) {
      this.#deliver({ n: JSON.parse(text).n, message: { is: "error", message } });
    }
  }

  /** Tell the model what people have played, once they pause. @param {any} state */
  #tell({ counts, outcome }) {
    clearTimeout(this.#telling);
    const text = `The player at the board of ${this.#game} is at ${counts.moves} moves, ${counts.pushes} pushes: ${outcome.status}. The tool state returns the board.`;
    this.#telling = setTimeout(() => {
      this.#host.request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {}); // a host need not
    }, TOLD_AFTER);
  }

  /** @param {object} answer */
  #deliver(answer) {
    this.#emit("msg:custom", { to: this.#view, ...answer });
  }

  /** @param {string} event @param {unknown} value */
  #emit(event, value) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(value);
  }
}
