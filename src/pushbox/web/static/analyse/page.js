/** The analysis: a play with its whole history, what is known of the position, and searches beside the board. */

import "../board/push-board.js";
import { get, post } from "../core/api.js";
import { find, h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { openPage } from "../ui/shell.js";
import { openPlay, promptLevel, requestedLevel } from "../edit/save.js";
import { attachPointer } from "../play/board-pointer.js";
import { chunkMoves } from "../play/chunk-moves.js";
import { Client } from "../play/client.js";
import { webSocket } from "../play/connection.js";
import { commandOf, listenToKeys } from "../play/keyboard.js";
import { playerOf } from "../play/keys.js";
import { Replay } from "../play/replay.js";
import { copyText } from "../ui/clipboard.js";
import { levelCard, levelSize, levelTitle } from "../ui/level-cards.js";
import { announce, showError, showStatus } from "../ui/status.js";
import { engine } from "./engine.js";
import { showTree } from "./tree-view.js";

/** @typedef {import("../play/client.js").Request} Request */

const OBJECTIVES = ["any", "pushes", "moves", "pushes-moves", "moves-pushes"];
const ORDERS = ["pushes-moves", "moves-pushes", "pushes", "moves", "box_lines-moves", "box_changes-moves", "pushing_sessions-moves"];
const COUNTS = ["moves", "pushes", "box_lines", "box_changes", "pushing_sessions"];
const LOOK_AFTER = 200; // milliseconds at rest until a position is looked at
const SPEED = 5; // steps a second when an answer is shown

await openPage("analyse", ["analyse"]);
const status = find("#status");
const board = /** @type {import("../board/push-board.js").PushBoard} */ (find("#board"));
const slider = /** @type {HTMLInputElement} */ (find("#line"));
const dead = /** @type {HTMLInputElement} */ (find("#dead"));
/** @type {number[]} */
let deadCells = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;
let turn = 0; // of looking, so that a late answer is dropped
let showing = false; // whether an answer that is being played in is shown step by step then

const client = new Client({
  connect: (handlers) => webSocket(`/ws/play?play=${encodeURIComponent(playOfAddress())}`)(handlers),
  report,
});
const replay = new Replay({
  step: () => client.tree.get(client.tree.current).latest >= 0 && client.command({ do: "redo" }),
  changed: () => {},
  speed: SPEED,
});
const pointer = attachPointer(() => client, board, { move: (from, to) => ask({ do: "drag", from, to }) });

decorate();
listen();
const solved = engine(find("#solver"), OBJECTIVES, {
  wish: async (form) => {
    if (client.state.outcome.status === "solved") throw new Error(t("analyse.nothing-left"));
    return {
      task: "solve",
      level: client.level.level,
      moves: await client.line(),
      objective: /** @type {import("../core/api-types.js").SolveJob["objective"]} */ (form.get("objective")),
      seconds: Number(form.get("seconds")),
      memory: Number(form.get("memory")),
    };
  },
  here: () => client.tree.current,
  take,
  status,
});
engine(find("#optimizer"), ORDERS, {
  wish: async (form) => ({
    task: "optimize",
    level: client.level.level,
    solution: await solution(),
    objective: String(form.get("objective")),
    seconds: Number(form.get("seconds")),
  }),
  here: () => 0,
  take,
  status,
});
try {
  await begin();
} catch (error) {
  showError(status, error);
}

/** Open what the address asks for; where it asks for nothing, let the person choose. */
async function begin() {
  const given = new URLSearchParams(location.search);
  if (given.has("play")) return enter(given.get("play") ?? "");
  const wish = await requestedLevel();
  if (wish) {
    const { play } = await post("/plays", wish.id === null ? { level: wish.level } : { level_id: Number(wish.id) });
    return enter(play);
  }
  find("#choose").hidden = false;
  find("#open").hidden = true;
  const { recent } = await get("/me");
  const cards = recent.map((level) =>
    levelCard(level, { href: `/analyse?play=${level.play}` }),
  );
  find("#recent").replaceChildren(...cards);
}

/** @param {string | number} play */
function enter(play) {
  history.replaceState(null, "", `/analyse?play=${play}`);
  const link = /** @type {HTMLAnchorElement} */ (find("#play"));
  link.href = `/play?play=${play}`;
  link.hidden = false;
  client.connection.open();
}

/** The number of the play that the address names. */
function playOfAddress() {
  return new URLSearchParams(location.search).get("play") ?? "";
}

/** @param {import("../play/client.js").Event} event */
function report(event) {
  switch (event.type) {
    case "opened":
      opened();
      break;
    case "applied":
      pointer.clear();
      board.apply(event.changes);
      break;
    case "reset":
      if (client.displayed) board.show(client.displayed);
      break;
    case "answered":
      stand();
      break;
    case "refused":
      announce(event.reason);
      break;
    case "error":
      showStatus(status, event.message, "error");
      showing = false;
      break;
    case "phase":
      if (event.phase === "open") showStatus(status, "");
      else if (event.phase !== "connecting") showStatus(status, t(`analyse.phase.${event.phase}`), "error");
      break;
    default:
  }
}

function opened() {
  const { level } = client;
  find("#analysis").hidden = false;
  find("#choose").hidden = true;
  find("#title").textContent = levelTitle(level);
  find("#byline").textContent = [client.game?.name, level.author, levelSize(level)].filter(Boolean).join(" · ");
  if (client.displayed) board.show(client.displayed);
  stand();
}

/** Show where the play stands now. */
function stand() {
  const { tree, state } = client;
  const { length } = tree.line();
  slider.max = String(length);
  slider.value = String(tree.depth);
  slider.setAttribute("aria-valuetext", t("analyse.depth", { depth: tree.depth, length }));
  find("#counts").replaceChildren(
    ...COUNTS.map((name) => h("div", {}, h("dt", {}, t(`metric.${name}`)), h("dd", {}, state.counts[name] ?? 0))),
  );
  board.setOverlay("focus", state.focus && state.focus.length > 1 ? state.focus : []);
  showTree(find("#tree"), tree, (node) => ask({ do: "goto", node }));
  takeOn();
  clearTimeout(looking);
  looking = setTimeout(look, LOOK_AFTER);
}

/** Ask what is known of the position; of one that has ended nothing more is. */
async function look() {
  const mine = (turn += 1);
  const { status: standing } = client.state.outcome;
  const place = find("#outlook");
  if (standing !== "playing") {
    place.textContent = t(`analyse.${standing}`);
    return;
  }
  try {
    const found = await post("/analyse", { level: client.level.level, moves: await client.line() });
    if (mine !== turn) return;
    deadCells = found.dead;
    place.textContent = outlook(found);
  } catch (error) {
    if (mine !== turn) return;
    deadCells = [];
    place.textContent = error instanceof Error ? error.message : "";
  }
  find("#dead-count").textContent = deadCells.length
    ? t("analyse.dead.count", { count: deadCells.length })
    : t("analyse.dead.none");
  showDead();
}

/**
 * What is known of the position, as a sentence.
 * @param {{bound: number | null, proof: string | null}} found
 */
function outlook({ bound, proof }) {
  if (proof) return t("analyse.stuck", { proof });
  return bound ? t("analyse.least", { count: bound }) : t("analyse.unknown"); // none at all where it is 0 before the end
}

function showDead() {
  board.setOverlay("dead", dead.checked ? deadCells : []);
}

/** A solution to make shorter. */
async function solution() {
  if (client.state.outcome.status === "solved") return client.line();
  const answer = solved()?.moves_text;
  if (answer === undefined) throw new Error(t("analyse.no-solution"));
  return answer;
}

/** @param {Request} request */
function ask(request) {
  replay.pause();
  client.command(request);
}

/**
 * Play an answer into the history from where it starts; then stand at its end, or show it step by step.
 * @param {number} from
 * @param {string} text
 * @param {"stay" | "show"} then
 */
function take(from, text, then) {
  replay.pause();
  showing = then === "show";
  client.command({ do: "assist", name: "solver" });
  client.command({ do: "goto", node: from });
  for (const part of chunkMoves(text)) client.command({ do: "follow", text: part });
  if (showing) client.command({ do: "goto", node: from });
}

/** Begin to show an answer once it is in the history. */
function takeOn() {
  if (!showing || client.pending.length) return;
  showing = false;
  replay.start();
}

function decorate() {
  for (const [id, name] of /** @type {const} */ ([["first", "first"], ["undo", "undo"], ["redo", "redo"], ["last", "last"]])) {
    find(`#${id}`).append(icon(name));
  }
}

function listen() {
  /** @type {Record<string, () => void>} */
  const actions = {
    cancel: () => pointer.clear(),
    replay: () => (replay.running ? replay.pause() : replay.start()),
    dead: () => dead.click(),
    "redo-all": toEnd,
  };
  listenToKeys((action, chord) => {
    const command = commandOf(action, playerOf(chord, client.game?.players ?? 1));
    if (command) ask(command);
    else actions[action]?.();
    return Boolean(command || actions[action]);
  });
  slider.addEventListener("input", () => {
    const node = slider.value === "0" ? 0 : client.tree.line()[Number(slider.value) - 1]?.id;
    if (node !== undefined) ask({ do: "goto", node });
  });
  dead.addEventListener("change", showDead);
  /** @type {Record<string, Request>} */
  const buttons = {
    "#first": { do: "goto", node: 0 },
    "#undo": { do: "undo" },
    "#redo": { do: "redo" },
  };
  for (const [selector, request] of Object.entries(buttons)) find(selector).addEventListener("click", () => ask(request));
  find("#last").addEventListener("click", toEnd);
  find("#type").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (find("#type input"));
    if (field.value.trim()) ask({ do: "type", text: field.value.trim() });
    field.value = "";
  });
  find("#copy").addEventListener("click", async () => copyText(await client.line()));
  for (const selector of ["#paste", "#open"]) find(selector).addEventListener("click", openOther);
}

function toEnd() {
  ask({ do: "goto", node: client.tree.line().at(-1)?.id ?? 0 });
}

async function openOther() {
  try {
    const level = await promptLevel();
    if (level) await openPlay(level, "analyse");
  } catch (error) {
    showError(status, error);
  }
}
