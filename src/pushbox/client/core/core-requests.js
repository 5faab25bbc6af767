/** Requests to the core as bytes; `pushbox.solver.portable` writes the same, and `crates/pushbox-wasm` reads them. */

import { decodeTerrain, readPiece, readTerrain } from "../board/model.js";

/** A number in LEB128, the sign in its lowest bit. @param {number} value @returns {number[]} */
export function number(value) {
  const bytes = [];
  let left = value >= 0 ? 2 * value : -2 * value - 1;
  for (; left > 0x7f; left = Math.floor(left / 128)) bytes.push((left % 128) + 0x80);
  return [...bytes, left];
}

/** @template T @param {readonly T[]} items @param {(item: T) => number[]} write */
const list = (items, write) => [...number(items.length), ...items.flatMap(write)];
/** @param {string} value */
const text = (value) => list([...new TextEncoder().encode(value)], (byte) => [byte]);
/** @template T @param {T | null} value @param {(value: T) => number[]} write */
const optional = (value, write) => list(value === null ? [] : [value], write);

/** @param {Terrain} of */
const terrain = ({ kind, colour, number: own, direction, uses, pair, ports, role, player, looks }) => [
  ...text(kind), ...optional(colour, text), ...[own, direction, uses, pair, ports].flatMap(number),
  ...optional(role, text), ...number(player), ...optional(looks, text),
];

/** @param {Piece} of */
const piece = ({ kind, cells, colours, number: own, group, arrow, ports, fuse, player, fixed, bloomed, hidden, spent }) => [
  ...text(kind), ...list(cells, number), ...list(colours, text), ...[own, group, arrow, ports, fuse, player].flatMap(number),
  ...[fixed, bloomed, hidden, spent].flatMap((flag) => number(Number(flag))),
];

/** @param {unknown} value of an option */
function scalar(value) {
  if (typeof value === "boolean") return [...number(0), ...number(Number(value))];
  if (typeof value === "string") return [...number(3), ...text(value)];
  return Number.isInteger(value) ? [...number(1), ...number(Number(value))] : [...number(2), ...text(String(value))];
}

/**
 * The request to open a level for play.
 * @param {{game: string, board: BoardJson, options?: [string, unknown][]}} level
 */
export function openRequest({ game, board, options = [] }) {
  const cells = decodeTerrain(board, readTerrain); // one object for each kind
  const kinds = new Map([...new Set(cells)].map((kind, index) => [kind, index]));
  return Uint8Array.from([
    ...text("open"), ...text(game), ...number(board.width), ...number(board.height), ...list([...kinds.keys()], terrain),
    ...list(cells, (kind) => number(kinds.get(kind) ?? 0)), ...list((board.pieces ?? []).map((json) => readPiece(json)), piece),
    ...list(board.counters ?? [], ([name, count]) => [...text(name), ...number(count)]),
    ...list(options, ([name, value]) => [...text(name), ...scalar(value)]),
  ]);
}

/** @param {string} name @param {number} play @param {number} position @param {number} focus -1 for none @param {number[]} rest */
const inPlay = (name, play, position, focus, rest) =>
  Uint8Array.from([...text(name), ...number(play), ...number(position), ...optional(focus < 0 ? null : focus, number), ...rest]);

/** The request for the board as it stands. @param {number} play @param {number} position */
export const lookRequest = (play, position) => Uint8Array.from([...text("look"), ...number(play), ...number(position)]);

/** The request to press a key. @param {number} play @param {number} position @param {number} focus @param {string} key */
export const pressRequest = (play, position, focus, key) => inPlay("press", play, position, focus, text(key));

/** The request to play moves as files write them. @param {number} play @param {number} position @param {number} focus @param {string[]} moves */
export const followRequest = (play, position, focus, moves) => inPlay("follow", play, position, focus, list(moves, text));

/** The request for what is steered once a move is taken back. @param {number} play @param {number} position before it @param {number} focus after it @param {string} move */
export const backRequest = (play, position, focus, move) => inPlay("back", play, position, focus, text(move));

/** The request to play moves as they are typed. @param {number} play @param {number} position @param {number} focus @param {string} moves */
export const typeRequest = (play, position, focus, moves) => inPlay("type", play, position, focus, text(moves));

/** @param {string} name @param {number} play @param {number} position @param {number} cell @param {number[]} rest */
const onCell = (name, play, position, cell, rest) => Uint8Array.from([...text(name), ...[play, position, cell].flatMap(number), ...rest]);

/** The request for where a pointer can take what stands on a cell. @param {number} play @param {number} position @param {number} cell @param {boolean} through whether boxes are pushed aside */
export const reachRequest = (play, position, cell, through) => onCell("reach", play, position, cell, number(Number(through)));

/** The request to take it to another cell. @param {number} play @param {number} position @param {number} from @param {number} to @param {boolean} through @param {number} focus */
export const dragRequest = (play, position, from, to, through, focus) =>
  onCell("drag", play, position, from, [...number(Number(through)), ...number(to), ...optional(focus < 0 ? null : focus, number)]);

/** The request for its way there. @param {number} play @param {number} position @param {number} from @param {number} to @param {boolean} through */
export const trailRequest = (play, position, from, to, through) => onCell("trail", play, position, from, [...number(Number(through)), ...number(to)]);

/** The request for the boxes that can come to a cell. @param {number} play @param {number} position @param {number} cell */
export const originsRequest = (play, position, cell) => onCell("origins", play, position, cell, []);

/** The request for the boxes that can be pushed, and the dead squares. @param {number} play @param {number} position */
export const pushableRequest = (play, position) => Uint8Array.from([...text("pushable"), ...number(play), ...number(position)]);

/** The request for the reasons, seen at once, why a position can never be solved. @param {number} play @param {number} position */
export const explainRequest = (play, position) => Uint8Array.from([...text("explain"), ...number(play), ...number(position)]);

/**
 * The request to solve a position; an infinite limit is none.
 * @param {number} play
 * @param {number} position
 * @param {string} objective
 * @param {{seconds: number, nodes: number, megabytes: number}} limit
 */
export const searchRequest = (play, position, objective, { seconds, nodes, megabytes }) =>
  Uint8Array.from([
    ...text("search"), ...text(objective), ...number(0), ...optional(Number.isFinite(seconds) ? String(seconds) : null, text), ...optional(Number.isFinite(nodes) ? nodes : null, number),
    ...optional(megabytes * 1024 * 1024, number), ...number(play), ...number(position),
  ]);

/** The request to read the levels that a text draws. @param {string} written */
export const readRequest = (written) => Uint8Array.from([...text("read"), ...text(written)]);

/** The request to close a level. @param {number} play */
export const closeRequest = (play) => Uint8Array.from([...text("close"), ...number(play)]);
