/** The key table: which chords do what, as the user may change it. */

import { hasText, t } from "../core/i18n.js";

/**
 * @typedef {object} Binding
 * @property {string} action its text is that of "key.ACTION"
 * @property {string} group its text is that of "keys.GROUP"
 * @property {string[]} chords
 */

/** @param {string} group @param {Record<string, string[]>} table @returns {Binding[]} */
const group = (group, table) => Object.entries(table).map(([action, chords]) => ({ action, group, chords }));

const DIGITS = [..."1234567890"];

/** @type {readonly Binding[]} */
const BINDINGS = [
  ...group("steps", {
    left: ["ArrowLeft", "a", "h"],
    up: ["ArrowUp", "w", "k"],
    right: ["ArrowRight", "d", "l"],
    down: ["ArrowDown", "s", "j"],
    "run-left": ["Ctrl+ArrowLeft"],
    "run-up": ["Ctrl+ArrowUp"],
    "run-right": ["Ctrl+ArrowRight"],
    "run-down": ["Ctrl+ArrowDown"],
    "push-left": ["Shift+ArrowLeft"],
    "push-up": ["Shift+ArrowUp"],
    "push-right": ["Shift+ArrowRight"],
    "push-down": ["Shift+ArrowDown"],
    hop: ["g"],
    act: ["Space"],
    next: ["."],
    previous: [","],
  }),
  ...group("history", {
    undo: ["u", "Ctrl+z", "Backspace"],
    redo: ["Ctrl+Shift+z", "Ctrl+y", "Insert"],
    "undo-all": ["Home"],
    "redo-all": ["End"],
    restart: ["r"],
    replay: ["p"],
    faster: ["+", "="],
    slower: ["-"],
    reverse: ["v"],
    ...Object.fromEntries(DIGITS.map((digit) => [`snapshot-${digit}`, [`Alt+Shift+${digit}`]])),
    ...Object.fromEntries(DIGITS.map((digit) => [`recall-${digit}`, [`Alt+${digit}`]])),
  }),
  ...group("help", {
    hint: ["?"],
    dead: ["x"],
    bound: ["b"],
    eye: ["i"],
    describe: ["t"],
    pushable: ["m"],
  }),
  ...group("view", {
    rulers: ["n"],
    checkerboard: ["c"],
    turn: ["o"],
    flip: ["f"],
    "zoom-in": ["PageUp"],
    "zoom-out": ["PageDown"],
  }),
  ...group("levels", {
    "previous-level": ["["],
    "next-level": ["]"],
    "previous-unsolved": ["{"],
    "next-unsolved": ["}"],
    keys: ["F1"],
    cancel: ["Escape"],
  }),
];

/** Where a French keyboard has other letters under the same fingers. @type {Record<string, string[]>} */
const AZERTY = {
  left: ["ArrowLeft", "q", "h"],
  up: ["ArrowUp", "z", "k"],
};

/** Where macOS keeps Ctrl and the arrows for itself. @type {Record<string, string[]>} */
const MAC = {
  "run-left": ["Alt+ArrowLeft"],
  "run-up": ["Alt+ArrowUp"],
  "run-right": ["Alt+ArrowRight"],
  "run-down": ["Alt+ArrowDown"],
};

/**
 * Return the table of a keyboard.
 * @param {"qwerty" | "azerty"} keyboard
 * @param {Record<string, string[]>} [own] the bindings of the user, by action
 * @param {boolean} [mac]
 * @returns {Binding[]}
 */
export function bindings(keyboard, own = {}, mac = false) {
  const preset = { ...(keyboard === "azerty" ? AZERTY : {}), ...(mac ? MAC : {}), ...own };
  return BINDINGS.map((binding) => ({ ...binding, chords: preset[binding.action] ?? binding.chords }));
}

/**
 * Return the actions by chord; where two have the same one, the binding of the user wins.
 * @param {readonly Binding[]} table
 * @param {Record<string, string[]>} [own]
 */
export function byChord(table, own = {}) {
  const ordered = [...table].sort((a, b) => Number(a.action in own) - Number(b.action in own));
  return new Map(ordered.flatMap(({ action, chords }) => chords.map((chord) => /** @type {const} */ ([chord, action]))));
}

/** @typedef {Partial<KeyboardEvent> & {key: string}} KeyPress of which a chord depends on the key and the modifiers */

/**
 * Return a key press as a chord such as "Ctrl+Shift+z"; "" for a modifier alone.  Letters are small; Shift is named with
 * letters and named keys only, as a character such as "?" needs it on some keyboards and not on others.
 * @param {KeyPress} event
 */
export function chordOf(event) {
  if (["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process"].includes(event.key)) return "";
  const graph = event.getModifierState?.("AltGraph") ?? false; // what it makes is a character of its own
  const ctrl = !graph && (event.ctrlKey || event.metaKey);
  const alt = !graph && event.altKey;
  const digit = alt && event.code?.startsWith("Digit") ? event.code.slice(5) : "";
  const key = digit || (event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key);
  const letter = key.length > 1 || /\p{L}/u.test(key) || digit;
  return [ctrl && "Ctrl", alt && "Alt", event.shiftKey && letter && "Shift", key].filter(Boolean).join("+");
}

/**
 * Return the player whose key it is: the arrows and Enter are those of the first of two; 0 where there is one.
 * @param {string} chord
 * @param {number} players
 */
export function playerOf(chord, players) {
  if (players < 2) return 0;
  return chord.includes("Arrow") || chord === "Enter" ? 1 : 2;
}

/**
 * Return what a chord does that is in no table: the first of two players, whose hand is at the arrows, stands still with Enter.
 * @param {string} chord
 * @param {number} players
 */
export const extraAction = (chord, players) => (players > 1 && chord === "Enter" ? "act" : "");

/**
 * Return the keys of one of two players as they are printed: those of the steps, and the one to stand still with.
 * @param {readonly Binding[]} table
 * @param {number} player
 */
export function keysOf(table, player) {
  const of = (/** @type {string} */ action) => table.find((binding) => binding.action === action)?.chords ?? [];
  const steps = ["up", "left", "down", "right"].map((action) => of(action).find((chord) => playerOf(chord, 2) === player));
  const still = player === 1 ? "Enter" : of("act").find((chord) => playerOf(chord, 2) === player);
  return { steps: steps.filter((chord) => chord !== undefined).map(capsOf).join(" "), still: still ? capsOf(still) : "" };
}

/** The labels of keys. @type {Record<string, string>} */
const CAPS = {
  ArrowLeft: "←",
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowDown: "↓",
  Backspace: "⌫",
  Escape: "Esc",
};

/** Return a key as it is printed where the language is spoken. @param {string} key */
const capOf = (key) => CAPS[key] ?? (hasText(`cap.${key}`) ? t(`cap.${key}`) : key.length === 1 ? key.toUpperCase() : key);

/** Return a chord as printed on the keys. @param {string} chord */
export const capsOf = (chord) => (chord === "+" ? ["+"] : chord.split("+")).map(capOf).join("+");
