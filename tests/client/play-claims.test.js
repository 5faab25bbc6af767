/** What the page of a play says of a position is true of it: of rooms of which everything is known by trying it. */

import { bodyWith, get, pass } from "./fake-dom.js";
import { nameOf, beside, boardJson, boxOf, cellsWith, fewestPushes, isDeadCell, isLost, isPush, isSolved, numberOf, placeOf, pushes, reachOf, rooms, signAt, step, walksOf } from "./claims/room.js";
import { law, lawOfKeys } from "./claims/law.js";
import { cellLabel } from "../../src/pushbox/client/board/cell-labels.js";
import { readBoard } from "../../src/pushbox/client/board/model.js";
import { t } from "../../src/pushbox/client/core/i18n.js";
import { updateSettings } from "../../src/pushbox/client/core/settings.js";
import { outcomeText, positionText, pushNotes, transitionText } from "../../src/pushbox/client/play/announcements.js";
import { hintText, listPushable, showDeadSquares, showLowerBound } from "../../src/pushbox/client/play/assists.js";
import { Judge } from "../../src/pushbox/client/play/judge.js";
import { LimitsView } from "../../src/pushbox/client/play/limits.js";
import { Pointer } from "../../src/pushbox/client/play/pointer.js";

/** @import { Family } from "./claims/law.js" */
/** @import { Room } from "./claims/room.js" */

/** @type {(fields: object) => any} */
const made = (fields) => fields; // what the client has of it here
const boardOf = (/** @type {Room} */ room) => readBoard(boardJson(room));
const ROOMS = rooms(40, 7);
const OPEN = ROOMS.filter((room) => !isLost(room) && !isSolved(room));
const LOST = ROOMS.filter(isLost);
const SHOWN = [...OPEN.slice(0, 8), ...LOST.slice(0, 8), ["######", "#@ * #", "######"]];
const LETTERS = [..."lurd"];
const NAMES = { l: "left", u: "up", r: "right", d: "down" };
const directions = () => Object.values(NAMES).map((name) => t(`direction.${name}`));
const letterOf = (/** @type {string} */ word) => LETTERS[directions().indexOf(word)];
const boxes = (/** @type {string} */ count) => t("pieces.box", { count: Number(count) });
const spoken = () => get("#live-polite").textContent;
const far = (/** @type {string} */ one, /** @type {string} */ other) => placeOf(one).reduce((sum, at, axis) => sum + Math.abs(at - placeOf(other)[axis]), 0);
/** The pushes after which a room can still be won. @param {Room} room */
const winning = (room) => pushes(room).filter(({ after }) => !isLost(after));
const deadCells = (/** @type {Room} */ room) => cellsWith(room, " @+.$*").filter((cell) => isDeadCell(room, cell));

/** Sentences end with a stop, and a blank comes between two. @param {string} text */
const sentences = (text) => text.split(/(?<=[.。!！]) /);

/** @type {Family} */
const positions = {
  worlds: [
    ...SHOWN.map((room) => made({ room, outcome: { status: isSolved(room) ? "solved" : "playing", reason: "", winner: 0 } })),
    ...LOST.slice(0, 3).map((room, at) => made({ room, outcome: { status: "lost", reason: at ? "the time is over" : "", winner: 0 } })),
    ...[1, 2].map((winner) => made({ room: SHOWN[0], outcome: { status: "lost", reason: "", winner } })),
    ...[["#####", "#@$ #", "#####"], ["#####", "#@$$#", "#####"]].map((room) => made({ room, outcome: { status: "playing", reason: "", winner: 0 } })),
  ],
  says: (/** @type {any} */ { room, outcome }) => {
    const [player] = cellsWith(room, "@+");
    return [...sentences(positionText(boardOf(room), made({ focus: [numberOf(room, player)], outcome }), "")), outcomeText(made({ outcome }))];
  },
  claims: {
    "announce.boxes": ({ room }, { home, all, pieces }) =>
      Number(home) === cellsWith(room, "*").length && Number(all) === cellsWith(room, "$*").length && pieces === boxes(all),
    "announce.pieces": ({ room }, { count, pieces }) =>
      Number(count) === cellsWith(room, "$*").length && !cellsWith(room, ".+*").length && pieces === boxes(count),
    "announce.focus": ({ room }, { cell }) => "@+".includes(signAt(room, cell)),
    "announce.goal": ({ room }, { cell }) => {
      const [player] = cellsWith(room, "@+");
      return ".+".includes(signAt(room, cell)) && cellsWith(room, ".+").every((other) => far(other, player) >= far(cell, player));
    },
    "announce.playing": ({ room, outcome }) => !isSolved(room) && outcome.status === "playing",
    "announce.lost": ({ room, outcome }) => outcome.status === "lost" && isLost(room),
    "announce.lost.why": ({ room, outcome }, { why }) => why === outcome.reason && isLost(room),
    "announce.winner": ({ outcome }, { player }) => Number(player) === outcome.winner,
    solved: ({ room }) => isSolved(room),
  },
};

/** Boards of which one has a piece elsewhere, or without it. */
const MOVES = OPEN.slice(0, 6).flatMap((room) => pushes(room).map(({ before, letter, after }) => ({ before, letter, after })));
const onlyBox = (/** @type {any} */ { before, after }) => [before, after].map((room) => ({ ...boardOf(room), pieces: boardOf(room).pieces.slice(1) }));
/** @type {Family} */
const transitions = {
  worlds: MOVES,
  says: (/** @type {any} */ move) => {
    const [before, after] = onlyBox(move); // the walk of the player is a sentence of its own
    const moved = after.pieces.find((piece) => before.pieces.every(({ cells }) => cells[0] !== piece.cells[0]));
    const left = before.pieces.find((piece) => after.pieces.every(({ cells }) => cells[0] !== piece.cells[0]));
    const rest = before.pieces.filter((piece) => piece !== left);
    const now = { ...after, pieces: [...rest, { .../** @type {Piece} */ (moved), id: left?.id ?? 0 }] };
    return [transitionText(before, now), transitionText(before, { ...before, pieces: rest })];
  },
  words: (/** @type {string} */ name) => (name === "piece" ? ["pusher", "box", "stone"].map((kind) => t(`piece.${kind}`)) : []),
  claims: {
    "announce.moved": (move, { piece, cell }) => piece === t("piece.box") && cell === beside(boxOf(move), move.letter) && signAt(move.after, cell) === "$",
    "announce.home": (move, { piece, cell }) => piece === t("piece.box") && cell === beside(boxOf(move), move.letter) && signAt(move.after, cell) === "*",
    "announce.gone": (_, { piece }) => piece === t("piece.box"),
  },
};

/** @type {Family} */
const pushable = {
  worlds: [...SHOWN, ["####", "#@*#", "####"]].map((room) => ({ room, boxes: cellsWith(room, "$*").map((box) => [box, pushes(room).filter((push) => boxOf(push) === box)]) })),
  says: async (/** @type {any} */ { room, boxes }) => {
    bodyWith();
    const cells = boxes.filter((/** @type {[string, any[]]} */ [, all]) => all.length).map((/** @type {[string, any[]]} */ [box, all]) => [numberOf(room, box), ...new Set(all.map(({ letter }) => NAMES[/** @type {"l"} */ (letter)]))]);
    const client = { confirmed: boardOf(room), pending: [], state: { focus: [], outcome: { status: "playing" } }, query: async () => ({ cells }) };
    listPushable(made({ client, watch: () => () => {}, board: { setOverlay: () => {} } }));
    await pass(0);
    const items = [...document.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
    return [...items, ...[...pushNotes(cells).values()].flat()];
  },
  words: (/** @type {string} */ name) => (name === "piece" ? ["pusher", "box"].map((kind) => t(`piece.${kind}`)) : name.startsWith("direction") ? directions() : []),
  claims: {
    "pushable.none": ({ room }) => !pushes(room).length,
    "pushable.item": ({ room }, { cell, piece, direction }) => piece === t("piece.box") && pushes(room).some((push) => boxOf(push) === cell && push.letter === letterOf(direction)),
    "announce.pushable": ({ room }, { directions: all }) => {
      const letters = all.split(" ").map(letterOf).sort().join();
      return cellsWith(room, "$*").some((box) => letters === [...new Set(pushes(room).filter((push) => boxOf(push) === box).map(({ letter }) => letter))].sort().join());
    },
  },
};

/** Rooms on a line of pushes: the last one is lost, since a push or from the start. */
const LINES = [
  ...OPEN.slice(0, 8).flatMap((room) => {
    const push = pushes(room).find(({ after }) => isLost(after));
    const first = winning(room).find(({ after }) => !isSolved(after));
    const second = first && pushes(first.after).find(({ after }) => isLost(after));
    return [push ? [room, push.after] : [], first && second ? [room, first.after, second.after] : []].filter((line) => line.length);
  }),
  ...LOST.slice(0, 3).map((room) => [room]),
];
const ARROWS = "←↑→↓";
/** @type {Family} */
const hints = {
  worlds: [
    ...OPEN.slice(0, 8).map((room) => {
      const [{ before, letter, walk, after }] = winning(room);
      const box = boxOf({ before, letter });
      const [stand] = cellsWith(before, "@+");
      const cells = { region: numberOf(room, stand), cell: numberOf(room, box), target: numberOf(room, beside(box, letter)) };
      const status = { status: "winnable", since: null, node: null };
      const { region, cell, target } = cells;
      return { room, after, hints: [status, { ...status, region }, { ...status, cell }, { ...status, cell, target }, { ...status, cell, target, moves: walk }, { ...status, cell, target, path: [cell, target], moves: "5,2>" }] };
    }),
    ...LINES.map((line) => ({ room: line[line.length - 1], line, hints: [{ status: "lost", since: line.length - 1, node: 0 }, { status: "lost", since: null, node: null }] })),
    ...["B2", "C2"].map((stone) => ({ room: ["#####", `#${stone === "B2" ? "S  " : " S "}#`, "#####"], hints: [{ status: "winnable", since: null, node: null, cell: 5 + placeOf(stone)[1], target: 5 + placeOf(stone)[1] }] })),
  ],
  says: (/** @type {any} */ world) => world.hints.map((/** @type {any} */ hint) => hintText(hint, boardOf(world.room))),
  words: (/** @type {string} */ name) => (name === "moves" ? ["", ..."lurd"].map((letters) => [...letters].map((letter) => ARROWS[LETTERS.indexOf(letter)]).join("")).concat("B2 → B3", "B3 → E3") : []),
  claims: {
    "hint.winnable": ({ room }) => !isLost(room),
    "hint.lost": ({ room }) => isLost(room),
    "hint.never": ({ line }) => isLost(line[0]),
    "hint.since": ({ line }, { push }) => isLost(line[Number(push)]) && !isLost(line[Number(push) - 1]),
    "hint.region": ({ room }, { cell }) => winning(room).some((push) => far(boxOf(push), cell) <= 1),
    "hint.cell": ({ room }, { cell }) => winning(room).some((push) => boxOf(push) === cell),
    "hint.target": ({ room }, { cell, target }) => winning(room).some((push) => boxOf(push) === cell && beside(cell, push.letter) === target),
    "hint.moves": ({ room }, { moves }) => {
      const cells = moves.match(/[A-Z]\d+/g);
      if (cells) return winning(room).some((push) => boxOf(push) === cells[0] && beside(cells[0], push.letter) === cells[1]);
      const line = [...moves].map((arrow) => LETTERS[ARROWS.indexOf(arrow)]);
      const [last, before] = line.reduce((/** @type {any[]} */ [at], letter) => [step(at, letter), at], [room, room]);
      return isPush(before, last) && !isLost(last);
    },
    "hint.fix": ({ room }, { cell }) => signAt(room, cell) === "S",
  },
};

/** Say what an action announces. @param {() => unknown} act */
async function announced(act) {
  bodyWith("#card");
  await act();
  await pass(0);
  return spoken();
}

const PROOF = "a box stands on a dead square";
/** @type {Family} */
const analyses = {
  worlds: [...SHOWN.slice(0, 12).map((room) => ({ room, hides: false })), { room: SHOWN[0], hides: true }],
  says: async (/** @type {any} */ { room, hides }) => {
    const bound = isLost(room) ? null : cellsWith(room, "$").length; // each box that is not home moves
    const analysis = { dead: deadCells(room).map((cell) => numberOf(room, cell)), bound, proof: PROOF, phrase: null };
    const client = { game: { hides }, reverse: false, command: () => {}, phase: "alone", query: async () => analysis };
    const controller = made({ client, level: {}, board: { querySelector: () => null, setOverlay: () => {} } });
    return [await announced(() => showDeadSquares(controller)), await announced(() => showLowerBound(controller))];
  },
  claims: {
    "analyse.none": ({ hides }) => hides,
    "analyse.dead": ({ room }, { count }) => Number(count) === cellsWith(room, " @$").filter((cell) => isDeadCell(room, cell)).length,
    "analyse.bound": ({ room }, { count }) => Number(count) <= (fewestPushes(room) ?? -1) && Number(count) > 0,
    "analyse.proof": ({ room }, { why }) => isLost(room) && why === PROOF,
  },
};

/** Pushes that lose the room: to a dead square or elsewhere. */
const LOSING = OPEN.flatMap((room) => pushes(room).filter(({ after }) => isLost(after)).map(({ before, letter, after }) => ({ room: after, before, letter })));
const isOnDead = (/** @type {any} */ { before, letter, room }) => isDeadCell(room, beside(boxOf({ before, letter }), letter));
/** @type {Family} */
const judgements = {
  worlds: [...LOSING.filter(isOnDead).slice(0, 6), ...LOSING.filter((one) => !isOnDead(one)).slice(0, 3), { room: OPEN[0] }],
  says: async (/** @type {any} */ world) => {
    if (!isLost(world.room)) return []; // for claims to refuse
    const { room, before, letter } = world;
    const cell = beside(boxOf({ before, letter }), letter);
    const reasons = isOnDead(world) ? [{ dead: numberOf(room, cell), boxes: [], cells: [] }] : [];
    /** @type {string[]} */
    const texts = [];
    const card = { show: (/** @type {string} */ _, /** @type {string} */ title, /** @type {any[]} */ parts) => texts.push(title, ...parts.map(({ textContent }) => textContent)) };
    const query = async (/** @type {any} */ { do: what }) => (what === "judge" ? { status: "lost", reasons } : { dead: deadCells(before).map((name) => numberOf(before, name)) });
    const client = { state: { node: 1, outcome: { status: "playing" } }, tree: { get: () => ({ pushed: true }) }, reverse: false, has: () => true, query, displayed: boardOf(before), focus: [], foresee: () => boardOf(room) };
    globalThis.fetch = async () => { throw new Error("no server"); };
    updateSettings({ warn: "before" });
    const judge = new Judge(made({ client, level: {}, card, board: { board: boardOf(room), setOverlay: () => {} } }));
    await announced(() => judge.judge());
    judge.open();
    await pass(0);
    if (isOnDead(world)) texts.push(await announced(() => judge.guarded(made({ do: "type", text: letter }))));
    updateSettings({ warn: "after" });
    return texts;
  },
  claims: {
    "judge.lost": ({ room }) => isLost(room),
    "judge.searched": ({ room }) => isLost(room),
    "judge.dead": ({ room }, { cell }) => "$*".includes(signAt(room, cell)) && isDeadCell(room, cell),
    "judge.before": ({ room, before }, { cell }) => isDeadCell(room, cell) && "$*".includes(signAt(room, cell)) && !"$*".includes(signAt(before, cell)),
  },
};

/** @type {Family} */
const pointed = {
  worlds: [
    ...SHOWN.flatMap((room) => [...cellsWith(room, "$*"), ...cellsWith(room, ".")].map((tapped) => ({ room, tapped }))),
    { room: ["######", "#@ $ #", "######"], tapped: "D2" },
    ...["D2", "F2"].map((tapped) => ({ room: ["#######", "#@ $ .#", "#######"], tapped })),
    { room: ["#######", "#.@ $ #", "#######"], tapped: "F2" },
    { room: ["####", "# .#", "####"], tapped: "B2" },
  ],
  says: async (/** @type {any} */ { room, tapped }) => {
    /** @type {string[]} */
    const texts = [];
    const board = boardOf(room);
    const named = (/** @type {number} */ cell) => nameOf(Math.floor(cell / room[0].length), cell % room[0].length);
    const cells = (/** @type {string[]} */ names) => names.map((name) => numberOf(room, name));
    const [player] = cellsWith(room, "@+");
    const lostOf = (/** @type {string} */ name) => (reachOf(room, name).filter((to) => isDeadCell(room, to)));
    const pointer = new Pointer({
      board: () => board,
      focus: () => (player ? numberOf(room, player) : -1),
      reach: async (cell) => new Map(cell >= board.terrain.length ? [] : cells(named(cell) === player ? walksOf(room) : reachOf(room, named(cell))).map((to) => [to, 1])),
      lost: (cell) => cells(lostOf(named(cell))),
      path: async (from, to) => [from, to],
      origins: async (cell) => cells(cellsWith(room, "$*").filter((box) => reachOf(room, box).includes(named(cell)))),
      move: () => {},
      setOverlay: () => {},
      setCursor: () => {},
      announce: (notice, cell, count = 0, lost = 0) => texts.push(t(`pointer.${notice}`, { cell: cellLabel(board, cell), count, lost })),
    });
    await pointer.tap(numberOf(room, tapped));
    return texts;
  },
  words: (/** @type {string} */ name) => (name === "cell" ? [..."ABCDEF"].map((column) => `${column}2`) : []),
  claims: {
    "pointer.stuck": ({ room, tapped }, { cell }) => isNamed(cell, tapped) && !pushes(room).some((push) => boxOf(push) === tapped),
    "pointer.selected": ({ room, tapped }, { cell, count }) => isNamed(cell, tapped) && Number(count) === reachOf(room, tapped).length && !reachOf(room, tapped).some((to) => isDeadCell(room, to)),
    "pointer.selected.lost": ({ room, tapped }, { cell, count, lost }) =>
      isNamed(cell, tapped) && Number(count) === reachOf(room, tapped).length && Number(lost) === reachOf(room, tapped).filter((to) => isDeadCell(room, to)).length,
    "pointer.origins": ({ room, tapped }, { cell, count }) => isNamed(cell, tapped) && Number(count) === cellsWith(room, "$*").filter((box) => reachOf(room, box).includes(tapped)).length,
    "pointer.far": ({ room, tapped }, { cell }) => isNamed(cell, tapped) && !walksOf(room).includes(tapped),
    "pointer.none": ({ room, tapped }, { cell }) => isNamed(cell, tapped) && !cellsWith(room, "@+").length,
  },
};
/** Whether a label, such as "B2, box", is of a cell. @param {string} label @param {string} cell */
const isNamed = (label, cell) => /^[A-Z]+\d+/.exec(label)?.[0] === cell;

const LEFT = [8.7, 3.3, 1.1, 0.45]; // seconds
/** @type {Family} */
const limits = {
  worlds: [...LEFT.map((left, used) => ({ left, used, steps: 10, seconds: 60 })), { left: 30, used: 10, steps: 10, seconds: 60 }],
  says: async (/** @type {any} */ { left, used, steps, seconds }) => {
    bodyWith("#limits", "#lost");
    const view = new LimitsView(document.body, () => {});
    view.show(made({ limits: { steps, seconds }, state: { steps: used, seconds: seconds - left, running: true, outcome: { status: "playing" } } }));
    await pass(200);
    return [view.steps.textContent ?? "", ...(spoken() ? [spoken()] : [])];
  },
  claims: {
    "limits.used": ({ used, steps }, { used: shown, all }) => Number(shown) === used && Number(all) === steps,
    "limits.left": ({ left }, { count }) => Number(count) >= left - 0.2 && Number(count) < left + 1,
  },
};

const FAMILIES = { positions, transitions, pushable, hints, analyses, judgements, pointed, limits };
for (const [name, family] of Object.entries(FAMILIES)) law(`what is said of ${name} is true`, family, "play");

/** Texts that claim nothing of a position that could be counted, and why. */
const JUDGED = {
  "announce.steered": "names the piece that the keys steer now, as the server says",
  "hint.back": "names a button",
  "hint.do": "names a button",
  "hint.more": "names a button",
  "hint.thinking": "is said until a hint comes",
  "hint.title": "names a card",
  "hint.unknown": "is what a search ended with",
  "judge.since": "names a button",
  "judge.undo": "names a button",
  "limits.steps": "names a count",
  "limits.time": "names a count",
  "solved.assisted": "is said where the server says that helps were used",
  "solved.best": "is of the card of a solved level, see won.test.js",
  "solved.better": "is of the card of a solved level, see won.test.js",
  "solved.like": "names a button",
  "solved.next": "names a button",
  "solved.pure": "is said where the server says that no help was used",
  "solved.shown": "is said where the server says that the solution was shown",
};
lawOfKeys("play", /^(announce|hint|analyse|judge|pushable|pointer|limits|solved)(\.|$)/, Object.values(FAMILIES), JUDGED);
