/** What a page asks of the position of a play, and the core answers at once. */

import { DIRECTIONS, neighbours } from "../board/tiling.js";
import { followRequest, originsRequest, pushableRequest, reachRequest, searchRequest, trailRequest } from "../core/core-requests.js";
import { typed } from "./made.js";
import { LEFT } from "./phrases.js";

/** @import { SoloPlay } from "./solo-play.js" */

const ONE_POSITION = { seconds: 2, nodes: 1, megabytes: 256 };

/** @type {Record<string, (play: SoloPlay, request: any) => Promise<object>>} what is answered without a server */
export const QUERIES = {
  reach: (play, { cell, through = false }) => reach(play, cell, through),
  path: async (play, { from, to, through = false }) => ({ is: "path", from, to, ...(await play.ask(trailRequest, from, to, through)) }),
  origins: (play, { cell }) => origins(play, cell),
  pushable: (play) => pushable(play),
  analyse: (play) => analyse(play),
  line: (play) => line(play),
};

/** @param {SoloPlay} play @param {number} cell @param {boolean} through */
async function reach(play, cell, through) {
  const { cells, lost } = await play.ask(reachRequest, cell, through);
  if (!cells) throw LEFT;
  return { is: "reach", cell, cells: Object.fromEntries(cells), lost };
}

/** @param {SoloPlay} play @param {number} cell */
async function origins(play, cell) {
  const { cells } = await play.ask(originsRequest, cell);
  if (!cells) throw LEFT;
  return { is: "origins", cell, cells };
}

/** @param {SoloPlay} play */
async function pushable(play) {
  const { cells } = await play.ask(pushableRequest);
  if (!cells) throw LEFT;
  return { is: "pushable", cells: cells.map((/** @type {number[]} */ [cell, ...ways]) => [cell, ...ways.map((way) => DIRECTIONS[way])]) };
}

/** Return the dead squares and how many pushes are needed at least, as a request to the server does. @param {SoloPlay} play */
async function analyse(play) {
  const { dead } = await play.ask(pushableRequest);
  const inside = insideCells(play.board);
  const { status, proof, bound, moves } = await play.ask(searchRequest, "pushes", ONE_POSITION);
  const phrase = proof && play.phrase({ code: `unsolvable.${proof}`, params: {} });
  const least = status === "unsolvable" ? null : (bound ?? (moves.length ? null : 0));
  return { is: "analysed", dead: dead.filter((/** @type {number} */ cell) => inside.has(cell)), bound: least, proof: phrase?.text ?? "", phrase: phrase || null };
}

/** Return the moves up to here as files write them. @param {SoloPlay} play */
async function line(play) {
  const written = play.steps.slice(1).map((step) => step.written);
  const { moves } = written.length ? await play.askAt(0, followRequest, -1, written) : { moves: [] };
  return { is: "line", text: typed(moves) };
}

/** Return the cells that no walls part from every piece. @param {Board} board @returns {Set<number>} */
function insideCells(board) {
  const found = new Set(board.pieces.map(({ cells }) => cells[0]));
  for (const cell of found) {
    for (const next of neighbours(board, cell)) if (next >= 0 && board.terrain[next].kind !== "wall") found.add(next);
  }
  return found;
}
