/** What is said of a level by those who have played it, and of a room and its players, is counted again. */

import { bodyWith, get, pass, serve } from "./fake-dom.js";
import { law, lawOfKeys } from "./claims/law.js";
import { Community } from "../../src/pushbox/client/play/community.js";
import { openLobby } from "../../src/pushbox/client/live/lobby.js";
import { seatList, seriesText, statusText } from "../../src/pushbox/client/live/room-actions.js";

/** @import { Family } from "./claims/law.js" */

/** @type {(fields: object) => any} */
const made = (fields) => fields; // what the client has of it here
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, one) => total + one, 0);

/** What people have said of a level: who likes it, what each says of how hard it is, and comments as who wrote what. */
const OPINIONS = [
  { likes: ["Ada", "Bo"], votes: [2, 3, 5], comments: ["Ada", "Cy"], me: "Ada", moderates: false },
  { likes: [], votes: [], comments: [], me: null, moderates: false },
  { likes: ["Cy"], votes: [4], comments: ["Bo"], me: "Cy", moderates: true },
  { likes: ["Ada", "Bo", "Cy"], votes: [1, 2], comments: ["Ada", "Bo", "Cy"], me: "Bo", moderates: true, hidden: "Cy" },
];
const NAMES = ["Ada", "Bo", "Cy"];

/** @type {Family} */
const opinions = {
  worlds: OPINIONS,
  says: async (/** @type {any} */ { likes, votes, comments, me, moderates, hidden }) => {
    bodyWith("section .body");
    const difficulty = votes.length ? Math.round((10 * sum(votes)) / votes.length) / 10 : null;
    serve({
      "GET /levels/5/opinions": { likes: likes.length, votes: votes.length, difficulty, liked: likes.includes(me), voted: null, comments: comments.length, may_write: me !== null, moderates },
      "GET /levels/5/comments": { comments: comments.map((/** @type {string} */ name, /** @type {number} */ id) => ({ id, name, text: "Good", made: "2026-11-29", mine: name === me, hidden: name === hidden })), next: null },
    });
    const section = get("section");
    section.setAttribute("open", "");
    new Community(section).show(5);
    await pass(0);
    const labels = [...section.querySelectorAll("button")].map((/** @type {any} */ button) => button.getAttribute("aria-label")).filter(Boolean);
    const lines = ["p.muted", "h3", "a"].flatMap((selector) => [...section.querySelectorAll(selector)].map(({ textContent }) => textContent));
    return [...labels, ...lines.filter((text) => !NAMES.includes(text))];
  },
  words: (/** @type {string} */ name) => (name === "name" ? NAMES : []),
  claims: {
    "community.like": ({ likes }, { count }) => Number(count) === likes.length,
    "community.mean": ({ votes }, { difficulty, count }) => Number(count) === votes.length && Math.abs(Number(difficulty) - sum(votes) / votes.length) <= 0.05,
    "community.no-votes": ({ votes }) => !votes.length,
    "community.comments": ({ comments }, { count }) => Number(count) === comments.length,
    "community.log-in": ({ me }) => me === null,
    "community.remove.of": ({ comments, me }, { name }) => name === me && comments.includes(name),
    "community.report.of": ({ comments, me }, { name }) => me !== null && name !== me && comments.includes(name),
    "community.hide.of": ({ comments, moderates, hidden }, { name }) => moderates && name !== hidden && comments.includes(name),
    "community.unhide.of": ({ comments, moderates, hidden }, { name }) => moderates && name === hidden && comments.includes(name),
  },
};

const BOARD = { width: 4, height: 1, palette: { "-": "floor", ".": "goal" }, terrain: ["2-.."], pieces: [{ kind: "pusher", cells: [0] }, { kind: "box", cells: [1] }, { kind: "box", cells: [2] }] };
const BOXES = 2;

/** Players as what each has played: moves, boxes that are home, the second in which all were, and games won before. */
const ADA = { name: "Ada", line: "rrRl", home: 1, at: null, won: 1, rating: { value: 1510, provisional: false, change: 12 } };
const BO = { name: "Bo", line: "rrRRlu", home: 2, at: 8.26, won: 2, rating: { value: 1490, provisional: true, change: null } };
const CY = { name: "Cy", line: "", home: 0, at: null, won: 0, rating: null };
const DI = { name: "Di", line: "RRR", home: 2, at: 3.5, won: 3, rating: { value: 1720, provisional: false, change: -7 } };

/** A room as the server sends it: who sits there from seat 0 on. @param {any[]} sitting @param {object} [more] */
const room = (sitting, more = {}) => {
  const fields = made({ kind: "race", phase: "running", best_of: 1, seats: 4, ...more });
  const players = sitting.map(({ name, line, home, at, won, rating, state = "here" }, seat) => ({
    seat, name, state, ready: state === "here", finished: fields.phase === "waiting" || fields.kind === "match" ? null : at, wins: won, account: rating && name, rating,
    progress: fields.phase === "waiting" || fields.kind === "match" ? null : { depth: line.length, boxes_on_goals: home },
  }));
  const game = { key: "sokoban", name: "Sokoban", players: 1 };
  const level = { id: 1, title: "Corridor", author: "" };
  return made({ is: "room", code: "ABCDEF", host: "Ada", hosting: false, you: null, game, level, spectators: 0, winner: null, class: null, games: 0, decided: false, leader: null, failed: false, paused: false, seconds: 5, tick: 0, board: BOARD, players, ...fields });
};

const AWAY = { ...CY, state: "away" };
const ROOMS = [
  room([], { phase: "waiting" }),
  room([CY], { phase: "waiting", you: 0 }),
  room([ADA, CY], { phase: "waiting" }),
  room([ADA], { phase: "waiting", kind: "match", seats: 2 }),
  room([ADA, BO], { phase: "waiting", kind: "match", seats: 2 }),
  room([ADA, BO, AWAY]),
  room([ADA, BO, CY], { you: 0 }),
  room([ADA, BO, DI], { you: 1 }),
  room([ADA, BO], { kind: "match", seats: 2, you: 1 }),
  room([ADA, BO], { paused: true, you: 0 }),
  room([ADA, BO, DI], { phase: "over", winner: 2, you: 2 }),
  room([ADA, BO, DI], { phase: "over", winner: 2, you: 0 }),
  room([ADA, CY], { phase: "over", you: 0 }),
  room([ADA, CY], { phase: "over", failed: true }),
  room([ADA, BO, DI], { phase: "over", best_of: 7, games: 6, decided: true, leader: 2, winner: 1, you: 2 }),
  room([ADA, BO, DI], { phase: "over", best_of: 7, games: 6, decided: true, leader: 2, winner: 1, you: 1 }),
  room([ADA, ADA], { phase: "over", best_of: 3, games: 3, decided: true }),
  room([ADA, BO], { best_of: 5, games: 3 }),
];
const me = (/** @type {any} */ { you, players }) => players.find((/** @type {any} */ { seat }) => seat === you);
const enough = (/** @type {any} */ { kind, players, seats }) => players.length >= (kind === "match" ? seats : 2);
const mostWon = (/** @type {any} */ { players }) => Math.max(...players.map((/** @type {any} */ { wins }) => wins));
const isOver = (/** @type {any} */ one) => one.phase === "over" && !one.failed;
const isSeries = (/** @type {any} */ one) => isOver(one) && one.best_of > 1 && one.decided;

/** @type {Family} */
const games = {
  worlds: ROOMS,
  says: (/** @type {any} */ one) => [statusText(one), seriesText(one)].filter(Boolean),
  words: (/** @type {string} */ name) => (name === "name" ? [...NAMES, "Di"] : []),
  claims: {
    "live.wait.players": (one) => one.phase === "waiting" && !enough(one),
    "live.wait.ready": (one) => one.phase === "waiting" && enough(one),
    "live.watching": (one) => one.phase === "running" && !me(one),
    "live.paused": ({ paused }) => paused,
    "live.running.race": (one) => one.kind === "race" && me(one).finished === null,
    "live.running.match": ({ kind, phase }) => kind === "match" && phase === "running",
    "live.done": (one) => me(one).finished !== null && one.phase === "running",
    "live.over.failed": ({ failed }) => failed,
    "live.over.draw": (one) => isOver(one) && !isSeries(one) && one.winner === null,
    "live.over.you": (one) => isOver(one) && one.winner === one.you && one.players.every((/** @type {any} */ { finished }) => (finished ?? Infinity) >= me(one).finished),
    "live.over.other": (one, { name }) => isOver(one) && one.players[one.winner].name === name && me(one).name !== name,
    "live.series.draw": (one) => isSeries(one) && one.players.filter((/** @type {any} */ { wins }) => wins === mostWon(one)).length > 1,
    "live.series.you": (one) => isSeries(one) && me(one).wins === mostWon(one),
    "live.series.other": (one, { name }) => isSeries(one) && one.players.find((/** @type {any} */ { wins }) => wins === mostWon(one)).name === name && me(one).name !== name,
    "live.series.game": ({ games: played, best_of, phase }, { game, games: all }) => Number(all) === best_of && Number(game) === played + (phase === "running" ? 1 : 0),
  },
};

/** @type {Family} */
const seats = {
  worlds: ROOMS.flatMap((one) => Array.from({ length: one.seats }, (_, seat) => ({ one, player: one.players[seat], seat }))),
  says: ({ one, seat }) => {
    const item = seatList(one, () => {}).find((/** @type {any} */ { dataset }) => Number(dataset.seat) === seat + 1);
    if (!item) return [];
    const parts = [".tag", ".count", ".score", ".meter span", ".seat-name .muted", ".seat-name.muted"].flatMap((selector) => [...item.querySelectorAll(selector)]);
    return parts.map((part) => (part.getAttribute("aria-label") ?? part.textContent ?? "").trim());
  },
  claims: {
    "live.free": ({ player }) => player === undefined,
    "live.you": ({ one, seat }) => one.you === seat,
    "live.away": ({ player }) => player.state === "away",
    "live.ready": ({ one, player }) => one.phase !== "running" && player.ready,
    "live.won": ({ one, player, seat }) => isOver(one) && one.winner === seat && player !== undefined,
    "live.finished": ({ player }, { seconds }) => Math.abs(Number(seconds) - player.finished) <= 0.05 && player.progress.boxes_on_goals === BOXES,
    "live.progress": ({ player }, { boxes, all, depth }) => {
      const { line, home } = [ADA, BO, CY, DI].find(({ name }) => name === player.name) ?? ADA;
      return Number(boxes) === home && Number(all) === BOXES && Number(depth) === line.length;
    },
    "live.wins": ({ player }, { count }) => Number(count) === player.wins,
    "live.rating": ({ player: { rating } }, { rating: shown }) => !rating.provisional && shown === `${rating.value} ${rating.change < 0 ? "−" : "+"}${Math.abs(rating.change)}`,
    "live.rating.provisional": ({ player: { rating } }, { rating: shown }) => rating.provisional && Number(shown) === rating.value,
  },
};

/** Open rooms, as the lobby lists them. */
const LISTS = [
  [],
  [{ code: "A", kind: "race", title: "Corridor", players: ["Ada"], seats: 4, best_of: 1 }],
  [{ code: "B", kind: "match", title: "", players: [], seats: 2, best_of: 5 }],
  [{ code: "C", kind: "match", title: "Corner", players: ["Ada", "Bo"], seats: 3, best_of: 3 }],
];
/** @type {Family} */
const lobby = {
  worlds: LISTS,
  says: async (/** @type {any} */ rooms) => {
    bodyWith("#lobby", "#status", "input#name", "form#join input", "#name-field", "#race", "#match", "#rooms");
    serve({ "GET /me": { account: null }, "GET /collections": { collections: [], next: null }, "GET /games": { games: [] }, "GET /rooms": { rooms } });
    await openLobby(document.body);
    const parts = [...document.querySelectorAll("#rooms li.muted"), ...document.querySelectorAll("#rooms span")];
    return parts.map(({ textContent }) => textContent ?? "").filter((text) => !rooms.some((/** @type {any} */ { players }) => players.length && text === players.join(", ")));
  },
  claims: {
    "live.none": (rooms) => !rooms.length,
    "live.race": ([{ kind }]) => kind === "race",
    "live.match": ([{ kind }]) => kind === "match",
    "live.best-of": ([{ best_of }], { games: most }) => Number(most) === best_of && best_of > 1,
    "live.empty": ([{ players }]) => !players.length,
    "live.taken": ([{ players, seats: all }], { taken, seats: shown }) => Number(taken) === players.length && Number(shown) === all,
  },
};

const FAMILIES = { opinions, games, seats, lobby };
for (const [name, family] of Object.entries(FAMILIES)) law(`what is said of ${name} is true`, family, "community", "live");

const BUTTON = "names a button";
/** Texts that claim nothing of what people have said, and why. */
const OF_COMMUNITY = {
  "community.difficulty": "names a choice",
  "community.difficulty.1": "names a choice", "community.difficulty.2": "names a choice", "community.difficulty.3": "names a choice",
  "community.difficulty.4": "names a choice", "community.difficulty.5": "names a choice", "community.difficulty.none": "names a choice",
  "community.hide": BUTTON, "community.unhide": BUTTON, "community.remove": BUTTON, "community.report": BUTTON, "community.more": BUTTON, "community.send": BUTTON,
  "community.reason": "asks", "community.write": "asks",
  "community.reported": "is said once the server has taken a report", "community.sent": "is said once the server has taken a comment",
};
/** Texts that claim nothing of a room, its games and its players, and why. */
const OF_ROOMS = {
  "live.account": "is said of whom the server sends an account and no rating",
  "live.board.of": "names a board by who sits there, see live-page.test.js",
  "live.guest": "names whoever has given no name, see live-page.test.js",
  "live.clock": "is the time of the page's clock, see live-page.test.js",
  "live.joined": "is said of a seat that was free, see live-page.test.js",
  "live.left": "is said of a seat that is free, see live-page.test.js",
  "live.spectators": "is the count that the server sends, see live-page.test.js",
  "live.copied": "is said once the link is copied",
  "live.gone": "is of the connection", "live.lost": "is of the connection", "live.moved": "is of another window",
  "live.games": "names a choice", "live.one-game": "names a choice",
  "live.enter": BUTTON, "live.give-up": BUTTON, "live.match.open": BUTTON, "live.next.game": BUTTON, "live.race.open": BUTTON, "live.ready.say": BUTTON,
  "live.rematch": BUTTON, "live.rematch.series": BUTTON, "live.sit": BUTTON, "live.stand": BUTTON, "live.start": BUTTON, "live.storm": "names a page",
};
lawOfKeys("community", /^community\./, [opinions], OF_COMMUNITY);
lawOfKeys("live", /^live\.(?!class\.)/, [games, seats, lobby], OF_ROOMS);
