/** The page on which one plays. */

import "../board/push-board.js";
import { find } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { settings, updateSettings, watchSettings } from "../core/settings.js";
import { openPage } from "../ui/shell.js";
import { copyText } from "../ui/clipboard.js";
import { announce, announceError } from "../ui/status.js";
import { openRules, showAbout } from "./about.js";
import { bound, deadSquares, describe, hint, listPushable } from "./assists.js";
import { Table } from "./controller.js";
import { currentBindings, openKeys, openMore, openSolved } from "./dialogs.js";
import { copyLevel, openImport, openShare, paste, takeDrops } from "./import-export.js";
import { byChord, chordOf, playerOf } from "./keys.js";
import { Panel } from "./panel.js";
import { copyAll, openSolutions } from "./solutions.js";
import { begin, firstUnsolved, neighbour, wanted } from "./start-play.js";
import { onSwipe } from "./swipe.js";

/** @typedef {import("../board/push-board.js").PushBoard} PushBoard */

const WAYS = ["left", "up", "right", "down"];
const TWICE = 600; // milliseconds within which Escape counts as pressed twice
const NOTCH = 50; // pixels of a wheel that are one move

await openPage("play", ["play"]);

const board = /** @type {PushBoard} */ (find("#board"));
const panel = new Panel({ run, goto: (node) => table.turn({ do: "goto", node }) });
const table = new Table(board, panel, { arrived: showAbout, solved: (solved) => openSolved(solved, run) });
let escaped = 0;

/** @type {Record<string, (slot?: string) => unknown>} */
const COMMANDS = {
  hop: () => table.modes.toggle("hop"),
  act: () => table.press("act"),
  next: () => table.press("next"),
  previous: () => table.press("previous"),
  undo: () => table.turn({ do: "undo" }),
  redo: () => table.turn({ do: "redo" }),
  "undo-all": () => table.turn({ do: "goto", node: 0 }),
  "redo-all": () => table.turn({ do: "goto", node: table.client.tree.line().at(-1)?.id ?? 0 }),
  restart: () => table.turn({ do: "restart" }),
  replay: () => table.toggleReplay(),
  faster: () => hurry(1.5),
  slower: () => hurry(1 / 1.5),
  reverse: () => table.turn({ do: "reverse" }),
  snapshot: (slot) => {
    table.turn({ do: "snapshot", slot });
    announce(t("snapshots.kept", { slot: slot ?? "" }), { show: true });
  },
  recall: (slot) => table.turn({ do: "recall", slot }),
  hint: () => hint(table),
  dead: () => deadSquares(table),
  bound: () => bound(table),
  eye: () => table.modes.toggle("eye"),
  describe: () => describe(table),
  pushable: () => listPushable(table),
  rulers: () => updateSettings({ rulers: !settings().rulers }),
  checkerboard: () => updateSettings({ checkerboard: !settings().checkerboard }),
  turn: () => board.setAttribute("rotation", String((Number(board.getAttribute("rotation") ?? 0) + 1) % 4)),
  flip: () => board.toggleAttribute("flip"),
  "zoom-in": () => board.zoomBy(1.5),
  "zoom-out": () => board.zoomOut(),
  "previous-level": () => go({ back: true }),
  "next-level": () => go({}),
  "previous-unsolved": () => go({ back: true, unsolved: true }),
  "next-unsolved": () => go({ unsolved: true }),
  keys: () => openKeys(),
  cancel,
  share: () => openShare(table),
  import: () => openImport(table),
  more: () => openMore(table, run),
  rules: () => openRules(table),
  solutions: () => openSolutions(table),
  copy: () => copyLevel(table),
  "copy-all": () => copyAll(table),
  "copy-moves": async () => copyText(await table.line(), t("copy.moves")),
  paste: () => openImport(table),
  edit: () => (location.href = `/edit?level=${table.client.level?.id}`),
  analyse: () => (location.href = `/analyse?level=${table.client.level?.id}`),
};

/** What plays: asked for while a level is being opened, it is done in its order once it is open. */
const PLAYING = new Set("act next previous undo redo undo-all redo-all restart reverse snapshot recall".split(" "));

/** @param {string} command */
function run(command) {
  const [, name, slot] = /^(snapshot|recall)-(\d)$/.exec(command) ?? [];
  const act = COMMANDS[name ?? command];
  if (!act) throw new Error(`there is no command ${command}`);
  if (command !== "replay" && command !== "faster" && command !== "slower") table.replay.pause();
  if (PLAYING.has(name ?? command)) table.soon(() => act(slot));
  else Promise.resolve(act(slot)).catch(announceError);
}

/** @param {number} factor */
function hurry(factor) {
  const speed = table.replay.hurry(factor);
  updateSettings({ speed });
  announce(t("settings.speed.now", { count: speed }), { show: true });
}

/** Escape lets go of what is picked, leaves a mode, and, pressed twice, starts anew. */
function cancel() {
  if (table.modes.leave()) return;
  if (table.pointer.picked || table.pointer.asked >= 0) {
    table.pointer.clear();
    return;
  }
  const now = performance.now();
  if (now - escaped < TWICE) table.turn({ do: "restart" });
  escaped = now;
}

/** @param {{back?: boolean, unsolved?: boolean}} where */
async function go(where) {
  const { id, collection } = table.client.level ?? {};
  const after = id ? await neighbour(id, where) : null;
  const found = after ?? (where.unsolved && !where.back ? await firstUnsolved(collection, id) : null);
  if (!found) {
    announce(t(where.unsolved ? "level.none.unsolved" : "level.none"), { show: true });
    return;
  }
  const { play } = await begin({ level_id: found.id });
  history.pushState(null, "", `/play?play=${play}`);
  table.open(play);
}

/**
 * A key that is a step, or moves the ghost of hop mode.
 * @param {string} action such as "left" or "run-left"
 * @param {string} chord
 */
function step(action, chord) {
  const [way, kind] = action.split("-").reverse();
  const direction = WAYS.indexOf(way);
  if (direction < 0) return false;
  table.soon(() => {
    const player = playerOf(chord, table.client.game?.players ?? 1);
    if (table.modes.mode === "hop") table.modes.steer(direction);
    else if (player) table.press(direction, { player });
    else table.press(direction, { run: kind !== undefined, push: kind === "push" });
  });
  return true;
}

/**
 * Whether an element has a use of its own for a chord.
 * @param {HTMLElement} element
 * @param {string} chord
 */
function isOwn(element, chord) {
  if (element.matches("input[type=range]")) return /^(Arrow|Home|End|Page)/.test(chord);
  if (element.matches("input, textarea, select")) return true;
  if (element.matches(".tree button") && /^Arrow(Left|Right)$/.test(chord)) return true;
  return element.matches("button, a") && (chord === "Space" || chord === "Enter");
}

let actions = byChord(currentBindings(), settings().keys);

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const chord = chordOf(event);
  if (event.target instanceof HTMLElement && isOwn(event.target, chord)) return;
  if (chord === "Enter" && table.modes.mode === "hop") {
    event.preventDefault();
    table.modes.land();
    return;
  }
  const action = actions.get(chord);
  if (!action) return;
  event.preventDefault();
  if (!step(action, chord)) run(action);
});

find("#tree").addEventListener("keydown", (event) => {
  const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#tree button")]);
  const next = buttons[buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + way];
  if (!way || !next) return;
  event.preventDefault();
  next.focus();
});

board.addEventListener("cell-press", (event) => {
  table.pointer.tap(/** @type {CustomEvent} */ (event).detail.cell).catch(announceError);
});
board.addEventListener("cell-drag", (event) => {
  const { from, cell, phase } = /** @type {CustomEvent} */ (event).detail;
  table.pointer.drag(from, cell, phase).catch(announceError);
});
board.addEventListener("cell-hover", (event) => {
  table.pointer.hover(/** @type {CustomEvent} */ (event).detail.cell).catch(announceError);
});
board.addEventListener("cell-hold", (event) => {
  announce(board.nameOf(/** @type {CustomEvent} */ (event).detail.cell), { show: true });
});
board.addEventListener("cell-focus", (event) => {
  if (table.modes.mode === "eye") board.mark("eye", [/** @type {CustomEvent} */ (event).detail.cell]);
});

let wheeled = 0;
find("#frame").addEventListener(
  "wheel",
  (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    wheeled += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    for (; Math.abs(wheeled) >= NOTCH; wheeled -= Math.sign(wheeled) * NOTCH) run(wheeled < 0 ? "undo" : "redo");
  },
  { passive: false },
);

onSwipe(
  document.body,
  (target, { clientX, clientY }) =>
    settings().swipe && !target.closest("button, a, input, select, dialog, .history, .top") && (!board.contains(target) || board.cellAt(clientX, clientY) < 0),
  (direction) => {
    if (!document.querySelector("dialog[open]")) table.soon(() => table.press(direction));
  },
);

document.addEventListener("copy", (event) => {
  const { activeElement } = document;
  if (getSelection()?.toString() || activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  run("copy");
});
document.addEventListener("paste", (event) => {
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  paste(table, event.clipboardData?.getData("text/plain") ?? "");
});
takeDrops(table);

watchSettings(({ rulers, checkerboard }) => {
  board.toggleAttribute("rulers", rulers);
  board.toggleAttribute("checkerboard", checkerboard);
  actions = byChord(currentBindings(), settings().keys);
});

async function start() {
  const { play, moves } = await wanted(new URL(location.href));
  const kept = new URLSearchParams({ play: String(play) });
  const language = new URLSearchParams(location.search).get("lang");
  if (language) kept.set("lang", language);
  history.replaceState(null, "", `/play?${kept}`); // so that a reload comes back to this very play
  table.open(play, moves);
}

/** @param {unknown} error */
function missing(error) {
  announceError(error);
  table.missing(error instanceof Error ? error.message : String(error));
}

addEventListener("popstate", () => start().catch(missing));
addEventListener("hashchange", () => start().catch(missing));
start().catch(missing);
