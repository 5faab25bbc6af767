"""The native searches.

One searches Sokoban, Sokoban Plus and Multiban without variants. The other searches every game with native rules in
`pushbox._core`, and these three with variants or in reverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, Protocol, cast

from .. import core
from ..board import Board
from ..errors import IllegalMove
from ..games.position import Position
from ..play.native import cells, is_plain
from ..tiling import SQUARE
from .api import GaveUp, Guidance, Limit, LimitKind, Objective, Progress, ProgressCallback, Unsolvable, Verdict
from .proofs import proof_sentence
from .replay import replayed

_Listener = Callable[[int, int, int | None, float, tuple[int, int] | None], object]

# Width, height and one byte a cell; the number of the box and of the goal on each cell, or none anywhere.
CorePuzzle = tuple[tuple[int, int, bytes], list[int] | None, list[int] | None]

_MOST = (1 << 32) - 1  # the greatest number of a box that the core takes


class Answer(Protocol):
    """An answer of the core, wherever that has run; see `pushbox._core.Answer`."""

    @property
    def status(self) -> str: ...  # noqa: D102
    @property
    def lurd(self) -> str | None: ...  # noqa: D102
    @property
    def pushers(self) -> Sequence[int] | None: ...  # noqa: D102
    @property
    def line(self) -> Sequence[int] | None: ...  # noqa: D102
    @property
    def optimal(self) -> Objective | None: ...  # noqa: D102
    @property
    def limit(self) -> LimitKind | None: ...  # noqa: D102
    @property
    def proof(self) -> str | None: ...  # noqa: D102
    @property
    def nodes(self) -> int: ...  # noqa: D102
    @property
    def seconds(self) -> float: ...  # noqa: D102
    @property
    def bound(self) -> int | None: ...  # noqa: D102


class NativeSearch(Protocol):
    """A native search that can be restricted to solutions of at most a given number of moves.

    It then searches by moves, which is possible for ``any`` and for objectives that begin with moves.
    """

    def __call__(
        self,
        position: Position,
        objective: Objective,
        limit: Limit,
        progress: ProgressCallback | None,
        *,
        most_moves: int | None = None,
    ) -> Verdict:
        """Search a position; see `pushbox.solver.solve`."""
        ...


def require_core() -> None:
    """Raise MissingCore where there is no native core."""
    _ = core.solve


def plays_boxes(position: Position) -> bool:
    """Return whether the box search supports a position: its game without options or variants."""
    info, level = position.game.info, position.level
    if info.native_solver != "boxes" or level.options:
        return False
    if not info.numbered:
        return is_plain(level.board)
    plain, boxes, goals = _split_numbers(level.board)
    return is_plain(plain) and max((*boxes, *goals), default=0) <= _MOST


def has_native_rules(position: Position) -> bool:
    """Return whether native rules support everything in the position."""
    info, level = position.game.info, position.level
    if info.native_solver == "none" or level.board.tiling is not SQUARE:
        return False
    return core.explain_unsupported(info.key, level.board, level.options) is None


def search_for(position: Position, seed: int, threads: int) -> NativeSearch | None:
    """Return the native search for a position, or None."""
    if plays_boxes(position):
        return partial(search_boxes, seed=seed, threads=threads)
    return search_rules if has_native_rules(position) else None


def start_search(position: Position, objective: Objective, limit: Limit, seed: int) -> core.Search | None:
    """Return a search of a position, to be stepped; None where there is no native one."""
    if plays_boxes(position):
        return core.start_search(puzzle_of(position), objective, limit, seed)
    if not has_native_rules(position):
        return None
    level = position.level
    return core.start_native_search(position.game.info.key, level.board, level.options, objective, limit)


def search_boxes(
    position: Position,
    objective: Objective,
    limit: Limit,
    progress: ProgressCallback | None,
    seed: int = 0,
    threads: int = 1,
    most_moves: int | None = None,
) -> Verdict:
    """Search a position for which `plays_boxes` holds; see `pushbox.solver.solve` and `NativeSearch`."""
    answer = core.solve(
        puzzle_of(position),
        objective=objective,
        limit=limit,
        seed=seed,
        threads=threads,
        most_moves=most_moves,
        progress=_listener(progress),
    )
    return verdict_of(position, answer)


# Functions from the bytes of boards to buffers of float32: a heuristic and a policy.
Judges = tuple[Callable[[bytes], object] | None, Callable[[bytes], object] | None]


def search_guided(
    position: Position,
    objective: Objective,
    limit: Limit,
    progress: ProgressCallback | None,
    judges: Judges,
    guidance: Guidance,
) -> Verdict:
    """Search a position of plain Sokoban with one player; see `pushbox.solver.guided`."""
    heuristic, policy = judges
    answer = core.solve_guided(
        cells(position.level.board),
        cast("Literal['any', 'pushes']", objective),
        limit,
        heuristic,
        policy,
        admissible=guidance.admissible,
        weight=float(guidance.weight),
        batch=guidance.batch,
        progress=_listener(progress),
    )
    return verdict_of(position, answer)


# The boxes with their numbers, a cell that the pusher walks to, and how far it is from there to a solution.
KnownPosition = tuple[Sequence[tuple[int, int]], int, int]


def rejoin(
    position: Position,
    known: Sequence[KnownPosition],
    limit: Limit,
    progress: ProgressCallback | None,
) -> Sequence[Any] | None:
    """Return the moves from a position to one of some that are known to be winnable, or to a solved one.

    What comes nearest to one of these is looked at first.  None where no way is found within the limit.  The position
    must be one for which `plays_boxes` holds, with one pusher.
    """
    text = core.rejoin(puzzle_of(position), known, limit, _listener(progress))
    return None if text is None else position.parse(text)


def solve_hot(puzzle: CorePuzzle, objective: Objective, limit: Limit, seed: int, threads: int) -> core.Answer:
    """Search a tiny puzzle with every search and detector at work from its first position on."""
    return core.solve(puzzle, objective, limit, seed, threads, most_moves=None, progress=None, hot=True)


def best_counts(puzzle: CorePuzzle, objective: Objective) -> tuple[int, int] | None:
    """Return the moves and pushes of a best solution of a tiny puzzle, by exhaustive search; None if there is none."""
    return core.search_exhaustively(puzzle, objective)


def search_rules(
    position: Position,
    objective: Objective,
    limit: Limit,
    progress: ProgressCallback | None,
    most_moves: int | None = None,
) -> Verdict:
    """Search a position that `has_native_rules`; see `pushbox.solver.solve` and `NativeSearch`."""
    key, level = position.game.info.key, position.level
    listener = _listener(progress)
    answer = core.solve_native(
        key,
        level.board,
        level.options,
        objective=objective,
        most_moves=most_moves,
        limit=limit,
        progress=listener,
    )
    return verdict_of(position, answer)


def verdict_of(position: Position, answer: Answer) -> Verdict:
    """Return an answer of the core on a position as a verdict.

    Raises PushboxError or InvalidSolution where its line is none by the rules.
    """
    moves = None
    if answer.line is not None:
        moves = _moves(position, answer.line)
    elif answer.pushers is not None and answer.lurd is not None:
        moves = [*zip(answer.pushers, map(SQUARE.letters.index, answer.lurd.lower()), strict=True)]
    elif answer.lurd is not None:
        moves = position.parse(answer.lurd)
    if moves is not None:
        return replayed(position, moves, answer.optimal, answer.nodes, answer.seconds, answer.limit, answer.bound)
    if answer.status == "unsolvable":
        return Unsolvable(proof_sentence(answer.proof or ""), answer.nodes, answer.seconds)
    return GaveUp(cast(LimitKind, answer.limit), answer.nodes, answer.seconds, answer.bound)


def _split_numbers(board: Board) -> tuple[Board, list[int], list[int]]:
    """Return the board without numbers, and the numbers of the boxes and goals on each cell, 0 for none."""
    terrain, goals = list(board.terrain), [0] * len(board.terrain)
    for cell, sort in enumerate(board.terrain):
        if sort.kind == "goal":
            terrain[cell], goals[cell] = sort._replace(number=0), sort.number
    boxes = [0] * len(board.terrain)
    for box in board.of_kind("box"):
        boxes[box.anchor] = box.number
    pieces = [piece._replace(number=0) if piece.kind == "box" else piece for piece in board.pieces]
    return board.with_parts(terrain, pieces), boxes, goals


def puzzle_of(position: Position) -> CorePuzzle:
    """Convert a position for the search: `cells`, and the numbers of boxes and goals if it has any."""
    board = position.level.board
    if not position.game.info.numbered:
        return cells(board), None, None
    plain, boxes, goals = _split_numbers(board)
    return cells(plain), boxes, goals


def _listener(progress: ProgressCallback | None) -> _Listener | None:
    """Return a callback as the core calls it."""
    if progress is None:
        return None
    return lambda nodes, waiting, bound, seconds, best: progress(Progress(seconds, nodes, waiting, bound, best))


def _moves(position: Position, line: Sequence[int]) -> list[Any]:
    """Return the moves for a line of ordinals."""
    state = position.state
    moves = []
    for step, ordinal in enumerate(line, start=1):
        successors = list(position.rules.successors(state))
        if ordinal >= len(successors):
            raise IllegalMove.said("move-ordinal", ordinal=ordinal, count=len(successors), step=step)
        move, state = successors[ordinal]
        moves.append(move)
    return moves
