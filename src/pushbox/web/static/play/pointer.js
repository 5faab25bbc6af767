/**
 * What a pointer means on the board, as a state machine without a page: tap a piece and then where it shall go, drag
 * it, tap the floor to walk, tap a goal to see which boxes can come; and what is possible where the pointer stands.
 * It knows no rule: what can be reached, and how, is asked.
 */

import { at, seen } from "../board/model.js";

/** @typedef {import("../board/model.js").Board} Board */

/**
 * @typedef {object} World
 * @property {() => Board | null} board as it is shown
 * @property {() => number} focus the cell of what the keys steer, -1 for none
 * @property {(cell: number) => Promise<ReadonlyMap<number, number>>} reach how many moves lead to which cells
 * @property {(from: number, to: number) => Promise<number[]>} path
 * @property {(cell: number) => Promise<number[]>} origins
 * @property {(from: number, to: number) => void} go
 * @property {(layer: string, cells: Iterable<number>) => void} mark
 * @property {(shape: "" | "grab" | "go" | "no") => void} cursor
 * @property {(what: "stuck" | "picked" | "origins" | "none" | "far", cell: number, count?: number) => void} tell
 */

const LAYERS = ["reach", "path", "picked", "origins"];

export class Pointer {
  /** @param {World} world */
  constructor(world) {
    this.world = world;
    /** @type {{cell: number, cells: ReadonlyMap<number, number>} | null} what is picked, and where it can go */
    this.picked = null;
    this.asked = -1; // the goal whose origins are shown
    this.dragging = false;
    this.over = -1;
    this.turn = 0; // counts what makes answers that are under way stale
    this.hovers = 0; // the same for what the pointer stands over
    /** @type {Map<number, Promise<ReadonlyMap<number, number>>>} */
    this.known = new Map();
  }

  /** Forget everything: the position has changed, or nothing is wanted any more. */
  clear() {
    this.turn++;
    this.picked = null;
    this.asked = -1;
    this.dragging = false;
    this.known.clear();
    for (const layer of LAYERS) this.world.mark(layer, []);
    this.world.cursor("");
  }

  /** @param {number} cell */
  #piece(cell) {
    const board = this.world.board();
    return board && cell >= 0 ? at(board, cell)[0] : undefined;
  }

  /** @param {number} cell */
  #reach(cell) {
    let found = this.known.get(cell);
    if (!found) {
      found = this.world.reach(cell).catch(() => new Map());
      this.known.set(cell, found);
    }
    return found;
  }

  /** Where a walk begins; off the board while nobody stands on it, as he may come from there. */
  get from() {
    const focus = this.world.focus();
    return focus >= 0 ? focus : (this.world.board()?.terrain.length ?? -1);
  }

  /** Whether somebody has yet to come onto the board. */
  async waits() {
    return this.world.focus() < 0 && (await this.#reach(this.from)).size > 0;
  }

  /** A cell was pressed. @param {number} cell */
  async tap(cell) {
    const { picked, asked } = this;
    if (picked) {
      const wanted = picked.cells.has(cell);
      this.clear();
      if (cell === picked.cell) return;
      if (wanted) {
        this.world.go(picked.cell, cell);
        return;
      }
    } else if (asked >= 0) this.clear();
    if (this.#piece(cell)) await this.pick(cell);
    else if (this.#isGoal(cell) && asked !== cell) await this.#origins(cell);
    else await this.#walk(cell);
  }

  /** @param {number} cell */
  #isGoal(cell) {
    const board = this.world.board();
    return board !== null && seen(board.terrain[cell]) === "goal";
  }

  /**
   * Pick what stands on a cell and show where it can go.
   * @param {number} cell
   */
  async pick(cell) {
    this.clear();
    const { turn } = this;
    this.world.mark("picked", [cell]);
    const cells = await this.#reach(cell);
    if (turn !== this.turn) return;
    if (!cells.size) {
      this.clear();
      this.world.tell("stuck", cell);
      return;
    }
    this.picked = { cell, cells };
    this.world.mark("reach", cells.keys());
    this.world.tell("picked", cell, cells.size);
    if (this.over >= 0) this.hover(this.over);
  }

  /** @param {number} cell */
  async #origins(cell) {
    const { turn } = this;
    const cells = await this.world.origins(cell).catch(() => []);
    if (turn !== this.turn) return;
    if (!cells.length) {
      await this.#walk(cell);
      return;
    }
    this.asked = cell;
    this.world.mark("origins", cells);
    this.world.tell("origins", cell, cells.length);
  }

  /** @param {number} cell */
  async #walk(cell) {
    const { turn } = this;
    const { from } = this;
    const cells = await this.#reach(from);
    if (turn !== this.turn) return;
    if (cells.has(cell)) this.world.go(from, cell);
    else this.world.tell(cells.size || this.world.focus() >= 0 ? "far" : "none", cell);
  }

  /** The pointer stands over a cell, or over none: show what is possible there. @param {number} cell */
  async hover(cell) {
    this.over = cell;
    const hovers = ++this.hovers;
    const { turn, picked } = this;
    const stale = () => turn !== this.turn || hovers !== this.hovers;
    const from = picked ? picked.cell : this.#piece(cell) ? cell : this.from;
    if (cell < 0 || from < 0) {
      this.world.mark("path", []);
      if (!picked) this.world.mark("reach", []);
      this.world.cursor("");
      return;
    }
    if (this.dragging && !picked) return; // what is dragged is still being asked for, and hovers again then
    const cells = picked ? picked.cells : await this.#reach(from);
    if (stale()) return;
    const comes = from === this.world.board()?.terrain.length; // who is not on the board yet, anywhere he may
    if (!picked) this.world.mark("reach", from === cell || comes ? cells.keys() : []);
    const possible = from === cell ? cells.size > 0 : cells.has(cell);
    this.world.cursor(!possible ? "no" : from === cell ? "grab" : "go");
    if (!possible || comes || from === cell) {
      this.world.mark("path", []);
      return;
    }
    const path = await this.world.path(from, cell).catch(() => []);
    if (!stale()) this.world.mark("path", path);
  }

  /**
   * A drag from a cell began, went on, ended or was given up.
   * @param {number} from
   * @param {number} cell
   * @param {"start" | "move" | "end" | "cancel"} phase
   */
  async drag(from, cell, phase) {
    if (phase === "start") {
      if (!this.#piece(from)) return;
      const picking = this.pick(from); // which forgets what was, a drag too
      this.dragging = true;
      await picking;
      return;
    }
    if (!this.dragging) return;
    if (phase === "move") await this.hover(cell);
    else if (phase === "cancel") this.clear();
    else {
      const { turn } = this;
      const cells = await this.#reach(from);
      if (turn !== this.turn) return;
      this.clear();
      if (cells.has(cell)) this.world.go(from, cell);
    }
  }
}
