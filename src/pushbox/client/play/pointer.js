/**
 * The meaning of taps and drags on the board, as a state machine without a page: tap a piece and then its target, drag
 * it, tap the floor or a goal to walk, a goal out of reach to see which boxes can come there; and hover to see what is possible.  It knows no
 * rule: an adapter answers what can be reached, and how.
 */

import { piecesAt, visibleKind } from "../board/model.js";

const OVERLAYS = ["reach", "lost", "path", "selected", "origins"];

export class Pointer {
  /** @param {Play.PointerAdapter} adapter */
  constructor(adapter) {
    this.adapter = adapter;
    /** @type {{cell: number, targets: ReadonlyMap<number, number>} | null} */
    this.selected = null;
    this.goal = -1; // whose origins are shown
    this.dragging = false;
    this.hovered = -1;
    this.version = 0; // of the position and the selection: older answers are stale
    /** @type {Promise<void> | null} */
    this.selecting = null; // until it is known where the piece that was tapped can go
    this.hovers = 0; // the same for the hovered cell
    /** @type {Map<number, Promise<ReadonlyMap<number, number>>>} */
    this.reachCache = new Map();
  }

  /** Whether anything is selected or shown that Escape takes away. */
  get active() {
    return this.selected !== null || this.goal >= 0;
  }

  /** Forget everything: the position has changed, or the selection is given up. */
  clear() {
    this.version++;
    this.selected = null;
    this.selecting = null;
    this.goal = -1;
    this.dragging = false;
    this.reachCache.clear();
    for (const overlay of OVERLAYS) this.adapter.setOverlay(overlay, []);
    this.adapter.setCursor("");
  }

  /** @param {number} cell */
  #pieceAt(cell) {
    const board = this.adapter.board();
    return board && cell >= 0 ? piecesAt(board, cell)[0] : undefined;
  }

  /** @param {number} cell */
  #isGoal(cell) {
    const board = this.adapter.board();
    return board !== null && visibleKind(board.terrain[cell]) === "goal";
  }

  /** @param {number} cell */
  #reach(cell) {
    let reach = this.reachCache.get(cell);
    if (!reach) {
      reach = this.adapter.reach(cell).catch(() => {
        this.reachCache.delete(cell); // asked again where it is still wanted
        return new Map();
      });
      this.reachCache.set(cell, reach);
    }
    return reach;
  }

  /** The cell that a walk starts from: one off the board where the player has yet to be placed. */
  get origin() {
    const focus = this.adapter.focus();
    return focus >= 0 ? focus : (this.adapter.board()?.terrain.length ?? -1);
  }

  /** Return whether the player has yet to be placed on the board. */
  async awaitsPlacement() {
    return this.adapter.focus() < 0 && (await this.#reach(this.origin)).size > 0;
  }

  /** Take a press on a cell, after the selection that is on its way. @param {number} cell */
  async tap(cell) {
    if (this.selecting) await this.selecting;
    const { selected, goal } = this;
    if (this.active) this.clear();
    if (cell === selected?.cell && !selected.targets.has(cell)) return;
    if (selected?.targets.has(cell)) this.adapter.move(selected.cell, cell);
    else if (this.#pieceAt(cell)) await this.select(cell);
    else await this.#walkOrShowOrigins(cell, goal);
  }

  /**
   * Select the piece on a cell and show its targets.
   * @param {number} cell
   */
  async select(cell) {
    this.clear();
    const selecting = this.#select(cell);
    this.selecting = selecting;
    await selecting;
    if (this.selecting === selecting) this.selecting = null;
  }

  /** @param {number} cell */
  async #select(cell) {
    const { version } = this;
    this.adapter.setOverlay("selected", [cell]);
    const targets = await this.#reach(cell);
    if (version !== this.version) return;
    if (!targets.size) {
      this.clear();
      this.adapter.announce("stuck", cell);
      return;
    }
    this.selected = { cell, targets };
    this.#showReach(cell, targets);
    const lost = this.adapter.lost(cell).length;
    this.adapter.announce(lost ? "selected.lost" : "selected", cell, targets.size, lost);
    if (this.hovered >= 0) this.hover(this.hovered);
  }

  /** Walk to a cell; to a goal out of reach, or on which the player stands already, show which boxes can come. @param {number} cell @param {number} shown the goal whose boxes were shown */
  async #walkOrShowOrigins(cell, shown) {
    const { version } = this;
    const canWalk = !this.#isGoal(cell) || shown === cell || (await this.#reach(this.origin)).has(cell);
    if (version !== this.version) return;
    if (canWalk) await this.#walk(cell);
    else await this.#showOrigins(cell);
  }

  /** Show where a piece can go, crosses where a box would be lost. @param {number} cell @param {ReadonlyMap<number, number>} targets */
  #showReach(cell, targets) {
    const lost = this.adapter.lost(cell);
    this.adapter.setOverlay("reach", [...targets.keys()].filter((target) => !lost.includes(target)));
    this.adapter.setOverlay("lost", lost);
  }

  /** @param {number} cell */
  async #showOrigins(cell) {
    const { version } = this;
    const origins = await this.adapter.origins(cell).catch(() => []);
    if (version !== this.version) return;
    if (!origins.length) {
      await this.#walk(cell);
      return;
    }
    this.goal = cell;
    this.adapter.setOverlay("origins", origins);
    this.adapter.announce("origins", cell, origins.length);
  }

  #hideReach() {
    for (const overlay of ["reach", "lost"]) this.adapter.setOverlay(overlay, []);
  }

  /** @param {number} cell */
  async #walk(cell) {
    const { version, origin } = this;
    const reach = await this.#reach(origin);
    if (version !== this.version) return;
    if (reach.has(cell)) this.adapter.move(origin, cell);
    else this.adapter.announce(reach.size || this.adapter.focus() >= 0 ? "far" : "none", cell);
  }

  /** Show what is possible on the cell under the pointer, -1 for none. @param {number} cell */
  async hover(cell) {
    this.hovered = cell;
    const hovers = ++this.hovers;
    const { version, selected } = this;
    const stale = () => version !== this.version || hovers !== this.hovers;
    const from = selected ? selected.cell : this.#pieceAt(cell) ? cell : this.origin;
    if (cell < 0 || from < 0) {
      this.adapter.setOverlay("path", []);
      if (!selected) this.#hideReach();
      this.adapter.setCursor("");
      return;
    }
    if (this.dragging && !selected) return; // the reach of the dragged piece is on its way, and hovers again then
    const reach = selected ? selected.targets : await this.#reach(from);
    if (stale()) return;
    const placing = from === this.adapter.board()?.terrain.length;
    if (!selected && (from === cell || placing)) this.#showReach(from, reach);
    else if (!selected) this.#hideReach();
    const possible = from === cell ? reach.size > 0 : reach.has(cell);
    this.adapter.setCursor(!possible ? "no" : from === cell ? "grab" : "go");
    if (!possible || placing || from === cell) {
      this.adapter.setOverlay("path", []);
      return;
    }
    const path = await this.adapter.path(from, cell).catch(() => []);
    if (!stale()) this.adapter.setOverlay("path", path);
  }

  /**
   * Take a drag from a cell that began, went on, ended or was given up.
   * @param {number} from
   * @param {number} cell
   * @param {import("../board/gestures.js").DragPhase} phase
   */
  async drag(from, cell, phase) {
    if (phase === "start") {
      if (!this.#pieceAt(from)) return;
      const selecting = this.select(from); // which clears, a drag too
      this.dragging = true;
      await selecting;
      return;
    }
    if (!this.dragging) return;
    if (phase === "move") await this.hover(cell);
    else if (phase === "cancel") this.clear();
    else {
      const { version } = this;
      const targets = await this.#reach(from);
      if (version !== this.version) return;
      this.clear();
      if (targets.has(cell)) this.adapter.move(from, cell);
    }
  }
}
