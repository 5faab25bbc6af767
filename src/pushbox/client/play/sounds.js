/** Short sounds of a play, made by the browser's synthesizer: no files. Phones are quiet unless they are switched on. */

import { settings } from "../core/settings.js";

/** @typedef {"step" | "push" | "home" | "lost" | "solved"} Sound */
/** @typedef {{frequency: number, at?: number, long?: number, loud?: number, type?: OscillatorType}} Tone */

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  step: [{ frequency: 190, long: 0.035, loud: 0.05, type: "triangle" }],
  push: [{ frequency: 120, long: 0.08, loud: 0.12, type: "triangle" }],
  home: [{ frequency: 660, long: 0.12, loud: 0.1 }, { frequency: 880, at: 0.06, long: 0.14, loud: 0.1 }],
  lost: [{ frequency: 210, long: 0.16, loud: 0.1, type: "sawtooth" }, { frequency: 150, at: 0.12, long: 0.24, loud: 0.1, type: "sawtooth" }],
  solved: [523, 659, 784, 1047].map((frequency, index) => ({ frequency, at: index * 0.11, long: 0.22, loud: 0.12 })),
};

/** @type {AudioContext | undefined} */
let context;
let isAwaited = false;

/** Return whether sounds are on: on phones only where they are asked for. */
function hasSound() {
  const { sound } = settings();
  if (sound === "auto") return typeof matchMedia === "function" && matchMedia("(hover: hover) and (pointer: fine)").matches;
  return sound === "on";
}

/** Make ready to play sounds while nothing else is to do: it takes so long that a key would be painted late. */
export function prepareSound() {
  if (context || isAwaited || typeof AudioContext === "undefined" || !hasSound()) return;
  isAwaited = true;
  const make = () => (context = new AudioContext());
  if (typeof requestIdleCallback === "function") requestIdleCallback(make);
  else setTimeout(make);
}

/** Play a sound, unless sounds are off or not ready. @param {Sound} sound */
export function playSound(sound) {
  if (!hasSound()) return;
  if (context) playTones(context, TONES[sound]);
  else prepareSound();
}

/** @param {AudioContext} audio @param {Tone[]} tones */
function playTones(audio, tones) {
  if (audio.state === "suspended") audio.resume().catch(() => {}); // before the first key the browser is quiet
  for (const tone of tones) playTone(audio, tone);
}

/** @param {AudioContext} audio @param {Tone} tone */
function playTone(audio, { frequency, at = 0, long = 0.1, loud = 0.1, type = "sine" }) {
  const start = audio.currentTime + at;
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + long);
}
