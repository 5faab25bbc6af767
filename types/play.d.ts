/* A play over its WebSocket, and what the play page makes of it. */

declare namespace Play {
  /** "alone": played on without the server; "moved" to another window of the same visitor */
  type Phase = "connecting" | "open" | "lost" | "alone" | "moved" | "gone";
  type SocketHandlers = { message: (text: string) => void; closed: (code: number) => void };
  type Transport = { send: (text: string) => void; close: () => void };
  /** `ahead`: whether the server is to say what the next keys lead to */
  type Connect = (handlers: SocketHandlers, ahead?: boolean) => Transport;

  /** A command or a query. */
  type Request = { do: string; [name: string]: unknown };

  /** A change, in short where a piece comes to other cells: its kind, its cells before and after, and what else it has. */
  type ChangeRow = [tick: number, cause: string, kind: string, before: number | number[], after: number | number[], rest?: object] | Change;

  /** What the next keys lead to, as far as it is new. */
  interface Ahead {
    /** the position in which the play is */
    at: number;
    /** a position, a key, the position that it leads to, what is steered there, the changes; without these the key does nothing */
    edges: [from: number, key: number, to?: number, focus?: number[] | null, ...changes: ChangeRow[]][];
    /** positions of the history, with the changes that led to them */
    nodes: [node: number, ...changes: ChangeRow[]][];
  }

  /** What a key does. */
  type Edge = { to: number; changes: Change[] };

  /** What becomes of a board by drags, by targets. */
  type EndsMessage = [to: number, ...changes: ChangeRow[]][];
  /** The same by the texts of the two cells. */
  type Ends = { board: Board; through: boolean; changes: Map<string, Change[]> };

  /** A position as it is displayed, with those before and after it as far as they were displayed too. */
  interface Frame {
    board: Board;
    /** from what was displayed before it */
    changes: Change[];
    /** from the frame before */
    arrival: Change[];
    /** in the look-ahead, -1 where it is not known */
    position: number;
    /** in the history, -1 while the server has not numbered it */
    node: number;
    focus: number[] | null;
    before: Frame | null;
    after: Frame | null;
  }

  /** Of the current position. */
  interface State {
    node: number;
    depth: number;
    counts: Record<string, number>;
    outcome: { status: "playing" | "solved" | "lost"; reason: string; winner: number; phrase?: { code: string; params: Record<string, any>; text: string } };
    /** the cells of the piece that the keys steer */
    focus: number[] | null;
    branches: [number, string][];
    seconds: number;
    /** whether the clock runs */
    running?: boolean;
    /** used of the limit, null where there is none */
    steps?: number | null;
    /** the names of the helps that were used */
    assists?: string[];
  }

  /** How many steps and seconds may be used, as far as the level limits them. */
  type Limits = { steps?: number; seconds?: number };

  type Event =
    | { type: "phase"; phase: Phase }
    /** `merged`: what was played elsewhere at the same time is now part of the history */
    | { type: "opened"; board: Board; again: boolean; merged: boolean }
    /** changes of the displayed board */
    | { type: "applied"; changes: Change[]; confirmed: boolean }
    /** the displayed board is another one */
    | { type: "reset"; board: Board }
    | { type: "answered"; request: Request }
    | { type: "refused"; reason: string; request: Request }
    /** a command was not executed, as it takes a box to a cell where it is lost */
    | { type: "held"; cell: number; request: Request }
    | { type: "solution-saved"; pure: boolean }
    /** what has solved the level is a known solution that was shown, and not the player's */
    | { type: "solution-shown" }
    /** a message that is not of a play */
    | { type: "other"; message: any }
    | { type: "error"; message: string };

  /** What is done at each type of event, with the board as it was before; nothing at the others. */
  type Handlers = { [T in Event["type"]]?: (event: Extract<Event, { type: T }>, before: Board | null) => void };

  /** A position of the history as the server sends it. */
  type NodeRow = [id: number, parent: number | null, text: string, push: [from: number, to: number] | boolean | number, written?: string];

  interface Node {
    id: number;
    /** -1 for the start */
    parent: number;
    /** the move in the game's notation */
    text: string;
    /** the same as files write it, where nothing is steered */
    written: string;
    pushed: boolean;
    /** from and to where it pushed something, null where that is not known */
    push: readonly [number, number] | null;
    depth: number;
    /** oldest first */
    children: number[];
    /** the child that redo goes to, -1 for none */
    latest: number;
  }

  /**
   * Runs a command, and shows its error where it fails; the player is who has pressed its key, where several have keys
   * of their own.
   */
  type Run = (command: string, player?: number) => void;

  /** What a pointer over a board has to know of a play, and does with it. */
  interface PointerAdapter {
    /** the displayed one */
    board(): Board | null;
    /** the cell of the piece that the keys steer, -1 for none */
    focus(): number;
    /** the numbers of moves to the cells in reach */
    reach(cell: number): Promise<ReadonlyMap<number, number>>;
    /** those of the cells in reach, once they are known, on which a box is lost for ever */
    lost(cell: number): number[];
    path(from: number, to: number): Promise<number[]>;
    /** the cells of the boxes that can reach one */
    origins(cell: number): Promise<number[]>;
    move(from: number, to: number): void;
    setOverlay(overlay: string, cells: Iterable<number>): void;
    setCursor(cursor: "" | "grab" | "go" | "no"): void;
    announce(notice: "stuck" | "selected" | "selected.lost" | "origins" | "none" | "far", cell: number, count?: number, lost?: number): void;
  }
}
