/** The rules of a level: its goal, the rules of its game, what it varies, a legend of what is on its board, the keys. */

import { pieceName, terrainName } from "../board/cell-labels.js";
import { piecesAt } from "../board/model.js";
import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { hasText, t } from "../core/i18n.js";
import { shippedText } from "../core/phrases.js";
import { openDialog } from "../ui/dialog.js";
import { drawBoard } from "../ui/picture.js";
import { ruleExamples } from "./rule-examples.js";

/** @import { PlayController } from "./controller.js" */

const MOST_RULES = 9;

/** What is pressed in a game, by its key: the texts of "rules.keys"; one walks in all others. @type {Record<string, string[]>} */
const KEYS = {
  multiban: ["walk", "several"],
  crossoban: ["walk", "several"],
  hanano: ["piece"],
  blockage: ["piece", "fix"],
  blockoban: ["piece"],
  versus: ["two"],
};

/** Open the dialog with the rules of the level. @param {PlayController} controller */
export async function openRules({ client }) {
  const { game, level, confirmed: board } = client;
  if (!game || !board) return;
  const [{ source, summary }, { boards, button }] = await Promise.all([get("/games/{key}", { key: game.key }), ruleExamples(game.key)]);
  const goal = textOf(`${game.key}.goal`) || summary;
  openDialog(
    t("about.rules", { game: shippedText("game.name", game.name) }),
    [
      h("p", { class: "lead" }, goal),
      section("rules", list(Array.from({ length: MOST_RULES }, (_, index) => textOf(`${game.key}.${index + 1}`)), boards)),
      button,
      section("varied", list(optionTexts(level.level.options ?? []))),
      section("legend", legend(board)),
      section("keys", list((KEYS[game.key] ?? ["walk"]).map((name) => textOf(`keys.${name}`)))),
      h("p", { class: "muted" }, t("rules.source", { source })),
    ],
    { wide: true, kind: "rules" },
  );
}

/** Return a text of the rules, "" where there is none. @param {string} key @param {Record<string, string | number>} [values] */
const textOf = (key, values) => (hasText(`rules.${key}`) ? t(`rules.${key}`, values) : "");

/**
 * Describe the options that a level varies.
 * @param {readonly [string, string | number | boolean][]} options
 */
export function optionTexts(options) {
  return options.map(([name, value]) => textOf(`option.${name}.${value}`) || (typeof value === "number" && value > 0 ? textOf(`option.${name}`, { value }) : ""));
}

/** @param {string} name of its title @param {HTMLElement | null} content */
function section(name, content) {
  return content && h("section", {}, h("h3", {}, t(`rules.${name}`)), content);
}

/** @param {string[]} texts "" for none @param {HTMLElement[]} [boards] that show what the texts say, in their order */
function list(texts, boards = []) {
  const items = texts.filter(Boolean).map((text, index) => h("li", {}, h("span", {}, text), boards[index] ?? null));
  return items.length ? h("ul", { class: boards.length ? "facts with-boards" : "facts" }, ...items) : null;
}

/** List each look of terrain and pieces on a board once, with a small picture. @param {Board} board */
function legend(board) {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  for (const [cell, terrain] of board.terrain.entries()) {
    const ground = terrain.looks ?? terrain.kind;
    if (!rows.has(ground)) rows.set(ground, row(legendBoard(terrain.looks ? { kind: ground } : terrain), ground));
    for (const piece of piecesAt(board, cell)) {
      const look = [piece.kind, piece.colours?.join(" "), piece.player].join();
      if (!piece.hidden && !rows.has(look)) rows.set(look, row(legendBoard({ kind: "floor" }, { ...piece, cells: [0] }), piece.kind));
    }
  }
  return h("dl", { class: "legend" }, ...rows.values());
}

/** A board of one cell. @param {any} terrain @param {any} [piece] @returns {Board} */
function legendBoard(terrain, piece) {
  return /** @type {Board} */ ({ width: 1, height: 1, terrain: [terrain], pieces: piece ? [{ ...piece, id: 1 }] : [], counters: {}, nextId: 2 });
}

/** @param {Board} board of one cell @param {string} kind of what it shows */
function row(board, kind) {
  const { terrain: [ground], pieces: [piece] } = board;
  const name = piece ? pieceName(piece) : terrainName(ground);
  return h("div", {}, h("dt", {}, h("span", { class: "picture", "aria-hidden": "true" }, drawBoard(board)), name), h("dd", {}, textOf(`legend.${kind}`)));
}
