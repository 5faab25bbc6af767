/** Plays that are begun while the server does not answer: it is told of them when it is back. */

import { ApiError, get, post } from "../core/api.js";
import { Cores } from "../core/core-worker.js";
import { t } from "../core/i18n.js";
import { NEW } from "../core/marks.js";
import { webSocket } from "../play/connection.js";
import { sentences } from "./phrases.js";
import { putRecord, readRecord } from "./records.js";
import { Solo } from "./solo.js";
import { stoodKey } from "./stood.js";
import { newWindow } from "./windows.js";

const TOO_MANY = 429; // requests
const OFFERS = ["hint", "bound", "dead", "next", "previous"];

/**
 * What the server is to be told, and the play that it has made of it since.
 * @typedef {{create: Api.PlayIn, begun?: number}} Cold
 */

/** @param {string} play */
const coldKey = (play) => `cold/${play}`;

/**
 * Begin a play of a level in this browser; return its name.  Rejects for a level that this browser does not know, and for
 * one that is not played without the server.
 * @param {Api.PlayIn} create
 */
export async function beginCold(create) {
  const [known, { games }] = await Promise.all([levelOf(create), get("/games")]);
  const { level } = known;
  const game = games.find(({ key }) => key === level.game);
  const cores = new Cores();
  try {
    if (!game || game.players > 1 || needsServer(level)) throw new Error(level.game);
    await (await Solo.open(cores, level, await sentences())).close();
  } catch {
    throw new ApiError(t("away.level"), "offline", 0);
  } finally {
    cores.end();
  }
  const play = `${NEW}${newWindow()}`;
  const window = newWindow();
  const state = { node: 0, depth: 0, counts: {}, outcome: { status: "playing", reason: "", winner: 0 }, focus: null, branches: [], seconds: 0, running: false, steps: null, assists: [] };
  const about = { key: game.key, name: game.name, players: 1, hides: false };
  const opened = { is: "opened", play, level: known, game: about, nodes: [], redo: [], state, snapshots: {}, comments: {}, offers: OFFERS, saved: 0 };
  await putRecord(coldKey(play), /** @type {Cold} */ ({ create }));
  await putRecord(stoodKey(play, window), { play, window, opened, at: Date.now() });
  return play;
}

/** @param {Api.PlayIn} create @returns {Promise<any>} */
const levelOf = ({ level_id, level }) => (level_id ? get("/levels/{level}", { level: level_id }) : Promise.resolve({ ...level, level }));

/** Whether something is hidden in a level. @param {any} level */
function needsServer({ board }) {
  const hides = (/** @type {any} */ part) => Boolean(part?.hidden) || part?.looks !== undefined;
  return (board.pieces ?? []).some(hides) || Object.values(board.palette).some(hides);
}

/** Return the server's number of a play that was begun without it, which tells it the first time. @param {string} play */
async function numberOf(play) {
  const cold = /** @type {Cold | undefined} */ (await readRecord(coldKey(play)));
  if (!cold) throw new ApiError(t("missing.play.level"), "not-found", 404);
  if (cold.begun) return cold.begun;
  const { play: begun } = await post("/plays", cold.create);
  await putRecord(coldKey(play), { ...cold, begun });
  return begun;
}

/** Whether the server will never have the play; what else has failed is tried again. @param {{status?: number}} error */
const isFinal = ({ status = 0 }) => status >= 400 && status < 500 && status !== TOO_MANY;

/**
 * Return what connects to a play that was begun without the server, once the server knows it.
 * @param {string} play
 * @returns {Play.Connect}
 */
export function connectCold(play) {
  return (handlers, ahead) => {
    const { closed } = handlers;
    let over = false;
    /** @type {Play.Transport | null} */
    let transport = null;
    numberOf(play).then(
      (begun) => (transport = over ? null : webSocket(`/ws/play?play=${begun}`)(handlers, ahead)),
      (error) => over || closed(isFinal(error) ? 4404 : 1006),
    );
    return {
      send: (text) => transport?.send(text),
      close: () => {
        over = true;
        transport?.close();
      },
    };
  };
}
