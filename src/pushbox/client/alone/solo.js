/**
 * A play without a server: it executes commands by the core, and says what has happened in the messages of the socket
 * (`web/play`).  It knows no rule of any game; a move is known by its text as files write it.
 */

import { applyChanges, equalParts, inverseChanges } from "../board/changes.js";
import { cellName, deadBoxes, readBoard } from "../board/model.js";
import { DIRECTIONS, neighbours } from "../board/tiling.js";
import {
  backRequest, closeRequest, dragRequest, explainRequest, followRequest, lookRequest, openRequest, originsRequest, pressRequest, pushableRequest,
  reachRequest, searchRequest, trailRequest, typeRequest,
} from "../core/core-requests.js";
import { Tree } from "../play/history.js";
import { explain, loadReasons } from "./reasons.js";
import { Verdicts } from "./verdicts.js";

/** @import { Ask } from "../core/core-worker.js" */
/** @import { LoadTexts, Reason } from "./reasons.js" */

const MAX_NODES = 20_000; // positions of a history, as the server keeps them
const MAX_RUN = 200; // steps of a run
const MAX_AT_ONCE = 1_000; // moves that are redone at once
const LAST_STEP = 5; // of the hints for a position
const HINT = { seconds: 4, nodes: 200_000, megabytes: 256 }; // of the searches for a hint
const JUDGE = { seconds: 1.5, nodes: 100_000, megabytes: 128 }; // of those for a push
const SOLVE = { seconds: 30, nodes: 5_000_000, megabytes: 256 };
const ONE_POSITION = { seconds: 2, nodes: 1, megabytes: 256 };
const MAX_REASONS = 3; // of a lost position
export const COUNTS = ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"];

/** What takes seconds, so that no key waits for it. */
export const SLOW = new Set(["hint", "judge", "solve"]);

/**
 * @typedef {{game: string, board: BoardJson, options?: [string, unknown][]}} Level
 *
 * How a position stands: its outcome, and the pieces that can be steered.
 * @typedef {{outcome: Play.State["outcome"]["status"], reason: Sentence | null, winner: number, steers: PieceJson[]}} Stands
 * @typedef {{code: string, params: Record<string, any>}} Sentence
 * @typedef {{position: number, text: string, label: string, typed: string, pushes: [number, number][], focus: number | null, changes: any[], stands: Stands}} Made
 * @typedef {{counts: number[], direction: number | null, pushing: boolean, rest: Set<number>}} Counter
 * @typedef {{position: number, changes: Change[], counter: Counter, stands: Stands}} Known what the core knows of a node
 *
 * What a play begins with.
 * @typedef {object} Start
 * @property {readonly Play.NodeRow[]} nodes in the order of their numbers
 * @property {[node: number, branch: number][]} redo where redo leads from those with several branches
 * @property {Play.State} state
 * @property {Record<string, number>} snapshots
 * @property {Record<number, string>} comments
 */

/** A command that is not executed, for a reason in a sentence. */
class Refused extends Error {
  /** @param {string} code @param {Record<string, any>} [params] */
  constructor(code, params = {}) {
    super(code);
    this.sentence = { code, params };
  }
}

export class Solo {
  /** @type {Map<number, Known>} */
  #known = new Map();
  #ask;
  #play;
  #texts;
  #now;
  #openVerdicts;
  #loadReasons;
  #focus = -1;
  #seconds = 0;
  /** @type {number | null} */
  #started = null;
  /** @type {Set<string>} */
  #assists = new Set();
  /** @type {Change[][]} */
  #changes = [];
  /** @type {Play.NodeRow[]} */
  #rows = [];

  /** @type {Promise<Verdicts> | null} */
  #verdicts = null;
  /** @type {{node: number, hint: Promise<object>} | null} the last one */
  #hint = null;

  /**
   * @param {Ask} ask
   * @param {{play: number, stands: Stands}} opened
   * @param {Board} board at the start
   * @param {Record<string, string>} texts of sentences, in English
   * @param {() => number} now seconds
   * @param {() => Promise<Verdicts>} openVerdicts
   * @param {LoadTexts} load the sentences of reasons
   */
  constructor(ask, { play, stands }, board, texts, now, openVerdicts, load) {
    this.#openVerdicts = openVerdicts;
    this.#loadReasons = load;
    this.#ask = ask;
    this.#play = play;
    this.#texts = texts;
    this.#now = now;
    this.board = board;
    this.tree = new Tree();
    /** @type {Record<string, number>} */
    this.snapshots = {};
    /** @type {Record<number, string>} */
    this.comments = {};
    this.#known.set(0, { position: 0, changes: [], counter: counterAtStart(), stands });
    this.#focus = stands.steers.length ? 0 : -1;
  }

  /**
   * Open a level.  Rejects where the core does not play all of it, or not by keys.
   * @param {Ask} ask
   * @param {Level} level
   * @param {Record<string, string>} texts
   * @param {() => number} [now]
   * @param {() => Ask} [searching] returns what answers searches, which should not be what answers keys
   * @param {LoadTexts} [load]
   */
  static async open(ask, level, texts, now = () => performance.now() / 1000, searching = () => ask, load = loadReasons) {
    const opened = await ask(openRequest(level));
    // Rules may begin with fewer pieces than are drawn.
    const { board, moves } = await ask(lookRequest(opened.play, opened.position));
    const jumps = moves.some((/** @type {{action: string}} */ { action }) => action === "jump"); // a pusher onto the board
    if (!opened.stands.steers.length && !jumps) throw new Error("found no piece to be steered");
    const openVerdicts = () => Verdicts.open(searching(), level, () => performance.now() / 1000);
    return new Solo(ask, opened, readBoard({ ...level.board, pieces: board.pieces }), texts, now, openVerdicts, load);
  }

  /** Close the level. */
  async close() {
    await this.#ask(closeRequest(this.#play));
    await (await this.#verdicts)?.close();
  }

  /**
   * Go on from where a play stood; or from its start, with what was played since in a page that is gone.
   * @param {Start} start
   * @param {import("./kept.js").Kept} [since]
   */
  async begin({ nodes, redo, state, snapshots, comments }, since) {
    this.tree.add(nodes);
    for (const [node, branch] of redo) this.tree.get(node).latest = branch;
    await this.#goTo(since ? 0 : state.node);
    this.tree.select(this.tree.current);
    this.#focus = this.#steered(since ? null : state.focus);
    this.#seconds = state.seconds + (since?.seconds ?? 0);
    this.#started = state.running && !since ? this.#now() : null;
    this.#assists = new Set([...(state.assists ?? []), ...(since?.assists ?? [])]);
    const named = Object.entries({ ...snapshots, ...since?.snapshots }).flatMap(([slot, node]) => (node === null ? [] : [[slot, node]]));
    this.snapshots = Object.fromEntries(named);
    this.comments = Object.fromEntries(Object.entries({ ...comments, ...since?.comments }).filter(([, text]) => text));
    this.#changes = [];
  }

  /** Everything that a page needs to begin with. */
  opened() {
    return { is: "opened", state: this.#state(), snapshots: this.snapshots, comments: this.comments };
  }

  get assists() {
    return [...this.#assists].sort();
  }

  /** Return whether a node is solved, as far as that is known. @param {number} id */
  isSolved(id) {
    return this.#known.get(id)?.stands.outcome === "solved";
  }

  /**
   * Execute a command, or answer a query, and return the message about it; null for what is left to the server.
   * @param {Play.Request} request
   * @returns {Promise<Record<string, any> | null>}
   */
  async execute(request) {
    const answer = QUERIES[request.do];
    if (answer) return this.#answer(answer, request);
    const execute = COMMANDS[request.do];
    if (!execute) return null;
    /** @type {Record<string, unknown>} */
    let refused = {};
    try {
      await execute(this, request);
    } catch (error) {
      if (error === LEFT) return null;
      if (!(error instanceof Refused)) throw error;
      const phrase = this.#phrase(error.sentence);
      refused = { refused: phrase.text, phrase };
    }
    const message = { is: "turned", played: this.#changes.map((changes) => ({ changes })), nodes: this.#rows, state: this.#state() };
    [this.#changes, this.#rows] = [[], []];
    const remarks = { ...(/^(snapshot|forget)$/.test(request.do) && { snapshots: this.snapshots }) };
    const said = request.do === "comment" ? { comments: { [Number(request.node)]: this.comments[Number(request.node)] ?? "" } } : {};
    return { ...message, ...remarks, ...said, ...refused };
  }

  /** @param {(solo: Solo, request: any) => Promise<object>} answer @param {Play.Request} request @returns {Promise<Record<string, any> | null>} */
  async #answer(answer, request) {
    const { length } = this.board.terrain;
    try {
      for (const cell of [request.cell, request.from, request.to].map(Number)) {
        if (cell < 0 || cell > length) throw new Refused("cell-off-board", { cell, count: length });
      }
      return await answer(this, request);
    } catch (error) {
      if (!(error instanceof Refused)) return null; // left to the server, as what the core does not search
      const phrase = this.#phrase(error.sentence);
      return { is: "error", message: phrase.text, phrase };
    }
  }

  /** @param {number} cell @param {boolean} through */
  async reach(cell, through) {
    const { cells, lost } = await this.#ask(reachRequest(this.#play, this.#here.position, cell, through));
    if (!cells) throw LEFT;
    return { is: "reach", cell, cells: Object.fromEntries(cells), lost };
  }

  /** @param {number} from @param {number} to @param {boolean} through */
  async path(from, to, through) {
    const trail = await this.#ask(trailRequest(this.#play, this.#here.position, from, to, through));
    return { is: "path", from, to, ...trail };
  }

  /** @param {number} cell */
  async origins(cell) {
    const { cells } = await this.#ask(originsRequest(this.#play, this.#here.position, cell));
    if (!cells) throw LEFT;
    return { is: "origins", cell, cells };
  }

  async pushable() {
    const { cells } = await this.#ask(pushableRequest(this.#play, this.#here.position));
    if (!cells) throw LEFT;
    return { is: "pushable", cells: cells.map((/** @type {number[]} */ [cell, ...ways]) => [cell, ...ways.map((way) => DIRECTIONS[way])]) };
  }

  /** Return the dead squares and how many pushes are needed at least, as a request to the server does. */
  async analyse() {
    const { position } = this.#here;
    const { dead } = await this.#ask(pushableRequest(this.#play, position));
    const inside = insideCells(this.board);
    const { status, proof, bound, moves } = await this.#ask(searchRequest(this.#play, position, "pushes", ONE_POSITION));
    const phrase = proof && this.#phrase({ code: `unsolvable.${proof}`, params: {} });
    const least = status === "unsolvable" ? null : (bound ?? (moves.length ? null : 0));
    return { is: "analysed", dead: dead.filter((/** @type {number} */ cell) => inside.has(cell)), bound: least, proof: phrase?.text ?? "", phrase: phrase || null };
  }

  /** Return the moves up to here as files write them. */
  async line() {
    const { tree } = this;
    const written = this.#path(tree.current).map((node) => tree.get(node).written);
    const { moves } = written.length ? await this.#ask(followRequest(this.#play, 0, -1, written)) : { moves: [] };
    return { is: "line", text: moves.map((/** @type {Made} */ { typed }) => typed).join("").trim() };
  }

  /** Return a hint, which counts as an assist. @param {number} step */
  async hint(step) {
    const node = this.tree.current;
    this.#assists.add("hint");
    if (this.#hint?.node !== node) this.#hint = { node, hint: this.#findHint() };
    const found = this.#hint;
    found.hint.catch(() => this.#hint === found && (this.#hint = null)); // searched for again where it is asked for again
    const { region, cell, target, moves, path, ...rest } = /** @type {any} */ (await found.hint);
    const told = Object.entries({ region, cell, target, moves }).slice(0, region === undefined ? 0 : step - 1);
    return { is: "hint", step, ...rest, ...Object.fromEntries(told), ...(step === LAST_STEP && path && { path }) };
  }

  async #findHint() {
    const line = this.#steps();
    const [focus, { board }] = [this.#focus, this];
    const pushes = line.map(({ id }) => this.#at(id).counter.counts[1]);
    const verdicts = await this.#judging();
    const { lastWinnable, firstLost, verdict } = await verdicts.judgeLine(line, HINT);
    const { status } = verdict;
    if (status !== "lost") {
      const ladder = status === "winnable" ? await verdicts.ladder(line, verdict.moves, focus, board) : null;
      return { status, node: null, since: null, ...ladder };
    }
    const isKnown = firstLost !== null && firstLost > 0 && firstLost - 1 === lastWinnable && pushes[firstLost] > pushes[firstLost - 1];
    const since = firstLost === 0 ? 0 : isKnown ? pushes[/** @type {number} */ (firstLost)] : null;
    return { status, node: lastWinnable === null ? null : line[lastWinnable].id, since };
  }

  /**
   * Say whether the position is lost: for reasons that the core sees at once, else as far as a search finds out.
   * @param {boolean} search
   * @param {string} language of the reasons
   */
  async judge(search, language) {
    const { position } = this.#here;
    const { reasons } = await this.#ask(explainRequest(this.#play, position));
    if (reasons.length) {
      const texts = await this.#loadReasons(language);
      const told = reasons.slice(0, MAX_REASONS).map((/** @type {Reason} */ reason) => {
        const { boxes, cells = [] } = reason;
        return { text: explain(reason, this.board, texts), boxes, cells };
      });
      return { is: "judged", status: "lost", reasons: told };
    }
    const { dead } = await this.#ask(pushableRequest(this.#play, position)); // of games that know more than boxes and goals
    const lost = deadBoxes(this.board, new Set(dead));
    if (lost.length) return { is: "judged", status: "lost", reasons: lost.slice(0, MAX_REASONS).map((cell) => ({ dead: cell, boxes: [cell], cells: [] })) };
    if (!search) return { is: "judged", status: "unknown", reasons: [] };
    const line = this.#steps();
    const verdicts = await this.#judging();
    const { verdict } = await verdicts.judgeLine(line, JUDGE, line.length - 1);
    return { is: "judged", status: verdict.status, reasons: [] };
  }

  /** Return a solution from here, as far as a search finds one. */
  async solve() {
    const line = this.#steps();
    const { status, made } = await (await this.#judging()).solve(line, SOLVE);
    return { is: "solution", status, count: made.length, ...this.#measured(made) };
  }

  /** Return moves as files write them, with what they count from their beginning. @param {readonly Made[]} made */
  #measured(made) {
    let counter = counterAtStart();
    for (const { changes, pushes } of made) counter = counted(counter, changes.map(changeOf), pushes, this.board);
    return { text: made.map(({ typed }) => typed).join("").trim(), counts: counter.counts };
  }

  /**
   * Search for a solution from here within a limit; return the verdict, the solution as files write it, and its counts.
   * @param {string} objective
   * @param {{seconds: number, nodes: number, megabytes: number}} limit
   */
  async search(objective, limit) {
    const { position } = this.#here;
    const { moves, ...verdict } = await this.#ask(searchRequest(this.#play, position, objective, limit));
    const { moves: made } = moves.length ? await this.#ask(followRequest(this.#play, position, -1, moves)) : { moves: [] };
    const phrase = verdict.proof ? this.#phrase({ code: `unsolvable.${verdict.proof}`, params: {} }) : null;
    return { ...verdict, phrase, ...this.#measured(made) };
  }

  /** Return what judges positions, opened when it is first wanted. */
  #judging() {
    this.#verdicts ??= this.#openVerdicts();
    this.#verdicts.catch(() => (this.#verdicts = null));
    return this.#verdicts;
  }

  /** The positions from the start to this one. */
  #steps() {
    const { tree } = this;
    return [0, ...this.#path(tree.current)].map((id) => ({ id, written: tree.get(id).written }));
  }

  /** Return the nodes after the start up to one. @param {number} id */
  #path(id) {
    /** @type {number[]} */
    const path = [];
    for (let at = id; at > 0; at = this.tree.get(at).parent) path.unshift(at);
    return path;
  }

  /** Take what stands on a cell to another. @param {number} from @param {number} to @param {boolean} through */
  async drag(from, to, through) {
    const { board } = this;
    const off = [from, to].find((cell) => cell < 0 || cell > board.terrain.length);
    if (off !== undefined) throw new Refused("cell-off-board", { cell: off, count: board.terrain.length });
    const { moves } = await this.#ask(dragRequest(this.#play, this.#here.position, from, to, through, this.#focus));
    if (!moves) throw new Refused("nothing-taken", { start: cellName(board, from), end: cellName(board, to) });
    for (const made of moves) this.#arrive(made);
  }

  /** Play moves as they are typed while a piece is steered, -1 for none. @param {string} text @param {number} focus */
  async type(text, focus = this.#focus) {
    const { moves, why, count, most } = await this.#ask(typeRequest(this.#play, this.#here.position, focus, text));
    if (count) throw new Refused("moves-at-once", { count, most });
    if (!moves) throw LEFT;
    for (const made of moves) this.#arrive(made);
    if (why) throw new Refused(why.code, why.params);
  }

  /** Play moves as files write them. @param {string} text */
  async follow(text) {
    this.#assists.add("handed in"); // nobody watched it being found
    await this.type(text, -1);
  }

  /** @param {string} key */
  async press(key) {
    const answer = await this.#press(key);
    if ("focus" in answer) this.#focus = answer.focus;
    else if (!("move" in answer)) throw new Refused("key-nothing");
    else if (answer.move) this.#arrive(answer.move);
    else throw new Refused(answer.why?.code ?? "refused", answer.why?.params);
  }

  /** Press a key until something stops it. @param {string} key @param {boolean} push whether it may push */
  async run(key, push) {
    const { outcome } = this.#here.stands;
    for (let step = 0; step < MAX_RUN; step++) {
      const { move } = await this.#press(key);
      if (!move || (move.pushes.length && !push)) return;
      this.#arrive(move);
      if (this.#here.stands.outcome !== outcome) return;
    }
  }

  /** @param {number} times */
  async undo(times) {
    const { tree } = this;
    if (!tree.depth) throw new Refused("nothing-undo");
    const before = this.board;
    const single = times === 1 ? inverseChanges(this.#here.changes) : null;
    for (let left = Math.min(times, tree.depth); left > 0; left--) {
      const { parent, written } = tree.get(tree.current);
      const { focus } = await this.#ask(backRequest(this.#play, this.#at(parent).position, this.#focus, written));
      this.board = applyChanges(this.board, inverseChanges(this.#here.changes));
      tree.current = parent;
      this.#focus = focus ?? -1;
    }
    this.#changes.push(single ?? difference(before, this.board));
  }

  /** @param {number} times @param {number | null} node the first branch */
  async redo(times, node) {
    const { tree } = this;
    if (node !== null && !tree.get(tree.current).children.includes(node)) throw new Refused("no-branch");
    for (let step = 0; step < Math.min(times, MAX_AT_ONCE); step++) {
      const next = step || node === null ? tree.get(tree.current).latest : node;
      if (next < 0 && step) return;
      if (next < 0) throw new Refused("nothing-redo");
      const { moves } = await this.#ask(followRequest(this.#play, this.#here.position, this.#focus, [tree.get(next).written]));
      this.#arrive(moves[0]);
    }
  }

  /** @param {number} node */
  async goto(node) {
    if (!this.tree.nodes.has(node)) throw new Refused("no-position", { node });
    const before = this.board;
    const steered = this.#here.stands.steers[this.#focus];
    await this.#goTo(node);
    this.tree.select(node);
    const { steers } = this.#here.stands;
    const same = steers.findIndex((piece) => JSON.stringify(piece) === JSON.stringify(steered));
    this.#focus = same < 0 && steers.length ? 0 : same;
    const changes = difference(before, this.board);
    if (changes.length) this.#changes.push(changes);
  }

  /** @param {string} slot */
  snapshot(slot) {
    this.snapshots = { ...this.snapshots, [slot]: this.tree.current };
  }

  /** @param {string} slot */
  forget(slot) {
    this.snapshots = Object.fromEntries(Object.entries(this.snapshots).filter(([name]) => name !== slot));
  }

  /** @param {string} slot */
  async recall(slot) {
    if (!(slot in this.snapshots)) throw new Refused("no-snapshot", { slot });
    await this.goto(this.snapshots[slot]);
  }

  /** @param {number} node @param {string} text */
  comment(node, text) {
    const { [node]: _, ...others } = this.comments;
    this.comments = text ? { ...others, [node]: text } : others;
  }

  /** @param {string} name */
  assist(name) {
    this.#assists.add(name);
  }

  get #here() {
    return this.#at(this.tree.current);
  }

  /** @param {number} id of a node that the core knows @returns {Known} */
  #at(id) {
    return /** @type {Known} */ (this.#known.get(id));
  }

  /** @param {string} key */
  #press(key) {
    return this.#ask(pressRequest(this.#play, this.#here.position, this.#focus, key));
  }

  /** Show a move that was made, in the branch that it has or in a new one. @param {Made} made */
  #arrive(made) {
    const { tree } = this;
    const { current } = tree;
    let next = tree.get(current).children.find((child) => tree.get(child).written === made.text);
    if (next === undefined) {
      if (tree.nodes.size >= MAX_NODES) throw new Refused("play-full", { count: MAX_NODES });
      next = tree.nodes.size;
      const [push = false] = made.pushes;
      /** @type {Play.NodeRow} */
      const row = made.text === made.label ? [next, current, made.label, push] : [next, current, made.label, push, made.text];
      tree.add([row]);
      this.#rows.push(row);
    }
    const { changes } = this.#learn(next, made);
    this.board = applyChanges(this.board, changes);
    tree.select(next);
    this.#focus = made.focus ?? -1;
    this.#changes.push(changes);
    this.#started ??= this.#now();
    if (made.stands.outcome === "solved") this.#pause();
  }

  /** Take in what the core says of a node. @param {number} id @param {Made} made @returns {Known} */
  #learn(id, { position, pushes, changes: given, stands }) {
    const changes = given.map(changeOf);
    const before = this.#at(this.tree.get(id).parent).counter;
    const known = this.#known.get(id) ?? { position, changes, counter: counted(before, changes, pushes, this.board), stands };
    this.#known.set(id, known);
    return known;
  }

  /** Have the board of a node, and all that leads to it known by the core. @param {number} id */
  async #goTo(id) {
    const { tree } = this;
    const path = this.#path(id);
    const unknown = path.filter((node) => !this.#known.has(node));
    if (unknown.length) {
      const { position } = this.#at(tree.get(unknown[0]).parent);
      const { moves } = await this.#ask(followRequest(this.#play, position, -1, unknown.map((node) => tree.get(node).written)));
      if (moves.length < unknown.length) throw new Error(`the core does not play ${tree.get(unknown[moves.length]).written}`);
      unknown.forEach((node, index) => this.#learn(node, moves[index]));
    }
    const above = new Set([0, ...path]);
    for (; !above.has(tree.current); tree.current = tree.get(tree.current).parent) {
      this.board = applyChanges(this.board, inverseChanges(this.#here.changes));
    }
    for (const node of path.slice(tree.current ? path.indexOf(tree.current) + 1 : 0)) this.board = applyChanges(this.board, this.#at(node).changes);
    tree.current = id;
  }

  /** Return the number of the piece on some cells that is steered, that of the first one where none is there. @param {number[] | null} cells */
  #steered(cells) {
    const { steers } = this.#here.stands;
    const index = steers.findIndex((piece) => String(piece.cells) === String(cells));
    return index < 0 && steers.length ? 0 : index;
  }

  /** The seconds that were played. */
  get seconds() {
    return this.#seconds + (this.#started === null ? 0 : this.#now() - this.#started);
  }

  #pause() {
    this.#seconds = this.seconds;
    this.#started = null;
  }

  /** @returns {Play.State} */
  #state() {
    const { tree } = this;
    const { counter, stands: { outcome: status, reason, winner, steers } } = this.#here;
    const phrase = reason && this.#phrase(reason);
    return {
      node: tree.current,
      depth: tree.depth,
      counts: Object.fromEntries(COUNTS.map((name, index) => [name, counter.counts[index]])),
      outcome: { status, reason: phrase?.text ?? "", winner, ...(phrase && { phrase }) },
      focus: this.#focus < 0 ? null : steers[this.#focus].cells,
      branches: tree.get(tree.current).children.map((child) => [child, tree.get(child).text]),
      seconds: Math.round(this.seconds * 10) / 10,
      running: this.#started !== null,
      steps: null,
      assists: this.assists,
    };
  }

  /** Return a sentence as the server sends it. @param {Sentence} sentence @returns {{code: string, params: Record<string, any>, text: string}} */
  #phrase({ code, params }) {
    const values = Object.entries(params).map(([name, value]) => [name, value?.code ? this.#phrase(value) : value]);
    const template = (params.count === 1 ? this.#texts[`${code}.one`] : undefined) ?? this.#texts[code] ?? countText(code, params);
    const named = Object.fromEntries(values);
    const text = template.replace(/\{(\w+)\}/g, (whole, name) => (name in named ? String(named[name].text ?? named[name]) : whole));
    return { code, params: named, text };
  }
}

/** Return the English text of a number with its noun, which is in no list: "count.colour-box" are 2 {colour} boxes. @param {string} code @param {Record<string, any>} params */
function countText(code, params) {
  const noun = code.replace("count.", "").split("-").map((word) => (word in params ? `{${word}}` : word)).join(" ");
  const ending = params.count === 1 ? "" : /(sh|ch|x|s)$/.test(noun) ? "es" : "s";
  return code.startsWith("count.") ? `{count} ${noun}${ending}` : code;
}

/** Thrown for what is left to the server. */
const LEFT = new Error("left to the server");

/** @type {Record<string, (solo: Solo, request: any) => Promise<object>>} what is answered without a server */
const QUERIES = {
  reach: (solo, { cell, through = false }) => solo.reach(cell, through),
  // Nothing is foreseen of drags: they are executed as soon.
  ends: async (_, { cell }) => ({ is: "ends", cell, ends: { shapes: [], changes: [], rows: [] } }),
  path: (solo, { from, to, through = false }) => solo.path(from, to, through),
  origins: (solo, { cell }) => solo.origins(cell),
  pushable: (solo) => solo.pushable(),
  analyse: (solo) => solo.analyse(),
  line: (solo) => solo.line(),
  hint: (solo, { step }) => solo.hint(step),
  judge: (solo, { search = false, lang = "en" }) => solo.judge(search, lang),
  solve: (solo) => solo.solve(),
};

/** @type {Record<string, (solo: Solo, request: any) => unknown>} what is executed without a server */
const COMMANDS = {
  drag: (solo, { from, to, through = false }) => solo.drag(from, to, through),
  type: (solo, { text }) => solo.type(text),
  follow: (solo, { text }) => solo.follow(text),
  press: (solo, { key }) => solo.press(key),
  run: (solo, { key, push = false }) => solo.run(key, push),
  undo: (solo, { count = 1 }) => solo.undo(count),
  redo: (solo, { count = 1, node = null }) => solo.redo(count, node),
  goto: (solo, { node }) => solo.goto(node),
  restart: (solo) => solo.goto(0),
  snapshot: (solo, { slot }) => solo.snapshot(String(slot)),
  forget: (solo, { slot }) => solo.forget(String(slot)),
  recall: (solo, { slot }) => solo.recall(String(slot)),
  comment: (solo, { node, text }) => solo.comment(node, text),
  assist: (solo, { name }) => solo.assist(name),
};

/** @returns {Counter} */
const counterAtStart = () => ({ counts: COUNTS.map(() => 0), direction: null, pushing: false, rest: new Set() });

/** Return the cells that no walls part from every piece. @param {Board} board @returns {Set<number>} */
function insideCells(board) {
  const found = new Set(board.pieces.map(({ cells }) => cells[0]));
  for (const cell of found) {
    for (const next of neighbours(board, cell)) if (next >= 0 && board.terrain[next].kind !== "wall") found.add(next);
  }
  return found;
}

/** Return a change of the core as the server writes it. @param {any} change @returns {Change} */
function changeOf({ tick, cause, before, after, cell, original }) {
  const sample = before ?? after;
  const part = Array.isArray(sample) ? "counter" : "cells" in sample ? "piece" : "terrain";
  return { tick, cause, [part]: [before, after], ...(cell >= 0 && { cell }), ...(original && { who: original }) };
}

/**
 * Return the counts after a move; `pushbox.metrics` says what is counted.
 * @param {Counter} before
 * @param {readonly Change[]} changes
 * @param {readonly [number, number][]} pushes
 * @param {Board} board
 * @returns {Counter}
 */
function counted({ counts: [moves, pushed, lines, boxes, sessions, playerLines], direction: last, pushing, rest }, changes, pushes, board) {
  const walk = changes.find(({ piece }) => piece?.[0]?.kind === "pusher" && piece[1] && String(piece[0].cells) !== String(piece[1].cells));
  const [from, to] = walk?.piece ?? [];
  const way = from && to ? neighbours(board, from.cells[0]).indexOf(to.cells[0]) : -1;
  const direction = way < 0 ? null : way;
  const turned = direction !== last;
  const counts = [moves + 1, pushed, lines, boxes, sessions, playerLines + Number(turned)];
  if (!pushes.length) return { counts, direction, pushing: false, rest };
  const starts = pushes.map(([start]) => start);
  const others = starts.length !== rest.size || starts.some((cell) => !rest.has(cell));
  counts[1]++;
  counts[2] += Number(!pushing || turned || !starts.some((cell) => rest.has(cell)));
  counts[3] += Number(others);
  counts[4] += Number(!pushing);
  return { counts, direction, pushing: true, rest: new Set(pushes.map(([, end]) => end)) };
}

/**
 * Return the changes from a board to another that it has become.
 * @param {Board} before
 * @param {Board} after
 * @returns {Change[]}
 */
function difference(before, after) {
  const gone = new Map(before.pieces.map((piece) => [piece.id, piece]));
  /** @type {any[]} */
  const changes = [];
  const add = (/** @type {object} */ part) => changes.push({ tick: 0, cause: "jump", ...part });
  for (const piece of after.pieces) {
    const was = gone.get(piece.id) ?? null;
    gone.delete(piece.id);
    if (!was || !equalParts(was, piece)) add({ piece: [was, piece] });
  }
  for (const piece of gone.values()) add({ piece: [piece, null] });
  before.terrain.forEach((was, cell) => {
    if (!equalParts(was, after.terrain[cell])) add({ terrain: [was, after.terrain[cell]], cell });
  });
  for (const name of new Set([...Object.keys(before.counters), ...Object.keys(after.counters)])) {
    const [was, is] = [before, after].map(({ counters }) => (name in counters ? [name, counters[name]] : null));
    if (String(was) !== String(is)) add({ counter: [was, is] });
  }
  return changes;
}
