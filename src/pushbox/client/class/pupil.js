/** A class as a pupil sees it: the levels that are set, what they have reached, and what the class does together. */

import { remove, withQuery } from "../core/api.js";
import { find, h, updateChildren } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { levelCard } from "../ui/cards.js";
import { confirmAction } from "../ui/prompt.js";
import { announce, announceError } from "../ui/status.js";
import { FollowedBoard } from "./followed-board.js";
import { dateOf, factsOf, starsOf } from "./result-view.js";
import { resultOf } from "./results.js";

export class PupilView {
  /** @type {Api.ClassOut | null} */
  #class = null;
  /** @type {FollowedBoard | null} */
  #followed = null;
  #room = "";

  /**
   * @param {HTMLElement} root
   * @param {string} code
   */
  constructor(root, code) {
    this.root = root;
    this.code = code;
    find("#pupil", root).hidden = false;
    find("#leave", root).addEventListener("click", () => this.#leave().catch(announceError));
  }

  /**
   * Show the class.
   * @param {Api.ClassOut} shown
   * @param {import("./results.js").Results} results
   */
  show(shown, results) {
    const before = this.#class;
    this.#class = shown;
    find("#you", this.root).textContent = t("class.you", { name: shown.you?.name ?? "" });
    find("#own-none", this.root).hidden = shown.levels.length > 0;
    this.#showRoom(shown.room);
    this.showResults(results);
    if (before && shown.levels.length > before.levels.length) announce(t("class.new-level"), { show: true });
  }

  /** Show the levels with what has been reached. @param {import("./results.js").Results} results */
  showResults(results) {
    const { levels = [], you } = this.#class ?? {};
    const cards = levels.map(({ level, opens }) => {
      const card = levelCard(level, { kicker: dateOf(opens), href: withQuery("/play", { level: level.id, class: this.code }) });
      const result = you && resultOf(results, you.id, level.id);
      if (result) find(".card-text", card).append(h("span", {}, result.stars > 0 ? starsOf(result.stars) : "", h("span", { class: "muted" }, ` ${factsOf(result)}`)));
      return card;
    });
    find("#own", this.root).replaceChildren(...cards);
  }

  /** Stop following. */
  close() {
    this.#followed?.close();
  }

  /** @param {Api.ClassRoomOut | null} room */
  #showRoom(room) {
    find("#shared", this.root).hidden = !room;
    const link = /** @type {HTMLAnchorElement} */ (find("#shared-link", this.root));
    link.hidden = room?.kind !== "race";
    link.textContent = t("class.race.enter");
    link.href = `/live?room=${room?.code}`;
    find("#shared-title", this.root).textContent = room ? t(`class.room.${room.kind}`) : "";
    const code = room?.code ?? "";
    if (code === this.#room) return;
    this.#room = code;
    this.#followed?.close();
    this.#followed = room?.kind === "board" ? new FollowedBoard(find("#followed", this.root), code) : null;
    if (!this.#followed) updateChildren(find("#followed", this.root), []);
    if (room) announce(t(`class.room.${room.kind}`), { show: true });
  }

  async #leave() {
    const you = this.#class?.you;
    if (!you || !(await confirmAction(t("class.leave.title"), t("class.leave.sure"), t("class.leave.title")))) return;
    await remove("/classes/{code}/pupils/{pupil}", { code: this.code, pupil: you.id });
    location.assign("/class");
  }
}
