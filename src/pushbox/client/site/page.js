/** The page of a site without a server: its levels, and one of them in play, by the core in this browser. */

import { connectLocally } from "../alone/local.js";
import { Solo } from "../alone/solo.js";
import "../board/push-board.js";
import { Cores, oneCore } from "../core/core-worker.js";
import { find, h } from "../core/dom.js";
import { pickLanguage, t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { settings, updateSettings, watchSettings } from "../core/settings.js";
import { outcomeText } from "../play/announcements.js";
import { hintText, markHint } from "../play/assists.js";
import { joinPlay } from "../play/join.js";
import { downloadText } from "../ui/download.js";
import { announce, announceError } from "../ui/status.js";
import { Replay } from "../play/replay.js";
import { copyText } from "../ui/clipboard.js";
import { onDrop } from "../ui/drop.js";
import { Drawing } from "./draw.js";
import { addOwn, newLevel, ownLevels, readLink, readText, removeOwn, writeLink } from "./own.js";
import { allProgress, better, keepProgress, progressFile, progressOf, readProgress } from "./progress.js";

/** @import { PushBoard } from "../board/push-board.js" */
/** @import { Ask } from "../core/core-worker.js" */
/** @import { Level } from "../alone/solo.js" */

const LAST_HINT = 5;
const SHOWN = "handed in"; // the assist of moves that nobody has pressed
const MINE = "mine"; // the name of the visitor's own levels in addresses
const SHOWN_TEXT = 400; // characters of a solution
const MAX_FILE = 2_000_000; // characters of the files that are read together

/**
 * @typedef {{key: string, title: string, game: string, level: Level}} SiteLevel
 * @typedef {{name: string, title: string, keys: string[]}} Listed
 */

/** Return the address of a file of the site, which lies beside the folder of the client's. @param {string} path */
const address = (path) => new URL(`../../${path}`, new URL(document.documentElement.dataset.static ?? "", document.baseURI)).href;

/** @param {string} path @returns {Promise<any>} */
async function fetchJson(path) {
  const response = await fetch(address(path));
  if (!response.ok) throw new Error(t("site.gone"));
  return response.json();
}

/** @param {HTMLElement} root */
export async function mount(root) {
  const isEmbedded = new URLSearchParams(location.search).has("embed");
  root.toggleAttribute("data-embedded", isEmbedded);
  if (!isEmbedded && goesToOwnLanguage(root)) return;
  const folder = document.documentElement.dataset.static ?? "";
  const parts = ["common.json", "messages.json"].map(async (part) => (await fetch(`${folder}i18n/en/${part}`)).json());
  const [{ collections, palette }, ...texts] = await Promise.all([fetchJson("data/index.json"), ...parts]);
  const site = new Site(root, collections, palette, Object.assign({}, ...texts));
  addEventListener("hashchange", () => void site.show().catch(announceError));
  await site.show();
}

/**
 * Go to the page in the language that the visitor has chosen, or else in the one that their browser prefers; return whether
 * that is another page.
 * @param {HTMLElement} root
 */
function goesToOwnLanguage(root) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...root.querySelectorAll(".top nav a[lang]")]);
  for (const link of links) {
    link.addEventListener("click", () => {
      updateSettings({ language: link.lang });
      link.hash = location.hash; // the level stays
    });
  }
  const wanted = settings().language || pickLanguage(navigator.languages);
  const own = links.find(({ lang, ariaCurrent }) => lang === wanted && ariaCurrent !== "page");
  if (own) location.replace(`${own.href}${location.search}${location.hash}`);
  return own !== undefined;
}

class Site {
  /** @type {Map<string, Promise<SiteLevel[]>>} by the name of the collection */
  #files = new Map();
  #cores = new Cores(undefined, t("site.unable"));
  /** @type {Drawing | null} */
  #drawing = null;
  #key = ""; // of the level that is open
  #hints = { node: -1, step: 0 };

  /**
   * @param {HTMLElement} root
   * @param {Listed[]} collections
   * @param {Api.PaletteOut} palette that is drawn with
   * @param {Record<string, string>} texts of sentences, in English
   */
  constructor(root, collections, palette, texts) {
    this.root = root;
    this.collections = collections;
    this.palette = palette;
    this.texts = texts;
    this.replay = new Replay({ step: () => this.#nextMove(), changed: () => {}, speed: settings().speed });
    this.board = /** @type {PushBoard} */ (find("#board", root));
    this.joined = joinPlay(this.board, {
      connect: () => ({ send: () => {}, close: () => {} }),
      changed: () => this.#changed(),
      on: {
        opened: () => {
          this.#showState();
          void this.#analyse().catch(announceError);
        },
        answered: () => this.#answered(),
        refused: ({ reason }) => announce(reason, { show: true }),
        error: ({ message }) => announceError(new Error(message)),
        phase: () => this.#showPhase(),
      },
      pointer: { through: () => settings().through },
    });
    this.joined.takeKeys({
      undo: () => this.#command({ do: "undo" }),
      redo: () => this.#command({ do: "redo" }),
      restart: () => this.#command({ do: "restart" }),
      hint: () => void this.#hint().catch(announceError),
    });
    watchSettings(({ rulers, checkerboard }) => {
      this.board.toggleAttribute("rulers", rulers);
      this.board.toggleAttribute("checkerboard", checkerboard);
    });
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { type: "button", id: `do-${name}`, onclick: act }, t(`site.${name}`));
    find("#tools", root).replaceChildren(
      button("undo", () => this.#command({ do: "undo" })),
      button("redo", () => this.#command({ do: "redo" })),
      button("restart", () => this.#command({ do: "restart" })),
      button("hint", () => void this.#hint().catch(announceError)),
    );
    const file = /** @type {HTMLInputElement} */ (find("#progress-file", root));
    find("#export", root).addEventListener("click", () => downloadText("pushbox-progress.json", progressFile(), "application/json"));
    find("#import", root).addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      if (chosen) await this.#import(await chosen.text()).catch(announceError);
      file.value = "";
    });
    this.#listen();
  }

  /** Take what reads, draws and analyses. */
  #listen() {
    const { root } = this;
    const on = (/** @type {string} */ id, /** @type {() => unknown} */ act) => {
      const button = /** @type {HTMLButtonElement} */ (find(id, root));
      button.addEventListener("click", async () => {
        button.disabled = true;
        await Promise.resolve(act()).catch(announceError);
        button.disabled = false;
      });
    };
    const text = /** @type {HTMLTextAreaElement} */ (find("#text", root));
    const files = /** @type {HTMLInputElement} */ (find("#level-files", root));
    on("#read", () => this.#read(text.value));
    on("#choose", () => files.click());
    files.addEventListener("change", () => void this.#readFiles([...(files.files ?? [])]).catch(announceError));
    onDrop((dropped) => void this.#readFiles(dropped).catch(announceError));
    on("#try", () => {
      location.hash = `#${MINE}/${addOwn([newLevel("", this.#drawn.level)])}`;
    });
    on("#judge", async () => {
      find("#verdict", root).textContent = t("site.draw.searching");
      find("#verdict", root).textContent = await this.#drawn.judge(this.#cores.searches);
    });
    on("#share", () => copyText(`${location.href.replace(/#.*/, "")}#level=${writeLink({ title: "", level: this.#drawn.level })}`));
    find("#analysis", root).addEventListener("toggle", () => void this.#analyse().catch(announceError));
    find("#dead", root).addEventListener("change", () => void this.#analyse().catch(announceError));
    on("#solve", () => this.#solve());
    on("#solution-step", () => this.#nextMove());
    on("#solution-play", () => this.replay.start());
  }

  get #drawn() {
    this.#drawing ??= new Drawing(this.root, this.palette);
    return this.#drawing;
  }

  /** The collections, the visitor's own levels last. @returns {Listed[]} */
  get #all() {
    const keys = ownLevels().map(({ key }) => key);
    return keys.length ? [...this.collections, { name: MINE, title: t("site.mine"), keys }] : this.collections;
  }

  /** @param {File[]} files */
  async #readFiles(files) {
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_FILE) return announceError(new Error(t("site.read.large")));
    /** @type {HTMLDetailsElement} */ (find("#reading", this.root)).open = true;
    await this.#read((await Promise.all(files.map((file) => file.text()))).join("\n\n"));
  }

  /** Keep the levels that a text draws, and say what could not be read. @param {string} text */
  async #read(text) {
    const { levels, faults } = await readText(this.#cores.queries, text);
    find("#faults", this.root).replaceChildren(...faults.map((fault) => h("li", {}, fault)));
    if (!levels.length) return;
    addOwn(levels);
    announce(t("site.read.taken", { count: levels.length }), { show: true });
    this.#showLevels();
  }

  /** Show what the address names: a level, or all of them. */
  async show() {
    this.replay.pause();
    const hash = decodeURIComponent(location.hash.slice(1));
    const [name, number] = hash.split("/");
    const listed = this.#all.find((collection) => collection.name === name);
    const place = Number(number) - 1;
    const shared = hash.startsWith("level=") ? readLink(hash.slice(6)) : null;
    const isLevel = shared !== null || (listed !== undefined && place in listed.keys);
    const isDrawing = name === "draw";
    find("#levels", this.root).hidden = isLevel || isDrawing;
    find("#playing", this.root).hidden = !isLevel;
    find("#drawing", this.root).hidden = !isDrawing;
    if (!isLevel) this.#leave();
    if (isDrawing) this.#drawn.show();
    else if (shared) this.#open({ name: "", title: t("site.shared"), keys: [shared.key] }, 0, shared);
    else if (listed && isLevel) this.#open(listed, place, (name === MINE ? ownLevels() : await this.#levelsOf(name))[place]);
    else this.#showLevels();
  }

  #leave() {
    this.joined.client.connection.close();
    this.#key = "";
  }

  #showLevels() {
    const progress = allProgress();
    const isSolved = (/** @type {string} */ key) => progress[key]?.solution !== undefined;
    find("#collections", this.root).replaceChildren(
      ...this.#all.map(({ name, title, keys }) =>
        h("section", { class: "collection" },
          h("h2", {}, shippedText("collection.title", title)),
          h("p", { class: "muted" }, t("site.solved", { solved: keys.filter(isSolved).length, count: keys.length })),
          h("ol", { class: "numbers" }, ...keys.map((key, index) => numberLink(name, index + 1, isSolved(key)))),
          name === MINE && h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => this.#removeOwn() }, t("site.mine.remove"))),
        ),
      ),
    );
    document.title = `${t("site.levels")} · pushbox`;
  }

  #removeOwn() {
    removeOwn();
    this.#showLevels();
  }

  /** @param {string} name of a collection @returns {Promise<SiteLevel[]>} */
  #levelsOf(name) {
    const file = this.#files.get(name) ?? fetchJson(`data/${encodeURIComponent(name)}.json`);
    this.#files.set(name, file);
    file.catch(() => this.#files.delete(name));
    return file;
  }

  /** @param {Listed} collection @param {number} place @param {SiteLevel} level */
  #open({ name, title, keys }, place, { key, title: own, game, level }) {
    const heading = shippedText("level.title", own) || t("site.level", { number: place + 1 });
    find("#title", this.root).textContent = heading;
    find("#subtitle", this.root).textContent = [shippedText("collection.title", title), `${place + 1} / ${keys.length}`, shippedText("game.name", game)].join(" · ");
    document.title = `${heading} · pushbox`;
    for (const [id, other] of /** @type {[string, number][]} */ ([["#previous", place - 1], ["#next", place + 1]])) {
      const link = /** @type {HTMLAnchorElement} */ (find(id, this.root));
      link.hidden = !(other in keys);
      link.href = `#${encodeURIComponent(name)}/${other + 1}`;
    }
    this.#key = key;
    this.joined.client.connection.close();
    this.joined.reconnect(
      connectLocally({
        cores: this.#cores,
        level,
        game,
        texts: this.texts,
        played: progressOf(key).played,
        keep: (played) => keepProgress(key, { played }),
        unable: t("site.unable"),
      }),
    );
    this.joined.client.connection.open();
    this.#clearSolution();
    this.board.focus();
  }

  /** @param {Play.Request} request */
  #command(request) {
    this.joined.client.command(request);
  }

  #changed() {
    for (const overlay of ["hint", "arrow"]) this.board.setOverlay(overlay, []);
    this.board.follow(this.joined.client.focus?.[0] ?? -1);
    const { displayed, focus } = this.joined.client;
    const pushers = displayed?.pieces.filter(({ kind }) => kind === "pusher").length;
    this.board.setOverlay("focus", pushers === 1 ? [] : (focus ?? []));
  }

  #answered() {
    this.#showState();
    const { client } = this.joined;
    if (!client.pending.length) void this.#analyse().catch(announceError);
    if (client.pending.length || client.state.outcome.status === "playing") return;
    announce(outcomeText(client.state), { now: true });
    if (client.state.outcome.status === "solved") void this.#keepSolution(this.#key).catch(announceError);
  }

  /** @param {string} key */
  async #keepSolution(key) {
    const { client } = this.joined;
    if (client.state.assists?.includes(SHOWN)) return; // by the search
    const { moves, pushes } = client.state.counts;
    const text = await client.line();
    keepProgress(key, { solution: better(progressOf(key).solution, { text, moves, pushes }) });
  }

  #showState() {
    const { state } = this.joined.client;
    const { status } = state.outcome;
    document.body.dataset.status = status;
    const counter = (/** @type {string} */ name) => h("div", {}, h("dt", {}, t(`site.${name}`)), h("dd", { id: name }, state.counts[name] ?? 0));
    find("#counters", this.root).replaceChildren(counter("moves"), counter("pushes"));
    const outcome = find("#outcome", this.root);
    outcome.hidden = status === "playing";
    outcome.textContent = status === "playing" ? "" : outcomeText(state);
  }

  #showPhase() {
    const banner = find("#banner", this.root);
    banner.hidden = this.joined.client.phase !== "gone";
    banner.textContent = t("site.unable");
  }

  /** Show the dead squares and how many pushes are needed, where that is wanted. */
  async #analyse() {
    const { client } = this.joined;
    const details = /** @type {HTMLDetailsElement} */ (find("#analysis", this.root));
    if (!details.open || !client.connection.answers) return;
    const { node } = client.state;
    const { dead, bound, proof } = await client.query({ do: "analyse" });
    if (client !== this.joined.client || node !== client.state.node) return;
    const isMarked = /** @type {HTMLInputElement} */ (find("#dead", this.root)).checked;
    this.board.setOverlay("dead", isMarked ? dead : []);
    find("#bound", this.root).textContent = proof ? t("site.lost") : bound === null ? "" : t("site.bound", { count: bound });
  }

  /** Search for a solution from here, and have its moves ready. */
  async #solve() {
    this.#clearSolution();
    const { client } = this.joined;
    const { node } = client.state;
    const line = find("#solution", this.root);
    line.textContent = t("site.solve.searching");
    const { status, text, count, counts } = await client.query({ do: "solve" });
    if (client !== this.joined.client || node !== client.state.node) return this.#clearSolution();
    if (status !== "solved" || !count) return (line.textContent = t(`site.solve.${status}`));
    this.#command({ do: "follow", text });
    this.#command({ do: "goto", node });
    const [, pushes, lines] = counts;
    line.textContent = `${t("site.solve.solved", { count })} ${t("site.solve.counts", { pushes, lines })} ${text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)} …` : text}`;
    for (const id of ["#solution-step", "#solution-play"]) find(id, this.root).hidden = false;
  }

  /** Show the next move of the solution; return whether there is one. */
  #nextMove() {
    const { tree, pending } = this.joined.client;
    if (tree.depth === tree.line().length && !pending.length) return false;
    if (!pending.length) this.#command({ do: "redo" });
    return true;
  }

  #clearSolution() {
    this.replay.pause();
    find("#solution", this.root).textContent = "";
    for (const id of ["#solution-step", "#solution-play"]) find(id, this.root).hidden = true;
  }

  /** Show a hint, for the same position a clearer one each time. */
  async #hint() {
    const { client } = this.joined;
    const { node } = client.state;
    const step = this.#hints.node === node ? Math.min(this.#hints.step + 1, LAST_HINT) : 1;
    announce(t("hint.thinking"), { show: true });
    const hint = await client.query({ do: "hint", step });
    if (client !== this.joined.client || node !== client.state.node) return;
    this.#hints = { node, step };
    markHint(this, hint);
    announce(hintText(hint, this.board.board), { show: true });
  }

  /** Take the solutions of a file that hold by the rules, each where it is better than the one there is. @param {string} text */
  async #import(text) {
    const solutions = readProgress(text);
    if (!solutions) return announce(t("site.import.none"), { show: true });
    let [taken, refused] = [0, 0];
    for (const [key, line] of solutions) {
      const listed = this.collections.find(({ keys }) => keys.includes(key));
      const level = listed && (await this.#levelsOf(listed.name))[listed.keys.indexOf(key)];
      const solution = level && (await solutionOf(this.#cores.queries, level.level, this.texts, line));
      if (solution) keepProgress(key, { solution: better(progressOf(key).solution, solution) });
      if (solution) taken++;
      else refused++;
    }
    announce(t("site.imported", { taken, refused }), { show: true });
    this.#showLevels();
  }
}

/** @param {string} name @param {number} number @param {boolean} solved */
function numberLink(name, number, solved) {
  const label = t(solved ? "site.link.solved" : "site.link", { number });
  return h("li", {}, h("a", { href: `#${encodeURIComponent(name)}/${number}`, "aria-label": label, "data-solved": solved }, number));
}

/**
 * Replay moves; return them with their counts where they solve the level, null where they do not.
 * @param {Ask} ask
 * @param {Level} level
 * @param {Record<string, string>} texts
 * @param {string} line
 */
async function solutionOf(ask, level, texts, line) {
  const solo = await Solo.open(oneCore(ask), level, texts);
  const message = /** @type {any} */ (await solo.execute({ do: "type", text: line }));
  await solo.close();
  if (message?.state?.outcome.status !== "solved" || message.refused) return null;
  const { moves, pushes } = message.state.counts;
  return { text: line, moves, pushes };
}
