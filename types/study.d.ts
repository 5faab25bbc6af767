/* Studies: a level with a tree of lines. */

declare namespace Study {
  /** A position, by the moves that lead to it from its parent, and what is said of it. */
  interface Node {
    parent: number;
    moves: string;
    comment: string;
    question: string;
    /** cells by what they are drawn as */
    marks: Readonly<Record<string, readonly number[]>>;
    arrows: readonly (readonly [number, number])[];
  }

  interface Value {
    title: string;
    author: string;
    level: LevelJson;
    nodes: readonly Node[];
  }

  /** A line: its nodes, their moves as JSON, the board at its start, and the moves to each node. */
  interface Traced {
    nodes: number[];
    moves: string;
    board: Board | null;
    line: Api.TracedMove[][];
  }
}
