/**
 * The shapes of terrain and pieces, in a cell from (0, 0) to (100, 100), as `drawing.js` and pushbox.render draw them.
 *
 * The value is JSON, which Python reads.  A part is an element: its first key is the tag, whose value is the class; `parts`
 * are inside it.  `{trait}` stands for a trait, and `if` is when the part is drawn: conditions that must all hold, of
 * which one of several joined by `|` is enough.  `use` is a list of `shared`, `numeral` a short text, `glyph` the shape of
 * a colour, `glyphs` those of all cells, `wires` lines to the open sides, `outline` that of all cells.
 * @type {Shapes}
 */
export const SHAPES = {
  "glyphs": {
    "red": "M0-17L17 0L0 17L-17 0Z",
    "blue": "M0-15A15 15 0 1 1 0 15A15 15 0 1 1 0-15Z",
    "green": "M0-16L17 13H-17Z",
    "yellow": "M-13-13H13V13H-13Z",
    "black": "M-15-9L-9-15L0-6L9-15L15-9L6 0L15 9L9 15L0 6L-9 15L-15 9L-6 0Z",
    "orange": "M-6-16H6V-6H16V6H6V16H-6V6H-16V-6H-6Z",
    "purple": "M0-18L5-6L17-5L8 4L11 16L0 9L-11 16L-8 4L-17-5L-5-6Z",
    "cyan": "M-16-6A16 16 0 0 0 16-6L16 10A16 16 0 0 1-16 10Z",
    "white": "M-16-6H16V6H-16Z"
  },
  "aliases": {"pink": "purple", "magenta": "purple", "violet": "purple", "gray": "grey"},
  "classes": {
    "tile": {"worn": "kind=dye|kind=teleporter !uses", "p{player}": "player", "{tint}": "colour"},
    "figure": {"{tint}": "colour", "p{player}": "player", "fixed": "fixed", "spent": "spent", "fused": "fuse", "ghost": "hidden"}
  },
  "terrain": {
    "goal": [
      {"circle": "ring round", "cx": 50, "cy": 50, "r": 27, "if": "!player !number !colour"},
      {"circle": "dot round", "cx": 50, "cy": 50, "r": 9, "if": "!player !number !colour"},
      {"path": "pixels", "d": "M44 20H56V28H64V36H72V44H80V56H72V64H64V72H56V80H44V72H36V64H28V56H20V44H28V36H36V28H44ZM44 36V44H36V56H44V64H56V56H64V44H56V36Z", "if": "!player !number !colour"},
      {"circle": "ring", "cx": 50, "cy": 50, "r": 35, "if": "player|number|colour"},
      {"numeral": "{player}", "if": "player"},
      {"numeral": "{number}", "if": "number !player"},
      {"glyph": "{colour}", "scale": 1.3, "if": "colour !number !player"}
    ],
    "floor": [{"circle": "landing", "cx": 50, "cy": 50, "r": 30, "if": "player"}],
    "filter": [
      {"rect": "pane", "x": 4, "y": 4, "width": 92, "height": 92, "rx": 10},
      {"path": "mesh", "d": "M4 34L34 4M4 65L65 4M6 94L94 6M35 96L96 35M66 96L96 66"},
      {"glyph": "{colour}", "scale": 1.1}
    ],
    "lock": [
      {"path": "clasp", "d": "M10 32V18Q10 10 18 10H32M68 10H82Q90 10 90 18V32M90 68V82Q90 90 82 90H68M32 90H18Q10 90 10 82V68"},
      {"path": "keyhole", "d": "M50 34A10 10 0 0 1 55 53L59 68H41L45 53A10 10 0 0 1 50 34Z"}
    ],
    "ice": [
      {"rect": "pane", "x": 1, "y": 1, "width": 98, "height": 98, "rx": 6},
      {"path": "gleam", "d": "M16 44L44 16M22 62L62 22M56 84L84 56M70 88L88 70"}
    ],
    "conveyor": [
      {"rect": "belt", "x": 3, "y": 3, "width": 94, "height": 94, "rx": 8},
      {"path": "chevrons", "d": "M-34-22L-12 0L-34 22M-10-22L12 0L-10 22M14-22L36 0L14 22", "transform": "translate(50 50) rotate({turn})"}
    ],
    "hole": [{"use": "hole"}],
    "weak": [
      {"use": "hole", "if": "!uses"},
      {"rect": "plate", "x": 5, "y": 5, "width": 90, "height": 90, "rx": 10, "if": "uses"},
      {"path": "crack", "d": "M12 30L36 40L44 58L66 62L88 84", "if": "uses"},
      {"numeral": "{uses}", "x": 68, "y": 34, "if": "uses>2"},
      {"path": "crack", "d": "M36 40L50 14M44 58L28 86M66 62L84 36M50 14L62 20M28 86L20 78", "if": "uses=1"}
    ],
    "dye": [
      {"path": "drop", "d": "M50 14C64 36 74 47 74 61A24 24 0 0 1 26 61C26 47 36 36 50 14Z"},
      {"glyph": "{colour}", "y": 62, "scale": 0.8}
    ],
    "teleporter": [
      {"circle": "gate", "cx": 50, "cy": 50, "r": 42},
      {"circle": "gate inner", "cx": 50, "cy": 50, "r": 34},
      {"numeral": "{pair}"}
    ],
    "flower": [
      {"rect": "bed", "x": 0, "y": 0, "width": 100, "height": 100},
      {"g": "blossom", "transform": "translate(50 50) scale(1.05)", "parts": [{"use": "blossom"}]},
      {"glyph": "{colour}", "scale": 0.55}
    ],
    "terminal": [
      {"wires": "wires"},
      {"rect": "hub", "x": 24, "y": 24, "width": 52, "height": 52, "rx": 14},
      {"path": "bolt", "d": "M55 28L34 54H48L44 73L66 46H52Z", "if": "role=source"},
      {"circle": "bomb", "cx": 48, "cy": 54, "r": 16, "if": "role=bomb"},
      {"path": "spark", "d": "M59 43L66 34M68 40L74 38M66 30L67 25", "if": "role=bomb"},
      {"path": "crack", "d": "M30 30L70 70M70 30L30 70", "if": "role=bomb uses"},
      {"circle": "pin", "cx": 50, "cy": 50, "r": 9, "if": "!role=source !role=bomb"}
    ],
    "sticky": [
      {"rect": "pane", "x": 3, "y": 3, "width": 94, "height": 94, "rx": 14},
      {"path": "dots", "d": "M25 25h.1M50 25h.1M75 25h.1M37 50h.1M63 50h.1M25 75h.1M50 75h.1M75 75h.1"}
    ]
  },
  "disguise": [
    {"rect": "disguise", "x": 9, "y": 9, "width": 82, "height": 82, "rx": 8},
    {"g": "badge question", "parts": [{"circle": "", "cx": 24, "cy": 24, "r": 22}, {"numeral": "?", "x": 24, "y": 24, "size": 34}]},
    {"wires": "wires", "if": "ports"}
  ],
  "pieces": {
    "pusher": [
      {"ellipse": "shade", "cx": 50, "cy": 86, "rx": 30, "ry": 7},
      {"rect": "skin", "x": 15, "y": 15, "width": 70, "height": 70, "rx": 20, "if": "player=2"},
      {"circle": "skin round", "cx": 50, "cy": 50, "r": 37, "if": "!player=2"},
      {"path": "pixels", "d": "M34 14H66V22H78V34H86V66H78V78H66V86H34V78H22V66H14V34H22V22H34Z", "if": "!player=2"},
      {"path": "pixels edge", "d": "M34 10H66V18H82V34H90V66H82V82H66V90H34V82H18V66H10V34H18V18H34ZM34 18V26H26V34H18V66H26V74H34V82H66V74H74V66H82V34H74V26H66V18Z", "if": "!player=2"},
      {"g": "eyes", "parts": [
        {"ellipse": "eye", "cx": 38, "cy": 46, "rx": 9, "ry": 11},
        {"ellipse": "eye", "cx": 62, "cy": 46, "rx": 9, "ry": 11},
        {"circle": "pupil", "cx": 38, "cy": 47, "r": 4.5},
        {"circle": "pupil", "cx": 62, "cy": 47, "r": 4.5}
      ]},
      {"glyph": "{colour}", "y": 72, "scale": 0.62, "if": "colour"}
    ],
    "box": [
      {"rect": "shade", "x": 11, "y": 14, "width": 80, "height": 80, "rx": 12},
      {"rect": "skin round", "x": 9, "y": 9, "width": 82, "height": 82, "rx": 12},
      {"path": "pixels", "d": "M12 12H88V88H12Z"},
      {"path": "pixels edge", "d": "M8 8H92V92H8ZM16 16V84H84V16Z"},
      {"path": "pixels edge", "d": "M24 24h8v8h-8ZM32 32h8v8h-8ZM40 40h8v8h-8ZM52 52h8v8h-8ZM60 60h8v8h-8ZM68 68h8v8h-8ZM68 24h8v8h-8ZM60 32h8v8h-8ZM52 40h8v8h-8ZM40 52h8v8h-8ZM32 60h8v8h-8ZM24 68h8v8h-8ZM44 44h12v12h-12Z", "if": "!number !colour !ports !fuse !spent"},
      {"path": "shine", "d": "M14 24Q14 14 24 14H76Q86 14 86 24"},
      {"rect": "planks", "x": 20, "y": 20, "width": 60, "height": 60, "rx": 7, "if": "number|colour|ports|fuse|spent"},
      {"path": "planks", "d": "M22 22H78V78H22ZM22 22L78 78M78 22L22 78", "if": "!number !colour !ports !fuse !spent"},
      {"path": "boards", "d": "M11 36H89M11 64H89M28 11V89M72 11V89", "if": "!number !colour !ports !fuse !spent"},
      {"wires": "wires", "end": 41, "if": "ports"},
      {"circle": "pin", "cx": 50, "cy": 50, "r": 9, "if": "ports"},
      {"circle": "bomb", "cx": 46, "cy": 56, "r": 29, "if": "fuse|spent"},
      {"path": "spark", "d": "M67 35L74 28M79 33L86 31M75 22L77 15", "if": "fuse|spent"},
      {"numeral": "{fuse}", "x": 46, "y": 56, "size": 40, "if": "fuse"},
      {"path": "crack", "d": "M30 36L46 48L40 60L56 78M46 48L68 42", "if": "spent !fuse"},
      {"glyph": "{colour}", "scale": 0.6, "if": "colour number"},
      {"glyph": "{colour}", "scale": 1.4, "if": "colour !number"},
      {"numeral": "{number}", "size": 56, "if": "number"}
    ],
    "stone": [
      {"path": "stem", "d": "M50 50L{x} {y}", "if": "bloomed"},
      {"g": "", "transform": "translate({dx} {dy})", "if": "bloomed", "parts": [
        {"g": "blossom", "transform": "translate(50 50) scale(1)", "parts": [{"use": "blossom"}]},
        {"glyph": "{colour}", "scale": 0.5}
      ]},
      {"path": "shade", "d": "M61 9Q91 9 91 39L91 61Q91 91 61 91L39 91Q9 91 9 61L9 39Q9 9 39 9Z", "transform": "translate(2 4)"},
      {"path": "skin", "d": "M62 8Q92 8 92 38L92 62Q92 92 62 92L38 92Q8 92 8 62L8 38Q8 8 38 8Z"},
      {"path": "shine", "d": "M15 36Q15 15 36 15H64"},
      {"glyph": "{colour}", "scale": 1.2, "if": "bloomed"},
      {"path": "arrow", "d": "M-20-6H2V-18L22 0L2 18V6H-20Z", "transform": "translate(50 50) rotate({turn})", "if": "arrow>-1 !bloomed"},
      {"glyph": "{colour}", "x": 70, "y": 28, "scale": 0.5, "if": "arrow>-1 !bloomed turn=-180"},
      {"glyph": "{colour}", "x": 30, "y": 72, "scale": 0.5, "if": "arrow>-1 !bloomed turn=-90"},
      {"glyph": "{colour}", "x": 30, "y": 28, "scale": 0.5, "if": "arrow>-1 !bloomed turn>-1"},
      {"glyph": "{colour}", "scale": 1.4, "if": "colour arrow=-1 !bloomed"},
      {"path": "bolts", "d": "M24 24h.1M76 24h.1M24 76h.1M76 76h.1", "if": "fixed"},
      {"rect": "clamp", "x": 13, "y": 13, "width": 74, "height": 74, "rx": 24, "if": "fixed"}
    ],
    "block": [
      {"outline": "shade", "inset": 6, "radius": 16, "transform": "translate(2 4)"},
      {"outline": "skin", "inset": 6, "radius": 16},
      {"outline": "rim", "inset": 15, "radius": 10},
      {"glyphs": "glyph", "scale": 1.4}
    ],
    "circle": [
      {"circle": "shade", "cx": 52, "cy": 54, "r": 40},
      {"circle": "skin", "cx": 50, "cy": 50, "r": 41},
      {"path": "shine", "d": "M16 44A35 35 0 0 1 44 16"},
      {"circle": "rim", "cx": 50, "cy": 50, "r": 31},
      {"glyph": "{colour}", "scale": 1.4, "if": "colour"}
    ]
  },
  "marks": [
    {"g": "badge group", "if": "group", "parts": [{"circle": "", "cx": 76, "cy": 76, "r": 22}, {"numeral": "{group}", "x": 76, "y": 76, "size": 34}]},
    {"g": "badge owner", "if": "kind=pusher player", "parts": [{"circle": "", "cx": 76, "cy": 76, "r": 22}, {"numeral": "{player}", "x": 76, "y": 76, "size": 34}]},
    {"g": "tick", "if": "!kind=pusher", "parts": [{"circle": "", "cx": 80, "cy": 20, "r": 16}, {"path": "", "d": "M72.500 20.500L78 26L88 14.500"}]}
  ],
  "shared": {
    "hole": [
      {"rect": "rim", "x": 5, "y": 5, "width": 90, "height": 90, "rx": 26},
      {"rect": "depth", "x": 12, "y": 15, "width": 76, "height": 74, "rx": 22}
    ],
    "blossom": [
      {"ellipse": "petal", "cx": 0, "cy": -20, "rx": 12.5, "ry": 17, "transform": "rotate(0)"},
      {"ellipse": "petal", "cx": 0, "cy": -20, "rx": 12.5, "ry": 17, "transform": "rotate(72)"},
      {"ellipse": "petal", "cx": 0, "cy": -20, "rx": 12.5, "ry": 17, "transform": "rotate(144)"},
      {"ellipse": "petal", "cx": 0, "cy": -20, "rx": 12.5, "ry": 17, "transform": "rotate(216)"},
      {"ellipse": "petal", "cx": 0, "cy": -20, "rx": 12.5, "ry": 17, "transform": "rotate(288)"},
      {"circle": "heart", "r": 11}
    ]
  },
  "ground": [
    {"class": "floor", "of": "floor", "outline": [0, 0]},
    {"class": "boards", "of": "floor", "rows": [33, 67]},
    {"class": "checks", "of": "odd", "squares": true},
    {"class": "grid", "of": "floor", "squares": true},
    {"class": "wall shade", "of": "wall", "outline": [0, 14]},
    {"class": "wall", "of": "wall", "outline": [0, 14]},
    {"class": "bricks", "of": "wall", "rows": [0, 25, 50, 75]},
    {"class": "joints", "of": "wall", "rows": [13, 38, 63, 88], "indent": 25},
    {"class": "hatch", "of": "wall", "rows": [50]},
    {"class": "wall rim", "of": "wall", "outline": [7, 9]}
  ],
  "overlays": {
    "reach": "dots", "path": "line", "arrow": "arrow", "lost": "crosses", "dead": "crosses", "cursor": "frame", "eye": "frame",
    "focus": "frame", "selected": "frame", "origins": "frame", "problem": "frame"
  },
  "below": ["reach", "lost", "dead", "area", "focus", "hint"]
};
