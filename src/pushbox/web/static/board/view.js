/** The picture of a board in SVG: drawn once, then moved piece by piece as changes come. */

import { svg } from "../core/dom.js";
import { DELTAS, SIDE, layout } from "./geometry.js";
import { RULER, ground, placedTile, rulers } from "./ground.js";
import { BELOW, mark } from "./overlays.js";
import { apply, isHome, seen, ticks } from "./model.js";
import { shape, token } from "./pieces.js";

/** @typedef {import("./model.js").Board} Board */
/** @typedef {import("./model.js").Change} Change */
/** @typedef {import("./model.js").Piece} Piece */
/** @typedef {{node: SVGGElement, drawn: string, x: number, y: number}} Actor a piece on the picture */

/**
 * @typedef {object} Look
 * @property {number} rotation clockwise quarters
 * @property {boolean} flip
 * @property {boolean} rulers
 * @property {boolean} checkerboard
 * @property {boolean} reveal whether what is hidden is drawn too
 */

/** How far the shade of the walls reaches below the board. */
const SHADE = 8;

/** Milliseconds a tick; the last is what all ticks of one call may take together. */
const PACE = { single: 90, many: 60, all: 900 };

export class View {
  /** @param {Look} look */
  constructor(look) {
    this.look = look;
    /** The board after everything that was applied. @type {Board | null} */
    this.board = null;
    /** The board as far as an animation has come. @type {Board} */
    this.drawn = { width: 0, height: 0, terrain: [], pieces: [], counters: {}, fresh: 1 };
    this.layout = layout(0, 0);
    this.root = svg("g");
    this.layers = {
      ground: svg("g"),
      tiles: svg("g", { class: "tiles" }),
      below: svg("g", { class: "marks" }),
      pieces: svg("g", { class: "pieces" }),
      above: svg("g", { class: "marks" }),
      rulers: svg("g"),
    };
    this.root.append(...Object.values(this.layers));
    /** @type {Map<number, Actor>} */
    this.actors = new Map();
    /** @type {Map<number, Element>} */
    this.tiles = new Map();
    /** @type {Map<string, {cells: readonly number[], labels?: ReadonlyMap<number, string>}>} */
    this.marks = new Map();
    /** @type {(() => void)[]} */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The rectangle of the whole picture: left, top, width, height. */
  get frame() {
    const margin = this.look.rulers ? RULER : 0;
    const { columns, rows } = this.layout;
    return /** @type {const} */ ([-margin, -margin, columns * SIDE + margin, rows * SIDE + margin + SHADE]);
  }

  /**
   * Show a board, at once.  Pieces that the picture has already keep their nodes.
   * @param {Board} board
   */
  show(board) {
    this.finish();
    const { width, height, terrain } = board;
    const { look } = this;
    this.layout = layout(width, height, look.rotation, look.flip);
    this.board = this.drawn = board;
    this.layers.ground.replaceChildren(ground(board, this.layout, look));
    this.layers.tiles.replaceChildren();
    this.tiles.clear();
    for (const cell of terrain.keys()) this.#tile(cell);
    this.layers.rulers.replaceChildren(...(look.rulers ? [rulers(this.layout)] : []));
    const ids = new Set(board.pieces.map(({ id }) => id));
    for (const [id, { node }] of this.actors) {
      if (ids.has(id)) continue;
      node.remove();
      this.actors.delete(id);
    }
    this.layers.pieces.classList.add("at-once");
    this.#place(board.pieces);
    for (const name of this.marks.keys()) this.#mark(name);
  }

  /**
   * Show changes, tick after tick, each moving what it moves.
   * @param {readonly Change[]} changes
   * @param {boolean} animate
   */
  apply(changes, animate) {
    this.finish();
    if (!this.board) return;
    const groups = ticks(changes);
    if (!animate) {
      this.layers.pieces.classList.add("at-once");
      this.#step(changes, (this.board = apply(this.board, changes)));
      return;
    }
    this.layers.pieces.classList.remove("at-once");
    const pace = groups.length > 1 ? Math.min(PACE.many, PACE.all / groups.length) : PACE.single;
    this.root.style.setProperty("--pace", `${pace}ms`);
    this.waiting = groups.map((group) => {
      const after = apply(/** @type {Board} */ (this.board), group);
      this.board = after;
      return () => this.#step(group, after);
    });
    const next = () => {
      this.waiting.shift()?.();
      this.timer = this.waiting.length ? setTimeout(next, pace) : undefined;
    };
    next();
  }

  /** Do at once what an animation would still do. */
  finish() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const step of this.waiting.splice(0)) step();
  }

  /**
   * Set the cells of a layer of marks; none takes it away.
   * @param {string} name
   * @param {readonly number[]} cells
   * @param {ReadonlyMap<number, string>} [labels]
   */
  mark(name, cells, labels) {
    if (cells.length || labels?.size) this.marks.set(name, { cells, labels });
    else if (!this.marks.delete(name)) return;
    this.#mark(name);
  }

  /** @param {string} name */
  #mark(name) {
    const layer = BELOW.has(name) ? this.layers.below : this.layers.above;
    layer.querySelector(`:scope > [data-mark="${CSS.escape(name)}"]`)?.remove();
    const found = this.marks.get(name);
    if (!found || !this.board) return;
    const node = mark(name, found.cells, this.layout, found.labels);
    node.dataset.mark = name;
    layer.append(node);
  }

  /**
   * The changes of one tick.
   * @param {readonly Change[]} changes
   * @param {Board} after
   */
  #step(changes, after) {
    const before = this.drawn;
    this.drawn = after;
    let walls = false; // whether one has come or gone
    for (const { terrain, cell } of changes) {
      if (!terrain || cell === undefined) continue;
      this.#tile(cell);
      walls ||= (seen(before.terrain[cell]) === "wall") !== (seen(after.terrain[cell]) === "wall");
    }
    if (walls) this.layers.ground.replaceChildren(ground(after, this.layout, this.look));
    const known = new Map(before.pieces.map((piece) => [piece.id, piece]));
    const here = new Set(after.pieces.map(({ id }) => id));
    const causes = new Map(changes.map(({ piece, cause }) => [piece?.[0]?.cells[0], cause]));
    for (const piece of before.pieces) {
      if (!here.has(piece.id)) this.#vanish(piece.id, causes.get(piece.cells[0]) ?? "");
    }
    const moved = new Set(after.pieces.filter((piece) => known.get(piece.id) !== piece));
    const touched = new Set([...moved].flatMap((piece) => [...piece.cells, ...(known.get(piece.id)?.cells ?? [])]));
    for (const piece of before.pieces) if (!here.has(piece.id)) for (const cell of piece.cells) touched.add(cell);
    for (const { terrain, cell } of changes) if (terrain && cell !== undefined) touched.add(cell);
    this.#place(after.pieces.filter((piece) => moved.has(piece) || piece.cells.some((cell) => touched.has(cell))));
  }

  /** @param {number} cell */
  #tile(cell) {
    this.tiles.get(cell)?.remove();
    this.tiles.delete(cell);
    const found = placedTile(this.drawn, cell, this.layout, this.look.reveal);
    if (!found) return;
    this.tiles.set(cell, found);
    this.layers.tiles.append(found);
  }

  /**
   * @param {number} id
   * @param {string} cause
   */
  #vanish(id, cause) {
    const actor = this.actors.get(id);
    if (!actor) return;
    this.actors.delete(id);
    if (this.layers.pieces.classList.contains("at-once")) actor.node.remove();
    else {
      actor.node.classList.add("gone", cause);
      actor.node.addEventListener("animationend", () => actor.node.remove(), { once: true });
    }
  }

  /**
   * Bring pieces to where they stand, made anew where they look different.
   * @param {readonly Piece[]} pieces
   */
  #place(pieces) {
    const board = this.drawn;
    /** @type {Map<number, number[]>} */
    const crowd = new Map();
    for (const { id, cells } of board.pieces) crowd.set(cells[0], [...(crowd.get(cells[0]) ?? []), id]);
    for (const piece of pieces) {
      if (piece.hidden && !this.look.reveal) {
        this.actors.get(piece.id)?.node.remove();
        this.actors.delete(piece.id);
        continue;
      }
      const actor = this.#actor(piece);
      const [x, y] = this.layout.place(piece.cells[0]);
      const far = Math.abs(x - actor.x) + Math.abs(y - actor.y);
      if (far) {
        this.#look(actor, x - actor.x, y - actor.y);
        actor.node.classList.toggle("leap", far > 1);
        actor.node.style.transform = `translate(${x * SIDE}px, ${y * SIDE}px)`;
        Object.assign(actor, { x, y });
      }
      actor.node.classList.toggle("home", piece.kind !== "pusher" && isHome(board, piece));
      this.#share(actor, piece, crowd.get(piece.cells[0]) ?? []);
    }
  }

  /**
   * @param {Piece} piece
   * @returns {Actor}
   */
  #actor(piece) {
    const drawn = shape(piece, this.layout);
    let actor = this.actors.get(piece.id);
    if (!actor) {
      const node = svg("g", { class: "piece" });
      const [x, y] = this.layout.place(piece.cells[0]);
      node.style.transform = `translate(${x * SIDE}px, ${y * SIDE}px)`;
      actor = { node, drawn: "", x, y };
      this.actors.set(piece.id, actor);
      this.layers.pieces.append(node);
    }
    if (actor.drawn !== drawn) {
      actor.node.replaceChildren(token(piece, this.layout));
      actor.node.dataset.kind = piece.kind;
      actor.drawn = drawn;
    }
    return actor;
  }

  /**
   * Turn the eyes of a piece that has some to where it goes.
   * @param {Actor} actor
   * @param {number} dx
   * @param {number} dy
   */
  #look({ node }, dx, dy) {
    const eyes = node.querySelector(".eyes");
    const way = DELTAS.findIndex(([x, y]) => x === Math.sign(dx) && y === Math.sign(dy));
    if (eyes && way >= 0) eyes.setAttribute("transform", `translate(${DELTAS[way][0] * 9} ${DELTAS[way][1] * 9})`);
  }

  /**
   * Pieces that share a cell stand smaller, side by side.
   * @param {Actor} actor
   * @param {Piece} piece
   * @param {readonly number[]} crowd ids of the pieces that are anchored there
   */
  #share({ node }, piece, crowd) {
    const [body] = node.children;
    if (!(body instanceof SVGElement)) return;
    if (crowd.length < 2 || piece.cells.length > 1) {
      body.removeAttribute("transform");
      return;
    }
    const index = crowd.indexOf(piece.id);
    const columns = Math.ceil(Math.sqrt(crowd.length));
    const scale = crowd.length > 2 ? 1 / columns : 0.62;
    const diagonal = crowd.length === 2;
    const x = diagonal ? index * (1 - scale) : (index % columns) / columns;
    const y = diagonal ? index * (1 - scale) : Math.floor(index / columns) / columns;
    body.setAttribute("transform", `translate(${x * SIDE} ${y * SIDE}) scale(${scale})`);
  }
}
