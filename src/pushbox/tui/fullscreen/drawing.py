"""A level being drawn, with all that it was: undo and redo; an empty one; the name of its file."""

from __future__ import annotations

import re

from ... import formats
from ...board import FLOOR, Board, Terrain
from ...level import Level

_WIDTH, _HEIGHT = 12, 9  # of an empty room
_MAX_NAME = 60  # letters of the title in the name of a file


class Drawing:
    """A level and its history; a change after an undo drops what was undone."""

    def __init__(self, level: Level) -> None:
        self._levels = [level]
        self._index = 0

    @property
    def level(self) -> Level:
        """The level as it is now."""
        return self._levels[self._index]

    def change(self, level: Level) -> None:
        """Go on with a changed level."""
        if level != self.level:
            self._index += 1
            self._levels[self._index :] = [level]

    def undo(self) -> bool:
        """Take the last change back; return whether there was one."""
        return self._go(-1)

    def redo(self) -> bool:
        """Make the change that was taken back last again; return whether there was one."""
        return self._go(1)

    def _go(self, step: int) -> bool:
        if not 0 <= self._index + step < len(self._levels):
            return False
        self._index += step
        return True


def blank(game: str) -> Level:
    """Return an empty room with walls around it."""
    inner = range(1, _WIDTH - 1), range(1, _HEIGHT - 1)
    terrain = tuple(
        FLOOR if column in inner[0] and row in inner[1] else Terrain("wall")
        for row in range(_HEIGHT)
        for column in range(_WIDTH)
    )
    return Level(Board(_WIDTH, _HEIGHT, terrain), game)


def file_name(level: Level) -> str:
    """Return a name for the file of a level: that of its title, ending as XSB if that holds it, else as JSON."""
    words = re.sub(r"[^\w-]+", "-", level.title[:_MAX_NAME].lower()).strip("-")
    return f"{words or 'drawing'}.{'json' if formats.losses(level, 'xsb') else 'xsb'}"
