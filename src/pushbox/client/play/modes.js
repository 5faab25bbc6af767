/** Modes in which the arrows steer no piece: "eye" reads the board, "hop" moves a ghost to choose a target. */

import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { announce } from "../ui/status.js";

/** @import { PlayController } from "./controller.js" */

export class Modes {
  /** @param {PlayController} controller */
  constructor(controller) {
    this.controller = controller;
    this.note = find("#mode", controller.root);
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
    const { board, client } = this.controller;
    this.mode = mode;
    const from = client.focus?.[0] ?? board.current;
    if (mode === "eye") {
      board.toggleAttribute("navigate", true);
      board.focusCell(board.current >= 0 ? board.current : from);
      board.setOverlay("eye", [board.current]);
    } else this.#moveGhost(from);
    this.show();
    announce(t(`mode.${mode}`));
  }

  /** Leave the mode; return whether one was on. */
  leave() {
    if (!this.mode) return false;
    const { board } = this.controller;
    this.mode = "";
    this.ghost = -1;
    board.toggleAttribute("navigate", false);
    for (const overlay of ["eye", "cursor", "path"]) board.setOverlay(overlay, []);
    this.show();
    return true;
  }

  /** Show on the board which mode is on, or that a player has yet to be placed. */
  async show() {
    const { client, pointer } = this.controller;
    const { reverse, state } = client;
    const placing = !this.mode && (await pointer.awaitsPlacement());
    if (state !== this.controller.client.state) return;
    const mode = this.mode || (placing ? "place" : reverse ? "reverse" : "");
    this.note.hidden = !mode;
    this.note.textContent = mode && t(`mode.${mode}`);
  }

  /** Move the ghost by a step. @param {number} direction of the screen */
  steer(direction) {
    const cell = this.controller.board.layout.neighbour(this.ghost, direction);
    if (cell >= 0) this.#moveGhost(cell);
  }

  /** Go to the ghost. */
  land() {
    const target = this.ghost;
    this.leave();
    if (target >= 0) this.controller.move(this.controller.pointer.origin, target);
  }

  /** @param {number} cell */
  #moveGhost(cell) {
    const { board, pointer, client } = this.controller;
    this.ghost = cell;
    board.setOverlay("cursor", [cell]);
    announce(board.labelOf(cell));
    const [from] = client.focus ?? [];
    if (from === undefined) return;
    pointer.adapter
      .path(from, cell)
      .then((cells) => this.ghost === cell && board.setOverlay("path", cells.length > 1 ? cells : []))
      .catch(() => {}); // an unreachable target has no path
  }
}
