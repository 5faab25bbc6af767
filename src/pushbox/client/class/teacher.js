/** A class as its teacher sees it: the table of results, the levels by date, and what the class does together. */

import { patch, post, remove, withQuery } from "../core/api.js";
import { find, h, updateChildren } from "../core/dom.js";
import { language, t } from "../core/i18n.js";
import { levelTitle } from "../ui/cards.js";
import { copyText } from "../ui/clipboard.js";
import { confirmAction, promptText } from "../ui/prompt.js";
import { announceError, whileBusy } from "../ui/status.js";
import { mountLevelForm } from "./level-form.js";
import { dateOf } from "./result-view.js";
import { groupedCode } from "./results.js";
import { resultRows, showCell } from "./results-table.js";

export class TeacherView {
  /** @type {Api.ClassOut | null} */
  #class = null;

  /**
   * @param {HTMLElement} root
   * @param {string} code
   * @param {() => Promise<void>} changed is called when something has been changed
   */
  constructor(root, code, changed) {
    this.root = root;
    this.code = code;
    this.changed = changed;
    this.status = find("#status", root);
    this.#place("#teacher").hidden = false;
    this.#place("#code").textContent = groupedCode(code);
    this.#place("#invitation").textContent = t("class.invitation", { address: `${location.host}/class` });
    this.#place("#csv").setAttribute("href", withQuery(`/api/classes/${code}/results`, { lang: language() }));
    const on = (/** @type {string} */ selector, /** @type {() => Promise<unknown>} */ work) =>
      this.#place(selector).addEventListener("click", () => work().catch(announceError));
    on("#link", () => copyText(`${location.origin}${withQuery("/class", { code })}`, t("class.copied")));
    on("#rename", () => this.#rename());
    on("#end", () => this.#end());
    mountLevelForm(this.#place("#set"), this.status, async (levels, opens) => {
      await post("/classes/{code}/levels", { levels, opens }, { code });
      await changed();
    }).catch(announceError);
  }

  /** @param {string} selector */
  #place(selector) {
    return find(selector, this.root);
  }

  /**
   * Show the class.
   * @param {Api.ClassOut} shown
   * @param {import("./results.js").Results} results
   */
  show(shown, results) {
    this.#class = shown;
    const { pupils, levels } = shown;
    const isEmpty = !pupils.length || !levels.length;
    this.#place("#results-none").hidden = !isEmpty;
    this.#place("#results-none").textContent = t(pupils.length ? "class.results.no-levels" : "class.results.no-pupils", { code: groupedCode(this.code) });
    this.#place("#results-frame").hidden = !pupils.length;
    this.#place("#csv").hidden = isEmpty;
    this.#place("#results").replaceChildren(...resultRows(shown, results, (pupil) => this.#removePupil(pupil).catch(announceError)));
    updateChildren(this.#place("#set-levels"), this.#levelItems(levels));
    this.#place("#together").replaceChildren(...this.#together(shown));
  }

  /**
   * Show results that have changed.
   * @param {import("./results.js").Results} results
   * @param {Api.ResultOut[]} news
   */
  showResults(results, news) {
    if (this.#class) for (const one of news) showCell(this.#place("#results"), this.#class, results, one);
  }

  close() {}

  /** @param {Api.SetLevelOut[]} levels */
  #levelItems(levels) {
    if (!levels.length) return [h("li", { class: "muted" }, t("class.levels.none"))];
    return levels.map(({ level, opens }) =>
      h(
        "li",
        {},
        h("span", { class: "muted when" }, dateOf(opens)),
        h("a", { class: "what", href: withQuery("/play", { level: level.id, class: this.code }) }, levelTitle(level)),
        new Date(opens) > new Date() && h("span", { class: "tag" }, t("class.later")),
        h("button", { type: "button", class: "quiet", onclick: () => this.#unset(level).catch(announceError) }, t("class.remove"), h("span", { class: "visually-hidden" }, `: ${levelTitle(level)}`)),
      ),
    );
  }

  /** Return the buttons that show a board or begin a race, or the way to what there is. @param {Api.ClassOut} shown */
  #together({ room, levels }) {
    if (room) {
      const close = h("button", { type: "button", class: "quiet", onclick: () => whileBusy(close, this.status, () => this.#closeRoom()) }, t("class.room.close"));
      return [h("p", {}, t(`class.room.open.${room.kind}`)), h("div", { class: "row" }, h("a", { class: "button primary", href: `/live?room=${room.code}` }, t(`class.room.enter.${room.kind}`)), close)];
    }
    if (!levels.length) return [h("p", { class: "muted" }, t("class.together.none"))];
    const choice = h("select", {}, ...levels.map(({ level }) => h("option", { value: String(level.id) }, levelTitle(level))));
    const button = (/** @type {"board" | "race"} */ kind) => {
      const one = h("button", { type: "button", class: kind === "board" ? "primary" : "", onclick: () => whileBusy(one, this.status, () => this.#openRoom(kind, Number(choice.value))) }, t(`class.${kind}.do`));
      return one;
    };
    return [h("label", { class: "field" }, h("span", {}, t("label.level")), choice), h("div", { class: "row" }, button("board"), button("race"))];
  }

  /** @param {"board" | "race"} kind @param {number} level */
  async #openRoom(kind, level) {
    const { code } = await post("/classes/{code}/room", { kind, level_id: level }, { code: this.code });
    location.assign(`/live?room=${code}`);
  }

  async #closeRoom() {
    await remove("/classes/{code}/room", { code: this.code });
    await this.changed();
  }

  /** @param {Api.LevelOut} level */
  async #unset(level) {
    if (!(await confirmAction(t("class.remove"), t("class.unset.sure", { level: levelTitle(level) }), t("class.remove")))) return;
    await remove("/classes/{code}/levels/{level}", { code: this.code, level: level.id ?? 0 });
    await this.changed();
  }

  /** @param {Api.PupilOut} pupil */
  async #removePupil({ id, name }) {
    if (!(await confirmAction(t("class.remove"), t("class.pupil.sure", { name }), t("class.remove")))) return;
    await remove("/classes/{code}/pupils/{pupil}", { code: this.code, pupil: id });
    await this.changed();
  }

  async #rename() {
    const title = await promptText(t("class.rename.title"), t("class.called.now"), this.#class?.title ?? "");
    if (!title) return;
    await patch("/classes/{code}", { title }, { code: this.code });
    await this.changed();
  }

  async #end() {
    const { title = "", pupils = [] } = this.#class ?? {};
    if (!(await confirmAction(t("class.end.title"), t("class.end.sure", { title, count: pupils.length }), t("class.end.title")))) return;
    await remove("/classes/{code}", { code: this.code });
    location.assign("/class");
  }
}
