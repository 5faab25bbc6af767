/* The HTTP API, written by `make docs` from its OpenAPI description. */

declare namespace Api {
  /** The value of a parameter of a path. */
  type Id = string | number;
  /** The value of a parameter of a query; null and "" leave it out. */
  type Param = string | number | boolean | null;

  interface Account { account: string }
  interface AnalyseIn { level: LevelJson; moves?: string }
  interface AnalyseOut { dead: number[]; bound: number | null; proof: string; phrase?: PhraseOut | null }
  interface AnswerIn {
    level: LevelJson;
    moves?: string;
    objective?: "any" | "pushes" | "moves" | "pushes-moves" | "moves-pushes";
    answer: CoreAnswer;
  }
  interface AnswerOut { result: any }
  interface Begun { play: number; level_id: number }
  interface BrushOut { piece: any; least: number; most: number; shape: [number, number][]; shares: boolean }
  interface Campaign { packs: PackOut[] }
  interface CertifyJob {
    nodes?: number | null;
    memory?: number;
    task: "certify";
    level: LevelJson;
    claim?: "best" | "solution" | "fewest-pushes" | "fewest-moves" | "unsolvable";
    positions?: number;
    seconds?: number;
  }
  interface ChangeIn { name?: string | null; title?: string | null; author?: string | null; notes?: string | null }
  interface CheckIn { level: LevelJson }
  interface CheckJob { task: "check"; certificate: string; seconds?: number }
  interface CheckOut { problems: ProblemOut[]; playable: boolean; deadlocks: number[] }
  interface ClassOut {
    code: string;
    title: string;
    teaches: boolean;
    you: PupilOut | null;
    levels: SetLevelOut[];
    pupils: PupilOut[];
    results: ResultOut[];
    room: ClassRoomOut | null;
  }
  interface ClassRoomIn { kind: "board" | "race"; level_id: number }
  interface ClassRoomOut { code: string; kind: "board" | "race"; phase: "waiting" | "running" | "over" }
  interface ClassesOut { classes: ListedClassOut[] }
  interface CodeIn { code: string }
  interface CollectionOut {
    id: number;
    name: string;
    title: string;
    author: string;
    notes: string;
    format: string;
    levels: number;
    solved: number;
    games: Record<string, number>;
    mine: boolean;
    builtin: boolean;
    published: boolean;
    licence: string;
    owner: string | null;
    added: string;
    cover: LevelOut | null;
  }
  interface Collections { collections: CollectionOut[]; next: number | null }
  interface CommentIn { text: string }
  interface CommentOut { id: number; name: string; text: string; made: string; mine: boolean; hidden: boolean }
  interface CommentsOut { comments: CommentOut[]; next: number | null }
  interface CoreAnswer {
    status: "solved" | "unsolvable" | "gave-up";
    lurd?: string | null;
    pushers?: number[] | null;
    line?: number[] | null;
    optimal?: "any" | "pushes" | "moves" | "pushes-moves" | "moves-pushes" | null;
    limit?: "seconds" | "nodes" | "memory" | "stopped" | null;
    proof?: string | null;
    nodes: number;
    seconds: number;
    bound?: number | null;
  }
  interface Counts {
    moves: number;
    pushes: number;
    box_lines: number;
    box_changes: number;
    pushing_sessions: number;
    player_lines: number;
  }
  interface Credentials { name: string; password: string }
  interface Daily { date: string; levels: DailyLevel[]; days: DayOut[]; streak: number }
  interface DailyLevel {
    id?: number | null;
    number?: number | null;
    collection?: number | null;
    title: string;
    author: string;
    notes: string;
    game: string;
    width: number;
    height: number;
    boxes: number;
    level: LevelJson;
    tags?: string[];
    difficulty?: number | null;
    state?: "solved" | "begun" | null;
    best?: Record<string, number>;
    versions?: VersionOut[];
    size: "small" | "middle" | "large";
  }
  interface DayOut { date: string; solved: number }
  interface DaySolved { date: string; solved: number }
  interface DecisionIn { hidden: boolean }
  interface DraftCommentOut {
    id: number;
    level: number;
    number: number;
    title: string;
    name: string;
    text: string;
    made: string;
  }
  interface DraftLinkOut { made: string | null; testers: number; comments: DraftCommentOut[] }
  interface Dump { levels: DumpedLevel[]; next: number | null }
  interface DumpedLevel {
    id?: number | null;
    number?: number | null;
    collection?: number | null;
    title: string;
    author: string;
    notes: string;
    game: string;
    width: number;
    height: number;
    boxes: number;
    level: LevelJson;
    tags?: string[];
    difficulty?: number | null;
    state?: "solved" | "begun" | null;
    best?: Record<string, number>;
    versions?: VersionOut[];
    owner: string;
    licence: string;
    proven: string[];
    players: number;
    solvers: number;
  }
  interface DuplicateOut { level: number; of: number; relation: string; title: string; of_title: string }
  interface ErrorBody { error: ErrorText; problems?: string[] }
  interface ErrorText {
    code: "bad-input" | "not-found" | "too-large" | "unsupported" | "too-many" | "forbidden" | "conflict" | "busy" | "full" | "server";
    message: string;
    phrase?: PhraseOut | null;
  }
  interface ExampleOut { title: string; board: any; moves: any[][] }
  interface Examples { examples: ExampleOut[] }
  interface ExplainJob {
    nodes?: number | null;
    memory?: number;
    task: "explain";
    level: LevelJson;
    moves?: string;
    hint?: number | null;
    language?: "en" | "de" | "zh";
    seconds?: number;
  }
  interface FileIn {
    text?: string;
    data?: string;
    format?: string | null;
    encoding?: string | null;
    symbols?: string | null;
    name: string;
  }
  interface FileOut {
    source: number;
    name: string;
    title: string;
    format: string;
    evidence: string;
    ids: string[];
    known: string[];
    solved: number;
    problems: ProblemOut[];
    error: ProblemOut | null;
  }
  interface FilesIn { files: FileIn[] }
  interface FilesOut { files: FileOut[] }
  interface Following { authors: string[]; levels: News[] }
  interface FormatOut {
    key: string;
    name: string;
    summary: string;
    endings: string[];
    solutions: boolean;
    detected: boolean;
  }
  interface Formats { formats: FormatOut[] }
  interface GameEntry { key: string; name: string; summary: string; players: number }
  interface GameOut {
    key: string;
    name: string;
    summary: string;
    players: number;
    source: string;
    facts: string[];
    options: OptionOut[];
    palette: PaletteOut;
    plain: PaletteOut | null;
    simultaneous: boolean;
    hides: boolean;
    gravity: boolean;
  }
  interface Games { games: GameEntry[] }
  interface GenerateJob { task: "generate"; wish?: LevelSpecIn; count?: number; seed?: number; seconds?: number }
  interface ImportFilesJob { files: FileIn[]; task: "import-files"; name?: string | null }
  interface ImportIn {
    text?: string;
    data?: string;
    format?: string | null;
    encoding?: string | null;
    symbols?: string | null;
    name: string;
  }
  interface ImportJob {
    text: string;
    data?: string;
    format?: string | null;
    encoding?: string | null;
    symbols?: string | null;
    name: string;
    task: "import";
  }
  interface ImportProgressJob {
    task: "import-progress";
    files: ProgressFileIn[];
    collection?: number | null;
    missing?: boolean;
    keep?: boolean;
  }
  interface Imported {
    collection: CollectionOut;
    levels: number;
    problems: ProblemOut[];
    notes: string[];
    duplicates: DuplicateOut[];
  }
  interface JobOut {
    job: string;
    task: string;
    state: "waiting" | "running" | "done" | "failed" | "cancelled";
    message?: string;
    code?: "bad-input" | "not-found" | "too-large" | "unsupported" | "too-many" | "forbidden" | "conflict" | "busy" | "full" | "server" | null;
    result?: any | null;
    progress?: any | null;
    found?: any[];
  }
  interface LastPuzzle { level_id: number; won: boolean; change: number }
  interface Leader { name: string | null; value: number; when: string; solution: number }
  interface Leaders { leaders: Leader[] }
  interface LevelChange { level: LevelJson }
  interface LevelIn { collection: number; level: LevelJson }
  interface LevelOut {
    id?: number | null;
    number?: number | null;
    collection?: number | null;
    title: string;
    author: string;
    notes: string;
    game: string;
    width: number;
    height: number;
    boxes: number;
    level: LevelJson;
    tags?: string[];
    difficulty?: number | null;
    state?: "solved" | "begun" | null;
    best?: Record<string, number>;
    versions?: VersionOut[];
  }
  interface LevelSpecIn {
    rows?: number;
    columns?: number;
    boxes?: number;
    game?: string;
    pushers?: number | null;
    shape?: "walk" | "blocks" | "hall" | "cave" | "rooms" | null;
    theme?: "tunnels" | "goal-room" | "symmetric" | "one-way" | "chambers" | "few-boxes" | "many-boxes" | null;
    difficulty?: "easy" | "medium" | "hard" | "extreme" | null;
    rating?: [number, number] | null;
    pushes?: number;
    box_lines?: number;
  }
  interface Levels { levels: LevelOut[]; total: number; next: number | null }
  interface LevelsIn { levels: number[]; opens?: string | null }
  interface ListedClassOut { code: string; title: string; name: string | null; pupils: number }
  interface Losses { lost: string[] }
  interface Me {
    visitor: string;
    account: string | null;
    moderates: boolean;
    solved: number;
    begun: number;
    streak: number;
    recent: Recent[];
  }
  interface MetricsIn { text: string }
  interface MilestoneOut {
    kind: "lessons" | "games" | "long" | "fewest" | "record" | "pack" | "days" | "again";
    count: number;
    goal: number;
  }
  interface Milestones { streak: number; longest: number; milestones: MilestoneOut[] }
  interface NameIn { name: string }
  interface NearIn { level: LevelJson; besides?: number | null; language?: "en" | "de" | "zh" }
  interface NearLevel { id: number; title: string; sentence: string; changes: number; likeness: number }
  interface NearLevels { levels: NearLevel[]; complete: boolean }
  interface Neighbour { level: LevelOut | null }
  interface NewAccount { account: string; recovery_codes: string[] }
  interface NewDraftLink { code: string }
  interface NewToken { token: string }
  interface News {
    id?: number | null;
    number?: number | null;
    collection?: number | null;
    title: string;
    author: string;
    notes: string;
    game: string;
    width: number;
    height: number;
    boxes: number;
    level: LevelJson;
    tags?: string[];
    difficulty?: number | null;
    state?: "solved" | "begun" | null;
    best?: Record<string, number>;
    versions?: VersionOut[];
    owner: string;
    published: string;
  }
  interface OpenPuzzle { play: number | null; level: LevelOut; rating: number }
  interface Opened { code: string }
  interface OpinionIn { liked: boolean; difficulty?: number | null }
  interface OpinionsOut {
    likes: number;
    votes: number;
    difficulty: number | null;
    liked: boolean;
    voted: number | null;
    comments: number;
    may_write: boolean;
    moderates: boolean;
  }
  interface OptimizeJob {
    nodes?: number | null;
    memory?: number;
    task: "optimize";
    level: LevelJson;
    solution: string;
    objective?: string;
    seconds?: number;
  }
  interface OptionOut {
    name: string;
    default: string | number | boolean;
    choices: (string | number | boolean)[];
    least: number | null;
    summary: string;
  }
  interface PackOut {
    collection: CollectionOut;
    branches_off: number | null;
    fewest: number;
    hardest: LevelOut;
    boss: LevelOut | null;
    is_open: boolean;
    after: number | null;
    needs: number;
    stars: number;
  }
  interface PaletteOut { terrain: (string | any)[]; brushes: BrushOut[]; solid: string[] }
  interface PasswordChange { password: string; new_password: string }
  interface PasswordIn { password: string }
  interface PhraseOut { code: string; params: any; text: string }
  interface PlayIn { level_id?: number | null; level?: LevelJson | null; fresh?: boolean }
  interface PlayOut {
    play: number;
    level: LevelOut;
    here: number;
    seconds: number;
    assists: string[];
    attempt: number;
    begun: string;
    updated: string;
    finished: string | null;
  }
  interface ProblemOut {
    line?: number;
    column?: number;
    severity: "error" | "warning";
    found: string;
    expected?: string;
    repair?: string;
    cell?: number;
    phrases?: Record<string, PhraseOut>;
  }
  interface Profile {
    name: string;
    since: string;
    solved: number;
    pure: number;
    games: Record<string, number>;
    days: DaySolved[];
    ratings: RatingOut[];
    published: CollectionOut[];
    next: number | null;
    followers: number;
    followed: boolean;
    mine: boolean;
  }
  interface ProgressFileIn { name: string; text?: string; data?: string; encoding?: string | null }
  interface PublishIn { collection: number; licence?: "CC0-1.0" | "CC-BY-4.0" | "CC-BY-SA-4.0" | null }
  interface PupilOut { id: number; name: string; joined: string }
  interface PuzzleIn { do: "next" | "give-up" }
  interface PuzzlePlay { play: number | null }
  interface Puzzles {
    rating: number;
    deviation: number;
    provisional: boolean;
    tried: number;
    won: number;
    current: OpenPuzzle | null;
    last: LastPuzzle | null;
    failed: LevelOut[];
  }
  interface RateJob {
    nodes?: number | null;
    memory?: number;
    task: "rate";
    level: LevelJson;
    language?: "en" | "de" | "zh";
    seconds?: number;
  }
  interface RatingOut { kind: string; value: number; provisional: boolean; games: number }
  interface ReadIn {
    text?: string;
    data?: string;
    format?: string | null;
    encoding?: string | null;
    symbols?: string | null;
    name?: string;
  }
  interface ReadOut {
    format: string;
    evidence: string;
    title: string;
    author: string;
    levels: LevelOut[];
    total: number;
    problems: ProblemOut[];
  }
  interface Recent {
    id?: number | null;
    number?: number | null;
    collection?: number | null;
    title: string;
    author: string;
    notes: string;
    game: string;
    width: number;
    height: number;
    boxes: number;
    level: LevelJson;
    tags?: string[];
    difficulty?: number | null;
    state?: "solved" | "begun" | null;
    best?: Record<string, number>;
    versions?: VersionOut[];
    play: number;
    updated: string;
  }
  interface ReconstructIn { lurd: string; style?: "outline" | "solid" }
  interface ReconstructOut { level: LevelOut; skipped: string }
  interface Recovery { name: string; code: string; password: string }
  interface RecoveryCodes { codes: string[] }
  interface RemainingCodes { remaining: number }
  interface ReportIn { reason?: string }
  interface ReportedOut { comment: CommentOut; level: number; reasons: string[] }
  interface ReportsOut { reports: ReportedOut[] }
  interface ResultOut {
    pupil: number;
    level: number;
    stars: number;
    pushes: number;
    moves: number;
    helps: string[];
    seconds: number;
    plays: number;
  }
  interface ReviewJob { task: "review"; level: LevelJson; seconds?: number; language?: "en" | "de" | "zh" }
  interface RoomIn {
    kind: "race" | "match";
    level_id?: number | null;
    collection?: number | null;
    level?: LevelJson | null;
    best_of?: 1 | 3 | 5 | 7;
  }
  interface RoomOut {
    code: string;
    kind: "race" | "match";
    game: string;
    title: string;
    level_id: number | null;
    phase: "waiting" | "over";
    players: string[];
    seats: number;
    best_of: number;
  }
  interface RoomsOut { rooms: RoomOut[] }
  interface SearchOut { request: string | null }
  interface SessionOut { id: string; made: string; used: string; client: string; current: boolean }
  interface Sessions { sessions: SessionOut[] }
  interface SetLevelOut { opens: string; level: LevelOut }
  interface ShareIn { level: LevelJson; moves?: string }
  interface ShareOut { fragment: string }
  interface SolutionIn { solution: string; assists?: string[]; seconds?: number | null }
  interface SolutionOut {
    id: number;
    name: string | null;
    mine: boolean;
    title: string;
    text: string;
    metrics: Counts;
    assists: string[];
    pure: boolean;
    seconds: number | null;
    added: string;
  }
  interface Solutions { solutions: SolutionOut[]; best: Record<string, number>; next: number | null }
  interface SolveJob {
    nodes?: number | null;
    memory?: number;
    task: "solve";
    level: LevelJson;
    moves?: string;
    objective?: "any" | "pushes" | "moves" | "pushes-moves" | "moves-pushes";
    seconds?: number;
  }
  interface StormOut { name: string; account: boolean; solved: number; moves: number; played: string; mine: boolean }
  interface StormsOut { best: StormOut[] }
  interface StretchOut { box: number; cells: number[] }
  interface Studies { studies: StudyKept[] }
  interface StudyIn { text?: string | null; study?: any | null; level?: LevelJson | null }
  interface StudyKept { key: string; title: string; game: string; mine: boolean; added: string; updated: string }
  interface StudyOut { text: string; study: any; problems: StudyProblemOut[]; solved: number[] }
  interface StudyProblemOut { node: number; message: string }
  interface StudyShown {
    key: string;
    title: string;
    game: string;
    mine: boolean;
    added: string;
    updated: string;
    text: string;
    study: any;
  }
  interface Submitted { job: string }
  interface TagsIn { add?: string[]; remove?: string[] }
  interface TestedOut { collection: number }
  interface TitleIn { title: string }
  interface TokenIn { name: string; scopes: ("read" | "write" | "publish")[]; days?: number | null; password: string }
  interface TokenOut {
    id: string;
    name: string;
    scopes: ("read" | "write" | "publish")[];
    made: string;
    used: string | null;
    ends: string | null;
  }
  interface Tokens { tokens: TokenOut[] }
  interface TraceIn { level: LevelJson; line: string[] }
  interface TraceOut { board: any; line: TracedMove[][] }
  interface TracedMove { text: string; changes: any[] }
  interface UnshareIn { link: string }
  interface UnshareOut { level: LevelOut; moves: string }
  interface VerifyIn { level_id?: number | null; level?: LevelJson | null; solution: string }
  interface VerifyOut {
    status: "solved" | "unsolved" | "illegal" | "error";
    message: string;
    step: number;
    solved_at: number | null;
    moves_text: string;
    metrics: Counts | null;
  }
  interface VersionIn { level: LevelJson; solution: string }
  interface VersionOut { version: number; level: number; made: string }
  interface WalkThroughOut { boxes: number[]; stretches: StretchOut[] }
  interface WriteIn { levels: LevelJson[]; format: string; title?: string }
  interface WriteOut { text: string; lost: string[] }

  interface GetRoutes {
    "/campaign": { params: {}; body: null; result: Campaign };
    "/classes": { params: {}; body: null; result: ClassesOut };
    "/classes/{code}": { params: { code: Id }; body: null; result: ClassOut };
    "/classes/{code}/results": { params: { code: Id; lang?: Param }; body: null; result: null };
    "/collections": { params: { mine?: Param; owner?: Param; after?: Param; limit?: Param }; body: null; result: Collections };
    "/collections/{collection}": { params: { collection: Id }; body: null; result: CollectionOut };
    "/collections/{collection}/draft-link": { params: { collection: Id }; body: null; result: DraftLinkOut };
    "/collections/{collection}/export": { params: { collection: Id; format?: Param }; body: null; result: null };
    "/collections/{collection}/levels": { params: { collection: Id; after?: Param; limit?: Param }; body: null; result: Levels };
    "/collections/{collection}/losses": { params: { collection: Id; format?: Param }; body: null; result: Losses };
    "/daily": { params: {}; body: null; result: Daily };
    "/daily/{day}": { params: { day: Id }; body: null; result: Daily };
    "/dump": { params: { after?: Param; limit?: Param }; body: null; result: Dump };
    "/feed.atom": { params: { author?: Param }; body: null; result: null };
    "/formats": { params: {}; body: null; result: Formats };
    "/games": { params: {}; body: null; result: Games };
    "/games/{key}": { params: { key: Id }; body: null; result: GameOut };
    "/games/{key}/examples": { params: { key: Id }; body: null; result: Examples };
    "/jobs/{job}": { params: { job: Id }; body: null; result: JobOut };
    "/jobs/{job}/events": { params: { job: Id }; body: null; result: null };
    "/levels": { params: { q?: Param; game?: Param; collection?: Param; author?: Param; tag?: Param; boxes_min?: Param; boxes_max?: Param; size_min?: Param; size_max?: Param; difficulty_min?: Param; difficulty_max?: Param; state?: Param; order?: Param; after?: Param; limit?: Param }; body: null; result: Levels };
    "/levels/{level}": { params: { level: Id }; body: null; result: LevelOut };
    "/levels/{level}/comments": { params: { level: Id; after?: Param }; body: null; result: CommentsOut };
    "/levels/{level}/leaders": { params: { level: Id; metric?: Param; pure?: Param }; body: null; result: Leaders };
    "/levels/{level}/like": { params: { level: Id }; body: null; result: Neighbour };
    "/levels/{level}/next": { params: { level: Id; unsolved?: Param; back?: Param }; body: null; result: Neighbour };
    "/levels/{level}/opinions": { params: { level: Id }; body: null; result: OpinionsOut };
    "/levels/{level}/picture.png": { params: { level: Id; skin?: Param; cell?: Param; numbers?: Param }; body: null; result: null };
    "/levels/{level}/picture.svg": { params: { level: Id; skin?: Param; cell?: Param; numbers?: Param }; body: null; result: null };
    "/levels/{level}/solutions": { params: { level: Id; mine?: Param; after?: Param; limit?: Param }; body: null; result: Solutions };
    "/levels/{level}/solutions/{solution}": { params: { solution: Id; level: Id }; body: null; result: SolutionOut };
    "/levels/{level}/solutions/{solution}/animation.gif": { params: { solution: Id; level: Id; skin?: Param; speed?: Param; counters?: Param }; body: null; result: null };
    "/levels/{level}/solutions/{solution}/animation.webp": { params: { solution: Id; level: Id; skin?: Param; speed?: Param; counters?: Param }; body: null; result: null };
    "/levels/{level}/solutions/{solution}/walk-through": { params: { solution: Id; level: Id }; body: null; result: WalkThroughOut };
    "/me": { params: {}; body: null; result: Me };
    "/me/export": { params: {}; body: null; result: any };
    "/me/following": { params: {}; body: null; result: Following };
    "/me/milestones": { params: {}; body: null; result: Milestones };
    "/me/recovery-codes": { params: {}; body: null; result: RemainingCodes };
    "/me/sessions": { params: {}; body: null; result: Sessions };
    "/me/tokens": { params: {}; body: null; result: Tokens };
    "/plays/{play}": { params: { play: Id }; body: null; result: PlayOut };
    "/profiles/{name}": { params: { name: Id }; body: null; result: Profile };
    "/puzzles": { params: {}; body: null; result: Puzzles };
    "/reports": { params: {}; body: null; result: ReportsOut };
    "/rooms": { params: {}; body: null; result: RoomsOut };
    "/storms": { params: { period?: Param }; body: null; result: StormsOut };
    "/studies": { params: {}; body: null; result: Studies };
    "/studies/{key}": { params: { key: Id }; body: null; result: StudyShown };
  }

  interface PostRoutes {
    "/accounts": { params: {}; body: Credentials; result: NewAccount };
    "/accounts/close": { params: {}; body: Credentials; result: null };
    "/analyse": { params: {}; body: AnalyseIn; result: AnalyseOut };
    "/check": { params: {}; body: CheckIn; result: CheckOut };
    "/classes": { params: {}; body: TitleIn; result: ListedClassOut };
    "/classes/{code}/levels": { params: { code: Id }; body: LevelsIn; result: null };
    "/classes/{code}/pupils": { params: { code: Id }; body: NameIn; result: ClassOut };
    "/classes/{code}/room": { params: { code: Id }; body: ClassRoomIn; result: ClassRoomOut };
    "/collections": { params: {}; body: ImportIn; result: Imported };
    "/collections/{collection}/draft-link": { params: { collection: Id }; body: null; result: NewDraftLink };
    "/collections/{collection}/publish": { params: { collection: Id }; body: null; result: CollectionOut };
    "/comments/{comment}/reports": { params: { comment: Id }; body: ReportIn; result: null };
    "/draft-links": { params: {}; body: CodeIn; result: TestedOut };
    "/jobs": { params: {}; body: SolveJob | ExplainJob | RateJob | CertifyJob | CheckJob | OptimizeJob | GenerateJob | ReviewJob | ImportJob | ImportFilesJob | ImportProgressJob; result: Submitted };
    "/jobs/{job}/retry": { params: { job: Id }; body: null; result: Submitted };
    "/levels": { params: {}; body: LevelIn; result: LevelOut };
    "/levels-near": { params: {}; body: NearIn; result: NearLevels };
    "/levels/{level}/comments": { params: { level: Id }; body: CommentIn; result: CommentOut };
    "/levels/{level}/solutions": { params: { level: Id }; body: SolutionIn; result: SolutionOut };
    "/levels/{level}/tags": { params: { level: Id }; body: TagsIn; result: LevelOut };
    "/levels/{level}/versions": { params: { level: Id }; body: VersionIn; result: LevelOut };
    "/login": { params: {}; body: Credentials; result: Account };
    "/logout": { params: {}; body: null; result: null };
    "/me/recovery-codes": { params: {}; body: PasswordIn; result: RecoveryCodes };
    "/me/tokens": { params: {}; body: TokenIn; result: NewToken };
    "/metrics": { params: {}; body: MetricsIn; result: Counts };
    "/plays": { params: {}; body: PlayIn; result: Begun };
    "/publish": { params: {}; body: PublishIn; result: CollectionOut };
    "/puzzles": { params: {}; body: PuzzleIn; result: PuzzlePlay };
    "/read": { params: {}; body: ReadIn; result: ReadOut };
    "/read-files": { params: {}; body: FilesIn; result: FilesOut };
    "/reconstruct": { params: {}; body: ReconstructIn; result: ReconstructOut };
    "/recover": { params: {}; body: Recovery; result: Account };
    "/rooms": { params: {}; body: RoomIn; result: Opened };
    "/searches": { params: {}; body: SolveJob; result: SearchOut };
    "/searches/answer": { params: {}; body: AnswerIn; result: AnswerOut };
    "/share": { params: {}; body: ShareIn; result: ShareOut };
    "/studies": { params: {}; body: StudyIn; result: StudyKept };
    "/studies-read": { params: {}; body: StudyIn; result: StudyOut };
    "/trace": { params: {}; body: TraceIn; result: TraceOut };
    "/unshare": { params: {}; body: UnshareIn; result: UnshareOut };
    "/verify": { params: {}; body: VerifyIn; result: VerifyOut };
    "/write": { params: {}; body: WriteIn; result: WriteOut };
  }

  interface PutRoutes {
    "/comments/{comment}/hidden": { params: { comment: Id }; body: DecisionIn; result: CommentOut };
    "/levels/{level}": { params: { level: Id }; body: LevelChange; result: LevelOut };
    "/levels/{level}/opinions": { params: { level: Id }; body: OpinionIn; result: OpinionsOut };
    "/me/password": { params: {}; body: PasswordChange; result: null };
    "/profiles/{name}/follow": { params: { name: Id }; body: null; result: Profile };
    "/studies/{key}": { params: { key: Id }; body: StudyIn; result: StudyKept };
  }

  interface PatchRoutes {
    "/classes/{code}": { params: { code: Id }; body: TitleIn; result: null };
    "/collections/{collection}": { params: { collection: Id }; body: ChangeIn; result: CollectionOut };
  }

  interface DeleteRoutes {
    "/classes/{code}": { params: { code: Id }; body: null; result: null };
    "/classes/{code}/levels/{level}": { params: { level: Id; code: Id }; body: null; result: null };
    "/classes/{code}/pupils/{pupil}": { params: { pupil: Id; code: Id }; body: null; result: null };
    "/classes/{code}/room": { params: { code: Id }; body: null; result: null };
    "/collections/{collection}": { params: { collection: Id }; body: null; result: null };
    "/collections/{collection}/draft-link": { params: { collection: Id }; body: null; result: null };
    "/collections/{collection}/publish": { params: { collection: Id }; body: null; result: CollectionOut };
    "/comments/{comment}": { params: { comment: Id }; body: null; result: null };
    "/jobs/{job}": { params: { job: Id }; body: null; result: null };
    "/levels/{level}": { params: { level: Id }; body: null; result: null };
    "/me": { params: {}; body: null; result: null };
    "/me/sessions": { params: {}; body: null; result: null };
    "/me/sessions/{session}": { params: { session: Id }; body: null; result: null };
    "/me/tokens/{token}": { params: { token: Id }; body: null; result: null };
    "/plays/{play}": { params: { play: Id }; body: null; result: null };
    "/profiles/{name}/follow": { params: { name: Id }; body: null; result: Profile };
    "/studies/{key}": { params: { key: Id }; body: null; result: null };
  }
}
