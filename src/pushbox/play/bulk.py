"""Replay many texts: whether each solves its level, in native code where that has the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..arguments import Line, check_threads, line_of
from ..errors import MissingCore, PushboxError
from ..games.position import Position
from ..level import Level
from ..sentence import say
from . import native
from .verify import ReplayStatus, Verification, verify

_AT_ONCE = 512  # lines that are played natively in one call


def verify_many(lines: Iterable[tuple[Level | Position, Line]], *, threads: int = 1) -> Iterator[Verification]:
    """Yield what `verify` returns for each level and text; for a level that cannot be played an ``error``.

    Texts of letters on levels of plain Sokoban are played by the core, on `threads` processors: 100 times as fast for
    long ones.  Everything that is no solution is replayed by the game itself, which says why.
    """
    check_threads(threads)
    lines = iter(lines)
    while part := [*islice(lines, _AT_ONCE)]:
        played = _played([(_level(start), _letters(text)) for start, text in part], threads)
        for (start, text), line in zip(part, played, strict=True):
            yield _solution(line) if line is not None and line.solved and line.text else _replayed(start, text)


def _played(lines: list[tuple[Level | None, str]], threads: int) -> list[native.NativeLine | None]:
    """Return the lines that the core can play; none where it is not there."""
    try:
        return native.play_lines(lines, threads)
    except MissingCore:
        return [None] * len(lines)


def _level(start: Level | Position) -> Level | None:
    """Return the level to play on, None for a position of another game than its level names."""
    if isinstance(start, Position):
        return start.level if start.level.game == start.game.info.key else None
    return start


def _letters(text: Line) -> str:
    given = line_of("text", text)
    return given if isinstance(given, str) else ""


def _solution(line: native.NativeLine) -> Verification:
    extra = line.metrics.moves - (line.solved_at or 0)
    message = say("solved-before", count=line.solved_at, extra=extra) if extra else ""
    return Verification(ReplayStatus.SOLVED, line.text, line.metrics, 0, line.solved_at, message)


def _replayed(start: Level | Position, text: Line) -> Verification:
    try:
        return verify(start, text)
    except PushboxError as error:
        return Verification(ReplayStatus.ERROR, message=str(error))
