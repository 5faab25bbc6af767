"""The native searches.

One is for Sokoban, Sokoban Plus and Multiban without twists, one for every game that `pushbox._core` has native rules
of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypedDict, cast

from pushbox import _core

from ..board import Board, NamedCounter, Piece, Terrain
from ..errors import IllegalMove
from ..games.api import Game
from ..games.registry import find
from ..grid import LETTERS
from ..level import Level
from ..metrics import measure
from ..play.native import cells, is_plain
from ..play.verify import verify
from .api import GaveUp, Limit, LimitKind, Objective, Progress, ProgressCallback, Solved, Unsolvable, Verdict

_MIB = 1 << 20
_MOST = (1 << 32) - 1  # the greatest number of a box that the core takes


def knows(level: Level) -> bool:
    """Return whether a native search knows all the rules of a level: those of Sokoban and kin, or native rules."""
    return _is_sokoban(level) or has_native_rules(level)


def has_native_rules(level: Level) -> bool:
    """Return whether the level's game has native rules that know all of the level."""
    return (
        level.game in _core.native_games and _core.explain_unsupported(level.game, level.board, level.options) is None
    )


def search(
    level: Level, objective: Objective, limit: Limit, progress: ProgressCallback | None, seed: int = 0, threads: int = 1
) -> Verdict:
    """Search a level that a native search `knows`; see `pushbox.solver.solve`."""
    if _is_sokoban(level):
        answer = _core.solve(
            *_puzzle(level), objective=objective, seed=seed, threads=threads, **_limits(limit, progress)
        )
    else:
        answer = _core.solve_native(
            level.game, level.board, level.options, objective=objective, **_limits(limit, progress)
        )
    match answer.status:
        case "solved" if answer.lurd is not None and answer.pushers is None:
            text, metrics = answer.lurd, measure(answer.lurd)
        case "solved":
            if answer.line is not None:
                line = _spelled(level, answer.line)
            else:
                line = _selected(level, answer.pushers or (), answer.lurd or "")
            verified = verify(level, line)
            assert verified.metrics is not None, "a formatted line parses"
            text, metrics = verified.text, verified.metrics
        case "unsolvable":
            return Unsolvable(answer.proof or "", answer.nodes, answer.seconds)
        case _:
            return GaveUp(cast(LimitKind, answer.limit), answer.nodes, answer.seconds, answer.bound)
    return Solved(text, metrics, answer.optimal, answer.nodes, answer.seconds, answer.limit, answer.bound)


class PositionReport(NamedTuple):
    """What native rules say of a position.

    Its outcome; the lower bounds on the pushes and the moves to a solution; whether it is known to be a deadlock; its
    board; and for each legal move, in the order of `Game.successors`, whether it pushes and the board after it.
    """

    outcome: str
    lower_bound: tuple[int, int]
    is_deadlock: bool
    board: Board
    successors: tuple[tuple[bool, Board], ...]


def replay(level: Level, line: Sequence[int]) -> list[PositionReport]:
    """Play a line of ordinals by native rules; report on each position, the first and the last included.

    The ordinal of a move is its index among the legal moves.  Raises ValueError for an ordinal that no move has, and
    for a level that no native rules know.
    """
    reports = _core.replay_native(level.game, level.board, level.options, line)
    return [
        PositionReport(
            outcome, bound, is_deadlock, _board(board), tuple((pushed, _board(after)) for pushed, after in successors)
        )
        for outcome, bound, is_deadlock, board, successors in reports
    ]


def _is_sokoban(level: Level) -> bool:
    """Whether a level is one of Sokoban, Sokoban Plus or Multiban without twists."""
    if level.options:
        return False
    match level.game:
        case "sokoban" | "multiban":
            return is_plain(level.board)
        case "plus":
            numbers = (*_box_numbers(level.board), *_goal_numbers(level.board))
            return is_plain(_without_numbers(level.board)) and max(numbers, default=0) <= _MOST
        case _:
            return False


def _without_numbers(board: Board) -> Board:
    """The board with the numbers of its goals and boxes taken off."""
    terrain = tuple(cell._replace(number=0) if cell.kind == "goal" else cell for cell in board.terrain)
    pieces = tuple(piece._replace(number=0) if piece.kind == "box" else piece for piece in board.pieces)
    return Board(board.width, board.height, terrain, pieces, board.counters)


def _box_numbers(board: Board) -> list[int]:
    """The number of the box on each cell, 0 for none."""
    numbers = [0] * len(board.terrain)
    for box in board.of_kind("box"):
        numbers[box.anchor] = box.number
    return numbers


def _goal_numbers(board: Board) -> list[int]:
    """The number of the goal on each cell, 0 for none."""
    return [terrain.number if terrain.kind == "goal" else 0 for terrain in board.terrain]


def _puzzle(level: Level) -> tuple[int, int, bytes, list[int] | None, list[int] | None]:
    """A level as the search takes it: as `cells`, and the numbers of boxes and goals where the game has them."""
    if level.game != "plus":
        return *cells(level), None, None
    plain = replace(level, board=_without_numbers(level.board))
    return *cells(plain), _box_numbers(level.board), _goal_numbers(level.board)


class _Limits(TypedDict):
    """The arguments that both searches share."""

    seconds: float | None
    nodes: int | None
    memory: int | None
    progress: Callable[[int, int, int, float, tuple[int, int] | None], object] | None


def _limits(limit: Limit, progress: ProgressCallback | None) -> _Limits:
    watch = None
    if progress is not None:

        def watch(nodes: int, waiting: int, bound: int | None, seconds: float, best: tuple[int, int] | None) -> object:
            return progress(Progress(seconds, nodes, waiting, bound, best))

    memory = None if limit.memory is None else limit.memory * _MIB
    return {"seconds": limit.seconds, "nodes": limit.nodes, "memory": memory, "progress": watch}


def _selected(level: Level, pushers: Sequence[int], lurd: str) -> str:
    """Write steps, each with the cell of its pusher, in the notation of a game with several pushers."""
    game: Game[Any, Any] = find(level.game)
    ways = [LETTERS.index(letter) for letter in lurd.lower()]
    return game.controls.format(game.rules.initial_state(level), list(zip(pushers, ways, strict=True)))


def _spelled(level: Level, line: Sequence[int]) -> str:
    """Write a line of ordinals in the notation of the level's game."""
    game: Game[Any, Any] = find(level.game)
    start = state = game.rules.initial_state(level)
    moves = []
    for step, ordinal in enumerate(line, start=1):
        options = list(game.rules.successors(state))
        if ordinal >= len(options):
            raise IllegalMove(f"found move {ordinal} of {len(options)}", step=step)
        move, state = options[ordinal]
        moves.append(move)
    return game.controls.format(start, moves)


def _board(fields: dict[str, Any]) -> Board:
    return Board(
        fields["width"],
        fields["height"],
        tuple(Terrain(**terrain) for terrain in fields["terrain"]),
        tuple(
            Piece(**piece | {"cells": tuple(piece["cells"]), "colours": tuple(piece["colours"])})
            for piece in fields["pieces"]
        ),
        tuple(NamedCounter(*counter) for counter in fields["counters"]),
    )
