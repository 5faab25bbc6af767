"""The Rust core of pushbox.

A board of Sokoban goes in as its width, its height and one byte a cell, row by row: the sum of 1 (wall), 2 (goal),
4 (box) and 8 (player). Everything off the board is wall; a board has one player and at most 65,000 cells. What is not a
board is a ``ValueError``. Every function releases the GIL while it works. Where it takes ``progress``, signals are
looked at meanwhile, so that Ctrl-C raises ``KeyboardInterrupt``; a true answer of the callback stops the work, and an
exception of it passes through.

Native rules are the rules of another game in Rust. They take a board as the object that it is, and return boards as
dictionaries of its fields; a move is its ordinal, the index among the legal moves in the order of ``Game.successors``.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias, final

from .board import Board, Piece, Terrain
from .generator.api import LevelSpec as _LevelSpec
from .level import Scalar
from .solver.api import Limit as _Limit
from .solver.api import Objective as _Objective

_Cells: TypeAlias = tuple[int, int, bytes]
_Puzzle: TypeAlias = tuple[_Cells, Sequence[int] | None, Sequence[int] | None]
_Part: TypeAlias = dict[str, Any] | tuple[str, int] | None  # the fields of a terrain or a piece, or a counter
_Change: TypeAlias = tuple[int, str, _Part, _Part, int, dict[str, Any] | None]
_Progress: TypeAlias = Callable[[int, int, int, float, tuple[int, int] | None], object]

__all__ = [
    "Answer",
    "BatchLevels",
    "Boards",
    "Certification",
    "GeneratedLevel",
    "Improvement",
    "LevelAnswers",
    "LevelStream",
    "Search",
    "build_profile",
    "certify",
    "explain_unsupported",
    "generate",
    "native_games",
    "normal_form",
    "optimize",
    "perft",
    "plain_cells",
    "plain_json",
    "plain_levels",
    "plain_texts",
    "play_lines",
    "play_native",
    "push_paths",
    "rejoin",
    "replay",
    "replay_native",
    "search_exhaustively",
    "shapes",
    "solve",
    "solve_guided",
    "solve_levels",
    "solve_native",
    "start_native_search",
    "start_search",
    "version",
]

build_profile: str
"""How the core was compiled: ``release`` or ``debug``."""

native_games: list[str]
"""The keys of the games that have native rules."""

shapes: list[str]
"""The shapes of the rooms that are generated."""

version: str
"""The version of the core, the same as that of the package."""

@final
class Answer:
    """The verdict of a search, and what it cost."""

    status: Final[Literal["solved", "unsolvable", "gave-up"]]
    """The verdict."""
    lurd: Final[str | None]
    """The solution in LURD notation, a lone pusher taking shortest walks; ``None`` unless solved."""
    pushers: Final[list[int] | None]
    """Where there are several pushers, the cell of the one who makes each step of the solution."""
    line: Final[list[int] | None]
    """The solution by native rules as ordinals; ``None`` unless solved by them."""
    optimal: Final[_Objective | None]
    """The objective for which no solution is better; ``None`` where that is not proven."""
    limit: Final[Literal["seconds", "nodes", "memory", "stopped"] | None]
    """Which limit ended the search before it had an answer, or for a solution a proof; ``None`` where none did."""
    proof: Final[str | None]
    """Why there is no solution, in a few words; ``None`` unless unsolvable."""
    nodes: Final[int]
    """Positions expanded."""
    seconds: Final[float]
    """Seconds of wall clock, preparation included."""
    bound: Final[int | None]
    """No solution has fewer pushes, or moves where they count first; ``None`` if unsolvable or not known."""

def solve(
    level: _Puzzle,
    objective: _Objective,
    limit: _Limit,
    seed: int,
    threads: int,
    most_moves: int | None,
    progress: _Progress | None,
    hot: bool = False,
) -> Answer:
    """Put every box on a goal: by any solution, or by the best one for an objective, proven.

    Beside the cells, ``level`` has for every cell the number of the box and of the goal on it: a box with a number
    belongs on a goal with that number, and 0 is none; ``None`` is no number anywhere. Here a board may have several
    players, who block each other.
    Where a limit ends the search before the proof, the answer is the best solution found so far. With ``most_moves``
    the search is by moves and only what keeps to that many counts as a solution; this goes with ``any``, and where
    moves count first.

    About every 20 ms ``progress`` is called with the nodes so far, the length of the open list, a lower bound as in
    ``Answer.bound``, the seconds so far, and the moves and pushes of the best solution so far. The same board,
    objective, node limit and seed give the same answer, unless ``threads`` is more than 1. ``hot`` makes every search
    and deadlock detector active from the first positions on: for tests on tiny levels.

    More boxes than goals is a ``ValueError``; fewer is fine.
    """

def solve_guided(
    board: _Cells,
    objective: Literal["any", "pushes"],
    limit: _Limit,
    heuristic: Callable[[bytes], object] | None,
    policy: Callable[[bytes], object] | None,
    admissible: bool,
    weight: float,
    batch: int,
    progress: _Progress | None,
) -> Answer:
    """Put every box of plain Sokoban on a goal, with callables that say which positions come first.

    Each gets the cells of many boards, one behind the other, the player on the first cell that they can walk to, and
    returns a buffer of float32: ``heuristic`` a number of pushes for each board, ``policy`` four for each cell, the
    logits of pushing its box left, up, right and down. What one raises ends the search.

    No number, another count, and an ``admissible`` heuristic that has said more pushes than a solution has are a
    ``ValueError``, as are more boxes than goals.
    """

@final
class BatchLevels:
    """The levels that `Boards` begin with, in boards of one size; at most 65,000 cells."""

    def __new__(cls, levels: Sequence[_Cells]) -> BatchLevels: ...
    @property
    def width(self) -> int:
        """The columns of each board."""
    @property
    def height(self) -> int:
        """The rows of each board."""
    @property
    def frame(self) -> int:
        """How many walls stand above and on the left of each level's own cells, 0 or 1."""
    def __len__(self) -> int: ...

@final
class Boards:
    """Boards of plain Sokoban that are played at once, in a buffer of the caller; see ``pushbox.sim.Batch``.

    A buffer of the wrong type, with gaps or read only, is a ``TypeError`` or a ``BufferError``; one of the wrong size,
    or that shares memory with another, is a ``ValueError``; a number beyond the boards or levels is an ``IndexError``.
    """

    def __new__(cls, levels: BatchLevels, boards: int, cells: object) -> Boards: ...
    def reset(self, boards: Sequence[int], levels: Sequence[int]) -> None:
        """Put levels on boards, from their beginning."""
    def put(self, board: int, position: _Cells) -> None:
        """Put a position on a board."""
    def put_next(self, boards: Sequence[int], stream: LevelStream) -> None:
        """Put the next levels of a stream on boards.  Ctrl-C ends the work."""
    def copy(self, sources: Sequence[int], targets: Sequence[int]) -> None:
        """Put the positions of some boards on others, one after the other."""
    def step(self, actions: object, events: object, threads: int) -> None:
        """Step on all boards, once for each row of actions, and write the events."""
    def step_back(self, actions: object, events: object) -> None:
        """Take back a step of all boards."""
    def legal(self, mask: object) -> None:
        """Write which steps are legal, and which of them push."""
    def pushes(self, mask: object, threads: int) -> None:
        """Write which pushes there are."""
    def push(self, actions: object, events: object, moves: object, threads: int) -> None:
        """Walk to a box and push it, on all boards."""
    def observe(self, table: bytes, by_planes: bool, out: object) -> None:
        """Write what a table says of each cell, the bytes of a cell beside each other or in planes."""
    def tiles(self, tiles: bytes, side: int, out: object) -> None:
        """Write a picture of each board by tiles of so many pixels, of three bytes each, along a side."""
    def players(self, out: object) -> None:
        """Write the cell of each board's player."""
    def astray(self, out: object) -> None:
        """Write the number of each board's boxes that are not on a goal."""

@final
class Certification:
    """How the search for the positions of a proof ended."""

    status: Final[Literal["closed", "solution", "gave-up"]]
    """With a proof, with a solution that the claim excludes, or with a limit."""
    positions: Final[int]
    """How many positions prove the claim."""
    body: Final[bytes]
    """These positions with their pushes or moves, as ``pushbox.analysis.certificates.closed`` reads them."""
    subset: Final[int]
    """How many boxes the subsets have that were looked up, 0 for none."""
    peak: Final[int | None]
    """The cell from which the potential of the bound on moves falls."""
    cost: Final[int | None]
    """The pushes or moves of a solution that the claim excludes."""
    limit: Final[Literal["seconds", "nodes", "memory", "stopped"] | None]
    """Which limit ended the search."""

def certify(
    level: _Puzzle,
    claim: Literal["unsolvable", "pushes", "moves"],
    cost: int,
    subset: int,
    limit: _Limit,
    progress: _Progress | None,
) -> Certification:
    """Search the positions that prove that a level is unsolvable, or that no solution has fewer pushes or moves.

    ``cost`` are these pushes or moves. Nothing is pruned that a checker cannot recompute from the level: what is dead
    by at most ``subset`` boxes alone or by boxes that hold each other, and what is too far from a solution. The limit
    of nodes is that of the positions. A board with several players is a ``ValueError``.
    """

@final
class LevelAnswers:
    """The answers on the levels of a file, in their order: the title, the answer and the six counts of its solution.

    A solution that the rules refuse is a ``RuntimeError``.
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> LevelAnswers: ...
    def __next__(self) -> tuple[str, Answer, tuple[int, int, int, int, int, int] | None]: ...
    def close(self) -> None:
        """End the searches; what has not been taken is lost."""

def solve_levels(
    text: str, objective: _Objective, limit: _Limit, seed: int, threads: int, at_least: int
) -> LevelAnswers | None:
    """Solve the levels of a file: plain levels of Sokoban in XSB, ``at_least`` so many, and nothing else.

    ``None`` for any other file. So many ``threads`` search a level each; every solution is replayed by rules that share
    nothing with the search.
    """

@final
class Search:
    """A search that goes on in steps; whoever drops it frees its memory."""

    state: Final[tuple[int, int, int, float, tuple[int, int] | None]]
    """How far it has come, as ``progress`` of ``solve`` gets it."""

    def step(self, positions: int) -> Answer | None:
        """Go on for so many positions, and about 20 ms at most; ``None`` where it goes on after that.

        It must not be called any more once there has been an answer.
        """

    def stop(self) -> None:
        """Have the next step end it, with the best that it has found."""

def start_search(level: _Puzzle, objective: _Objective, limit: _Limit, seed: int) -> Search:
    """Start what ``solve`` searches, by one thread."""

def start_native_search(
    game: str, board: Board, options: Sequence[tuple[str, Scalar]], objective: _Objective, limit: _Limit
) -> Search:
    """Start what ``solve_native`` searches."""

@final
class Improvement:
    """A solution that is no worse than those given, and what it cost."""

    lurd: Final[str]
    """The solution in LURD notation."""
    optimal: Final[bool]
    """Whether no solution is better, by the metrics asked for and then by moves."""
    limit: Final[Literal["seconds", "nodes", "memory", "stopped"] | None]
    """Which limit ended the work; ``None`` where nothing was left to try."""
    nodes: Final[int]
    """Positions expanded."""
    seconds: Final[float]
    """Seconds of wall clock, preparation included."""

def optimize(
    board: _Cells,
    solutions: Sequence[str],
    metrics: Sequence[str],
    span: tuple[int, int] | None,
    fixed: Sequence[int],
    keeps_end: bool,
    limit: _Limit,
    progress: Callable[[int, float, str], object] | None,
) -> Improvement:
    """Make the best of ``solutions`` better by ``metrics``, the most important first, and then by moves.

    Of the solution, only the steps in ``span`` (from 0, the end not included) are replaced; all boxes stand as they
    stood whenever a box of ``fixed`` (cells at the start) is pushed; ``keeps_end`` keeps the cell where the player
    ends. About every 50 ms ``progress`` is called with the nodes so far, the seconds so far, and the best solution so
    far.

    Texts that are no solutions, a span outside the solution, and a cell without a box are a ``ValueError``.
    """

@final
class GeneratedLevel:
    """A generated level with its solution; cells count row by row from 0."""

    number: Final[int]
    """The number of the attempt that made it."""
    walls: Final[bytes]
    """One byte a cell, 1 for a wall."""
    goals: Final[list[int]]
    """The goals, in ascending order."""
    boxes: Final[list[int]]
    """For every goal the box that the solution brings there where boxes are numbered, else any."""
    pushers: Final[list[int]]
    """The pushers."""
    lurd: Final[str]
    """The solution in LURD notation."""
    steppers: Final[list[int]]
    """For every letter of the solution which of the pushers steps."""
    shape: Final[str]
    """The shape of the room."""
    effort: Final[int | None]
    """Positions that the solver expanded to prove the fewest pushes; ``None`` where it knows not all the rules."""

@final
class LevelStream:
    """Levels one after the other, made without the solver, no two with the same layout; see ``Boards.put_next``.

    They are those of ``generate`` by the same specification and seed.  A specification that no level can meet, or that
    says more than size, boxes and shape, is a ``ValueError``.
    """

    def __new__(cls, spec: _LevelSpec, seed: int) -> LevelStream: ...

def generate(
    spec: _LevelSpec,
    numbered: bool,
    seed: int,
    first: int,
    count: int,
    progress: Callable[[int], object] | None,
) -> list[GeneratedLevel]:
    """Make the attempts number ``first`` to ``first + count - 1`` to generate a level; return those that succeeded.

    Each depends on ``spec``, which names its pushers, ``numbered``, ``seed`` and its number alone. About every 20 ms
    ``progress`` is called with the attempts made; what is made until it stops the work is returned.

    A specification that no level can meet is a ``ValueError``.
    """

def solve_native(
    game: str,
    board: Board,
    options: Sequence[tuple[str, Scalar]],
    objective: _Objective,
    most_moves: int | None,
    limit: _Limit,
    progress: _Progress | None,
) -> Answer:
    """Solve a level of a game that has native rules: in any way, or with the fewest pushes, then moves; see ``solve``.

    A level that the native rules do not know all of is a ``ValueError``.
    """

def search_exhaustively(
    level: _Puzzle,
    objective: _Objective,
) -> tuple[int, int] | None:
    """Return the moves and pushes of a best solution, ``None`` where nothing solves the board.

    Uniform cost step by step, with nothing pruned: for boards of some thirty cells, to check ``solve`` by.
    """

def explain_unsupported(game: str, board: Board, options: Sequence[tuple[str, Scalar]]) -> str | None:
    """Return why the native rules of a game do not take a level; ``None`` where they do."""

def play_native(
    game: str, board: Board, options: Sequence[tuple[str, Scalar]], line: Sequence[int]
) -> list[
    tuple[
        tuple[Literal["playing", "solved", "lost"], tuple[str, list[tuple[str, Any]]] | None, int],
        dict[str, Any],
        dict[str, Any],
        list[tuple[tuple[int, int, str, list[int]], bool, list[_Change]]],
    ]
]:
    """Play a line of ordinals by native rules and return each position with its legal moves, the last included.

    A position is its outcome, with its reason as the code and the parameters of a sentence and with the winner; its
    board, and the board that the player sees. A move is the cell of its piece, which of the unlike pieces there it is,
    its action, and the direction or the cell of that, or the direction of each player; then follow whether it pushes or
    pulls, and its changes. A game that native rules cannot play and an ordinal that no legal move has are a
    ``ValueError``.
    """

def replay_native(
    game: str, board: Board, options: Sequence[tuple[str, Scalar]], line: Sequence[int]
) -> list[
    tuple[
        Literal["playing", "solved", "lost"],
        tuple[int, int],
        bool,
        dict[str, Any],
        list[tuple[bool, dict[str, Any]]],
    ]
]:
    """Play a line of ordinals by native rules and report on each position, the first and the last included.

    Its outcome; the lower bounds on the pushes and the moves to a solution; whether it is known to be a deadlock; its
    board; and for each legal move whether it pushes anything and the board after it. An ordinal that no legal move has
    is a ``ValueError``.
    """

def normal_form(width: int, signs: bytes, player: int, most_visits: int) -> bytes:
    """Return the rows of the normal form of a plain board in a frame of walls; see ``pushbox.identity.normalize``.

    ``signs`` has one of ``# .$*`` for each cell, without the player. Rounds end where they have visited ``most_visits``
    cells. A board that is open, or without a place for the player, is a ``ValueError``.
    """

def plain_texts(width: int, cells: bytes, most_visits: int) -> tuple[str, str, bytes] | None:
    """Return the text of a plain board, the smallest of its eight symmetries, and the rows of its normal form.

    The cells are those of `plain_cells`; ``None`` for any other. The texts are those of ``pushbox.identity.texts``, the
    normal form is that of `normal_form`.
    """

def push_paths(
    width: int, free: bytes, cell: int, player: int, pushes_first: bool, limit: int | None, ends: Sequence[int]
) -> tuple[dict[int, tuple[int, int, int]], bytes]:
    """Find the best ways of the box on a cell, as `pushbox.path.push.push_paths` does.

    ``free`` has a byte for each cell and a last one, 0, for all that is off the board. The first answer has for each
    cell that the box comes to the last node, pushes and moves, the cheapest first; the second for each node the one
    before it, or -1, as pairs of native i32. Both are empty where more than ``limit`` nodes and cells would be looked
    at. A board of more cells than an i32 can number is a ``ValueError``.
    """

def rejoin(
    level: _Puzzle,
    known: Sequence[tuple[Sequence[tuple[int, int]], int, int]],
    limit: _Limit,
    progress: _Progress | None,
) -> str | None:
    """Return the moves from a level to one of the positions that are known to be winnable, or to a solved one.

    Each of ``known`` is its boxes with their numbers, a cell that the pusher walks to, and how far it is from there to
    a solution. None where no way is found within the limit. A board with several players is a ``ValueError``.
    """

def replay(board: _Cells, text: str) -> tuple[str, bytes]:
    """Replay ``text``, ignoring the case of its letters; return the letters as played and the cells at the end.

    A move becomes one of ``lurd``, a push one of ``LURD``, and an illegal step ``-``: it changes nothing, and play goes
    on. Any other character in ``text`` is a ``ValueError``.
    """

def play_lines(
    lines: Sequence[tuple[_Cells, str]], threads: int
) -> list[tuple[str, tuple[int, int, int, int, int, int], int | None, bool] | None]:
    """Play LURD texts of any case, each on a level of its own; several threads share them.

    A line is its letters as played, moves, pushes, box lines, box changes, pushing sessions and player lines, the steps
    after which every box stood on a goal for the first time, and whether all do at its end. ``None`` for a board that
    is no level, and for a text with another character or an illegal step.
    """

def perft(board: _Cells, depth: int) -> int:
    """Count the legal sequences of exactly ``depth`` steps; 1 at depth 0. Time grows with the count."""

def plain_cells(
    terrain: tuple[Terrain, ...],
    pieces: tuple[Piece, ...],
    sorts: tuple[Terrain, Terrain, Terrain],
    plain: tuple[object, ...],
) -> bytes | None:
    """Return one byte a cell of a plain board with one player; ``None`` for any other.

    ``sorts`` are wall, floor and goal, ``plain`` is what a piece has after its kind and its cells. No cell has two
    pieces, or one on a wall.
    """

def plain_json(width: int, cells: bytes) -> str:
    """Return a plain board, of the cells of `plain_cells`, as ``pushbox.formats.json`` writes it."""

def plain_levels(
    text: str, terrain: tuple[Terrain, Terrain, Terrain], most_levels: int, most_cells: int
) -> list[tuple[str, str, int, int, int, int, tuple[Terrain, ...], list[int], int]] | None:
    """Read a text that has plain levels of Sokoban in XSB and nothing else; ``None`` for any other, and for more.

    A level is its title, its lines, the number of the first of them and of its first row, the column of its rows, the
    columns of its board, the terrain of its cells, made of the parts for walls, floor and goals, the cells of its boxes
    and that of its player.
    """
