/**
 * A play without a server: it executes commands by the core, and says what has happened in the messages of the socket
 * (`web/play`).  It knows no rule of any game; a move is known by its text as files write it.
 */

import { readBoard } from "../board/model.js";
import { closeRequest, followRequest, lookRequest, openRequest, searchRequest } from "../core/core-requests.js";
import { measured } from "./made.js";
import { Mirror } from "./mirror.js";
import { LEFT, Refused } from "./phrases.js";
import { loadReasons } from "./reasons.js";
import { ASSISTS, SoloAssists } from "./solo-assists.js";
import { COMMANDS, Held } from "./solo-commands.js";
import { SoloPlay, limitsOf } from "./solo-play.js";
import { answerQuery, isQuery } from "./solo-queries.js";
import { Verdicts, requireFew } from "./verdicts.js";

/** @import { Cores } from "../core/core-worker.js" */
/** @import { LoadTexts } from "./reasons.js" */
/** @import { Start } from "./solo-play.js" */

/** @typedef {{game: string, board: BoardJson, options?: [string, unknown][]}} Level */

/** Return whether no key waits for the answer to a request: another core gives it, or that of the keys, between them. @param {string} name */
export const isApart = (name) => name in ASSISTS || isQuery(name);

export class Solo {
  #close;
  #play;
  #assists;
  #openMirror;
  /** @type {Promise<Mirror> | null} what answers queries */
  #mirror = null;

  /**
   * @param {() => Promise<unknown>} close the level in the core
   * @param {SoloPlay} play
   * @param {() => Promise<Mirror>} openMirror for queries
   * @param {() => Promise<Verdicts>} openVerdicts
   * @param {LoadTexts} load the sentences of reasons
   */
  constructor(close, play, openMirror, openVerdicts, load) {
    this.#close = close;
    this.#play = play;
    this.#openMirror = openMirror;
    this.#assists = new SoloAssists(play, this.#looking, openVerdicts, load);
  }

  /**
   * Open a level.  Rejects where the core does not play all of it, or not by keys.
   * @param {Pick<Cores, "keys" | "queries" | "searches">} cores
   * @param {Level} level
   * @param {Record<string, string>} texts of sentences, in English
   * @param {() => number} [now] seconds
   * @param {LoadTexts} [load] the sentences of reasons
   */
  static async open(cores, level, texts, now = () => performance.now() / 1000, load = loadReasons) {
    const { keys, queries, searches } = cores;
    const opened = await keys(openRequest(level));
    // Rules may begin with fewer pieces than are drawn, and count.
    const { board: { pieces, counters }, moves } = await keys(lookRequest(opened.play, opened.position));
    const jumps = moves.some((/** @type {{action: string}} */ { action }) => action === "jump"); // a pusher onto the board
    if (!opened.stands.steers.length && !jumps) throw new Error("found no piece to be steered");
    const play = new SoloPlay(keys, opened, readBoard({ ...level.board, pieces, counters }), limitsOf(level), texts, now);
    const { stepsLeft } = play;
    const openVerdicts = async () => new Verdicts(await Mirror.open(searches, level), () => performance.now() / 1000, stepsLeft);
    return new Solo(() => keys(closeRequest(opened.play)), play, () => Mirror.open(queries, level), openVerdicts, load);
  }

  /** Close the level. */
  async close() {
    await this.#close();
    await this.#assists.close();
    await (await this.#mirror)?.close();
  }

  /** Return what answers queries, opened when it is first wanted. */
  #looking = () => {
    this.#mirror ??= this.#openMirror();
    this.#mirror.catch(() => (this.#mirror = null));
    return this.#mirror;
  };

  /**
   * Go on from where a play stood; or from its start, with what was played since in a page that is gone.  It may have begun
   * before, with fewer nodes.
   * @param {Start} start
   * @param {Partial<import("./kept.js").Kept>} [since]
   */
  begin(start, since) {
    return this.#play.begin(start, since);
  }

  /** Everything that a page needs to begin with. */
  opened() {
    const { state, snapshots, comments, limits } = this.#play;
    return { is: "opened", state, snapshots, comments, limits };
  }

  /** Where the play stands, as records say it. */
  get place() {
    return this.#play.place;
  }

  get tree() {
    return this.#play.tree;
  }

  get board() {
    return this.#play.board;
  }

  get snapshots() {
    return this.#play.snapshots;
  }

  get comments() {
    return this.#play.comments;
  }

  get assists() {
    return [...this.#play.assists].sort();
  }

  /** The seconds that were played. */
  get seconds() {
    return this.#play.seconds;
  }

  /** How many times its clock was restarted. */
  get restarts() {
    return this.#play.restarts;
  }

  /** Return whether a node is solved, as far as that is known. @param {number} id */
  isSolved(id) {
    return this.#play.isSolved(id);
  }

  /**
   * Execute a command, or answer a query, and return the message about it; null for what is left to the server.
   * @param {Play.Request} request
   * @returns {Promise<Record<string, any> | null>}
   */
  async execute(request) {
    const play = this.#play;
    const assist = ASSISTS[request.do];
    if (assist) return this.#answer(request, () => assist(this.#assists, request));
    if (isQuery(request.do)) return this.#answer(request, () => answerQuery(play, this.#looking, request));
    const execute = COMMANDS[request.do];
    if (!execute) return null;
    /** @type {Record<string, unknown>} */
    let refused = {};
    try {
      await execute(play, request);
    } catch (error) {
      if (error === LEFT) return null;
      if (error instanceof Held) refused = { held: error.cell };
      else if (error instanceof Refused) {
        const phrase = play.phrase(error.sentence);
        refused = { refused: phrase.text, phrase };
      } else throw error;
    }
    const remarks = { ...(/^(snapshot|forget)$/.test(request.do) && { snapshots: play.snapshots }) };
    const said = request.do === "comment" ? { comments: { [Number(request.node)]: play.comments[Number(request.node)] ?? "" } } : {};
    return { ...play.takeMessage(), ...remarks, ...said, ...refused };
  }

  /** @param {Play.Request} request @param {() => Promise<object>} answer @returns {Promise<Record<string, any> | null>} */
  async #answer(request, answer) {
    const { length } = this.board.terrain;
    try {
      for (const cell of [request.cell, request.from, request.to].map(Number)) {
        if (cell < 0 || cell > length) throw new Refused("cell-off-board", { cell, count: length });
      }
      return await answer();
    } catch (error) {
      if (!(error instanceof Refused)) return null; // left to the server, as what the core does not search
      const phrase = this.#play.phrase(error.sentence);
      return { is: "error", message: phrase.text, phrase };
    }
  }

  /**
   * Search for a solution from here within a limit; return the verdict, the solution as files write it, and its counts.
   * @param {string} objective
   * @param {{seconds: number, nodes: number, megabytes: number}} limit
   */
  async search(objective, limit) {
    const play = this.#play;
    const { position } = play.here;
    const { moves, ...verdict } = await play.askAt(position, searchRequest, objective, limit);
    requireFew(moves, play.stepsLeft);
    const { moves: made } = moves.length ? await play.askAt(position, followRequest, -1, moves) : { moves: [] };
    const phrase = verdict.proof ? play.phrase({ code: `unsolvable.${verdict.proof}`, params: {} }) : null;
    return { ...verdict, phrase, ...measured(made, play.board) };
  }
}
