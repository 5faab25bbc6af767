/** Labels of cells in words, for screen readers. */

import { t } from "../core/i18n.js";
import { piecesAt, cellName, visibleKind } from "./model.js";
import { DIRECTIONS, directionsOf } from "./tiling.js";

/** Return the name of a direction of the board. @param {number} direction */
const directionName = (direction) => t(`direction.${DIRECTIONS[direction]}`);

/** Return the name of a colour; one without a text is a name itself. @param {string} colour */
export function colourName(colour) {
  const text = t(`colour.${colour}`);
  return text === `colour.${colour}` ? colour : text;
}

/** @param {number} ports */
function wiresText(ports) {
  const names = directionsOf(ports).map(directionName);
  return ports ? t("trait.wires", { directions: names.join(" ") }) : "";
}

/**
 * @param {string} noun
 * @param {number | string} number none where 0
 * @param {(string | false | 0 | null | undefined)[]} traits
 */
function withTraits(noun, number, traits) {
  const texts = traits.filter(Boolean);
  return `${noun}${number ? ` ${number}` : ""}${texts.length ? ` (${texts.join(", ")})` : ""}`;
}

/**
 * Describe a piece, such as "box 2 (red)".
 * @param {Piece} piece
 */
export function pieceName(piece) {
  const colours = [...new Set(piece.colours)].map(colourName).join(" ");
  return withTraits(t(`piece.${piece.kind}`), piece.number || piece.player, [
    colours,
    piece.group && t("trait.group", { group: piece.group }),
    piece.arrow >= 0 && !piece.bloomed && t("trait.arrow", { direction: directionName(piece.arrow) }),
    piece.bloomed && t("trait.bloomed"),
    wiresText(piece.ports),
    piece.fuse > 0 && t("trait.fuse", { count: piece.fuse }),
    piece.spent && t("trait.spent"),
    piece.fixed && t("trait.fixed"),
    piece.hidden && t("trait.hidden"),
  ]);
}

/**
 * Describe terrain, such as "goal 2".
 * @param {Terrain} terrain
 */
export function terrainName(terrain) {
  if (terrain.looks && !terrain.uses) return t(`terrain.${terrain.looks}`);
  const worn = ["dye", "teleporter", "weak"].includes(terrain.kind) && !terrain.uses;
  return withTraits(t(`terrain.${terrain.kind}`), terrain.number || terrain.player || terrain.pair, [
    terrain.colour && colourName(terrain.colour),
    terrain.direction >= 0 && directionName(terrain.direction),
    wiresText(terrain.ports),
    terrain.role && t(`role.${terrain.role}`),
    terrain.kind === "weak" && terrain.uses > 0 && t("trait.uses", { count: terrain.uses }),
    worn && t("trait.worn"),
  ]);
}

/**
 * Describe a cell, such as "E4, box 2 on goal 2, pushable up".
 * @param {Board} board
 * @param {number} cell
 * @param {readonly string[]} [notes] appended
 */
export function cellLabel(board, cell, notes = []) {
  const ground = board.terrain[cell];
  const pieces = piecesAt(board, cell).map(pieceName);
  const bareFloor = visibleKind(ground) === "floor" && !ground.player;
  const occupants = pieces.join(t("list.and"));
  const onTerrain = () => t("cell.on", { piece: occupants, terrain: terrainName(ground) });
  const content = !pieces.length ? terrainName(ground) : bareFloor ? occupants : onTerrain();
  return [cellName(board, cell), content, ...notes].join(t("list.comma"));
}
