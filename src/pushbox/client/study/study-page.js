/** A study on the page: its board at a place of a line, what is said there, its lines, and its editor. */

import { concatMoves } from "../board/changes.js";
import { readBoard } from "../board/model.js";
import { PushBoard } from "../board/push-board.js";
import { get, post, put, remove } from "../core/api.js";
import { find, h, onSubmit, updateChildren } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { copyText } from "../ui/clipboard.js";
import { downloadText } from "../ui/download.js";
import { confirmAction } from "../ui/prompt.js";
import { announceError, showStatus } from "../ui/status.js";
import { formatMoves } from "../play/history.js";
import { listenToKeys } from "../play/keyboard.js";
import { drawEditor } from "./editor.js";
import { MARKS } from "./marks.js";
import { addMoves, lineThrough, linesOf } from "./study.js";

const KEYS = /** @type {Record<string, number>} */ ({ left: -1, right: 1, undo: -1, redo: 1 });

export class StudyPage {
  /** @type {Study.Traced} the line that the cursor is on */
  #traced = { nodes: [0], moves: "", board: null, line: [[]] };
  #requests = 0; // for lines: only the newest is shown
  #node = 0; // the one that the cursor is at, or on the way to
  #step = 0; // moves of the line that are played
  #drawn = 0; // arrows
  #isEditing = false;

  /**
   * @param {HTMLElement} root
   * @param {Api.StudyShown} kept
   */
  constructor(root, kept) {
    this.root = root;
    this.kept = kept;
    this.study = /** @type {Study.Value} */ (/** @type {unknown} */ (kept.study));
    this.status = find("#status", root);
    this.board = /** @type {PushBoard} */ (find("#board", root));
    const buttons = /** @type {const} */ ([["first", -Infinity], ["undo", -1], ["redo", 1], ["last", Infinity]]);
    find("#transport", root).append(
      ...buttons.map(([name, by]) => h("button", { type: "button", class: "icon", "aria-label": t(`study.${name}`), onclick: () => this.#move(by) }, icon(name))),
    );
    onSubmit(/** @type {HTMLFormElement} */ (find("#editor", root)), () => this.#save().catch(announceError));
    listenToKeys((action) => {
      if (action in KEYS) this.#move(KEYS[action]);
      return action in KEYS;
    });
  }

  async start() {
    await this.goTo(0);
  }

  /** Show a node; at once where the line that is shown leads to it. @param {number} node */
  async goTo(node) {
    const nodes = lineThrough(this.study, node);
    const line = nodes.slice(1).map((one) => this.study.nodes[one].moves);
    const moves = JSON.stringify(line);
    const request = ++this.#requests;
    if (moves === this.#traced.moves) this.#traced = { ...this.#traced, nodes };
    else {
      const traced = await post("/trace", { level: this.study.level, line });
      if (request !== this.#requests) return;
      this.#traced = { nodes, moves, board: readBoard(/** @type {BoardJson} */ (/** @type {unknown} */ (traced.board))), line: [[], ...traced.line] };
    }
    this.#show(this.#stepsTo(nodes.indexOf(node)));
  }

  /** Return how many moves lead to a node of the line, by its place there. @param {number} place */
  #stepsTo(place) {
    return this.#traced.line.slice(0, place + 1).reduce((sum, part) => sum + part.length, 0);
  }

  /** Go along the line by some moves. @param {number} by */
  #move(by) {
    const all = this.#stepsTo(this.#traced.line.length - 1);
    this.#show(Math.min(all, Math.max(0, this.#step + by)));
  }

  /** Show the position after some moves of the line. @param {number} step */
  #show(step) {
    const { board, line, nodes } = this.#traced;
    if (!board) return;
    const moves = /** @type {{changes: Change[]}[]} */ (/** @type {unknown} */ (line.flat()));
    if (step === this.#step + 1 && this.board.board) this.board.apply(moves[this.#step].changes);
    else {
      this.board.show(board);
      this.board.apply(concatMoves(moves.slice(0, step)), { animate: false });
    }
    this.#step = step;
    const place = nodes.findIndex((_, index) => this.#stepsTo(index) >= step);
    this.#node = nodes[place];
    this.#draw(this.#stepsTo(place) === step);
  }

  /** Draw what is said at the cursor. @param {boolean} isAtNode or on the way to it */
  #draw(isAtNode) {
    const { title, author } = this.study;
    const node = this.study.nodes[this.#node];
    document.title = `${title || t("play.untitled")} · pushbox`;
    find("#title", this.root).textContent = title || t("play.untitled");
    find("#byline", this.root).textContent = author;
    for (const mark of MARKS) this.board.setOverlay(mark, isAtNode ? (node.marks[mark] ?? []) : []);
    const arrows = isAtNode ? node.arrows : [];
    for (let index = 0; index < Math.max(this.#drawn, arrows.length); index++) this.board.setOverlay(`arrow ${index}`, arrows[index] ?? []);
    this.#drawn = arrows.length;
    updateChildren(find("#said", this.root), isAtNode ? this.#said(node) : [h("p", { class: "muted" }, t("study.on-the-way"))]);
    this.#drawLines();
    updateChildren(find("#actions", this.root), this.#actions());
    const editor = find("#editor", this.root);
    editor.hidden = !this.#isEditing;
    if (this.#isEditing) {
      drawEditor(editor, this.study, this.#node, {
        changed: (change) => {
          const { study, node } = change(this.study);
          this.study = study;
          this.goTo(node).catch(announceError);
        },
        moves: (text) => this.#addMoves(text),
      });
    }
  }

  /** @param {Study.Node} node */
  #said({ comment, question }) {
    const solve = () => h("button", { type: "button", class: "primary", onclick: () => this.#playFromHere().catch(announceError) }, t("study.solve"));
    const said = [...(comment ? [h("p", {}, comment)] : []), ...(question ? [h("p", { class: "question" }, question), solve()] : [])];
    return said.length ? said : [h("p", { class: "muted" }, t("study.nothing-said"))];
  }

  #drawLines() {
    const items = linesOf(this.study).map(({ nodes, level }) => {
      const item = h("li", {}, ...nodes.flatMap((node) => this.#lineParts(node)));
      item.style.setProperty("--level", String(level));
      return item;
    });
    updateChildren(find("#lines", this.root), items);
    for (const [index, { nodes }] of linesOf(this.study).entries()) {
      const buttons = find("#lines", this.root).children[index].querySelectorAll("button");
      nodes.forEach((node, place) => (buttons[place].onclick = () => this.goTo(node).catch(announceError)));
    }
  }

  /** @param {number} node */
  #lineParts(node) {
    const { moves, comment, question } = this.study.nodes[node];
    const button = h("button", { type: "button", "aria-current": node === this.#node ? "step" : null }, node ? moves : t("label.start"));
    const note = comment || question;
    return note ? [button, h("span", { class: "note" }, note)] : [button];
  }

  #actions() {
    const button = (/** @type {string} */ key, /** @type {() => unknown} */ work, look = "") =>
      h("button", { type: "button", class: look, onclick: () => Promise.resolve(work()).catch(announceError) }, t(key));
    const edit = button("key.edit", () => this.#edit());
    edit.setAttribute("aria-pressed", String(this.#isEditing));
    return [
      button("label.copy-link", () => copyText(`${location.origin}/study?key=${this.kept.key}`, t("study.copied"))),
      button("study.play", () => this.#playFromHere()),
      edit,
      ...(this.kept.mine ? [button("label.delete", () => this.#remove(), "danger")] : []),
      button("study.text", async () => downloadText(`${this.study.title || "study"}.study`, (await post("/studies-read", { study: this.study })).text)),
    ];
  }

  #edit() {
    this.#isEditing = !this.#isEditing;
    this.#show(this.#step);
  }

  /** Play the level from the position that is shown, in a play of one's own. */
  async #playFromHere() {
    const moves = formatMoves(this.#traced.line.flat().slice(0, this.#step));
    const { fragment } = await post("/share", { level: this.study.level, moves });
    location.assign(`/p#${fragment}`);
  }

  /** Add moves that were typed to the position of the node. @param {string} text */
  async #addMoves(text) {
    const { study, node } = addMoves(this.study, this.#node, text.trim());
    const before = this.study;
    this.study = study;
    try {
      await this.goTo(node);
    } catch (error) {
      this.study = before;
      announceError(error);
    }
  }

  /** Save one's own study, or keep a copy of another's. */
  async #save() {
    const body = { study: this.study };
    if (this.kept.mine) {
      await put("/studies/{key}", body, { key: this.kept.key });
      showStatus(this.status, t("label.saved"));
      return;
    }
    const { key } = await post("/studies", body);
    this.kept = await get("/studies/{key}", { key });
    history.replaceState(null, "", `/study?key=${key}`);
    showStatus(this.status, t("study.kept"));
    this.#show(this.#step);
  }

  async #remove() {
    if (!(await confirmAction(t("label.delete"), t("study.remove.sure"), t("label.delete")))) return;
    await remove("/studies/{key}", { key: this.kept.key });
    location.assign("/study");
  }
}
