/** Laws of the gestures over a board: press, hold, drag, hover, pan, pinch and zoom. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { clock, pass } from "./fake-dom/clock.js";
import { Gestures } from "../../src/pushbox/client/board/gestures.js";

Object.assign(globalThis, clock);

/** An element with cells of 100 pixels in a row, and the gestures over it in order. */
function setup({ every = 200, pans = false } = {}) {
  let time = 0; // of the events, `every` milliseconds after each other
  /** @type {any[]} */
  const gestures = [];
  const element = Object.assign(new EventTarget(), { setPointerCapture: () => {} });
  const record = (/** @type {string} */ name) => (/** @type {any[]} */ ...values) => void gestures.push([name, ...values]);
  new Gestures(/** @type {any} */ (element), {
    cellAt: (x) => (x < 0 ? -1 : Math.floor(x / 100)),
    press: record("press"),
    hold: record("hold"),
    drag: record("drag"),
    hover: record("hover"),
    pans: () => pans,
    pan: record("pan"),
    zoom: record("zoom"),
  });
  /** @param {string} type @param {number} x @param {object} [more] */
  const pointer = (type, x, more = {}) => {
    const event = Object.assign(new Event(`pointer${type}`), { clientX: x, clientY: 0, button: 0, pointerId: 1, pointerType: "touch", ...more });
    element.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: (time += every) }));
  };
  return { element, gestures, pointer };
}

test("a finger that goes down and up is a press, also where it slips a little", () => {
  const { gestures, pointer } = setup();
  pointer("down", 95);
  pointer("move", 104);
  pointer("up", 95);
  assert.deepEqual(gestures, [["press", 0]]);
});

test("a finger that stays is a hold, and no press after it", async () => {
  const { gestures, pointer } = setup();
  pointer("down", 150);
  await pass(500);
  pointer("up", 150);
  assert.deepEqual(gestures, [["hold", 1]]);
});

test("a mouse that was held drags when it moves, a finger does not", async () => {
  for (const [pointerType, drags] of /** @type {const} */ ([["mouse", true], ["touch", false]])) {
    const { gestures, pointer } = setup();
    pointer("down", 50, { pointerType });
    await pass(500);
    pointer("move", 150, { pointerType });
    pointer("up", 150, { pointerType });
    const drag = [["drag", 0, 0, "start"], ["drag", 0, 1, "move"], ["drag", 0, 1, "end"]];
    assert.deepEqual(gestures, [["hold", 0], ...(drags ? drag : [])]);
  }
});

test("a finger that leaves its cell drags, cell by cell, to where it goes up", () => {
  const { gestures, pointer } = setup();
  pointer("down", 50);
  for (const x of [80, 150, 160, 250]) pointer("move", x);
  pointer("up", 260);
  assert.deepEqual(gestures, [
    ["drag", 0, 0, "start"],
    ["drag", 0, 1, "move"],
    ["drag", 0, 2, "move"],
    ["drag", 0, 2, "end"],
  ]);
});

test("a flick of a finger gives its drag up, and presses nothing; a mouse is never too quick", () => {
  const { gestures, pointer } = setup({ every: 50 });
  pointer("down", 50);
  pointer("move", 150);
  pointer("up", 150);
  pointer("down", 110);
  pointer("up", 140);
  assert.deepEqual(gestures.map(([, ...values]) => values[2]), ["start", "move", "cancel"]);
  pointer("down", 50, { pointerType: "mouse" });
  pointer("move", 150, { pointerType: "mouse" });
  pointer("up", 150, { pointerType: "mouse" });
  assert.deepEqual(gestures.at(-1), ["drag", 0, 1, "end"]);
});

test("a drag from a cell that pans moves what is visible, and no piece", () => {
  const { gestures, pointer } = setup({ pans: true });
  pointer("down", 50);
  for (const x of [70, 150, 190]) pointer("move", x);
  pointer("up", 190);
  assert.deepEqual(gestures, [["pan", 100, 0], ["pan", 40, 0]]);
});

test("a drag is given up when the browser takes the finger, or a second one comes", () => {
  for (const [type, pointerId] of /** @type {[string, number][]} */ ([["cancel", 1], ["down", 2]])) {
    const { gestures, pointer } = setup();
    pointer("down", 50);
    pointer("move", 150);
    pointer(type, 150, { pointerId });
    assert.deepEqual(gestures.at(-1), ["drag", 0, 1, "cancel"]);
  }
});

test("two fingers pan with their middle and zoom with their distance, and press nothing", () => {
  const { gestures, pointer } = setup();
  pointer("down", 100);
  pointer("down", 200, { pointerId: 2 });
  pointer("move", 300, { pointerId: 2 });
  pointer("up", 300, { pointerId: 2 });
  pointer("up", 100);
  assert.deepEqual(gestures, [["pan", 50, 0], ["zoom", 2, 200, 0]]);
});

test("a mouse hovers once a cell, and leaves", () => {
  const { gestures, pointer } = setup();
  for (const x of [10, 20, 110]) pointer("move", x, { pointerType: "mouse" });
  pointer("leave", 0);
  pointer("move", 10);
  assert.deepEqual(gestures, [["hover", 0], ["hover", 1], ["hover", -1]]);
});

test("the middle button pans, the right one is the browser's", () => {
  const { gestures, pointer } = setup();
  pointer("down", 50, { button: 1 });
  pointer("move", 70);
  pointer("up", 70);
  pointer("down", 50, { button: 2 });
  pointer("up", 50);
  assert.deepEqual(gestures, [["pan", 20, 0]]);
});

test("the wheel zooms with Ctrl only", () => {
  const { element, gestures } = setup();
  for (const ctrlKey of [false, true]) {
    element.dispatchEvent(Object.assign(new Event("wheel"), { ctrlKey, deltaY: -300, clientX: 7, clientY: 8 }));
  }
  assert.deepEqual(gestures, [["zoom", Math.E, 7, 8]]);
});
