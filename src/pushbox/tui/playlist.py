"""A sequence of levels, one of which is played: those of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from ..level import Level

Step = Literal[-1, 1]


@dataclass(frozen=True, slots=True)
class Entry:
    """A level to play: its number in its collection, whose name this is, and its id in the library if it has one."""

    level: Level
    number: int
    collection: str
    id: int | None = None


class Playlist(Protocol):
    """Levels, one of which is the current one."""

    @property
    def current(self) -> Entry:
        """The level that is played."""

    def adjacent(self, step: Step, *, unsolved: bool) -> Playlist | None:
        """Return the list standing on the level after this one, or before it; with `unsolved` on the next such one.

        None at the end.
        """


@dataclass(frozen=True, slots=True)
class FilePlaylist:
    """The levels of a file; `is_solved` says of a level whether it has been solved."""

    levels: Sequence[Level]
    index: int
    name: str
    is_solved: Callable[[Level], bool]

    @property
    def current(self) -> Entry:
        """The level that is played."""
        return Entry(self.levels[self.index], self.index + 1, self.name)

    def adjacent(self, step: Step, *, unsolved: bool) -> FilePlaylist | None:
        """Return the list standing on another level, None at the end."""
        index = self.index + step
        while 0 <= index < len(self.levels):
            if not (unsolved and self.is_solved(self.levels[index])):
                return replace(self, index=index)
            index += step
        return None

    def next_unsolved(self) -> FilePlaylist:
        """Return the list on the next unsolved level, or else on the first one; itself if all are solved."""
        before = replace(self, index=-1).adjacent(1, unsolved=True)
        return self.adjacent(1, unsolved=True) or before or self
