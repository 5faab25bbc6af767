/** Which play the page opens: that of its address, else the visitor's last, else the first lesson. */

import { ApiError, get, isOffline, post } from "../core/api.js";

/** @typedef {{play: number | string, moves: string}} RequestedPlay `moves` are to be played once it is open */

/** Return the link of ours, SokobanScript's or SokoPlayer's in an address, "" for none. @param {URL} url */
function sharedLink(url) {
  if (/(^#|&)(v|x|z|j)=/.test(url.hash)) return url.hash.slice(1);
  const names = ["lvl", "puzzle", "base64", "json"];
  if (names.some((name) => url.searchParams.has(name))) return url.search;
  const level = url.searchParams.get("level") ?? "";
  return level && !/^\d+$/.test(level) ? url.search : "";
}

/** Find the play of an address, or create it; null where it names none. @param {URL} url */
export async function namedPlay(url) {
  const link = sharedLink(url);
  if (link) {
    const { level, moves } = await post("/unshare", { link });
    return { ...(await createPlay({ level: level.level })), moves };
  }
  const play = url.searchParams.get("play");
  if (play) return { play, moves: "" };
  const level = url.searchParams.get("level");
  return level ? createPlay({ level_id: Number(level) }) : null;
}

/** Find the play of an address, else the visitor's last, else create one of the first lesson. @param {URL} url */
export async function requestedPlay(url) {
  const named = await namedPlay(url);
  if (named) return named;
  const { recent: [latest] } = await get("/me");
  return latest ? { play: latest.play, moves: "" } : firstLesson();
}

/**
 * Create a play of a level, in this browser where the server does not answer.
 * @param {Api.PlayIn} level
 * @returns {Promise<RequestedPlay>}
 */
export async function createPlay(level) {
  try {
    const { play } = await post("/plays", level);
    return { play, moves: "" };
  } catch (error) {
    if (!isOffline(error)) throw error;
    return { play: await (await import("../alone/cold.js")).beginCold(level), moves: "" };
  }
}

async function firstLesson() {
  const { collections } = await get("/collections");
  const [first] = [...collections].sort((a, b) => Number(b.name === "lessons") - Number(a.name === "lessons"));
  if (!first) throw new ApiError("The library has no levels.", "not-found", 404);
  const { levels } = await get("/collections/{collection}/levels", { collection: first.id, limit: 1 });
  return createPlay({ level_id: levels[0].id });
}

/**
 * Return the level after or before one in its collection, null at the end.
 * @param {number} level
 * @param {{back?: boolean, unsolved?: boolean}} [options]
 */
export async function neighbour(level, { back = false, unsolved = false } = {}) {
  return (await get("/levels/{level}/next", { level, unsolved, back })).level;
}

/**
 * Return the first unsolved level of a collection other than one, null where there is none: the next one at the end.
 * @param {number} collection
 * @param {number} except
 */
export async function firstUnsolved(collection, except) {
  const { levels } = await get("/levels", { collection, state: "unsolved", limit: 2 });
  return levels.find(({ id }) => id !== except) ?? null;
}
