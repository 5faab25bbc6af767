/** The commands of the play page: what keys, buttons and menus do. */

import { turned } from "../board/tiling.js";
import { get } from "../core/api.js";
import { t } from "../core/i18n.js";
import { settings, updateSettings } from "../core/settings.js";
import { wasMade } from "../make/spec.js";
import { copyText } from "../ui/clipboard.js";
import { h, labelled } from "../core/dom.js";
import { promptForm, promptText } from "../ui/prompt.js";
import { announce, announceError } from "../ui/status.js";
import { copyLevel, openImport, openShare } from "./import-export.js";
import { firstUnsolved, neighbour } from "./start-play.js";

/** @import { PlayController } from "./controller.js" */


const MAX_NAME = 20; // characters of the name of a position
const MAX_COMMENT = 500; // characters

/** The commands that keep a replay running. */
const BESIDE_REPLAY = new Set(["replay", "faster", "slower"]);

/**
 * The commands that steer the game, beside those of every page (`commandOf`); they wait until the level is open.
 * @type {Record<string, (controller: PlayController, slot: string) => void>}
 */
const GAME_COMMANDS = {
  "redo-all": (controller) => controller.command({ do: "goto", node: controller.client.tree.end }),
  restart: (controller) => controller.command({ do: "restart" }),
  reverse: (controller) => controller.command({ do: "reverse" }),
  recall: (controller, slot) => controller.command({ do: "recall", slot }),
  snapshot: (controller, slot) => {
    controller.command({ do: "snapshot", slot });
    announce(t("snapshots.kept", { slot }), { show: true });
  },
};

/** @type {Record<string, (controller: PlayController) => unknown>} */
const PAGE_COMMANDS = {
  hop: ({ modes }) => modes.toggle("hop"),
  eye: ({ modes }) => modes.toggle("eye"),
  cancel,
  replay: (controller) => controller.toggleReplay(),
  faster: (controller) => scaleSpeed(controller, 1.5),
  slower: (controller) => scaleSpeed(controller, 1 / 1.5),
  hint: async (controller) => (await import("./assists.js")).showHint(controller),
  dead: async (controller) => (await import("./assists.js")).showDeadSquares(controller),
  bound: async (controller) => (await import("./assists.js")).showLowerBound(controller),
  describe: async (controller) => (await import("./assists.js")).describePosition(controller),
  pushable: async (controller) => (await import("./assists.js")).listPushable(controller),
  rulers: () => updateSettings({ rulers: !settings().rulers }),
  checkerboard: () => updateSettings({ checkerboard: !settings().checkerboard }),
  turn: ({ board }) => board.setAttribute("rotation", String(turned(Number(board.getAttribute("rotation") ?? 0), 1))),
  flip: ({ board }) => board.toggleAttribute("flip"),
  "zoom-in": ({ board }) => board.zoomBy(1.5),
  "zoom-out": ({ board }) => board.zoomOut(),
  "previous-level": (controller) => openNeighbour(controller, { back: true }),
  "next-level": (controller) => openNeighbour(controller, {}),
  "previous-unsolved": (controller) => openNeighbour(controller, { back: true, unsolved: true }),
  "next-unsolved": (controller) => openNeighbour(controller, { unsolved: true }),
  like: (controller) => openAlike(controller),
  keys: async () => (await import("./dialogs.js")).openKeys(),
  "name-position": namePosition,
  "comment-position": (controller) => commentOn(controller, controller.client.state.node),
  study: async (controller) => (await import("../study/make-study.js")).makeStudy(controller),
  share: openShare,
  import: (controller) => openImport(controller),
  paste: (controller) => openImport(controller),
  more: async (controller) => (await import("./dialogs.js")).openMore(controller),
  rules: async (controller) => (await import("./rules.js")).openRules(controller),
  solutions: async (controller) => (await import("./solutions.js")).openSolutions(controller),
  copy: copyLevel,
  "copy-all": async (controller) => (await import("./solutions.js")).copyWithSolutions(controller),
  "copy-moves": async ({ client }) => copyText(await client.line(), t("copy.moves")),
  edit: ({ client }) => location.assign(`/edit?level=${client.level?.id}`),
  analyse: ({ client }) => location.assign(`/analyse?level=${client.level?.id}`),
};

/**
 * Return a function that runs commands.
 * @param {PlayController} controller
 * @returns {Play.Run}
 */
export function commandRunner(controller) {
  return (command, player) => {
    const [, name, slot] = /^(snapshot|recall)-(\d)$/.exec(command) ?? [command, command, ""];
    if (!BESIDE_REPLAY.has(name)) controller.replay.pause();
    if (!controller.client.has(name)) {
      announce(t("command.lacking", { command: t(`key.${name}`) }), { show: true });
      return;
    }
    if (name in PAGE_COMMANDS) Promise.resolve(PAGE_COMMANDS[name](controller)).catch(announceError);
    else controller.client.connection.whenOpen(() => controller.act(name, player) || GAME_COMMANDS[name](controller, slot));
  };
}

/** @param {PlayController} controller @param {number} factor */
function scaleSpeed({ replay }, factor) {
  const speed = replay.scaleSpeed(factor);
  updateSettings({ speed });
  announce(t("settings.speed.now", { count: speed }), { show: true });
}

/** Leave a mode or drop the selection; pressed twice, restart. @param {PlayController} controller */
function cancel(controller) {
  if (controller.modes.leave()) return;
  if (controller.pointer.active) {
    controller.pointer.clear();
    return;
  }
  if (controller.state.cancelsTwice()) controller.command({ do: "restart" });
}

/**
 * Open the level before or after this one in its collection.
 * @param {PlayController} controller
 * @param {{back?: boolean, unsolved?: boolean}} which
 */
async function openNeighbour(controller, which) {
  const { id, collection } = controller.client.level ?? {};
  if (!which.back && wasMade(new URLSearchParams(location.search).get("play") ?? "")) {
    location.assign("/make?again");
    return;
  }
  const adjacent = id ? await neighbour(id, which) : null;
  const level = adjacent ?? (which.unsolved && !which.back ? await firstUnsolved(collection, id) : null);
  if (!level) {
    announce(t(which.unsolved ? "level.none.unsolved" : "level.none"), { show: true });
    return;
  }
  await controller.openLevel({ level_id: level.id });
}

/** Open a level that is like this one and not solved. @param {PlayController} controller */
async function openAlike(controller) {
  const { id } = controller.client.level ?? {};
  const { level } = id ? await get("/levels/{level}/like", { level: id }) : { level: null };
  if (level) await controller.openLevel({ level_id: level.id });
  else announce(t("level.none.alike"), { show: true });
}

/** Give the position a name, under which the history shows it, another one, or none. @param {PlayController} controller */
async function namePosition(controller) {
  const { snapshots, state } = controller.client;
  const [before = ""] = Object.entries(snapshots).find(([, node]) => node === state.node) ?? [];
  const entered = await promptText(t("play.name"), t(before ? "play.name.change" : "play.name.ask"), before, { optional: before !== "" });
  const name = entered?.trim().slice(0, MAX_NAME);
  if (name === undefined || name === before) return;
  if (before) controller.command({ do: "forget", slot: before });
  if (name) controller.command({ do: "snapshot", slot: name });
  announce(t(name ? "play.named" : "play.unnamed", { name: name || before }), { show: true });
}

/**
 * Say something on a position of the history, in the place of what was said.
 * @param {PlayController} controller
 * @param {number} node
 */
export async function commentOn(controller, node) {
  const before = controller.client.comments[node] ?? "";
  const field = h("textarea", { class: "prose", rows: 4, maxLength: MAX_COMMENT }, before);
  const entered = await promptForm(t("play.comment"), [labelled(t("play.comment.ask"), field)], t("ok"), async () => field.value.trim());
  if (entered === null || entered === before) return;
  controller.command({ do: "comment", node, text: entered });
  announce(t(entered ? "play.commented" : "play.uncommented"), { show: true });
}
