"""A clock that counts how often it is asked, and other helpers of the tests of deadlines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pushbox import read
from pushbox.level import Level

if TYPE_CHECKING:
    import pytest


class Clock:
    """A clock that stands still until it was asked so many times, and is at the end of time from then on."""

    def __init__(self) -> None:
        self.asked = 0
        self.most = 10**9

    def __call__(self) -> float:
        self.asked += 1
        return 0.0 if self.asked <= self.most else 1e18


def hall(side: int, goals: int, boxes: int = 4) -> Level:
    """Return an empty square of cells, with goals from its first cell on, and a column of boxes at its end."""
    rows = [[" "] * side for _ in range(side)]
    for goal in range(goals):
        rows[goal // side][goal % side] = "."
    for box in range(boxes):
        rows[1 + box][side - 2] = "$"
    rows[0][side - 1] = "@"
    return read("\n".join(["#" * (side + 2), *(f"#{''.join(row)}#" for row in rows), "#" * (side + 2)]))[0]


def counting() -> tuple[list[None], Callable[[], object]]:
    calls: list[None] = []
    return calls, lambda: calls.append(None)


def noted(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, answer: Any = None, calls: list[Any] | None = None
) -> list[Any]:
    """Let a function note the arguments of its calls, and give another answer if there is one."""
    kept = [] if calls is None else calls
    function = getattr(owner, name)

    def note(*arguments: Any, **options: Any) -> Any:
        kept.append(arguments)
        return function(*arguments, **options) if answer is None else answer

    monkeypatch.setattr(owner, name, note)
    return kept
