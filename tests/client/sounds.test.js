/** Sounds: they never hold up the key that is the first to make one. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { updateSettings } from "../../src/pushbox/client/core/settings.js";
import { playSound, prepareSound } from "../../src/pushbox/client/play/sounds.js";

/** @type {(() => void)[]} */
const idle = [];
let made = 0;
let started = 0;
const param = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
const node = { frequency: param, gain: param, connect: (/** @type {unknown} */ to) => to, start: () => started++, stop() {} };

class FakeContext {
  state = "running";
  currentTime = 0;
  destination = {};
  constructor() {
    made++;
  }
  createOscillator = () => ({ ...node });
  createGain = () => ({ ...node });
}

test("the synthesizer is made when nothing is to do, once, and only where sounds are on", async () => {
  Object.assign(globalThis, { AudioContext: FakeContext, requestIdleCallback: (/** @type {() => void} */ make) => idle.push(make) });
  updateSettings({ sound: "off" });
  prepareSound();
  playSound("step");
  assert.equal(idle.length, 0);
  updateSettings({ sound: "on" });
  playSound("step");
  prepareSound();
  assert.deepEqual([idle.length, made, started], [1, 0, 0]);
  idle[0]();
  playSound("step");
  playSound("home");
  assert.deepEqual([idle.length, made, started], [1, 1, 3]);
});
