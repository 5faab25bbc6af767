/**
 * A skin that is one image of tiles, in the format that Sokoban programs share: `render/image_skin.py` describes it.
 * What the format has no tile for is drawn as in the plain skin.
 */

import { h, svg } from "../core/dom.js";
import { load, save } from "../core/storage.js";
import { SIDE } from "./geometry.js";
import { look } from "./look.js";
import { PIECE_DEFAULTS, TERRAIN_DEFAULTS, isHome, outsideCells, visibleKind } from "./model.js";

const KEPT = "image-skin";
const COLUMNS = 4;
const ROWS = { least: 4, most: 6 };
const MAX_SIDE = 8192; // pixels of an image
const MAX_TILE = 96; // pixels of a tile that is kept
const [FLOOR, PUSHER, BOX, GOAL, PUSHER_HOME, BOX_HOME] = [0, 1, 2, 4, 5, 6];
const [ALONE, ACROSS, CAP, OUTSIDE, UPRIGHT, CROSSING] = [8, 9, 10, 11, 12, 13];
const TURNED = [1, 0, 3, 2]; // the column of a pusher that goes left, up, right or down
const TURNED_ROWS = { away: 4, home: 5 };
const SEAM = 1; // so that none is seen where a cell takes no whole number of pixels
const CORNERS = /** @type {const} */ ([[-1, -1], [1, -1], [-1, 1], [1, 1]]);

/** Whether an image was kept. */
export const hasImageSkin = () => load(KEPT, "") !== "";

/** Draw all boards of the page with the image that was kept, if there is one. */
export async function wearImageSkin() {
  const kept = load(KEPT, "");
  if (kept) Object.assign(look, new Tiles(await readImage(kept)).look({ ...look }));
}

/**
 * Keep an image for `wearImageSkin`, at the size that boards need.  Throws RangeError for one of another format.
 * @param {Blob} file
 */
export async function keepImageSkin(file) {
  const address = URL.createObjectURL(file);
  try {
    const { canvas } = new Tiles(await readImage(address), MAX_TILE);
    save(KEPT, canvas.toDataURL("image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {string} address */
async function readImage(address) {
  const image = h("img", { src: address });
  await image.decode().catch(() => {
    throw new RangeError("no image");
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width < COLUMNS || width % COLUMNS || height < ROWS.least * (width / COLUMNS) || height > MAX_SIDE) throw new RangeError("no tiles");
  return image;
}

/** @param {number} width @param {number} [height] */
function makeCanvas(width, height = width) {
  const canvas = h("canvas", { width, height });
  return { canvas, context: /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true })) };
}

/** The tiles of an image, and how a board is drawn by them. */
class Tiles {
  /** @type {Map<string, string>} the addresses of tiles by their names */
  #made = new Map();

  /** @param {HTMLImageElement} image @param {number} [most] pixels of a tile */
  constructor(image, most = Infinity) {
    const given = image.naturalWidth / COLUMNS;
    const rows = Math.min(ROWS.most, Math.floor(image.naturalHeight / given));
    this.side = Math.min(given, most);
    const { canvas, context } = makeCanvas(COLUMNS * this.side, rows * this.side);
    context.drawImage(image, 0, 0, image.naturalWidth, rows * given, 0, 0, canvas.width, canvas.height);
    this.canvas = canvas;
    this.turns = { away: this.#hasRow(context, TURNED_ROWS.away), home: this.#hasRow(context, TURNED_ROWS.home) };
  }

  /**
   * Return the functions of a look.
   * @param {Readonly<typeof look>} plain by which all else is drawn
   * @returns {typeof look}
   */
  look(plain) {
    return {
      drawGround: (board, layout, { reveal }) => this.#ground(board, layout, reveal),
      drawTile: (board, cell, layout, reveal) => {
        if (!hasDefaults(board.terrain[cell], "goal", TERRAIN_DEFAULTS)) return plain.drawTile(board, cell, layout, reveal);
        const [x, y] = layout.place(cell);
        return svg("g", { class: "tile", transform: `translate(${x * SIDE} ${y * SIDE})` }, picture(this.#tile(GOAL)));
      },
      drawPiece: (piece, layout) => (isTile(piece) ? svg("g", { class: "figure" }, picture("")) : plain.drawPiece(piece, layout)),
      settle: (node, piece, board) => {
        if (isTile(piece)) node.querySelector("image")?.setAttribute("href", this.#piece(piece, isHome(board, piece), Number(node.dataset.facing ?? -1)));
        else plain.settle(node, piece, board);
      },
    };
  }

  /** @param {Board} board @param {Layout} layout @param {boolean} reveal */
  #ground(board, layout, reveal) {
    const outside = reveal ? new Set() : outsideCells(board);
    /** @param {number} x @param {number} y */
    const isWall = (x, y) => {
      const cell = layout.cellAt(x, y);
      return cell >= 0 && (reveal ? board.terrain[cell].kind : visibleKind(board.terrain[cell])) === "wall";
    };
    /** @type {Map<string, string>} squares of the picture by the address of their tile */
    const areas = new Map();
    for (const cell of board.terrain.keys()) {
      const [x, y] = layout.place(cell);
      const tile = isWall(x, y) ? this.#wall(x, y, isWall) : this.#tile(outside.has(cell) ? OUTSIDE : FLOOR);
      areas.set(tile, `${areas.get(tile) ?? ""}M${x * SIDE} ${y * SIDE}h${SIDE}v${SIDE}h${-SIDE}z`);
    }
    const names = [...this.#made];
    const parts = [...areas].flatMap(([tile, d]) => {
      const id = `tile-${names.find(([, made]) => made === tile)?.[0]}`;
      const pattern = svg("pattern", { id, width: SIDE, height: SIDE, patternUnits: "userSpaceOnUse" }, picture(tile, SEAM));
      return [pattern, svg("path", { d, fill: `url(#${id})`, "shape-rendering": "crispEdges" })];
    });
    return svg("g", { class: "ground" }, ...parts);
  }

  /** @param {Piece} piece @param {boolean} home @param {number} facing */
  #piece({ kind }, home, facing) {
    if (kind === "box") return this.#tile(home ? BOX_HOME : BOX);
    const row = home ? "home" : "away";
    if (facing >= 0 && this.turns[row]) return this.#tile(TURNED_ROWS[row] * COLUMNS + TURNED[facing]);
    return this.#tile(home ? PUSHER_HOME : PUSHER);
  }

  /** Return whether the image has a row without an empty tile. @param {CanvasRenderingContext2D} context @param {number} row */
  #hasRow(context, row) {
    const { side } = this;
    if ((row + 1) * side > this.canvas.height) return false;
    return [...Array(COLUMNS).keys()].every((column) => {
      const { data } = context.getImageData(column * side, row * side, side, side);
      return new Uint32Array(data.buffer).some((pixel) => pixel >>> 24 > 0); // its opacity
    });
  }

  /** @param {number} number */
  #tile(number) {
    return this.#make(String(number), (context) => this.#draw(context, number, [0, 0, 1, 1]));
  }

  /**
   * Return a wall whose quarters fit the walls beside, above or below, and at the corner of each.
   * @param {number} x
   * @param {number} y
   * @param {(x: number, y: number) => boolean} isWall
   */
  #wall(x, y, isWall) {
    const quarters = CORNERS.map(([dx, dy]) => {
      const [beside, over] = [isWall(x + dx, y), isWall(x, y + dy)];
      return { number: beside ? (over ? CROSSING : ACROSS) : over ? UPRIGHT : ALONE, capped: beside && over && isWall(x + dx, y + dy) };
    });
    return this.#make(`wall-${quarters.map(({ number, capped }) => (capped ? CAP : number)).join("-")}`, (context) => {
      for (const [index, { number, capped }] of quarters.entries()) {
        const [left, top] = CORNERS[index].map((side) => (side > 0 ? 0.5 : 0));
        this.#draw(context, number, [left, top, 0.5, 0.5]);
        if (capped) this.#draw(context, CAP, [0.5 - left, 0.5 - top, 0.5, 0.5], [left, top]); // it lies over the corner
      }
    });
  }

  /**
   * Draw a part of a tile, in shares of its side, where it is in the tile unless another place is given.
   * @param {CanvasRenderingContext2D} context
   * @param {number} number
   * @param {[left: number, top: number, width: number, height: number]} part
   * @param {[left: number, top: number]} [place]
   */
  #draw(context, number, [left, top, width, height], [x, y] = [left, top]) {
    const { side } = this;
    const [column, row] = [number % COLUMNS, Math.floor(number / COLUMNS)];
    context.drawImage(this.canvas, (column + left) * side, (row + top) * side, width * side, height * side, x * side, y * side, width * side, height * side);
  }

  /** @param {string} name @param {(context: CanvasRenderingContext2D) => void} draw */
  #make(name, draw) {
    const made = this.#made.get(name);
    if (made) return made;
    const { canvas, context } = makeCanvas(this.side);
    draw(context);
    const address = canvas.toDataURL("image/png");
    this.#made.set(name, address);
    return address;
  }
}

/** @param {string} href @param {number} [beyond] by which it reaches over its cell on each side */
const picture = (href, beyond = 0) =>
  svg("image", { x: -beyond, y: -beyond, width: SIDE + 2 * beyond, height: SIDE + 2 * beyond, preserveAspectRatio: "none", href });

/** Whether a piece has a tile: a box or a pusher without marks. @param {Piece} piece */
const isTile = (piece) => piece.cells.length === 1 && ["box", "pusher"].some((kind) => hasDefaults(piece, kind, PIECE_DEFAULTS));

/** @param {Piece | Terrain} part @param {string} kind @param {object} defaults */
const hasDefaults = (part, kind, defaults) => part.kind === kind && Object.entries(defaults).every(([name, value]) => String(part[/** @type {"kind"} */ (name)]) === String(value));
