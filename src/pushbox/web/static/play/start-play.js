/** Which play the page is about: what its address asks for, else where the visitor was last, else the first lesson. */

import { ApiError, get, post } from "../core/api.js";

/** @typedef {{play: number | string, moves: string, owned?: boolean}} Wanted `moves` are to be played once it is open */

/** What a link of ours, SokobanScript's or SokoPlayer's carries. @param {URL} url */
export function carried(url) {
  if (/(^#|&)(v|x|z|j)=/.test(url.hash)) return url.hash.slice(1);
  const names = ["lvl", "puzzle", "base64", "json"];
  if (names.some((name) => url.searchParams.has(name))) return url.search;
  const level = url.searchParams.get("level") ?? "";
  return level && !/^\d+$/.test(level) ? url.search : "";
}

/**
 * Find the play, begun anew where there is none yet.
 * @param {URL} url
 * @returns {Promise<Wanted>}
 */
export async function wanted(url) {
  const link = carried(url);
  if (link) {
    const { level, moves } = await post("/unshare", { link });
    const { play } = await post("/plays", { level: level.level });
    return { play, moves };
  }
  const play = url.searchParams.get("play");
  if (play) return { play, moves: "" };
  const level = url.searchParams.get("level");
  if (level) return begin({ level_id: Number(level) });
  const { recent: [latest] } = await get("/me");
  if (latest) return { play: latest.play, moves: "" };
  return firstLesson();
}

/**
 * @param {import("../core/api-types.js").PlayIn} asked
 * @returns {Promise<Wanted>}
 */
export async function begin(asked) {
  const { play } = await post("/plays", asked);
  return { play, moves: "" };
}

async function firstLesson() {
  const { collections } = await get("/collections");
  const [first] = [...collections].sort((a, b) => Number(b.name === "lessons") - Number(a.name === "lessons"));
  if (!first) throw new ApiError("There are no levels yet.", "not-found", 404);
  const { levels } = await get("/collections/{collection}/levels", { collection: first.id, limit: 1 });
  return begin({ level_id: levels[0].id });
}

/**
 * The level after or before one in its collection, null at the end.
 * @param {number} level
 * @param {{back?: boolean, unsolved?: boolean}} [options]
 * @returns {Promise<import("../core/api-types.js").LevelOut | null>}
 */
export async function neighbour(level, { back = false, unsolved = false } = {}) {
  return (await get("/levels/{level}/next", { level, unsolved, back })).level;
}

/**
 * The first unsolved level of a collection but for one, null where there is none: what comes next at the end.
 * @param {number} collection
 * @param {number} but
 * @returns {Promise<import("../core/api-types.js").LevelOut | null>}
 */
export async function firstUnsolved(collection, but) {
  const { levels } = await get("/levels", { collection, state: "unsolved", limit: 2 });
  return levels.find(({ id }) => id !== but) ?? null;
}
