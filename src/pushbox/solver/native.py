"""The native searches: one for plain Sokoban, one for every game whose rules `pushbox._core` has a twin of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypedDict, cast

from pushbox import _core

from ..board import Board, Counter, Piece, Terrain
from ..errors import IllegalMove
from ..games.api import Game
from ..games.registry import find
from ..level import Level
from ..metrics import measure
from ..play.native import cells, is_plain
from ..play.verify import verify
from .api import GaveUp, Limit, LimitKind, Objective, Progress, Solved, Unsolvable, Verdict, Watch

_MIB = 1 << 20


def knows(level: Level) -> bool:
    """Return whether a native search knows all the rules of a level: those of plain Sokoban, or of a twin."""
    return _is_plain_sokoban(level) or has_twin(level)


def has_twin(level: Level) -> bool:
    """Return whether there is a twin of the level's game that knows all of the level."""
    return level.game in _core.twins and _core.refusal_twin(level.game, level.board, level.options) is None


def search(level: Level, objective: Objective, limit: Limit, progress: Watch | None, seed: int = 0) -> Verdict:
    """Search a level that a native search `knows`; see `pushbox.solver.solve`."""
    if _is_plain_sokoban(level):
        answer = _core.solve(*cells(level), objective=objective, seed=seed, **_limits(limit, progress))
    else:
        answer = _core.solve_twin(
            level.game, level.board, level.options, objective=objective, **_limits(limit, progress)
        )
    match answer.status:
        case "solved" if answer.lurd is not None:
            optimal: Objective | None = "pushes" if answer.optimal else None
            return Solved(answer.lurd, measure(answer.lurd), optimal, answer.nodes, answer.seconds)
        case "solved":
            text = _spelled(level, answer.line or ())
            replay = verify(level, text)
            assert replay.metrics is not None, "a formatted line parses"
            optimal = "pushes" if answer.optimal and objective == "pushes" else None
            return Solved(replay.text, replay.metrics, optimal, answer.nodes, answer.seconds)
        case "unsolvable":
            return Unsolvable(answer.proof or "", answer.nodes, answer.seconds)
        case _:
            return GaveUp(cast(LimitKind, answer.limit), answer.nodes, answer.seconds, answer.bound)


class Ply(NamedTuple):
    """What a twin says of a position.

    Its status; the pushes and the moves that a solution needs at least; whether it is known to be hopeless; its board;
    and for each legal move, in the order of `Game.expand`, whether it pushes anything and the board after it.
    """

    status: str
    estimate: tuple[int, int]
    is_dead: bool
    board: Board
    after: tuple[tuple[bool, Board], ...]


def walk(level: Level, line: Sequence[int]) -> list[Ply]:
    """Play a line of ordinals by a twin; tell of each position, the first and the last included.

    The ordinal of a move is its index among the legal moves.  Raises ValueError where there is no such move, or no
    twin that knows the level.
    """
    return [
        Ply(status, estimate, dead, _board(board), tuple((pushed, _board(there)) for pushed, there in after))
        for status, estimate, dead, board, after in _core.walk_twin(level.game, level.board, level.options, line)
    ]


def _is_plain_sokoban(level: Level) -> bool:
    return level.game == "sokoban" and not level.options and is_plain(level.board)


class _Limits(TypedDict):
    """The arguments that both searches share."""

    seconds: float | None
    nodes: int | None
    memory: int | None
    progress: Callable[[int, int, int, float], object] | None


def _limits(limit: Limit, progress: Watch | None) -> _Limits:
    watch = None
    if progress is not None:

        def watch(nodes: int, waiting: int, bound: int | None, seconds: float) -> object:
            return progress(Progress(seconds, nodes, waiting, bound))

    memory = None if limit.memory is None else limit.memory * _MIB
    return {"seconds": limit.seconds, "nodes": limit.nodes, "memory": memory, "progress": watch}


def _spelled(level: Level, line: Sequence[int]) -> str:
    """Write a line of ordinals in the notation of the level's game."""
    game: Game[Any, Any] = find(level.game)
    start = state = game.start(level)
    moves = []
    for step, ordinal in enumerate(line, start=1):
        options = list(game.expand(state))
        if ordinal >= len(options):
            raise IllegalMove(f"found move {ordinal} of {len(options)}", step=step)
        move, state = options[ordinal]
        moves.append(move)
    return game.format(start, moves)


def _board(fields: dict[str, Any]) -> Board:
    return Board(
        fields["width"],
        fields["height"],
        tuple(Terrain(**terrain) for terrain in fields["terrain"]),
        tuple(
            Piece(**piece | {"cells": tuple(piece["cells"]), "colours": tuple(piece["colours"])})
            for piece in fields["pieces"]
        ),
        tuple(Counter(*counter) for counter in fields["counters"]),
    )
