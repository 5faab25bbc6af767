import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { walkThroughLines } from "../../src/pushbox/client/share/walk-through.js";
import { webm } from "../../src/pushbox/client/share/webm.js";

const [english, chinese] = ["en", "zh"].map((tag) => JSON.parse(readFileSync(new URL(`../../src/pushbox/client/i18n/${tag}/play.json`, import.meta.url), "utf-8")));

const BOARD = { width: 8, height: 5 };

test("a walk-through says how far each box goes, in the words of Chinese sites too", () => {
  const stretches = [{ box: 1, cells: [9, 11, 19, 18] }, { box: 12, cells: [30, 22] }];
  useTexts("en", english);
  assert.deepEqual(walkThroughLines(stretches, BOARD), ["Box 1: right 2, down 1, left 1", "Box 12: up 1"]);
  useTexts("zh", chinese);
  assert.deepEqual(walkThroughLines(stretches, BOARD), ["1号箱：右2，下1，左1", "12号箱：上1"]);
});

test("a box that slides askew is named by its cell, and one that is gone is said to be", () => {
  useTexts("en", english);
  assert.deepEqual(walkThroughLines([{ box: 2, cells: [9, 18, -1] }], BOARD), ["Box 2: to C3, off the board"]);
});

/**
 * Return the elements of a part of a file, each with its id and content.
 * @param {Uint8Array} bytes
 */
function elements(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const width = Math.clz32(bytes[at]) - 23;
    const id = Buffer.from(bytes.slice(at, at + width)).toString("hex");
    assert.equal(bytes[at + width], 1, "a length takes eight bytes");
    const length = Buffer.from(bytes.slice(at + width + 2, at + width + 8)).readUIntBE(0, 6);
    const start = at + width + 8;
    found.push({ id, content: bytes.slice(start, start + length) });
    at = start + length;
    assert.ok(at <= bytes.length, "an element ends within its parent");
  }
  return found;
}

test("a film has its pictures in clusters that begin with a key", () => {
  const data = new Uint8Array(300).fill(7);
  const times = [0, 150, 300, 31_000, 31_150];
  const chunks = times.map((milliseconds, index) => ({ data, milliseconds, key: index === 0 || index === 2 }));
  const [header, segment, ...rest] = elements(webm(chunks, { width: 320, height: 240, milliseconds: 31_500 }));
  assert.deepEqual([header.id, segment.id, rest], ["1a45dfa3", "18538067", []]);
  assert.deepEqual(elements(header.content).map(({ id }) => id), ["4286", "42f7", "42f2", "42f3", "4282", "4287", "4285"]);
  const [info, tracks, ...clusters] = elements(segment.content);
  const duration = elements(info.content).find(({ id }) => id === "4489");
  assert.equal(Buffer.from(duration?.content ?? []).readDoubleBE(0), 31_500);
  const [entry] = elements(tracks.content);
  const video = elements(entry.content).find(({ id }) => id === "e0");
  assert.deepEqual(elements(video?.content ?? new Uint8Array()).map(({ content }) => Buffer.from(content).readUInt32BE(0)), [320, 240]);
  const shown = clusters.map(({ id, content }) => {
    assert.equal(id, "1f43b675");
    const [time, ...blocks] = elements(content);
    const start = Buffer.from(time.content).readUInt32BE(0);
    return blocks.map(({ content: block }) => {
      assert.equal(block.length, 4 + data.length);
      return [start + Buffer.from(block).readInt16BE(1), block[3]];
    });
  });
  assert.deepEqual(shown, [[[0, 128], [150, 0]], [[300, 128]], [[31_000, 0], [31_150, 0]]]);
});
