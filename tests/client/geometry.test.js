/** Laws of board/geometry.js and board/viewport.js. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { layout, outline } from "../../src/pushbox/client/board/geometry.js";
import { DELTAS } from "../../src/pushbox/client/board/tiling.js";
import { WHOLE, followViewport, hiddenSides, panViewport, visibleFrame, zoomViewport } from "../../src/pushbox/client/board/viewport.js";

test("turned and mirrored, places and cells are inverse, and steps go where directions say", () => {
  const steps = [-1, -5, 1, 5];
  for (let rotation = 0; rotation < 4; rotation++) {
    for (const flip of [false, true]) {
      const { place, cellAt, toScreen, toBoard, columns, rows } = layout(5, 3, rotation, flip);
      assert.deepEqual([columns, rows], rotation % 2 ? [3, 5] : [5, 3]);
      for (let cell = 0; cell < 15; cell++) assert.equal(cellAt(...place(cell)), cell);
      for (let direction = 0; direction < 4; direction++) {
        assert.equal(toBoard(toScreen(direction)), direction);
        const [x, y] = place(7);
        const [dx, dy] = DELTAS[toScreen(direction)];
        assert.deepEqual(place(7 + steps[direction]), [x + dx, y + dy]);
      }
    }
  }
});

test("an outline has no edge between its cells", () => {
  assert.equal(outline([[0, 0], [1, 0], [0, 1]]), "M200 0L200 100L100 100L100 200L0 200L0 0Z");
});

test("an outline goes around holes, and cells that touch at a corner are apart", () => {
  const around = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
  assert.equal(outline(/** @type {[number, number][]} */ (around)).match(/M/g)?.length, 2);
  assert.equal(outline([[0, 0], [1, 1]]).match(/M/g)?.length, 2);
});

test("an inset runs inside, with round corners", () => {
  assert.equal(outline([[0, 0]], 10, 20).startsWith("M70 10Q90 10 90 30"), true);
});

test("zooming keeps the point under the pointer, and never leaves the picture", () => {
  const frame = /** @type {const} */ ([0, 0, 800, 600]);
  const viewport = zoomViewport(WHOLE, 2, 0.25, 0.25);
  const [left, top, width, height] = visibleFrame(frame, viewport);
  assert.deepEqual([width, height], [400, 300]);
  assert.equal((200 - left) / width, 0.25);
  assert.equal((150 - top) / height, 0.25);
  assert.deepEqual(zoomViewport(viewport, 0.01), WHOLE);
  const [edge] = visibleFrame(frame, panViewport(viewport, -9, 0));
  assert.equal(edge, 0);
});

test("a point that is followed stays off the rim, and one within moves nothing", () => {
  const viewport = zoomViewport(WHOLE, 4);
  assert.deepEqual(followViewport(viewport, 0.5, 0.52), viewport);
  const moved = followViewport(viewport, 0.7, 0.5);
  assert.ok(Math.abs(0.7 - moved.x) <= 0.2 / 4 + 1e-9 && moved.y === 0.5);
  assert.deepEqual(hiddenSides(WHOLE), [false, false, false, false]);
  assert.deepEqual(hiddenSides(followViewport(viewport, 1, 0)), [true, false, false, true]);
});

const ASSUMPTIONS = [
  /\^ ?[12]\b/, // another direction
  /% ?4\b/,
  /\[0, 1, 2, 3\]/,
  /\["left", "up", "right", "down"\]/,
  /\b(cell|from|to|image|next|first)\b\)? ?[%/] ?(\w+\.)*width\b/, // row or column
  /\* ?(\w+\.)*width \+/, // cell
  /\b(cell|from|next) [-+] (\w+\.)*width\b/,
];

test("no other module than tiling.js computes directions, rows, columns or cells", () => {
  const root = new URL("../../src/pushbox/client/", import.meta.url);
  const modules = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const samples = `a ^ 2 a % 4 [0, 1, 2, 3] ["left", "up", "right", "down"] cell % board.width row * width + column cell - width`;
  for (const form of ASSUMPTIONS) assert.match(samples, form);
  const found = modules
    .filter((name) => name.replaceAll("\\", "/") !== "board/tiling.js")
    .flatMap((name) => readFileSync(new URL(name, root), "utf8").split("\n").map((line) => `${name}: ${line.trim()}`))
    .filter((line) => !line.includes(": * ") && ASSUMPTIONS.some((form) => form.test(line)));
  assert.deepEqual(found, []);
});
