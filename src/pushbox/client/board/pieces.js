/** Drawings of pieces, from (0, 0) to (SIDE, SIDE) around their anchor. */

import { svg } from "../core/dom.js";
import { SIDE, outline } from "./geometry.js";
import { arrow, badge, colourClass, colourGlyph, flower, numeral, tickMark, wires } from "./glyphs.js";

/** @import { Child } from "../core/dom.js" */

/** @type {Record<string, (piece: Piece, layout: Layout, offsets: Point[]) => Child[]>} */
const DRAWINGS = { pusher, box, stone, block, circle };

/** @param {Piece} piece */
function pusher({ player, colours: [colour] }) {
  return [
    svg("ellipse", { class: "shade", cx: 50, cy: 86, rx: 30, ry: 7 }),
    player === 2
      ? svg("rect", { class: "skin", x: 15, y: 15, width: 70, height: 70, rx: 20 })
      : svg("circle", { class: "skin", cx: 50, cy: 50, r: 37 }),
    svg(
      "g",
      { class: "eyes" },
      svg("ellipse", { class: "eye", cx: 38, cy: 46, rx: 9, ry: 11 }),
      svg("ellipse", { class: "eye", cx: 62, cy: 46, rx: 9, ry: 11 }),
      svg("circle", { class: "pupil", cx: 38, cy: 47, r: 4.5 }),
      svg("circle", { class: "pupil", cx: 62, cy: 47, r: 4.5 }),
    ),
    colour && colourGlyph(colour, 50, 72, 0.62),
  ];
}

/** @param {Piece} piece @param {Layout} layout */
function box({ number, colours: [colour], ports, fuse, spent }, { toScreen }) {
  return [
    svg("rect", { class: "shade", x: 11, y: 14, width: 80, height: 80, rx: 12 }),
    svg("rect", { class: "skin", x: 9, y: 9, width: 82, height: 82, rx: 12 }),
    svg("path", { class: "shine", d: "M14 24Q14 14 24 14H76Q86 14 86 24" }),
    ...(number || colour || ports || fuse || spent
      ? [svg("rect", { class: "planks", x: 20, y: 20, width: 60, height: 60, rx: 7 })]
      : [svg("path", { class: "planks", d: "M22 22H78V78H22ZM22 22L78 78M78 22L22 78" }), svg("path", { class: "boards", d: "M11 36H89M11 64H89M28 11V89M72 11V89" })]),
    ...(ports ? [wires(ports, toScreen, 41), svg("circle", { class: "pin", cx: 50, cy: 50, r: 9 })] : []),
    ...(fuse || spent ? bomb(fuse) : []),
    colour && colourGlyph(colour, 50, 50, number ? 0.6 : 1.4),
    number > 0 && numeral(number, 50, 50, 56),
  ];
}

/** @param {number} fuse 0 where it has burnt down */
function bomb(fuse) {
  return [
    svg("circle", { class: "bomb", cx: 46, cy: 56, r: 29 }),
    svg("path", { class: "spark", d: "M67 35L74 28M79 33L86 31M75 22L77 15" }),
    fuse ? numeral(fuse, 46, 56, 40) : svg("path", { class: "crack", d: "M30 36L46 48L40 60L56 78M46 48L68 42" }),
  ];
}

/** @param {Piece} piece @param {Layout} layout @param {Point[]} offsets */
function stone({ colours: [colour = ""], bloomed, arrow: aim, fixed }, { toScreen }, [, flowerAt]) {
  /** @type {SVGElement[]} */
  const body = [
    svg("path", { class: "shade", d: outline([[0, 0]], 9, 30), transform: "translate(2 4)" }),
    svg("path", { class: "skin", d: outline([[0, 0]], 8, 30) }),
    svg("path", { class: "shine", d: "M15 36Q15 15 36 15H64" }),
  ];
  if (bloomed && flowerAt) {
    const [dx, dy] = flowerAt;
    const stem = svg("path", { class: "stem", d: `M50 50L${50 + dx * SIDE} ${50 + dy * SIDE}` });
    body.unshift(stem, svg("g", { transform: `translate(${dx * SIDE} ${dy * SIDE})` }, flower(1), colourGlyph(colour, 50, 50, 0.5)));
    body.push(colourGlyph(colour, 50, 50, 1.2));
  } else if (aim >= 0) {
    const direction = toScreen(aim);
    body.push(arrow(direction), colourGlyph(colour, direction === 0 ? 70 : 30, direction === 1 ? 72 : 28, 0.5));
  } else if (colour) body.push(colourGlyph(colour, 50, 50, 1.4));
  if (fixed) {
    body.push(
      svg("path", { class: "bolts", d: "M24 24h.1M76 24h.1M24 76h.1M76 76h.1" }),
      svg("rect", { class: "clamp", x: 13, y: 13, width: 74, height: 74, rx: 24 }),
    );
  }
  return body;
}

/** @param {Piece} piece @param {Layout} _layout @param {Point[]} offsets */
function block({ colours }, _layout, offsets) {
  return [
    svg("path", { class: "shade", d: outline(offsets, 6, 16), transform: "translate(2 4)" }),
    svg("path", { class: "skin", d: outline(offsets, 6, 16) }),
    svg("path", { class: "rim", d: outline(offsets, 15, 10) }),
    ...offsets.map(([dx, dy], index) => {
      const colour = colours[index];
      return colour && svg("g", { class: colourClass(colour) }, colourGlyph(colour, dx * SIDE + 50, dy * SIDE + 50, 1.4));
    }),
  ];
}

/** @param {Piece} piece */
function circle({ colours: [colour] }) {
  return [
    svg("circle", { class: "shade", cx: 52, cy: 54, r: 40 }),
    svg("circle", { class: "skin", cx: 50, cy: 50, r: 41 }),
    svg("path", { class: "shine", d: "M16 44A35 35 0 0 1 44 16" }),
    svg("circle", { class: "rim", cx: 50, cy: 50, r: 31 }),
    colour && colourGlyph(colour, 50, 50, 1.4),
  ];
}

/**
 * Return the offsets of a piece's cells from its anchor on the picture.
 * @param {Piece} piece
 * @param {Layout} layout
 * @returns {Point[]}
 */
function offsetsOf(piece, { place }) {
  const [ax, ay] = place(piece.cells[0]);
  return piece.cells.map((cell) => {
    const [x, y] = place(cell);
    return [x - ax, y - ay];
  });
}

/**
 * Return a text that is equal for pieces that look alike, wherever they stand.
 * @param {Piece} piece
 * @param {Layout} layout
 */
export function drawingKey(piece, layout) {
  return JSON.stringify({ ...piece, id: 0, cells: offsetsOf(piece, layout) });
}

/**
 * Draw a piece.
 * @param {Piece} piece
 * @param {Layout} layout
 */
export function drawPiece(piece, layout) {
  const states = [
    piece.colours[0] && colourClass(piece.colours[0]),
    piece.player && `p${piece.player}`,
    piece.fixed && "fixed",
    piece.spent && "spent",
    piece.fuse > 0 && "fused",
    piece.hidden && "ghost",
  ];
  const draw = DRAWINGS[piece.kind] ?? box;
  return svg(
    "g",
    { class: ["figure", piece.kind, ...states.filter(Boolean)].join(" ") },
    ...draw(piece, layout, offsetsOf(piece, layout)),
    piece.group > 0 && badge(piece.group, "group"),
    piece.kind === "pusher" ? piece.player > 0 && badge(piece.player, "owner") : tickMark(),
  );
}
