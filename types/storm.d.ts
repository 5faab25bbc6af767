/* A storm: as many levels as one can solve in the time. */

declare namespace Storm {
  /** A level of a run, and when it was solved. */
  type Played = { id: number; title: string; seconds: number | null };

  /** The best result of this person before, and how many people have a better one. */
  type Place = { best_before: number; better: number };

  interface Message {
    is: "storm";
    phase: "ready" | "running" | "over";
    /** which level of the run is played, from 0 on */
    number: number;
    solved: number;
    moves: number;
    /** seconds */
    left: number;
    played?: Played[];
    place?: Place | null;
  }

  interface View extends Required<Omit<Message, "is">> {
    /** when the message came, by the clock of the page */
    at: number;
  }
}
