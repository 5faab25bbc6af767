"""The answers on a level of a data set: two proofs, a rating, all within the limits of one level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..analysis.rate import difficulty_within
from ..deadline import Deadline
from ..games.position import Position
from ..level import Level
from ..play.validate import require_playable
from ..solver import GaveUp, Limit, Objective, Solved, Unsolvable, solve
from .texts import board_of, ids_of

_SHARE = 0.4  # of the time, for the proof of the fewest pushes, and for that of the fewest moves

Stop = Callable[[], bool]


def answers(rows: str, limit: Limit, stop: Stop, *, difficulty: bool) -> dict[str, Any]:
    """Return the fields of a row that its board alone decides.

    The rules have replayed each solution. Whatever is not proven within the limit is null, and `limit` names the limit.
    """
    board = board_of(rows)
    ids = ids_of(board)
    position = require_playable(Level(board))
    fields = {"id": ids.canonical, "group": ids.normal, "level": rows, "width": board.width, "height": board.height}
    fields["boxes"] = len(board.of_kind("box"))
    return fields | _solved(position, limit, stop, difficulty=difficulty)


def _solved(position: Position, limit: Limit, stop: Stop, *, difficulty: bool) -> dict[str, Any]:
    deadline = Deadline(limit.seconds)
    share = None if limit.seconds is None else limit.seconds * _SHARE

    def search(objective: Objective, seconds: float | None) -> Solved | Unsolvable | GaveUp:
        return solve(position, objective=objective, limit=replace(limit, seconds=seconds), progress=lambda _: stop())

    by_pushes = search("pushes-moves", share)
    if isinstance(by_pushes, Unsolvable):
        return _EMPTY | {"status": "unsolvable"}
    by_moves = search("moves-pushes", share)
    if isinstance(by_moves, Unsolvable):
        return _EMPTY | {"status": "unsolvable"}
    found = [verdict for verdict in (by_pushes, by_moves) if isinstance(verdict, Solved)]
    fields = _EMPTY | {"pushes_at_least": _bound(by_pushes, "pushes"), "moves_at_least": _bound(by_moves, "moves")}
    if found:
        few_pushes = min(found, key=lambda one: (one.metrics.pushes, one.metrics.moves))
        few_moves = min(found, key=lambda one: (one.metrics.moves, one.metrics.pushes))
        fields |= _solution("solution", few_pushes) | _solution("shortest", few_moves)
        if fields["solution_pushes"] == fields["pushes_at_least"]:
            fields["pushes"] = fields["solution_pushes"]
        if fields["shortest_moves"] == fields["moves_at_least"]:
            fields["moves"] = fields["shortest_moves"]
        if difficulty and not stop():
            rated = difficulty_within(position, few_pushes.text, deadline.left, lambda _: stop())
            fields["difficulty"] = None if rated is None else round(rated.value, 2)
    is_proven = fields["pushes"] is not None and fields["moves"] is not None
    fields["status"] = "proven" if is_proven else "solved" if found else "open"
    if not is_proven:
        fields["limit"] = by_pushes.limit or by_moves.limit
    return fields


_EMPTY: dict[str, Any] = dict.fromkeys(
    (
        "status", "pushes", "moves", "pushes_at_least", "moves_at_least", "solution", "solution_pushes",
        "solution_moves", "shortest", "shortest_pushes", "shortest_moves", "difficulty", "limit",
    )
)  # fmt: skip


def _bound(verdict: Solved | GaveUp, count: str) -> int | None:
    """Return the proven lower bound of a search for the fewest."""
    if isinstance(verdict, Solved) and verdict.optimal is not None:
        return int(getattr(verdict.metrics, count))
    return verdict.bound


def _solution(name: str, found: Solved) -> dict[str, Any]:
    """Return the fields of a solution, which the rules have replayed and counted before the solver returned it."""
    return {name: found.text, f"{name}_pushes": found.metrics.pushes, f"{name}_moves": found.metrics.moves}
