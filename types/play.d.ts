/* A play over its WebSocket, and what the play page makes of it. */

declare namespace Play {
  /** "moved" to another window of the same visitor */
  type Phase = "connecting" | "open" | "lost" | "moved" | "gone";
  type SocketHandlers = { message: (text: string) => void; closed: (code: number) => void };
  type Transport = { send: (text: string) => void; close: () => void };
  type Connect = (handlers: SocketHandlers) => Transport;

  /** A command or a query. */
  type Request = { do: string; [name: string]: unknown };

  /** What a key does. */
  type Prediction = { changes: Change[]; focus: number[] | null };

  /** Of the current position. */
  interface State {
    node: number;
    depth: number;
    counts: Record<string, number>;
    outcome: { status: "playing" | "solved" | "lost"; reason: string; winner: number; phrase?: { code: string; params: Record<string, any> } };
    /** the cells of the piece that the keys steer */
    focus: number[] | null;
    branches: [number, string][];
    seconds: number;
    /** whether the clock runs */
    running?: boolean;
    /** used of the limit, null where there is none */
    steps?: number | null;
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
    | { type: "solution-saved"; pure: boolean }
    /** what has solved the level is a known solution that was shown, and not the player's */
    | { type: "solution-shown" }
    /** a message that is not of a play */
    | { type: "other"; message: any }
    | { type: "error"; message: string };

  /** What is done at each type of event; nothing at the others. */
  type Handlers = { [T in Event["type"]]?: (event: Extract<Event, { type: T }>) => void };

  /** A position of the history as the server sends it. */
  type NodeRow = [id: number, parent: number | null, text: string, pushed: boolean | number];

  interface Node {
    id: number;
    /** -1 for the start */
    parent: number;
    /** the move in the game's notation */
    text: string;
    pushed: boolean;
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
    path(from: number, to: number): Promise<number[]>;
    /** the cells of the boxes that can reach one */
    origins(cell: number): Promise<number[]>;
    move(from: number, to: number): void;
    setOverlay(overlay: string, cells: Iterable<number>): void;
    setCursor(cursor: "" | "grab" | "go" | "no"): void;
    announce(notice: "stuck" | "selected" | "origins" | "none" | "far", cell: number, count?: number): void;
  }
}
