/* A room of the live page, as the server sends it and as the page sees it. */

declare namespace Live {
  interface Player {
    /** from 0 */
    seat: number;
    name: string;
    state: "here" | "away";
    ready: boolean;
    /** in a race */
    progress: { depth: number; boxes_on_goals: number } | null;
    /** after how many seconds, null for not yet */
    finished: number | null;
    /** games of the series that they have won */
    wins: number;
    account: string | null;
    /** of an account; `change` is that by the last game */
    rating: { value: number; provisional: boolean; change: number | null } | null;
  }

  interface Room {
    code: string;
    kind: "race" | "match";
    host: string | null;
    /** whether it is one's own */
    hosting: boolean;
    /** one's own seat */
    you: number | null;
    game: { key: string; name: string; players: number };
    level: { id: number | null; title: string; author: string };
    phase: "waiting" | "running" | "over";
    seats: number;
    players: Player[];
    spectators: number;
    winner: number | null;
    best_of: number;
    /** the code of the class whose members alone come in, null for a room that is open to all */
    class: string | null;
    /** played of the series */
    games: number;
    /** whether the series is over */
    decided: boolean;
    /** the seat of who has won most games */
    leader: number | null;
    /** whether the server could not go on with the last game */
    failed: boolean;
    /** whether the game waits for its players, after the server has been started anew */
    paused: boolean;
    /** how long the game has run, less than 0 before it begins, null where none is running */
    seconds: number | null;
    tick: number;
    board: BoardJson;
  }

  /** What the server sends, beside the messages of one's own play; `played` is sent to those who watch. */
  type Message =
    | (Room & { is: "room" })
    | { is: "ticked"; tick: number; changes: Change[] }
    | { is: "progress"; seat: number; depth: number; boxes_on_goals: number; finished: number | null; played?: { changes: Change[] }[] }
    /** of a race of many: who has moved since the last message */
    | { is: "progressed"; players: { seat: number; depth: number; boxes_on_goals: number; finished: number | null }[] }
    | { is: "boards"; boards: Record<string, BoardJson> };

  interface View {
    room: Room | null;
    /** the board of a match, in a race that of the start */
    shared: Board | null;
    /** of a race, by seat, for those who watch */
    boards: Readonly<Record<number, Board>>;
  }
}
