"""Limits of one call: the size of what it brings, the seconds and memory of what it starts."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from pydantic import Field

from ..board import Board
from ..errors import NotationError, PushboxError
from ..notation import tokens

MAX_TEXT = 256 << 10  # characters of levels
MAX_LINE = 64 << 10  # characters of moves
MAX_MOVES = 10_000  # of one call, run lengths multiplied out
MAX_CELLS = 10_000  # of a board that is played, searched or drawn
MAX_ALL_CELLS = 1_000_000  # of all levels of a text
MAX_SECONDS = 120.0
MAX_MEMORY = 2_048  # MiB
MAX_LEVELS = 20  # that are made at once
MAX_LISTED = 100  # levels, problems or pushes in one answer
SEARCHES = 2  # at the same time; the others wait

Text = Annotated[str, Field(max_length=MAX_TEXT)]
Line = Annotated[str, Field(max_length=MAX_LINE)]
Word = Annotated[str, Field(max_length=200)]
Seconds = Annotated[float, Field(gt=0, le=MAX_SECONDS, allow_inf_nan=False, description="Give up after so long.")]
Memory = Annotated[int, Field(ge=16, le=MAX_MEMORY, description="MiB that the search may take.")]

_T = TypeVar("_T")
Progress = Callable[[Any], bool]


class Searches:
    """Long work in threads, some at a time, so that the server answers meanwhile."""

    def __init__(self, at_once: int = SEARCHES) -> None:
        self._limiter = CapacityLimiter(at_once)

    async def run(self, work: Callable[[Progress], _T]) -> _T:
        """Return what `work` returns; it gets a callback of progress, which is true once the request is cancelled."""
        stopped = Event()

        def watch(_: Any = None) -> bool:
            return stopped.is_set()

        try:
            return await to_thread.run_sync(work, watch, abandon_on_cancel=True, limiter=self._limiter)
        finally:
            stopped.set()


def check_board(board: Board) -> None:
    """Raise PushboxError for a board that is too large for a tool."""
    PushboxError.beyond(MAX_CELLS, len(board.terrain), "cells-to-play")


def check_moves(text: str) -> None:
    """Raise PushboxError for a line of too many moves, before they are made of it."""
    try:
        count = sum(len(token.text) for token in tokens(text))
    except NotationError:  # in another notation, none of which is shorter than its moves
        count = len(text)
    PushboxError.beyond(MAX_MOVES, count, "too-many-moves")
