/** Modes in which the arrows steer no piece: an eye that reads the board, and a ghost that chooses where to hop. */

import { DELTAS } from "../board/geometry.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { announce } from "../ui/status.js";

/** @typedef {import("./controller.js").Table} Table */

export class Modes {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {"" | "eye" | "hop"} */
    this.mode = "";
    this.ghost = -1;
  }

  /**
   * Enter a mode, or leave it where it is on.
   * @param {"eye" | "hop"} mode
   */
  toggle(mode) {
    const leaving = this.mode === mode;
    this.leave();
    if (leaving) return;
    const { board, client } = this.table;
    this.mode = mode;
    const from = client.focus?.[0] ?? board.current;
    if (mode === "eye") {
      board.toggleAttribute("navigate", true);
      board.focusCell(board.current >= 0 ? board.current : from);
      board.mark("eye", [board.current]);
    } else this.#ghostTo(from);
    this.show();
    announce(t(`mode.${mode}`));
  }

  /** Leave the mode; return whether there was one. */
  leave() {
    if (!this.mode) return false;
    const { board } = this.table;
    this.mode = "";
    this.ghost = -1;
    board.toggleAttribute("navigate", false);
    for (const layer of ["eye", "cursor", "path"]) board.mark(layer, []);
    this.show();
    return true;
  }

  /** Say on the board which mode is on, or that a player has yet to be placed. */
  async show() {
    const { client, pointer } = this.table;
    const { reverse, state } = client;
    const waits = !this.mode && (await pointer.waits());
    if (state !== this.table.client.state) return;
    const mode = this.mode || (waits ? "place" : reverse ? "reverse" : "");
    const note = find("#mode");
    note.hidden = !mode;
    note.textContent = mode && t(`mode.${mode}`);
  }

  /** Steer the ghost. @param {number} direction of the screen */
  steer(direction) {
    const { layout } = this.table.board;
    const [x, y] = layout.place(this.ghost);
    const [dx, dy] = DELTAS[direction];
    const [column, row] = [x + dx, y + dy];
    if (column >= 0 && row >= 0 && column < layout.columns && row < layout.rows) this.#ghostTo(layout.cellAt(column, row));
  }

  /** Go where the ghost stands. */
  land() {
    const to = this.ghost;
    this.leave();
    if (to >= 0) this.table.go(this.table.pointer.from, to);
  }

  /** @param {number} cell */
  #ghostTo(cell) {
    const { board, client } = this.table;
    this.ghost = cell;
    board.mark("cursor", [cell]);
    announce(board.nameOf(cell));
    const [from] = client.focus ?? [];
    if (from === undefined) return;
    client
      .question({ do: "path", from, to: cell, through: this.table.through })
      .then(({ cells }) => this.ghost === cell && board.mark("path", cells.length > 1 ? cells : []))
      .catch(() => {}); // no way there is shown by no line
  }
}
