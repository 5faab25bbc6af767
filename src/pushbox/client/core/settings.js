/** The settings of a visitor: looks, language, keys.  Kept in this browser. */

import { load, save } from "./storage.js";

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  skin: "plain",
  language: "",
  motion: "auto",
  rulers: false,
  checkerboard: false,
  through: false,
  swipe: true,
  dpad: false,
  warn: "after",
  sound: "auto",
  celebrate: true,
  speed: 6,
  keyboard: "qwerty",
  keys: {},
};

/** @type {Settings} */
let current = { ...DEFAULTS, ...load("settings", {}) };

/** @type {Set<(settings: Settings) => void>} */
const watchers = new Set();

/** @returns {Readonly<Settings>} */
export function settings() {
  return current;
}

/**
 * Change settings, keep them and call those who watch.
 * @param {Partial<Settings>} changed
 */
export function updateSettings(changed) {
  current = { ...current, ...changed };
  save("settings", current);
  for (const watcher of watchers) watcher(current);
}

/** Call a function now and after each change. @param {(settings: Settings) => void} watcher */
export function watchSettings(watcher) {
  watchers.add(watcher);
  watcher(current);
}

/** Return whether nothing may move by itself on the screen. */
export function reducedMotion() {
  return current.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Set theme and skin of the page, now and after each change. */
export function applyTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme, skin } = current;
    document.documentElement.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.skin = skin;
  };
  dark.addEventListener("change", apply);
  watchSettings(apply);
}
