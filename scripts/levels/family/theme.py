"""The themes of a game: what stands on a board, what is said of it, and how long its solutions are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pushbox.board import WALL, Piece, Terrain
from pushbox.level import Scalar

Without = Literal["unsolvable", "longer", "as short"]
"""How a level is without something: the worse comes first."""


@dataclass(frozen=True)
class Theme:
    """What stands on a board, and what is said of it.

    `terrain` and `pieces` each stand once, the cells of a piece counted from its anchor to the right.  `sizes` are rows
    and columns within the frame.  `needed` are the kinds of terrain or pieces, or the options, without which a level
    has no solution, or a longer one: then its note is `longer`, if the theme has such a note.  Without what `hinders`
    it has a shorter one.  No level of the highest stair has a solution of fewer than `moves`, which is None for a theme
    that is for beginners alone.  `names` are the first words of titles, if the theme has its own.
    """

    note: str
    sizes: tuple[tuple[int, int], ...]
    terrain: tuple[Terrain, ...]
    pieces: tuple[Piece, ...]
    moves: int | None
    needed: tuple[str, ...] = ()
    options: tuple[tuple[str, Scalar], ...] = ()
    walls: tuple[float, float] = (0.1, 0.3)
    frame: Terrain = WALL
    longer: str = ""
    hinders: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def notes(self) -> set[str]:
        """What may be said of its levels."""
        return {self.note, self.longer} - {""}

    def note_on(self, without: Without) -> str:
        """Return what is said of a level by how it is without what is needed."""
        return self.longer if self.longer and without == "longer" else self.note


class Stair(NamedTuple):
    """How many moves the shortest solutions have, and how many levels there are of each theme.

    `more` is by how many rows and columns boards are larger than the theme says, `pool` how many levels are made for
    each that is taken, and `share` how much of a game's changes are tried on each.  Levels begin with a draft, or where
    a stair `grows` with one of the longest levels that the theme has, on a board with `more` rows and columns.
    """

    fewest: int
    most: float
    each: int = 1
    more: tuple[int, int] = (0, 0)
    pool: int = 1
    share: float = 0.2
    grows: bool = False


GENTLE = Stair(5, 7), Stair(8, 11), Stair(12, 16), Stair(17, 24)


@dataclass(frozen=True)
class GameThemes:
    """A game with its themes, how many levels there are of each, and how long each search may take.

    `each` is how many have as many moves as a theme says, or more; the `stairs` lead up to them, or beyond.  `names`
    are the first words of titles, `pack` is what the collection is called without "-puzzles".
    """

    key: str
    title: str
    themes: tuple[Theme, ...]
    each: int
    nodes: int = 40_000
    changes: int = 400
    stairs: tuple[Stair, ...] = GENTLE
    names: tuple[str, ...] = ()
    pack: str = ""

    @property
    def collection(self) -> str:
        """The name of the collection."""
        return f"{self.pack or self.key}-puzzles"
