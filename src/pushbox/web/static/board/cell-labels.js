/** What stands on a cell, in words: the names that a screen reader speaks. */

import { t } from "../core/i18n.js";
import { DIRECTIONS, at, cellName, seen } from "./model.js";

/** @typedef {import("./model.js").Board} Board */
/** @typedef {import("./model.js").Piece} Piece */
/** @typedef {import("./model.js").Terrain} Terrain */

/** The name of a direction of the board. @param {number} direction */
export const wayName = (direction) => t(`way.${DIRECTIONS[direction]}`);

/** The name of a colour; one that has no text is a name itself. @param {string} colour */
export function colourName(colour) {
  const text = t(`colour.${colour}`);
  return text === `colour.${colour}` ? colour : text;
}

/** @param {number} ports */
function wireNames(ports) {
  const ways = [0, 1, 2, 3].filter((direction) => ports & (1 << direction)).map(wayName);
  return ports ? t("trait.wires", { ways: ways.join(" ") }) : "";
}

/**
 * @param {string} noun
 * @param {number | string} number none where 0
 * @param {(string | false | 0 | null | undefined)[]} traits
 */
function named(noun, number, traits) {
  const found = traits.filter(Boolean);
  return `${noun}${number ? ` ${number}` : ""}${found.length ? ` (${found.join(", ")})` : ""}`;
}

/**
 * A piece in words, such as "box 2 (red)".
 * @param {Piece} piece
 * @returns {string}
 */
export function pieceName(piece) {
  const colours = [...new Set(piece.colours)].map(colourName).join(" ");
  return named(t(`piece.${piece.kind}`), piece.number || piece.player, [
    colours,
    piece.group && t("trait.group", { group: piece.group }),
    piece.arrow >= 0 && !piece.bloomed && t("trait.arrow", { way: wayName(piece.arrow) }),
    piece.bloomed && t("trait.bloomed"),
    wireNames(piece.ports),
    piece.fuse > 0 && t("trait.fuse", { count: piece.fuse }),
    piece.spent && t("trait.spent"),
    piece.fixed && t("trait.fixed"),
    piece.hidden && t("trait.hidden"),
  ]);
}

/**
 * Terrain in words, such as "goal 2".
 * @param {Terrain} terrain
 * @returns {string}
 */
export function terrainName(terrain) {
  if (terrain.looks && !terrain.uses) return t(`terrain.${terrain.looks}`);
  const worn = ["dye", "teleporter", "weak"].includes(terrain.kind) && !terrain.uses;
  return named(t(`terrain.${terrain.kind}`), terrain.number || terrain.player || terrain.pair, [
    terrain.colour && colourName(terrain.colour),
    terrain.direction >= 0 && wayName(terrain.direction),
    wireNames(terrain.ports),
    terrain.role && t(`role.${terrain.role}`),
    terrain.kind === "weak" && terrain.uses > 0 && t("trait.uses", { count: terrain.uses }),
    worn && t("trait.worn"),
  ]);
}

/**
 * A cell in words, such as "E4, box 2 on goal 2, pushable up".
 * @param {Board} board
 * @param {number} cell
 * @param {readonly string[]} [notes] what else is to be said of it
 */
export function cellText(board, cell, notes = []) {
  const ground = board.terrain[cell];
  const pieces = at(board, cell).map(pieceName);
  const bare = seen(ground) === "floor" && !ground.player;
  const there = pieces.join(t("list.and"));
  const what = !pieces.length ? terrainName(ground) : bare ? there : t("cell.on", { piece: there, terrain: terrainName(ground) });
  return [cellName(board, cell), what, ...notes].join(t("list.comma"));
}
