/** A play whose other end is the core in this browser: a transport like the socket, without any server. */

import { rowOf } from "./kept.js";
import { Solo, isApart } from "./solo.js";

/** @import { Cores } from "../core/core-worker.js" */
/** @import { Level } from "./solo.js" */

/**
 * What is kept of a play.
 * @typedef {{nodes: Play.NodeRow[], here: number, seconds: number, assists: string[], snapshots: Record<string, number>, comments: Record<number, string>}} Played
 */

/** @type {Played} */
const NOTHING = { nodes: [], here: 0, seconds: 0, assists: [], snapshots: {}, comments: {} };
const OFFERS = ["hint", "dead", "next", "previous"];

/**
 * Return what opens a play in this browser.
 * @param {object} options
 * @param {Cores} options.cores
 * @param {Level} options.level
 * @param {string} options.game its name
 * @param {Record<string, string>} options.texts of sentences, in English
 * @param {Played} [options.played] what was played before
 * @param {(played: Played) => void} options.keep takes what has been played since
 * @param {string} options.unable what is said of a request that nobody answers
 * @returns {Play.Connect}
 */
export function connectLocally({ cores, level, game, texts, played = NOTHING, keep, unable }) {
  return ({ message, closed }) => {
    let over = false;
    /** @type {Solo | null} */
    let solo = null;
    const say = (/** @type {object} */ answer) => over || message(JSON.stringify(answer));
    const fail = () => {
      if (!over) closed(4404); // for good: the core does not play this level here
      over = true;
    };
    const open = async () => {
      solo = await Solo.open(cores, level, texts);
      const { nodes, here, seconds, assists, snapshots, comments } = played;
      const state = { node: here, focus: null, seconds, assists, running: false };
      await solo.begin({ nodes, redo: [], state: /** @type {any} */ (state), snapshots, comments });
      const about = { key: level.game, name: game, players: 1, hides: false };
      say({ ...solo.opened(), play: 1, level: { id: 0, level }, game: about, board: { ...level.board, pieces: solo.board.pieces, counters: Object.entries(solo.board.counters) }, nodes, offers: OFFERS });
    };
    let work = open().catch(fail);
    const execute = async (/** @type {Play.Request & {n?: number}} */ { n, ...request }) => {
      const answer = await solo?.execute(request);
      say({ n, ...(answer ?? { is: "error", message: unable }) });
      if (!over && solo && (answer?.is === "turned" || answer?.is === "hint")) keep(playedOf(solo));
    };
    return {
      send: (text) => {
        const request = JSON.parse(text);
        const done = work.then(() => execute(request)).catch(fail);
        if (!isApart(request.do)) work = done;
      },
      close: () => {
        over = true;
        work.then(() => solo?.close()).catch(() => {});
      },
    };
  };
}

/** @param {Solo} solo @returns {Played} */
function playedOf({ tree, seconds, assists, snapshots, comments }) {
  const nodes = [...tree.nodes.values()].filter(({ id }) => id > 0).map(rowOf);
  return { nodes, here: tree.current, seconds, assists, snapshots, comments };
}
