/** The tick of two players at one keyboard: who has chosen, and which keys the other has, until both have. */

import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { currentBindings } from "./keyboard.js";
import { keysOf } from "./keys.js";
import { STILL } from "./prediction.js";

/** @import { Client } from "./client.js" */

export class Halves {
  /** @param {HTMLElement} root of the page */
  constructor(root) {
    this.note = find("#half", root);
    this.chosen = 0; // the player who has chosen, 0 for none
  }

  /**
   * Take a command of a play: half of a tick is shown; whatever else changes the position makes the play forget it.
   * @param {Play.Request} request
   * @param {Client} client
   */
  take(request, client) {
    if (STILL.has(request.do)) return;
    const player = halfOf(request, client);
    this.show(player && this.chosen && player !== this.chosen ? 0 : player);
  }

  /** Show who has chosen. @param {number} player 0 for none */
  show(player) {
    this.chosen = player;
    this.note.hidden = !this.chosen;
    const other = 3 - this.chosen;
    this.note.textContent = this.chosen ? t("half.waits", { player: this.chosen, other, ...keysOf(currentBindings(), other) }) : "";
  }
}

/** Return the player whose half of a tick a command is, 0 for none. @param {Play.Request} request @param {Client} client */
function halfOf({ do: what, player, key }, { game, focus, confirmed }) {
  if ((game?.players ?? 1) < 2 || what !== "press" || key === "next" || key === "previous") return 0;
  const steered = confirmed?.pieces.find(({ kind, cells }) => kind === "pusher" && cells[0] === focus?.[0]);
  return Number(player ?? steered?.player ?? 0);
}
