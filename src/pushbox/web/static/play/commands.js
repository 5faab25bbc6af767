/** The commands of the play page: what keys, buttons and menus do. */

import { t } from "../core/i18n.js";
import { settings, updateSettings } from "../core/settings.js";
import { copyText } from "../ui/clipboard.js";
import { announce, announceError } from "../ui/status.js";
import { openRules } from "./about.js";
import { describePosition, listPushable, showDeadSquares, showHint, showLowerBound } from "./assists.js";
import { openKeys, openMore } from "./dialogs.js";
import { copyLevel, openImport, openShare } from "./import-export.js";
import { copyWithSolutions, openSolutions } from "./solutions.js";
import { firstUnsolved, neighbour } from "./start-play.js";

/** @typedef {import("./controller.js").PlayController} PlayController */
/** @typedef {(command: string, player?: number) => void} Run runs a command, and shows its error where it fails */

const TWICE_WITHIN = 600; // milliseconds in which Escape counts as pressed twice

/** The commands that keep a replay running. */
const BESIDE_REPLAY = new Set(["replay", "faster", "slower"]);

/**
 * Return a function that runs a command by its name; one that steers the game waits until the level is open.
 * @param {PlayController} controller
 * @returns {Run}
 */
export function commandsOf(controller) {
  /** @type {Record<string, () => unknown>} */
  const commands = { ...viewCommands(controller), ...levelCommands(controller, run) };
  const requests = gameRequests(controller);
  return run;

  /** @param {string} command @param {number} [player] who has pressed its key, where several have keys */
  function run(command, player) {
    const [, name, slot] = /^(snapshot|recall)-(\d)$/.exec(command) ?? [command, command];
    if (!BESIDE_REPLAY.has(name)) controller.replay.pause();
    if (commands[name]) Promise.resolve(commands[name]()).catch(announceError);
    else controller.client.connection.whenOpen(() => controller.act(name, player) || requests[name](slot));
  }
}

/**
 * Return what is sent to the game beside the actions of the key table that every page knows.
 * @param {PlayController} controller
 * @returns {Record<string, (slot?: string) => void>}
 */
function gameRequests(controller) {
  return {
    "redo-all": () => controller.command({ do: "goto", node: controller.client.tree.line().at(-1)?.id ?? 0 }),
    restart: () => controller.command({ do: "restart" }),
    reverse: () => controller.command({ do: "reverse" }),
    recall: (slot) => controller.command({ do: "recall", slot }),
    snapshot: (slot = "") => {
      controller.command({ do: "snapshot", slot });
      announce(t("snapshots.kept", { slot }), { show: true });
    },
  };
}

/**
 * Return the commands that change what is seen, and those that help.
 * @param {PlayController} controller
 * @returns {Record<string, () => unknown>}
 */
function viewCommands(controller) {
  const { board, modes } = controller;
  return {
    hop: () => modes.toggle("hop"),
    eye: () => modes.toggle("eye"),
    cancel: cancelOf(controller),
    replay: () => controller.toggleReplay(),
    faster: () => scaleSpeed(controller, 1.5),
    slower: () => scaleSpeed(controller, 1 / 1.5),
    hint: () => showHint(controller),
    dead: () => showDeadSquares(controller),
    bound: () => showLowerBound(controller),
    describe: () => describePosition(controller),
    pushable: () => listPushable(controller),
    rulers: () => updateSettings({ rulers: !settings().rulers }),
    checkerboard: () => updateSettings({ checkerboard: !settings().checkerboard }),
    turn: () => board.setAttribute("rotation", String((Number(board.getAttribute("rotation") ?? 0) + 1) % 4)),
    flip: () => board.toggleAttribute("flip"),
    "zoom-in": () => board.zoomBy(1.5),
    "zoom-out": () => board.zoomOut(),
  };
}

/**
 * Return the commands that lead to other levels, dialogs and pages.
 * @param {PlayController} controller
 * @param {Run} run
 * @returns {Record<string, () => unknown>}
 */
function levelCommands(controller, run) {
  return {
    "previous-level": () => openNeighbour(controller, { back: true }),
    "next-level": () => openNeighbour(controller, {}),
    "previous-unsolved": () => openNeighbour(controller, { back: true, unsolved: true }),
    "next-unsolved": () => openNeighbour(controller, { unsolved: true }),
    keys: () => openKeys(),
    share: () => openShare(controller),
    import: () => openImport(controller),
    paste: () => openImport(controller),
    more: () => openMore(controller, run),
    rules: () => openRules(controller),
    solutions: () => openSolutions(controller),
    copy: () => copyLevel(controller),
    "copy-all": () => copyWithSolutions(controller),
    "copy-moves": async () => copyText(await controller.client.line(), t("copy.moves")),
    edit: () => location.assign(`/edit?level=${controller.client.level?.id}`),
    analyse: () => location.assign(`/analyse?level=${controller.client.level?.id}`),
  };
}

/** @param {PlayController} controller @param {number} factor */
function scaleSpeed(controller, factor) {
  const speed = controller.replay.scaleSpeed(factor);
  updateSettings({ speed });
  announce(t("settings.speed.now", { count: speed }), { show: true });
}

/**
 * Return what Escape does: leave a mode, drop the selection, and, pressed twice, restart.
 * @param {PlayController} controller
 */
function cancelOf(controller) {
  let before = -Infinity;
  return () => {
    if (controller.modes.leave()) return;
    if (controller.pointer.active) {
      controller.pointer.clear();
      return;
    }
    const now = performance.now();
    if (now - before < TWICE_WITHIN) controller.command({ do: "restart" });
    before = now;
  };
}

/**
 * Open the level before or after this one in its collection.
 * @param {PlayController} controller
 * @param {{back?: boolean, unsolved?: boolean}} which
 */
async function openNeighbour(controller, which) {
  const { id, collection } = controller.client.level ?? {};
  const adjacent = id ? await neighbour(id, which) : null;
  const level = adjacent ?? (which.unsolved && !which.back ? await firstUnsolved(collection, id) : null);
  if (!level) {
    announce(t(which.unsolved ? "level.none.unsolved" : "level.none"), { show: true });
    return;
  }
  await controller.openLevel({ level_id: level.id });
}
