/** The board in the browser is drawn as pushbox.render draws it in pictures: both are held to the same golden data. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./fake-dom.js";
import { drawPiece, drawTerrain } from "../../src/pushbox/client/board/drawing.js";
import { layout } from "../../src/pushbox/client/board/geometry.js";
import { drawGround, drawRulers } from "../../src/pushbox/client/board/ground.js";
import { readBoard } from "../../src/pushbox/client/board/model.js";
import { drawOverlay } from "../../src/pushbox/client/board/overlays.js";

/**
 * @typedef {object} Drawn
 * @property {string} name
 * @property {BoardJson} board
 * @property {string} ground
 * @property {string} checkerboard
 * @property {string} rulers
 * @property {Record<string, string>} tiles by cell
 * @property {string[]} pieces
 * @property {Record<string, string>} overlays by name, over the same five cells
 */

/** @type {Drawn[]} */
const DRAWINGS = JSON.parse(readFileSync(new URL("../golden/pictures/drawings.json", import.meta.url), "utf8"));
const OVERLAID = [0, 1, 11, 12, 13];

/** Return an element as XML. @param {any} node @returns {string} */
function xml(node) {
  if (!node.tag) return node.textContent;
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
  const inside = node.childNodes.map(xml).join("");
  return node.childNodes.length ? `<${node.tag}${attributes}>${inside}</${node.tag}>` : `<${node.tag}${attributes}/>`;
}

for (const drawn of DRAWINGS) {
  const board = readBoard(drawn.board);
  const plan = layout(board.width, board.height);

  test(`${drawn.name}: floor, walls and rulers`, () => {
    assert.equal(xml(drawGround(board, plan, { checkerboard: false, reveal: false })), drawn.ground);
    assert.equal(xml(drawGround(board, plan, { checkerboard: true, reveal: false })), drawn.checkerboard);
    assert.equal(xml(drawRulers(plan)), drawn.rulers);
  });

  test(`${drawn.name}: terrain`, () => {
    const tiles = board.terrain.map((terrain) => drawTerrain(terrain, plan, false));
    const seen = tiles.flatMap((tile, cell) => (tile ? [[String(cell), xml(tile)]] : []));
    assert.deepEqual(Object.fromEntries(seen), drawn.tiles);
  });

  test(`${drawn.name}: pieces`, () => {
    assert.deepEqual(board.pieces.map((piece) => xml(drawPiece(piece, plan))), drawn.pieces);
  });

  test(`${drawn.name}: overlays`, () => {
    const names = Object.keys(drawn.overlays);
    const seen = names.map((name) => [name, xml(drawOverlay(name, OVERLAID, plan))]);
    assert.deepEqual(Object.fromEntries(seen), drawn.overlays);
  });
}
