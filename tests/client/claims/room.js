/** Sokoban in a small room, drawn as rows of XSB: what is true of it, found step by step and without the client. */

/** @typedef {readonly string[]} Room */ // of the same length, with walls around

/** @type {Record<string, [number, number]>} */
export const WAYS = { l: [0, -1], u: [-1, 0], r: [0, 1], d: [1, 0] };

/** @param {string} name such as "B3" @returns {[number, number]} */
export const placeOf = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 65];
/** @param {number} row @param {number} column */
export const nameOf = (row, column) => `${String.fromCharCode(65 + column)}${row + 1}`;
/** @param {Room} room @param {string} name */
export const signAt = (room, name) => room[placeOf(name)[0]]?.[placeOf(name)[1]] ?? "#";
/** @param {Room} room @param {string} signs @returns {string[]} the cells with one of some signs */
export const cellsWith = (room, signs) => room.flatMap((line, row) => [...line].flatMap((sign, column) => (signs.includes(sign) ? [nameOf(row, column)] : [])));
/** @param {Room} room @param {string} name */
export const numberOf = (room, name) => placeOf(name)[0] * room[0].length + placeOf(name)[1];

/** @param {Room} room @param {string} name @param {string} sign @returns {Room} */
function drawn(room, name, sign) {
  const [row, column] = placeOf(name);
  return room.map((line, at) => (at === row ? line.slice(0, column) + sign + line.slice(column + 1) : line));
}

/** What stays where a piece has been. @type {Record<string, string>} */
const OFF = { "@": " ", "+": ".", $: " ", "*": "." };

/** @param {string} name @param {string} letter @returns {string} */
export function beside(name, letter) {
  const [row, column] = placeOf(name);
  const [down, right] = WAYS[letter];
  return nameOf(row + down, column + right);
}

/** Return the room after a step, null where there is a wall or a box that cannot be pushed. @param {Room} room @param {string} letter @returns {Room | null} */
export function step(room, letter) {
  const [player] = cellsWith(room, "@+");
  const target = beside(player, letter);
  const beyond = beside(target, letter);
  const isPush = "$*".includes(signAt(room, target));
  if (signAt(room, target) === "#" || (isPush && !" .".includes(signAt(room, beyond)))) return null;
  let after = drawn(room, player, OFF[signAt(room, player)]);
  if (isPush) {
    after = drawn(after, beyond, signAt(room, beyond) === "." ? "*" : "$");
    after = drawn(after, target, OFF[signAt(room, target)]);
  }
  return drawn(after, target, signAt(after, target) === "." ? "+" : "@");
}

/** @param {Room} room */
export const isSolved = (room) => !cellsWith(room, "$").length;
/** @param {Room} before @param {Room} after */
export const isPush = (before, after) => cellsWith(before, "$*").join() !== cellsWith(after, "$*").join();

/** @type {Map<string, number | null>} */
const fewest = new Map();

/** Return the fewest pushes of a solution, null for none. @param {Room} room @returns {number | null} */
export function fewestPushes(room) {
  const key = room.join("\n");
  const known = fewest.get(key);
  if (known !== undefined) return known;
  const seen = new Set([key]);
  for (let layer = [room], pushes = 0; layer.length; pushes++) {
    const next = [];
    for (let at = 0; at < layer.length; at++) {
      if (isSolved(layer[at])) return fewest.set(key, pushes).get(key) ?? null;
      for (const letter in WAYS) {
        const after = step(layer[at], letter);
        if (!after) continue;
        const pushed = isPush(layer[at], after);
        if (!pushed && seen.has(after.join("\n"))) continue;
        if (pushed) next.push(after);
        else seen.add(after.join("\n")) && layer.push(after);
      }
    }
    layer = next.filter((one) => !seen.has(one.join("\n")) && seen.add(one.join("\n")));
  }
  fewest.set(key, null);
  return null;
}

/** @param {Room} room */
export const isLost = (room) => fewestPushes(room) === null;

/** Return the rooms before each push that can be made, with the letter, and after it. @param {Room} room @returns {{before: Room, letter: string, after: Room, walk: string}[]} */
export function pushes(room) {
  const found = [];
  const walks = [{ at: room, walk: "" }];
  const seen = new Set([room.join("\n")]);
  for (const { at, walk } of walks) {
    for (const letter in WAYS) {
      const after = step(at, letter);
      if (!after) continue;
      if (isPush(at, after)) found.push({ before: at, letter, after, walk: walk + letter.toUpperCase() });
      else if (!seen.has(after.join("\n"))) seen.add(after.join("\n")) && walks.push({ at: after, walk: walk + letter });
    }
  }
  return found;
}

/** Return the cell of the box that a push moves. @param {{before: Room, letter: string}} push */
export const boxOf = ({ before, letter }) => beside(cellsWith(before, "@+")[0], letter);

/** @type {Map<string, boolean>} */
const dead = new Map();

/** Whether a lone box on a cell can never get to a goal, wherever the player is. @param {Room} room @param {string} name */
export function isDeadCell(room, name) {
  const bare = room.map((line) => line.replace(/[$@]/g, " ").replace(/[*+]/g, "."));
  if (signAt(bare, name) === "#") return false;
  const key = `${name} ${bare.join("\n")}`;
  const known = dead.get(key);
  if (known !== undefined) return known;
  const boxed = drawn(bare, name, signAt(bare, name) === "." ? "*" : "$");
  const isDead = cellsWith(boxed, " .").every((player) => isLost(drawn(boxed, player, signAt(boxed, player) === "." ? "+" : "@")));
  dead.set(key, isDead);
  return isDead;
}

/** Return the cells to which the box on a cell can be pushed while the others stay. @param {Room} room @param {string} name */
export function reachOf(room, name) {
  const found = new Set();
  const waiting = [{ at: room, box: name }];
  const seen = new Set();
  for (const { at, box } of waiting) {
    for (const push of pushes(at)) {
      if (boxOf(push) !== box) continue;
      const to = beside(box, push.letter);
      const key = push.after.join("\n");
      if (seen.has(key)) continue;
      seen.add(key);
      found.add(to);
      waiting.push({ at: push.after, box: to });
    }
  }
  found.delete(name);
  return /** @type {string[]} */ ([...found]);
}

/** Return the cells to which the player can walk. @param {Room} room */
export function walksOf(room) {
  const found = new Set(cellsWith(room, "@+"));
  for (const cell of found) {
    for (const letter in WAYS) {
      const next = beside(cell, letter);
      if (" .@+".includes(signAt(room, next))) found.add(next);
    }
  }
  return [...found];
}

/** Return random rooms of 4 x 3 cells with two boxes. @param {number} count @param {number} seed @returns {Room[]} */
export function rooms(count, seed) {
  let state = seed;
  const random = (/** @type {number} */ below) => (state = (state * 48271) % 2147483647) % below;
  return Array.from({ length: count }, () => {
    const cells = [..."############"].map(() => " ");
    const free = [...cells.keys()];
    const take = () => free.splice(random(free.length), 1)[0];
    if (random(2)) cells[take()] = "#";
    for (const sign of "$$") cells[take()] = sign;
    const goals = [...cells.keys()].filter((cell) => cells[cell] !== "#");
    for (let left = 2; left; left--) {
      const [goal] = goals.splice(random(goals.length), 1);
      cells[goal] = cells[goal] === "$" ? "*" : ".";
    }
    const player = take();
    cells[player] = cells[player] === "." ? "+" : "@";
    return ["######", ...[0, 4, 8].map((first) => `#${cells.slice(first, first + 4).join("")}#`), "######"];
  });
}

/** Return a room as the server sends its board. @param {Room} room @returns {any} */
export function boardJson(room) {
  const pieces = [["@+", "pusher"], ["$*", "box"], ["S", "stone"]].flatMap(([signs, kind]) => cellsWith(room, signs).map((cell) => ({ kind, cells: [numberOf(room, cell)] })));
  const terrain = room.map((line) => line.replace(/[@$S]/g, " ").replace(/[+*]/g, ".").replace(/ /g, "-"));
  return { width: room[0].length, height: room.length, palette: { "#": "wall", "-": "floor", ".": "goal" }, terrain, pieces };
}
