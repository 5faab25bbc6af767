"""Searches that a heuristic or a policy of the caller guides, such as a neural network.

Positions are judged many at a time: a function gets a `memoryview` of bytes with the shape (positions, rows, columns),
each cell a sum of 1 wall, 2 goal, 4 box and 8 player, as `pushbox.sim` has them.  The player is drawn on the first
cell that they can walk to, so that positions which differ by a walk alone look alike.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias, cast

from ..arguments import refused
from ..errors import UnsupportedError
from ..games.position import Position
from ..sentence import counted, say
from .api import Guidance, Limit, Objective, ProgressCallback, Verdict
from .native import plays_boxes, search_guided

Judge: TypeAlias = Callable[[memoryview], Any]
"""A function of positions: an array, or any sequence of numbers, however nested."""


def search(
    position: Position,
    objective: Objective,
    limit: Limit,
    progress: ProgressCallback | None,
    heuristic: Judge | None,
    policy: Judge | None,
    guidance: Guidance,
) -> Verdict:
    """Search a position of plain Sokoban; see `pushbox.solver.solve`.  Raises UnsupportedError for any other."""
    if not plays_boxes(position) or position.game.info.numbered or len(position.level.board.of_kind("pusher")) != 1:
        raise UnsupportedError.said("guided-plain")
    board = position.level.board

    def asked(name: str, judge: Judge | None, values: int) -> Callable[[bytes], object] | None:
        """Return a function as the core calls it: from bytes to so many numbers for each board."""
        if judge is None:
            return None

        def ask(boards: bytes) -> array[float] | memoryview[float]:
            count = len(boards) // len(board.terrain)
            expected = say("numbers-for-boards", count=values * count, boards=counted(count, "position"))
            said = judge(memoryview(boards).cast("B", (count, board.height, board.width)))
            try:
                answer = _floats(said)
            except (TypeError, ValueError):  # such as one number, of a function that judges one position
                raise refused(name, said, expected) from None
            if len(answer) != values * count:
                raise refused(name, len(answer), expected)
            return answer

        return ask

    judges = (asked("heuristic", heuristic, 1), asked("policy", policy, 4 * len(board.terrain)))
    return search_guided(position, objective, limit, progress, judges, guidance)


def _floats(values: Any) -> array[float] | memoryview[float]:
    """Return numbers as a buffer of 32 bits each, without a copy where they are one."""
    try:
        view = memoryview(values)
        kind, flat = cast("Literal['d']", view.format), view.cast("B")
        numbers = flat.cast(kind)
    except (TypeError, ValueError):  # no buffer, one with gaps, or of numbers that only its library knows
        return array("f", _flat(values))
    return numbers if view.format == "f" else array("f", numbers)


def _flat(values: Any) -> Iterator[float]:
    if hasattr(values, "tolist"):
        values = values.tolist()
    for value in values:
        if isinstance(value, Iterable):
            yield from _flat(value)
        else:
            yield float(value)
