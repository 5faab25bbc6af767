/** A board that is played in a notebook: the board and the client of the web app over the messages of a widget. */

import "../../client/board/push-board.js";
import { addShapes } from "../../client/board/drawing.js";
import { h } from "../../client/core/dom.js";
import { pickLanguage, t, useTexts } from "../../client/core/i18n.js";
import { outcomeText, pushNotes, positionText } from "../../client/play/announcements.js";
import { joinPlay } from "../../client/play/join.js";
import { commandOf, currentBindings } from "../../client/play/keyboard.js";
import { byChord, chordOf, playerOf } from "../../client/play/keys.js";
import { PlayState } from "../../client/play/play-state.js";

/** @import { PushBoard } from "../../client/board/push-board.js" */

const ANNOUNCE_AFTER = 220; // milliseconds without another answer
const AWAY_AFTER = 5_000; // milliseconds without an answer of Python

let views = 0;

/** Return a name for one view of a widget, of which there may be several. */
const viewName = () => `${Date.now()}.${++views}.${Math.random()}`;

/**
 * Return what opens a connection to the widget's Python side, as to a server.
 * @param {Notebook.Model} model
 * @param {string} view
 * @returns {Play.Connect}
 */
const connectTo = (model, view) => (handlers) => {
  const receive = (/** @type {Notebook.Answer} */ { to, n, message }) => {
    if (!message || (to !== view && message.is !== "turned")) return; // what is played shows in every view
    handlers.message(JSON.stringify(to === view && n !== undefined && n !== null ? { ...message, n } : message));
  };
  model.on("msg:custom", receive);
  model.send({ view, open: true });
  return {
    send: (text) => model.send({ view, text }),
    close: () => model.off("msg:custom", receive),
  };
};

/**
 * Return the texts, styles and shapes of a view, once Python has sent them.
 * @param {Notebook.Model} model
 * @param {string} view
 * @returns {Promise<Notebook.Setup>}
 */
function requestSetup(model, view) {
  return new Promise((resolve) => {
    const receive = (/** @type {Notebook.Answer} */ { to, setup }) => {
      if (to !== view || !setup) return;
      model.off("msg:custom", receive);
      resolve(setup);
    };
    model.on("msg:custom", receive);
    model.send({ view, language: pickLanguage(navigator.languages) });
  });
}

/**
 * Show, until Python answers, what plays without it, or how that is had.  Return what takes it away.
 * @param {Notebook.Model} model
 * @param {HTMLElement} el
 */
function awaitPython(model, el) {
  /** @type {HTMLElement | undefined} */
  let shown;
  const timer = setTimeout(() => {
    const frame = model.get("frame");
    shown = frame ? h("iframe", { src: frame, title: "pushbox", style: "width: 100%; height: 480px; border: 0" }) : h("p", {}, model.get("away"));
    el.append(shown);
  }, AWAY_AFTER);
  return () => {
    clearTimeout(timer);
    shown?.remove();
  };
}

/** Return whether the notebook is dark, as JupyterLab and VS Code tell it, or else the system. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false";
  if (vscodeThemeKind) return /dark|^vscode-high-contrast$/.test(vscodeThemeKind);
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

class PlayView {
  /**
   * @param {Notebook.Model} model
   * @param {string} view
   */
  constructor(model, view) {
    this.model = model;
    this.board = /** @type {PushBoard} */ (document.createElement("push-board"));
    this.board.setAttribute("aria-label", t("label.board"));
    this.title = h("span", { class: "title" });
    this.counts = h("span", { class: "counts" });
    this.status = h("p", { class: "status", role: "status" });
    this.undo = this.#button("key.undo", () => this.command({ do: "undo" }));
    this.redo = this.#button("key.redo", () => this.command({ do: "redo" }));
    const restart = this.#button("key.restart", () => this.command({ do: "restart" }));
    const tools = h("div", { class: "tools" }, this.undo, this.redo, restart, this.counts);
    this.root = h("div", { class: "pushbox" }, this.title, this.board, tools, this.status);
    this.state = new PlayState();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.announceTimer = undefined;
    const joined = joinPlay(this.board, {
      connect: connectTo(model, view),
      changed: () => this.#boardChanged(),
      on: this.#handlers(),
      pointer: {
        announce: (notice, cell, count = 0) => this.#say(t(`pointer.${notice}`, { cell: this.board.labelOf(cell), count })),
      },
    });
    this.client = joined.client;
    this.pointer = joined.pointer;
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.board.addEventListener("pointerup", () => this.board.focusCell(this.board.current));
    this.#look();
  }

  /** Begin to play, and follow what is set in Python.  Return what ends it. */
  open() {
    const look = () => this.#look();
    const names = ["skin", "cell", "rulers", "checkerboard", "overlays"];
    for (const name of names) this.model.on(`change:${name}`, look);
    const theme = new MutationObserver(look);
    theme.observe(document.body, { attributes: true });
    this.client.connection.open();
    return () => {
      theme.disconnect();
      for (const name of names) this.model.off(`change:${name}`, look);
      this.client.connection.close();
    };
  }

  /** @param {Play.Request} request */
  command(request) {
    this.client.command(request);
  }

  /** @param {string} text its key @param {() => void} act */
  #button(text, act) {
    return h("button", { type: "button", onclick: act }, t(text));
  }

  /** @returns {Play.Handlers} */
  #handlers() {
    return {
      opened: ({ board }) => {
        this.state.begin(board);
        this.board.focusCell(this.client.focus?.[0] ?? 0, false);
        this.title.textContent = this.client.level?.title ?? "";
        this.#showState();
      },
      refused: ({ reason }) => this.#say(reason),
      answered: () => {
        this.#showState();
        clearTimeout(this.announceTimer);
        this.announceTimer = setTimeout(() => this.#announce(), ANNOUNCE_AFTER);
      },
      error: ({ message }) => this.#say(message),
    };
  }

  /** Show the board as it is set in Python. */
  #look() {
    const { model, root, board } = this;
    root.dataset.theme = isDark() ? "dark" : "light";
    root.dataset.skin = model.get("skin");
    root.style.setProperty("--cell", `${model.get("cell")}px`);
    for (const name of ["rulers", "checkerboard"]) board.toggleAttribute(name, model.get(name));
    this.#mark();
  }

  #mark() {
    /** @type {Record<string, number[]>} */
    const overlays = this.model.get("overlays");
    for (const name of this.marked ?? []) if (!(name in overlays)) this.board.setOverlay(name, []);
    this.marked = Object.keys(overlays);
    if (!this.client?.displayed) return;
    for (const [name, cells] of Object.entries(overlays)) this.board.setOverlay(name, cells);
  }

  /** @type {string[] | undefined} the overlays that Python has set */
  marked;

  #boardChanged() {
    const { client, board } = this;
    const pushers = client.displayed?.pieces.filter(({ kind }) => kind === "pusher").length;
    board.setOverlay("focus", pushers === 1 ? [] : (client.focus ?? []));
    this.#mark();
  }

  #showState() {
    const { state, tree } = this.client;
    const { moves = 0, pushes = 0 } = state.counts;
    this.counts.textContent = `${t("count.moves")} ${moves}, ${t("count.pushes")} ${pushes}`;
    this.undo.disabled = state.depth === 0;
    this.redo.disabled = tree.depth === tree.line().length;
    const { status } = state.outcome;
    if (this.root.dataset.status !== status) this.#say(status === "playing" ? "" : outcomeText(state));
    this.root.dataset.status = status;
  }

  /** Say what has happened since the last time, and note on the cells which boxes can be pushed. */
  #announce() {
    const { client } = this;
    const { confirmed, state } = client;
    const news = this.state.news(confirmed);
    if (news !== null) this.#say(state.outcome.status === "playing" ? news : outcomeText(state));
    client.lookFurther().catch(() => {}); // the view is gone
    const { node } = state;
    client
      .query({ do: "pushable" })
      .then(({ cells }) => node === client.state.node && this.board.setNotes(pushNotes(cells)))
      .catch(() => {}); // the view is gone
  }

  /** @param {string} text */
  #say(text) {
    this.status.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const chord = chordOf(event);
    const onButton = event.target instanceof HTMLButtonElement && (chord === "Space" || chord === "Enter");
    if (!chord || onButton) return;
    const action = byChord(currentBindings()).get(chord) ?? "";
    if (!this.#act(action, playerOf(chord, this.client.game?.players ?? 1))) return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has its own use for most keys
  }

  /** @param {string} action @param {number} player @returns {boolean} whether there is such an action */
  #act(action, player) {
    const { client, board } = this;
    if (action === "describe" && client.confirmed) this.#say(positionText(client.confirmed, client.state, this.state.last));
    else if (action === "cancel") this.pointer.clear();
    else if (action === "restart") this.command({ do: "restart" });
    else if (action === "zoom-in") board.zoomBy(1.25);
    else if (action === "zoom-out") board.zoomOut();
    else if (action === "rulers" || action === "checkerboard") {
      this.model.set(action, !this.model.get(action));
      this.model.save_changes();
    } else {
      const request = commandOf(action, player, board.layout.toBoard);
      if (!request) return false;
      this.command(request);
    }
    return true;
  }
}

/**
 * Render a view of the widget, and return what takes it away.
 * @param {{model: Notebook.Model, el: HTMLElement}} view
 */
export async function render({ model, el }) {
  const view = viewName();
  const answered = awaitPython(model, el);
  const { texts, styles, shapes } = await requestSetup(model, view);
  answered();
  addShapes(shapes);
  useTexts(texts.language, texts.texts);
  const play = new PlayView(model, view);
  play.root.lang = texts.language;
  el.dataset.lmSuppressShortcuts = "true"; // JupyterLab's keys, where the focus is on the board
  const shadow = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  shadow.replaceChildren(h("style", {}, styles), play.root);
  return play.open();
}
