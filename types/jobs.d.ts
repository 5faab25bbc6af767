/* Jobs of the server, as `core/jobs.js` watches them. */

declare namespace Jobs {
  type Request = Api.PostRoutes["/jobs"]["body"];
  type Job = { done: Promise<Result>; stop: () => void };

  /** A statement of a review, with what it rests on, and the names of the cells that it is about. */
  interface Finding {
    sentence: string;
    tried: { sentence: string };
    cells: string[];
    arrows: [string, string][];
  }

  /** What a job has reached so far or in the end, with the fields that `pushbox solve --json` prints. */
  interface Result {
    /** solved, unsolvable, gave-up, done, failed or cancelled */
    status?: string;
    /** Of a job that has failed, as the API has it. */
    code?: string;
    moves_text?: string;
    moves?: number;
    pushes?: number;
    box_lines?: number;
    box_changes?: number;
    pushing_sessions?: number;
    /** the objective that is proven */
    optimal?: string;
    /** what ended the search: seconds, nodes, memory or stopped */
    limit?: string;
    seconds?: number;
    nodes?: number;
    open?: number;
    bound?: number | null;
    /** the cells of the boxes because of which there is no solution */
    blocking?: number[];
    /** how hard it is for people, from 0 to 100, and why */
    difficulty?: number;
    grade?: "easy" | "medium" | "hard" | "extreme";
    /** its bounds two times in three */
    low?: number;
    high?: number;
    /** the chance of the grade */
    sure?: number;
    /** the version of the scale */
    scale?: number;
    why?: string;
    /** what a review says */
    findings?: Finding[];
    /** the places of those that matter first */
    foremost?: number[];
    /** the best solution so far */
    best?: { moves?: number; pushes?: number } | null;
    /** of an import */
    levels?: number;
    /** those of them that are ready to be kept */
    ready?: number;
    /** the collections of an import of several files */
    collections?: Api.CollectionOut[];
    message?: string;
    /** the same, for another language */
    phrase?: import("../src/pushbox/client/core/phrases.js").Phrase;
  }

  /** What becomes of a solution or a saved game of another program; the API describes each. */
  type ProgressState = "first" | "better" | "other" | "known" | "game" | "game-known" | "missing" | "game-missing" | "refused" | "full";

  interface ProgressRow {
    state: ProgressState;
    level: number | null;
    title: string;
    collection: string;
    collection_title: string;
    number: number;
    moves: number;
    pushes: number;
    reason: string;
    phrase?: import("../src/pushbox/client/core/phrases.js").Phrase | null;
  }

  /** The result of a job `import-progress`. */
  interface Progress {
    files: { name: string; program: string; moves: number; problems: Api.ProblemOut[]; error: Api.ProblemOut | null }[];
    states: Partial<Record<ProgressState, number>>;
    levels: number;
    tagged: number;
    missing: number;
    unnamed: number;
    rows: ProgressRow[];
    refused: ProgressRow[];
    collections: Api.CollectionOut[];
  }
}
