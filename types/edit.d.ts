/* What the editor draws, and with what. */

declare namespace Edit {
  type Terrain = Exclude<TerrainJson, string>;
  type Piece = PieceJson;

  /** The board that the editor works on, its parts as JSON writes them, without their defaults. */
  interface Drawing extends Size {
    /** one a cell, row by row */
    terrain: readonly Terrain[];
    pieces: readonly Piece[];
    counters: readonly [string, number][];
  }

  type Scalar = string | number | boolean;

  /** What is edited: a drawing with its game and what a level says beside its board. */
  interface Doc {
    game: string;
    drawing: Drawing;
    /** those that differ from their default */
    options: readonly [string, Scalar][];
    title: string;
    author: string;
    notes: string;
    keys: readonly [string, string][];
  }

  /** What was, what is, at `index`, and what was undone. */
  type History<T> = { states: T[]; index: number };

  type TerrainBrush = { terrain: Terrain };
  /** `shape` is (row, column) offsets from the anchor; a board has at most one of a piece that is `single`. */
  type PieceBrush = { piece: Piece; shape: number[][]; shares: boolean; single: boolean };
  type Brush = TerrainBrush | PieceBrush;

  /** What a brush draws. */
  type Look = TerrainBrush | { piece: Piece; shape: number[][] };

  /**
   * `solid` is the kinds of terrain that nothing stands on, `unshared` the pieces, without their cells, that share a
   * cell with none.
   */
  type PlacementRules = { solid: string[]; unshared: Omit<Piece, "cells">[] };

  type Stroke = { brush: Brush; symmetries: Symmetry[]; rules: PlacementRules };
  type Tool = "pen" | "box" | "flood" | "erase" | "pick";

  type Layer = "ground" | "special" | "pieces" | "variants";
  /** `needed` is what every level has at least one of. */
  type Entry = { layer: Layer; brush: Brush; needed: boolean };

  /**
   * A property of a part that can be chosen, and how: a number from 0 on, one of the directions, a set of them, one of
   * the colours, a kind of terrain, or yes and no.
   */
  type Trait = { name: string; type: "number" | "direction" | "ports" | "colour" | "flag" | "kind" };

  /** Of a level that is in no library, null. */
  type LevelId = string | number | null;
}
