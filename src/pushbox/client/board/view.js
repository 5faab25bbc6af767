/** The picture of a board in SVG: drawn once, then updated piece by piece as changes come. */

import { svg } from "../core/dom.js";
import { applyChanges, changedCells, groupByTick } from "./changes.js";
import { drawingKey } from "./drawing.js";
import { SIDE, layout } from "./geometry.js";
import { DELTAS } from "./tiling.js";
import { RULER_WIDTH, drawRulers } from "./ground.js";
import { look } from "./look.js";
import { isHome, visibleKind } from "./model.js";
import { BELOW_PIECES, drawOverlay } from "./overlays.js";

/** @typedef {{node: SVGGElement, key: string, x: number, y: number}} Sprite a piece on the picture */

/**
 * @typedef {object} ViewOptions
 * @property {number} rotation clockwise quarters
 * @property {boolean} flip
 * @property {boolean} rulers
 * @property {boolean} checkerboard
 * @property {boolean} reveal whether hidden parts are drawn too
 */

/** How far the shadow of the walls reaches below the board. */
const SHADOW = 8;

/** Milliseconds of a tick that is alone, of one of several, and of all ticks of one call together. */
const TICK_MS = { single: 90, many: 60, all: 900 };

export class BoardView {
  /** @param {ViewOptions} options */
  constructor(options) {
    this.options = options;
    /** The board after all changes that were applied. @type {Board | null} */
    this.board = null;
    /** The board as far as an animation has come. @type {Board} */
    this.drawn = { width: 0, height: 0, terrain: [], pieces: [], counters: {}, nextId: 1 };
    this.layout = layout(0, 0);
    this.root = svg("g");
    this.layers = {
      ground: svg("g"),
      tiles: svg("g", { class: "tiles" }),
      below: svg("g", { class: "overlays" }),
      pieces: svg("g", { class: "pieces" }),
      above: svg("g", { class: "overlays" }),
      rulers: svg("g"),
    };
    this.root.append(...Object.values(this.layers));
    /** @type {Map<number, Sprite>} */
    this.sprites = new Map();
    /** @type {Map<number, Element>} */
    this.tiles = new Map();
    /** @type {Map<string, readonly number[]>} cells by the name of the overlay */
    this.overlays = new Map();
    /** @type {(() => void)[]} the ticks of an animation that are still to come */
    this.ticks = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The rectangle of the whole picture: left, top, width, height. */
  get frame() {
    const margin = this.options.rulers ? RULER_WIDTH : 0;
    const { columns, rows } = this.layout;
    return /** @type {const} */ ([-margin, -margin, columns * SIDE + margin, rows * SIDE + margin + SHADOW]);
  }

  /**
   * Show a board, at once.  Pieces that are on the picture already keep their nodes.
   * @param {Board} board
   */
  show(board) {
    this.finish();
    const { width, height, terrain } = board;
    const { options } = this;
    this.layout = layout(width, height, options.rotation, options.flip);
    this.board = this.drawn = board;
    this.layers.ground.replaceChildren(look.drawGround(board, this.layout, options));
    this.layers.tiles.replaceChildren();
    this.tiles.clear();
    for (const cell of terrain.keys()) this.#updateTile(cell);
    this.layers.rulers.replaceChildren(...(options.rulers ? [drawRulers(this.layout)] : []));
    const ids = new Set(board.pieces.map(({ id }) => id));
    for (const id of this.sprites.keys()) if (!ids.has(id)) this.#remove(id);
    this.layers.pieces.classList.add("at-once");
    this.#placePieces(board.pieces);
    for (const name of this.overlays.keys()) this.#drawOverlay(name);
  }

  /**
   * Show changes, tick after tick.
   * @param {readonly Change[]} changes
   * @param {boolean} animate
   */
  apply(changes, animate) {
    this.finish();
    if (!this.board) return;
    if (!animate) {
      this.layers.pieces.classList.add("at-once");
      this.#showTick(changes, (this.board = applyChanges(this.board, changes)));
      return;
    }
    this.layers.pieces.classList.remove("at-once");
    const groups = groupByTick(changes);
    const pace = groups.length > 1 ? Math.min(TICK_MS.many, TICK_MS.all / groups.length) : TICK_MS.single;
    this.root.style.setProperty("--pace", `${pace}ms`);
    this.ticks = groups.map((group) => {
      const after = applyChanges(/** @type {Board} */ (this.board), group);
      this.board = after;
      return () => this.#showTick(group, after);
    });
    const next = () => {
      this.ticks.shift()?.();
      this.timer = this.ticks.length ? setTimeout(next, pace) : undefined;
    };
    next();
  }

  /** End an animation at once. */
  finish() {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const showTick of this.ticks.splice(0)) showTick();
  }

  /**
   * Set the cells of an overlay; none removes it.
   * @param {string} name
   * @param {readonly number[]} cells
   */
  setOverlay(name, cells) {
    if (cells.length) this.overlays.set(name, cells);
    else if (!this.overlays.delete(name)) return;
    this.#drawOverlay(name);
  }

  /** @param {string} name */
  #drawOverlay(name) {
    const layer = BELOW_PIECES.has(name) ? this.layers.below : this.layers.above;
    layer.querySelector(`:scope > [data-overlay="${CSS.escape(name)}"]`)?.remove();
    const cells = this.overlays.get(name);
    if (!cells || !this.board) return;
    const node = drawOverlay(name, cells, this.layout);
    node.dataset.overlay = name;
    layer.append(node);
  }

  /**
   * Show the changes of one tick.
   * @param {readonly Change[]} changes
   * @param {Board} after
   */
  #showTick(changes, after) {
    const before = this.drawn;
    this.drawn = after;
    let walls = false; // whether one has appeared or vanished
    for (const { terrain, cell } of changes) {
      if (!terrain || cell === undefined) continue;
      this.#updateTile(cell);
      walls ||= (visibleKind(before.terrain[cell]) === "wall") !== (visibleKind(after.terrain[cell]) === "wall");
    }
    if (walls) this.layers.ground.replaceChildren(look.drawGround(after, this.layout, this.options));
    const remaining = new Set(after.pieces.map(({ id }) => id));
    const causes = new Map(changes.map(({ piece, cause }) => [piece?.[0]?.cells[0], cause]));
    for (const { id, cells } of before.pieces) if (!remaining.has(id)) this.#vanish(id, causes.get(cells[0]) ?? "");
    const changed = changedCells(changes);
    this.#placePieces(after.pieces.filter(({ cells }) => cells.some((cell) => changed.has(cell))));
  }

  /** @param {number} cell */
  #updateTile(cell) {
    this.tiles.get(cell)?.remove();
    this.tiles.delete(cell);
    const tile = look.drawTile(this.drawn, cell, this.layout, this.options.reveal);
    if (!tile) return;
    this.tiles.set(cell, tile);
    this.layers.tiles.append(tile);
  }

  /** @param {number} id */
  #remove(id) {
    this.sprites.get(id)?.node.remove();
    this.sprites.delete(id);
  }

  /**
   * Remove a piece, with an animation where there is one.
   * @param {number} id
   * @param {string} cause
   */
  #vanish(id, cause) {
    const node = this.sprites.get(id)?.node;
    if (!node || this.layers.pieces.classList.contains("at-once")) {
      this.#remove(id);
      return;
    }
    this.sprites.delete(id);
    node.classList.add("gone", cause);
    node.addEventListener("animationend", () => node.remove(), { once: true });
  }

  /**
   * Move pieces to their cells, drawn anew where they look different.
   * @param {readonly Piece[]} pieces
   */
  #placePieces(pieces) {
    const board = this.drawn;
    /** @type {Map<number, number[]>} */
    const stacks = new Map();
    for (const { id, cells } of board.pieces) stacks.set(cells[0], [...(stacks.get(cells[0]) ?? []), id]);
    for (const piece of pieces) {
      if (piece.hidden && !this.options.reveal) {
        this.#remove(piece.id);
        continue;
      }
      const sprite = this.#sprite(piece);
      const { node } = sprite;
      const [x, y] = this.layout.place(piece.cells[0]);
      const distance = Math.abs(x - sprite.x) + Math.abs(y - sprite.y);
      if (distance) {
        this.#turn(node, x - sprite.x, y - sprite.y);
        node.classList.toggle("leap", distance > 1);
        node.style.transform = `translate(${x * SIDE}px, ${y * SIDE}px)`;
        Object.assign(sprite, { x, y });
      }
      const home = piece.kind !== "pusher" && isHome(board, piece);
      const owner = home ? board.terrain[piece.cells[0]].player : 0;
      node.classList.toggle("home", home);
      for (const player of [1, 2]) node.classList.toggle(`of-p${player}`, owner === player);
      this.#scaleInStack(node, piece, stacks.get(piece.cells[0]) ?? []);
      look.settle(node, piece, board);
    }
  }

  /**
   * Return the sprite of a piece, made or redrawn as needed.
   * @param {Piece} piece
   */
  #sprite(piece) {
    const key = drawingKey(piece, this.layout);
    let sprite = this.sprites.get(piece.id);
    if (!sprite) {
      const node = svg("g", { class: "piece" });
      const [x, y] = this.layout.place(piece.cells[0]);
      node.style.transform = `translate(${x * SIDE}px, ${y * SIDE}px)`;
      sprite = { node, key: "", x, y };
      this.sprites.set(piece.id, sprite);
      this.layers.pieces.append(node);
    }
    if (sprite.key !== key) {
      sprite.node.replaceChildren(look.drawPiece(piece, this.layout));
      sprite.node.dataset.kind = piece.kind;
      sprite.key = key;
    }
    return sprite;
  }

  /**
   * Turn a piece towards where it goes, with its eyes if it has some.
   * @param {SVGGElement} node
   * @param {number} dx
   * @param {number} dy
   */
  #turn(node, dx, dy) {
    const eyes = node.querySelector(".eyes");
    const direction = DELTAS.findIndex(([x, y]) => x === Math.sign(dx) && y === Math.sign(dy));
    if (direction >= 0) node.dataset.facing = String(direction);
    if (eyes && direction >= 0) eyes.setAttribute("transform", `translate(${DELTAS[direction].map((delta) => delta * 13).join(" ")})`);
  }

  /**
   * Draw pieces that share a cell smaller, side by side.
   * @param {SVGGElement} node
   * @param {Piece} piece
   * @param {readonly number[]} stack ids of the pieces that are anchored on the cell
   */
  #scaleInStack(node, piece, stack) {
    const [body] = node.children;
    if (!(body instanceof SVGElement)) return;
    if (stack.length < 2 || piece.cells.length > 1) {
      body.removeAttribute("transform");
      return;
    }
    const index = stack.indexOf(piece.id);
    const columns = Math.ceil(Math.sqrt(stack.length));
    const scale = stack.length > 2 ? 1 / columns : 0.62;
    const diagonal = stack.length === 2;
    const x = diagonal ? index * (1 - scale) : (index % columns) / columns;
    const y = diagonal ? index * (1 - scale) : Math.floor(index / columns) / columns;
    body.setAttribute("transform", `translate(${x * SIDE} ${y * SIDE}) scale(${scale})`);
  }
}
