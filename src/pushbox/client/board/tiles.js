/** Drawings of terrain: what lies on the floor of one cell, from (0, 0) to (SIDE, SIDE). */

import { svg } from "../core/dom.js";
import { arrow, badge, colourClass, colourGlyph, flower, numeral, wires } from "./glyphs.js";

/** @type {Record<string, (terrain: Terrain, layout: Layout) => Element[]>} */
const TILES = {
  goal: (terrain) => {
    const number = terrain.player || terrain.number;
    const plain = !number && !terrain.colour;
    const ring = svg("circle", { class: "ring", cx: 50, cy: 50, r: plain ? 27 : 35 });
    if (plain) return [ring, svg("circle", { class: "dot", cx: 50, cy: 50, r: 9 })];
    return [ring, number ? numeral(number) : colourGlyph(terrain.colour ?? "", 50, 50, 1.3)];
  },
  floor: (terrain) => (terrain.player ? [svg("circle", { class: "landing", cx: 50, cy: 50, r: 30 })] : []),
  filter: (terrain) => [
    svg("rect", { class: "pane", x: 4, y: 4, width: 92, height: 92, rx: 10 }),
    svg("path", { class: "mesh", d: "M4 34L34 4M4 65L65 4M6 94L94 6M35 96L96 35M66 96L96 66" }),
    colourGlyph(terrain.colour ?? "", 50, 50, 1.1),
  ],
  lock: () => [
    svg("path", { class: "clasp", d: "M10 32V18Q10 10 18 10H32M68 10H82Q90 10 90 18V32M90 68V82Q90 90 82 90H68M32 90H18Q10 90 10 82V68" }),
    svg("path", { class: "keyhole", d: "M50 34A10 10 0 0 1 55 53L59 68H41L45 53A10 10 0 0 1 50 34Z" }),
  ],
  ice: () => [
    svg("rect", { class: "pane", x: 1, y: 1, width: 98, height: 98, rx: 6 }),
    svg("path", { class: "gleam", d: "M16 44L44 16M22 62L62 22M56 84L84 56M70 88L88 70" }),
  ],
  conveyor: (terrain, { toScreen }) => [
    svg("rect", { class: "belt", x: 3, y: 3, width: 94, height: 94, rx: 8 }),
    arrow(toScreen(terrain.direction), "chevrons", "M-34-22L-12 0L-34 22M-10-22L12 0L-10 22M14-22L36 0L14 22"),
  ],
  hole,
  weak: (terrain) => {
    if (!terrain.uses) return hole();
    const plate = svg("rect", { class: "plate", x: 5, y: 5, width: 90, height: 90, rx: 10 });
    const first = svg("path", { class: "crack", d: "M12 30L36 40L44 58L66 62L88 84" });
    if (terrain.uses > 2) return [plate, first, numeral(terrain.uses, 68, 34)];
    if (terrain.uses === 2) return [plate, first];
    return [plate, first, svg("path", { class: "crack", d: "M36 40L50 14M44 58L28 86M66 62L84 36M50 14L62 20M28 86L20 78" })];
  },
  dye: (terrain) => [
    svg("path", { class: "drop", d: "M50 14C64 36 74 47 74 61A24 24 0 0 1 26 61C26 47 36 36 50 14Z" }),
    colourGlyph(terrain.colour ?? "", 50, 62, 0.8),
  ],
  teleporter: (terrain) => [
    svg("circle", { class: "gate", cx: 50, cy: 50, r: 42 }),
    svg("circle", { class: "gate inner", cx: 50, cy: 50, r: 34 }),
    numeral(terrain.pair),
  ],
  flower: (terrain) => [
    svg("rect", { class: "bed", x: 0, y: 0, width: 100, height: 100 }),
    flower(1.05),
    colourGlyph(terrain.colour ?? "", 50, 50, 0.55),
  ],
  terminal: (terrain, { toScreen }) => {
    const parts = [wires(terrain.ports, toScreen), svg("rect", { class: "hub", x: 24, y: 24, width: 52, height: 52, rx: 14 })];
    if (terrain.role === "source") parts.push(svg("path", { class: "bolt", d: "M55 28L34 54H48L44 73L66 46H52Z" }));
    else if (terrain.role === "bomb") {
      parts.push(svg("circle", { class: "bomb", cx: 48, cy: 54, r: 16 }), svg("path", { class: "spark", d: "M59 43L66 34M68 40L74 38M66 30L67 25" }));
      if (terrain.uses) parts.push(svg("path", { class: "crack", d: "M30 30L70 70M70 30L30 70" }));
    } else parts.push(svg("circle", { class: "pin", cx: 50, cy: 50, r: 9 }));
    return parts;
  },
  sticky: () => [
    svg("rect", { class: "pane", x: 3, y: 3, width: 94, height: 94, rx: 14 }),
    svg("path", { class: "dots", d: "M25 25h.1M50 25h.1M75 25h.1M37 50h.1M63 50h.1M25 75h.1M50 75h.1M75 75h.1" }),
  ],
};

function hole() {
  return [
    svg("rect", { class: "rim", x: 5, y: 5, width: 90, height: 90, rx: 26 }),
    svg("rect", { class: "depth", x: 12, y: 15, width: 76, height: 74, rx: 22 }),
  ];
}

/**
 * Draw the terrain of a cell; return null for bare floor and walls, which are drawn as wholes.
 * @param {Terrain} terrain
 * @param {Layout} layout
 * @param {boolean} reveal whether what is hidden is drawn too, as an editor does
 */
export function drawTerrain(terrain, layout, reveal) {
  const disguised = terrain.looks !== null && !terrain.uses && !reveal;
  const shown = disguised ? { ...terrain, kind: terrain.looks ?? "", ports: 0, colour: null, number: 0, player: 0 } : terrain;
  const parts = TILES[shown.kind]?.(shown, layout) ?? [];
  if (terrain.looks && !disguised) parts.push(...disguiseFrame(terrain, layout));
  if (!parts.length) return null;
  const worn = ["dye", "teleporter"].includes(shown.kind) && !shown.uses ? " worn" : "";
  const owner = shown.player ? ` p${shown.player}` : "";
  const colour = shown.colour ? ` ${colourClass(shown.colour)}` : "";
  return svg("g", { class: `tile ${shown.kind}${worn}${owner}${colour}` }, ...parts);
}

/**
 * Draw the frame of a cell that looks, or looked, like something else.
 * @param {Terrain} terrain
 * @param {Layout} layout
 */
function disguiseFrame(terrain, { toScreen }) {
  const frame = svg("rect", { class: "disguise", x: 9, y: 9, width: 82, height: 82, rx: 8 });
  const parts = [frame, badge("?", "question", 24, 24)];
  return terrain.ports ? [...parts, wires(terrain.ports, toScreen)] : parts;
}
