/** The editor: what is drawn, with what, and what is thought of it. */

import "../board/push-board.js";
import { get } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { openPage } from "../ui/shell.js";
import { load, save as remember } from "../core/storage.js";
import { exportLevels } from "../ui/export.js";
import { formatCounts } from "../ui/level-cards.js";
import { problemText } from "../ui/problems.js";
import { promptText } from "../ui/prompt.js";
import { showError, showStatus, whileBusy } from "../ui/status.js";
import { desk, showProblems, tellKeys } from "./desk.js";
import { blank, readLevel, writeLevel } from "./document.js";
import { picked } from "./drawing.js";
import { listen, showFacts, showOptions } from "./facts.js";
import { begun, changed, redone, undone } from "./history.js";
import { paste, save, share, tryOut, wished } from "./keep.js";
import { brushName, showPalette } from "./palette-view.js";
import { entriesOf, mannersOf } from "./palette.js";
import { PENS, pensOf } from "./symmetry.js";
import { judge } from "./verdict.js";

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./drawing.js").Brush} Brush */
/** @typedef {import("./desk.js").Tool} Tool */
/**
 * @typedef {{key: string, name: string, palette: import("./palette.js").PaletteFacts,
 *   plain: import("./palette.js").PaletteFacts | null,
 *   options: import("./document.js").OptionFacts[]}} GameFacts
 */

const SIZE = { width: 11, height: 8 }; // of an empty room

await openPage("edit", ["library", "edit"]);
const status = find("#status");
const board = /** @type {import("../board/push-board.js").PushBoard} */ (find("#board"));
const games = /** @type {HTMLSelectElement} */ (find("#game"));
const pens = /** @type {HTMLSelectElement} */ (find("#pen"));

/** @type {GameFacts} */
let facts;
/** @type {import("./history.js").History<Doc>} */
let history;
/** @type {Brush} */
let brush;
/** @type {Tool} */
let tool = "pen";
/** @type {(brush: Brush) => void} */
let takeBrush;
/** @type {string | number | null} the level of the library that is edited */
let id = null;

const weigh = judge({
  problems: (problems) => showProblems(board, find("#problems"), problems, problemText),
  verdict: (verdict, found) => {
    const place = find("#verdict");
    place.dataset.verdict = verdict;
    place.textContent = t(`verdict.${verdict}`, { counts: formatCounts(found ?? {}) });
  },
  fault: (error) => showError(status, error),
});
const picture = desk(board, {
  drawing: () => history.here.drawing,
  stroke: () => ({ brush, pen: PENS[pens.value] ?? PENS.none, manners: mannersOf(facts.palette) }),
  tool: () => tool,
  joining: () => {
    const box = /** @type {HTMLInputElement} */ (find("#joining input"));
    return box.checked && !find("#joining").hidden;
  },
  done: (drawing) => change({ ...history.here, drawing }),
  pick: (cell) => {
    const found = picked(history.here.drawing, cell);
    takeBrush("piece" in found ? { ...found, shares: false, single: false, ...manner(found) } : found);
    takeTool("pen");
  },
  back: (step) => go(step === "undo" ? undone(history) : redone(history)),
  take: takeTool,
});

try {
  const found = await get("/games");
  games.append(...found.games.map(({ key, name }) => h("option", { value: key }, name)));
  await open();
} catch (error) {
  showError(status, error);
}

tellKeys(find("#keys"));
listen(() => history.here, change, () => mannersOf(facts.palette));
games.addEventListener("change", () => act(() => enter({ ...history.here, game: games.value, options: [] }, true)));
pens.addEventListener("change", () => remember("edit-pen", pens.value));
for (const button of find("#tools").querySelectorAll("[data-tool]")) {
  button.addEventListener("click", () => takeTool(/** @type {Tool} */ (/** @type {HTMLElement} */ (button).dataset.tool)));
}
for (const name of /** @type {const} */ (["undo", "redo"])) find(`#${name}`).append(icon(name));
button("#undo", () => go(undone(history)));
button("#redo", () => go(redone(history)));
button("#try", () => tryOut(writeLevel(history.here), "play"));
button("#analyse", () => tryOut(writeLevel(history.here), "analyse"));
button("#export", () => exportLevels([writeLevel(history.here)], history.here.title || t("level.untitled")));
button("#share", () => share(writeLevel(history.here)));
button("#save", async () => {
  const kept = await save(writeLevel(history.here), id, new URLSearchParams(location.search).get("collection"));
  if (!kept) return;
  id = kept.id ?? null;
  window.history.replaceState(null, "", `/edit?level=${id}`);
  showStatus(status, t("edit.saved"));
});
button("#new", async () => {
  const size = await promptText(t("edit.new"), t("edit.new.size"), `${SIZE.width} x ${SIZE.height}`);
  const [, width, height] = size?.match(/^\s*(\d{1,3})\D+(\d{1,3})\s*$/) ?? [];
  if (size === null) return;
  if (!width) return showStatus(status, t("edit.new.unclear"), "error");
  fresh({ width: limited(width), height: limited(height) });
});
button("#paste", async () => {
  const level = await paste();
  if (!level) return;
  id = null;
  await enter(readLevel(level), true);
});

/** Begin with what the address asks for, else where one was, else with an empty room. */
async function open() {
  const wish = await wished();
  const given = new URLSearchParams(location.search);
  const game = given.get("game");
  const draft = /** @type {import("../board/model.js").LevelJson | null} */ (load("draft", null));
  const another = given.has("collection") && !given.has("draft"); // a new level is wanted, not the last one
  if (wish) {
    id = wish.id;
    await enter(readLevel(wish.level), false);
  } else if (draft && !another && (!game || draft.game === game)) await enter(readLevel(draft), false);
  else {
    facts = await get("/games/{key}", { key: game ?? "sokoban" });
    await enter(emptyRoom(SIZE), false);
  }
  if (another) window.history.replaceState(null, "", `${location.search}&draft=1`); // the same one after a reload
}

/**
 * Put a document on the desk, with the palette of its game.
 * @param {Doc} doc
 * @param {boolean} undoable whether it follows what was there
 */
async function enter(doc, undoable) {
  if (facts?.key !== doc.game || !takeBrush) {
    facts = await get("/games/{key}", { key: doc.game });
    takeBrush = showPalette(find(".palette"), facts, (taken) => {
      brush = taken;
      find("#board").setAttribute("data-brush", brushName(taken));
      if (tool === "erase" || tool === "pick") takeTool("pen");
    });
    takeBrush(entriesOf(facts.palette)[0].brush);
  }
  games.value = doc.game;
  go(undoable ? changed(history, doc) : begun(doc));
  showOptions(facts.options, () => history.here, change);
}

/** @param {{width: number, height: number}} size */
function emptyRoom(size) {
  return blank(facts.key, entriesOf(facts.palette), mannersOf(facts.palette), size);
}

/** @param {{width: number, height: number}} size */
function fresh(size) {
  id = null;
  window.history.replaceState(null, "", "/edit");
  change(emptyRoom(size));
}

/** @param {Doc} doc */
function change(doc) {
  go(changed(history, doc.drawing === history?.here.drawing && same(doc, history.here) ? history.here : doc));
}

/**
 * @param {Doc} one
 * @param {Doc} other
 */
function same(one, other) {
  return JSON.stringify({ ...one, drawing: 0 }) === JSON.stringify({ ...other, drawing: 0 });
}

/** @param {import("./history.js").History<Doc>} next */
function go(next) {
  const before = history?.here;
  history = next;
  const { here, past, future } = history;
  if (here.game !== facts.key) {
    act(() => enterAgain(here));
    return;
  }
  picture.show(here.drawing);
  showFacts(here);
  showPens(here.drawing);
  /** @type {HTMLButtonElement} */ (find("#undo")).disabled = !past.length;
  /** @type {HTMLButtonElement} */ (find("#redo")).disabled = !future.length;
  if (before === here) return;
  const level = writeLevel(here);
  remember("draft", level);
  weigh(level);
}

/** An undone change of the game needs the palette of the one before. @param {Doc} doc */
async function enterAgain(doc) {
  const kept = history;
  await enter(doc, false);
  history = kept;
  go(history);
}

/** @param {import("./values.js").Drawing} drawing */
function showPens(drawing) {
  const names = pensOf(drawing);
  const wanted = pens.value || load("edit-pen", "none");
  if (names.length !== pens.length) {
    pens.replaceChildren(...names.map((name) => h("option", { value: name }, t(`pen.${name}`))));
  }
  pens.value = names.includes(wanted) ? wanted : "none";
}

/** @param {Tool} wanted */
function takeTool(wanted) {
  tool = wanted;
  board.dataset.tool = tool;
  for (const button of find("#tools").querySelectorAll("[data-tool]")) {
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.tool === tool));
  }
}

/**
 * Whether a picked piece shares its cell and is needed once, as its brush in the palette says.
 * @param {{piece: import("./values.js").Piece, shape: number[][]}} found
 */
function manner(found) {
  const like = entriesOf(facts.palette).find(({ brush: known }) => "piece" in known && known.piece.kind === found.piece.kind);
  return like && "piece" in like.brush ? { shares: like.brush.shares, single: like.brush.single } : {};
}

/**
 * @param {string} selector
 * @param {() => unknown} work
 */
function button(selector, work) {
  const element = /** @type {HTMLButtonElement} */ (find(selector));
  element.addEventListener("click", () => whileBusy(element, status, async () => work()).then(showButtons));
}

function showButtons() {
  /** @type {HTMLButtonElement} */ (find("#undo")).disabled = !history.past.length;
  /** @type {HTMLButtonElement} */ (find("#redo")).disabled = !history.future.length;
}

/** @param {() => Promise<unknown>} work */
function act(work) {
  work().catch((error) => showError(status, error));
}

/** @param {string} text */
function limited(text) {
  return Math.min(100, Math.max(3, Number(text)));
}
