/** The dialogs of the play page with more tools and with the keys. */

import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { icon } from "../core/icons.js";
import { shippedText } from "../core/phrases.js";
import { settings, updateSettings } from "../core/settings.js";
import { openDialog } from "../ui/dialog.js";
import { settingCheckbox, settingSelect } from "../ui/settings.js";
import { currentBindings } from "./keyboard.js";
import { capsOf, chordOf } from "./keys.js";
import { FASTEST, SLOWEST } from "./replay.js";

/** @import { PlayController } from "./controller.js" */
/** @import { IconName } from "../core/icons.js" */

/** The commands without a button of their own, by what they are for. @type {Record<string, [string, IconName][]>} */
const MORE = {
  help: [["rules", "help"], ["keys", "help"], ["describe", "help"], ["dead", "close"], ["bound", "analyse"], ["eye", "eye"], ["solutions", "tick"]],
  play: [["hop", "right"], ["reverse", "undo"], ["edit", "edit"], ["analyse", "analyse"], ["study", "edit"]],
  view: [["turn", "turn"], ["flip", "flip"], ["zoom-in", "zoom"], ["zoom-out", "whole"]],
  exchange: [["copy", "copy"], ["copy-moves", "copy"], ["copy-all", "copy"], ["paste", "paste"]],
};

/**
 * Open the dialog of the commands without a button, the display settings and the snapshots.
 * @param {PlayController} controller
 */
export function openMore({ client, replay }) {
  const chords = new Map(currentBindings().map(({ action, chords }) => [action, chords[0]]));
  const textOf = (/** @type {string} */ command) =>
    command === "rules" ? t("about.rules", { game: shippedText("game.name", client.game?.name ?? "") }) : t(`key.${command}`);
  /** @param {string} group */
  const buttons = (group) => {
    const offered = MORE[group].filter(([command]) => client.has(command)).map(([command, name]) => {
      const chord = chords.get(command);
      return h("button", { "data-command": command }, icon(name), textOf(command), chord && h("kbd", {}, capsOf(chord)));
    });
    return [h("h3", {}, t(`more.${group}`)), h("div", { class: "more-grid" }, ...offered)];
  };
  const speed = h("input", { type: "range", min: SLOWEST, max: FASTEST, value: settings().speed, id: "speed" });
  speed.addEventListener("input", () => {
    replay.speed = Number(speed.value);
    updateSettings({ speed: Number(speed.value) });
  });
  openDialog(
    t("tool.more"),
    [
      ...buttons("help"),
      ...buttons("play"),
      settingCheckbox("through", t("settings.through")),
      settingCheckbox("dpad", t("settings.dpad")),
      ...buttons("view"),
      settingCheckbox("rulers", t("key.rulers")),
      settingCheckbox("checkerboard", t("key.checkerboard")),
      h("div", { class: "field" }, h("label", { htmlFor: "speed" }, t("settings.speed")), speed),
      ...buttons("exchange"),
      h("h3", {}, t("snapshots")),
      h("p", { class: "muted" }, t("snapshots.note")),
      h("div", { class: "slots" }, ...snapshotButtons(client.snapshots)),
    ],
    { wide: true },
  );
}

/** @param {Record<string, number>} snapshots */
function snapshotButtons(snapshots) {
  return [..."1234567890"].map((digit) => {
    const taken = digit in snapshots;
    const label = t(taken ? "snapshots.go" : "snapshots.keep", { slot: digit });
    const command = `${taken ? "recall" : "snapshot"}-${digit}`;
    return h("button", { "data-command": command, class: taken ? "primary" : "", "aria-label": label, title: label }, digit);
  });
}

/** Open the key table, in which each binding can be changed. */
export function openKeys() {
  const body = h("div", { class: "key-tables" });
  const draw = () => body.replaceChildren(...keyTables(draw));
  draw();
  const preset = settingSelect("keyboard", t("keyboard"), ["qwerty", "azerty"], draw);
  const reset = () => {
    updateSettings({ keys: {} });
    draw();
  };
  openDialog(t("key.keys"), [preset, h("p", { class: "muted" }, t("keys.note")), body], {
    wide: true,
    footer: [h("button", { onclick: reset }, t("keys.reset"))],
  });
}

/** @param {() => void} draw */
function keyTables(draw) {
  const table = currentBindings();
  const groups = [...new Set(table.map(({ group }) => group))];
  return groups.map((group) => {
    const rows = table
      .filter((binding) => binding.group === group && !/^(snapshot|recall)-[2-90]$/.test(binding.action))
      .map(({ action, chords }) => {
        const name = actionName(action);
        const caps = chords.map(capsOf);
        const label = t("keys.change", { action: name, keys: caps.join(" ") });
        const button = h("button", { "aria-label": label }, ...caps.flatMap((cap) => [h("kbd", {}, cap), " "]));
        button.addEventListener("click", () => captureKey(button, action, draw));
        return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, button));
      });
    return h("table", { class: "key-table" }, h("caption", {}, t(`keys.${group}`)), h("tbody", {}, ...rows));
  });
}

/** @param {string} action */
function actionName(action) {
  const [, kind, digit] = /^(snapshot|recall)-(\d)$/.exec(action) ?? [];
  return kind ? t(`key.${kind}`, { slot: digit }) : t(`key.${action}`);
}

/**
 * Bind the next key press to an action.
 * @param {HTMLElement} button
 * @param {string} action
 * @param {() => void} draw
 */
function captureKey(button, action, draw) {
  button.textContent = t("keys.press");
  /** @param {KeyboardEvent} event */
  function take(event) {
    const chord = chordOf(event);
    if (!chord) return;
    event.preventDefault();
    event.stopPropagation();
    button.removeEventListener("keydown", take);
    if (chord !== "Escape" || action === "cancel") updateSettings({ keys: { ...settings().keys, [action]: [chord] } });
    draw();
  }
  button.addEventListener("keydown", take);
}
