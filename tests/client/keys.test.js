/** Laws of the key table, and of the commands of its actions. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { layout } from "../../src/pushbox/client/board/geometry.js";
import { commandOf } from "../../src/pushbox/client/play/keyboard.js";
import { bindings, byChord, capsOf, chordOf, extraAction, keysOf, playerOf } from "../../src/pushbox/client/play/keys.js";

/** @param {string} key @param {Partial<import("../../src/pushbox/client/play/keys.js").KeyPress>} [rest] */
const chord = (key, rest = {}) => chordOf({ key, ...rest });

test("no chord means two things, on no keyboard", () => {
  for (const keyboard of /** @type {const} */ (["qwerty", "azerty"])) {
    for (const mac of [false, true]) {
      const chords = bindings(keyboard, {}, mac).flatMap((binding) => binding.chords);
      const twice = chords.filter((chord, index) => chords.indexOf(chord) !== index);
      assert.deepEqual(twice, []);
    }
  }
});

test("the letters of the two hands are steps", () => {
  const table = byChord(bindings("qwerty"));
  assert.deepEqual([..."wasdhjkl"].map((key) => table.get(key)), ["up", "left", "down", "right", "left", "down", "up", "right"]);
  const french = byChord(bindings("azerty"));
  assert.deepEqual([..."zqsd"].map((key) => french.get(key)), ["up", "left", "down", "right"]);
});

test("chords are read from events on any keyboard", () => {
  assert.equal(chord("Z", { ctrlKey: true, shiftKey: true }), "Ctrl+Shift+z");
  assert.equal(chord("z", { metaKey: true }), "Ctrl+z");
  assert.equal(chord("R"), "r");
  assert.equal(chord("?", { shiftKey: true }), "?");
  assert.equal(chord("{", { ctrlKey: true, altKey: true, getModifierState: (name) => name === "AltGraph" }), "{");
  assert.equal(chord("¡", { altKey: true, code: "Digit1" }), "Alt+1");
  assert.equal(chord("!", { altKey: true, shiftKey: true, code: "Digit1" }), "Alt+Shift+1");
  assert.equal(chord("ArrowUp", { shiftKey: true }), "Shift+ArrowUp");
  assert.equal(chord(" "), "Space");
  assert.equal(chord("Shift", { shiftKey: true }), "");
});

test("a binding of the user wins", () => {
  const own = { undo: ["x"] };
  assert.equal(byChord(bindings("qwerty", own), own).get("x"), "undo");
  assert.equal(byChord(bindings("qwerty", own), own).get("u"), undefined);
});

test("chords are shown as they stand on the keys", () => {
  assert.equal(capsOf("Ctrl+Shift+z"), "Ctrl+Shift+Z");
  assert.equal(capsOf("Shift+ArrowUp"), "Shift+↑");
  assert.equal(capsOf("+"), "+");
  useTexts("de", JSON.parse(readFileSync(new URL("../../src/pushbox/client/i18n/de/common.json", import.meta.url), "utf8")));
  assert.deepEqual(["Ctrl+Shift+z", "Space", "PageUp", "Alt+1"].map(capsOf), ["Strg+Umschalt+Z", "Leertaste", "Bild auf", "Alt+1"]);
  useTexts("en", {});
});

test("where two play, the arrows are those of the first", () => {
  assert.equal(playerOf("ArrowUp", 2), 1);
  assert.equal(playerOf("w", 2), 2);
  assert.equal(playerOf("w", 1), 0);
  assert.deepEqual(commandOf("up", 2), { do: "press", key: "up", player: 2 });
  assert.deepEqual(commandOf("up"), { do: "press", key: "up" });
});

test("where two play, each has a key to stand still with", () => {
  assert.deepEqual([playerOf("Enter", 2), extraAction("Enter", 2)], [1, "act"]);
  assert.deepEqual([playerOf("Space", 2), extraAction("Space", 2)], [2, ""]);
  assert.equal(extraAction("Enter", 1), "");
  assert.deepEqual(commandOf("act", 1), { do: "press", key: "act", player: 1 });
  assert.deepEqual(commandOf("act"), { do: "press", key: "act" });
});

test("the keys of each of two players are named as the table has them", () => {
  const table = bindings("qwerty");
  assert.deepEqual(keysOf(table, 1), { steps: "↑ ← ↓ →", still: "Enter" });
  assert.deepEqual(keysOf(table, 2), { steps: "W A S D", still: "Space" });
  assert.equal(keysOf(bindings("azerty"), 2).steps, "Z Q S D");
  assert.equal(keysOf(bindings("qwerty", { left: ["4"], act: ["0"] }), 2).steps, "W 4 S D");
  assert.equal(keysOf(bindings("qwerty", { act: [] }), 2).still, "");
});

test("every page knows the commands of steps, runs and the history", () => {
  assert.deepEqual(commandOf("run-left"), { do: "run", key: "left", push: false });
  assert.deepEqual(commandOf("push-down"), { do: "run", key: "down", push: true });
  assert.deepEqual(commandOf("run-left", 1), { do: "press", key: "left", player: 1 }, "two at once only press keys");
  assert.deepEqual(commandOf("next", 2), { do: "press", key: "next" });
  assert.deepEqual(commandOf("undo-all"), { do: "goto", node: 0 });
  assert.equal(commandOf("rulers"), null);
  assert.equal(commandOf(""), null);
});

test("a direction of a rotated board is that of the screen", () => {
  const { toBoard } = layout(5, 3, 1);
  assert.deepEqual(commandOf("up", 0, toBoard), { do: "press", key: "left" });
});
