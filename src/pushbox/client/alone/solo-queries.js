/** What a page asks of the position of a play, and a core answers that nobody's keys wait for. */

import { DIRECTIONS, neighbours } from "../board/tiling.js";
import { originsRequest, pushableRequest, reachRequest, searchRequest, trailRequest } from "../core/core-requests.js";
import { typed } from "./made.js";
import { LEFT, Refused } from "./phrases.js";

/** @import { Mirror } from "./mirror.js" */
/** @import { SoloPlay } from "./solo-play.js" */

/** @typedef {<Rest extends any[]>(request: (play: number, position: number, ...rest: Rest) => Uint8Array, ...rest: Rest) => Promise<any>} Look asks the core about the position */

const ONE_POSITION = { seconds: 2, nodes: 1, megabytes: 256 };

/** @type {Record<string, (look: Look, request: any, play: SoloPlay) => Promise<object>>} what is answered without a server */
const QUERIES = {
  reach: (look, { cell, through = false }) => reach(look, cell, through),
  path: async (look, { from, to, through = false }) => ({ is: "path", from, to, ...(await look(trailRequest, from, to, through)) }),
  origins: (look, { cell }) => origins(look, cell),
  pushable: (look) => pushable(look),
  analyse: (look, _, play) => analyse(look, play),
};

/** Return whether a request is a query. @param {string} name */
export const isQuery = (name) => name === "line" || name in QUERIES;

/**
 * Answer a query about the position that is shown now.
 * @param {SoloPlay} play
 * @param {() => Promise<Mirror>} looking
 * @param {Play.Request} request
 */
export async function answerQuery(play, looking, request) {
  if (request.do === "line") return line(play);
  const { steps, tree: { current } } = play;
  const mirror = await looking();
  const position = await mirror.positionOf(steps);
  /** @type {Look} */
  const look = (ask, ...rest) => mirror.ask(position, ask, ...rest);
  const answer = await QUERIES[request.do](look, request, play);
  if (play.tree.current !== current) throw new Refused("query-dropped");
  return answer;
}

/** @param {Look} look @param {number} cell @param {boolean} through */
async function reach(look, cell, through) {
  const { cells, lost } = await look(reachRequest, cell, through);
  if (!cells) throw LEFT;
  return { is: "reach", cell, cells: Object.fromEntries(cells), lost };
}

/** @param {Look} look @param {number} cell */
async function origins(look, cell) {
  const { cells } = await look(originsRequest, cell);
  if (!cells) throw LEFT;
  return { is: "origins", cell, cells };
}

/** @param {Look} look */
async function pushable(look) {
  const { cells } = await look(pushableRequest);
  if (!cells) throw LEFT;
  return { is: "pushable", cells: cells.map((/** @type {number[]} */ [cell, ...ways]) => [cell, ...ways.map((way) => DIRECTIONS[way])]) };
}

/** Return the dead squares and how many pushes are needed at least, as a request to the server does. @param {Look} look @param {SoloPlay} play */
async function analyse(look, play) {
  const inside = insideCells(play.board);
  const { dead } = await look(pushableRequest);
  const { status, proof, bound, moves } = await look(searchRequest, "pushes", ONE_POSITION);
  const phrase = proof && play.phrase({ code: `unsolvable.${proof}`, params: {} });
  const least = status === "unsolvable" ? null : (bound ?? (moves.length ? null : 0));
  const isTooMany = play.here.stands.outcome === "lost" || (least ?? 0) > play.stepsLeft;
  return { is: "analysed", dead: dead.filter((/** @type {number} */ cell) => inside.has(cell)), bound: isTooMany ? null : least, proof: phrase?.text ?? "", phrase: phrase || null };
}

/** Return the moves up to here as files write them. @param {SoloPlay} play */
async function line(play) {
  const written = play.steps.slice(1).map((step) => step.written);
  const made = [];
  for await (const moves of play.follow(0, written)) made.push(...moves);
  return { is: "line", text: typed(made) };
}

/** Return the cells that no walls part from every piece. @param {Board} board @returns {Set<number>} */
function insideCells(board) {
  const found = new Set(board.pieces.map(({ cells }) => cells[0]));
  for (const cell of found) {
    for (const next of neighbours(board, cell)) if (next >= 0 && board.terrain[next].kind !== "wall") found.add(next);
  }
  return found;
}
