/** A class on the page, as its teacher or as a pupil sees it; its socket says what changes. */

import { get } from "../core/api.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { Connection, webSocket } from "../play/connection.js";
import { announceError, showStatus } from "../ui/status.js";
import { PupilView } from "./pupil.js";
import { withResults } from "./results.js";
import { TeacherView } from "./teacher.js";

/** @typedef {{is: "results", results: Api.ResultOut[]} | {is: "changed"}} Message */

export class ClassPage {
  /** @type {PupilView | TeacherView | null} */
  #view = null;
  /** @type {import("./results.js").Results} */
  #results = new Map();
  #reading = Promise.resolve();

  /**
   * @param {HTMLElement} root
   * @param {string} code
   */
  constructor(root, code) {
    this.root = root;
    this.code = code;
    this.status = find("#status", root);
    this.connection = new Connection({
      connect: webSocket(`/ws/classes/${encodeURIComponent(code)}`),
      received: (message) => this.#receive(message),
      dropped: () => {},
      phaseChanged: (phase) => this.#showPhase(phase),
    });
  }

  /** Show the class and stay. */
  async open() {
    await this.read();
    this.connection.open();
  }

  /** Read the class, one time after another. */
  read() {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read());
    return this.#reading;
  }

  async #read() {
    const shown = await get("/classes/{code}", { code: this.code });
    this.#results = withResults(new Map(), shown.results);
    this.#view ??= shown.teaches ? new TeacherView(this.root, this.code, () => this.read()) : new PupilView(this.root, this.code);
    for (const title of this.root.querySelectorAll(".class-title")) title.textContent = shown.title;
    document.title = `${shown.title} · pushbox`;
    this.#view.show(shown, this.#results);
  }

  /** @param {Message | {is: "error", message: string}} message */
  #receive(message) {
    if (message.is === "changed") this.read().catch(announceError);
    if (message.is !== "results") return;
    this.connection.ready();
    this.#results = withResults(this.#results, message.results);
    this.#view?.showResults(this.#results, message.results);
  }

  /** @param {Play.Phase} phase */
  #showPhase(phase) {
    if (phase === "open") showStatus(this.status, "");
    else if (phase === "lost") showStatus(this.status, t("class.lost"), "error");
    else if (phase === "gone") this.#showGone();
  }

  /** Show that the class has ended, or that one is not in it any more, and the way back. */
  #showGone() {
    this.#view?.close();
    for (const part of ["#teacher", "#pupil"]) find(part, this.root).hidden = true;
    showStatus(this.status, t("class.gone"), "error");
    const link = document.createElement("a");
    link.href = "/class";
    link.textContent = t("class.back");
    this.status.append(" ", link);
  }
}
