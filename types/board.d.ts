/*
 * The board as `board/model.js` reads it, and as JSON writes it (docs/formats/json.md).
 *
 * A cell is one number, row * width + column, and a direction one of 0 to 3: left, up, right, down.
 */

interface Terrain {
  kind: string;
  colour: string | null;
  number: number;
  direction: number;
  uses: number;
  pair: number;
  /** a bit set of directions */
  ports: number;
  role: string | null;
  player: number;
  looks: string | null;
}

interface Piece {
  /** kept while it moves, so that a picture can follow it */
  id: number;
  kind: string;
  /** the first is the anchor */
  cells: readonly number[];
  /** one a cell, or none */
  colours: readonly string[];
  number: number;
  group: number;
  arrow: number;
  /** a bit set of directions */
  ports: number;
  fuse: number;
  player: number;
  fixed: boolean;
  bloomed: boolean;
  hidden: boolean;
  spent: boolean;
}

interface Board {
  width: number;
  height: number;
  /** one a cell, row by row */
  terrain: readonly Terrain[];
  pieces: readonly Piece[];
  counters: Readonly<Record<string, number>>;
  /** of the next piece that appears */
  nextId: number;
}

type TerrainJson = string | (Partial<Terrain> & { kind: string });
type PieceJson = Partial<Omit<Piece, "id">> & { kind: string; cells: number[] };

interface BoardJson {
  width: number;
  height: number;
  palette: Record<string, TerrainJson>;
  /** rows in run lengths */
  terrain: string[];
  pieces?: PieceJson[];
  counters?: [string, number][];
}

/** One part before and after it; null where the part appears or vanishes. */
interface Change {
  /** changes of one tick are shown together */
  tick: number;
  cause: string;
  /** of a terrain */
  cell?: number;
  terrain?: [TerrainJson | null, TerrainJson | null];
  piece?: [PieceJson | null, PieceJson | null];
  counter?: [[string, number] | null, [string, number] | null];
  who?: PieceJson;
}

/** A level as `pushbox.formats.json` writes it. */
interface LevelJson {
  game: string;
  board: BoardJson;
  title?: string;
  author?: string;
  notes?: string;
  options?: [string, string | number | boolean][];
  records?: { title: string; text: string; notes?: string }[];
  keys?: [string, string][];
}

type Size = { width: number; height: number };

/** Swaps rows and columns, or not, then mirrors left to right, or not, then top to bottom, or not. */
type Symmetry = { swap: boolean; mirror: boolean; flip: boolean };

/** Column and row on the picture, from 0. */
type Point = readonly [number, number];

/** Where the cells of a board lie on its picture, which may be turned and mirrored. */
interface Layout {
  /** of the board */
  width: number;
  height: number;
  /** of the picture */
  columns: number;
  rows: number;
  place(cell: number): Point;
  /** -1 off the board */
  cellAt(column: number, row: number): number;
  /** in a direction of the picture, -1 off the board */
  neighbour(cell: number, direction: number): number;
  /** a direction of the board as one of the picture */
  toScreen(direction: number): number;
  /** a direction of the picture as one of the board */
  toBoard(direction: number): number;
}

/** An element of a shape, whose first key is its tag and the value there its class (`board/shapes.js`). */
interface ShapePart {
  [attribute: string]: any;
  /** when it is drawn */
  if?: string;
  parts?: ShapePart[];
}

/** A part of the ground: lines through cells, their outline, or squares. */
interface GroundLayer {
  class: string;
  of: "wall" | "floor" | "odd";
  outline?: number[];
  rows?: number[];
  indent?: number;
  squares?: boolean;
}

/** What is drawn of terrain, pieces, the ground and overlays, for pages and for pictures. */
interface Shapes {
  /** shapes of colours around (0, 0) */
  glyphs: Record<string, string>;
  aliases: Record<string, string>;
  /** further classes of a drawing, each with when it has them */
  classes: Record<"tile" | "figure", Record<string, string>>;
  terrain: Record<string, ShapePart[]>;
  disguise: ShapePart[];
  pieces: Record<string, ShapePart[]>;
  marks: ShapePart[];
  shared: Record<string, ShapePart[]>;
  ground: GroundLayer[];
  overlays: Record<string, string>;
  below: string[];
}
