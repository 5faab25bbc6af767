"""Drawings of the buildings: walls, goals, and the rooms in which boxes begin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pushbox.grid import Cell

_OTHER_SIDE = str.maketrans("1234", "2143")
_TURNED = str.maketrans("1234", "4321")


@dataclass(frozen=True)
class Plan:
    """A building by its rows: ``#`` wall, ``.`` goal, ``x`` floor on which no box begins, a digit for that of a room.

    `image` says what leaves it as it is: a mirror beside it, a reflection below it, half a turn, or nothing.
    """

    title: str
    rows: tuple[str, ...]
    image: Literal["mirror", "reflection", "half a turn", "none"] = "none"

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @cached_property
    def signs(self) -> str:
        """All cells, row by row."""
        return "".join(self.rows)

    def images(self, cell: Cell) -> set[Cell]:
        """Return a cell with the one that it comes to lie on."""
        row, column = divmod(cell, self.width)
        match self.image:
            case "mirror":
                return {cell, row * self.width + self.width - 1 - column}
            case "reflection":
                return {cell, (len(self.rows) - 1 - row) * self.width + column}
            case "half a turn":
                return {cell, len(self.signs) - 1 - cell}
            case _:
                return {cell}


def _mirrored(title: str, *halves: str) -> Plan:
    """Return a plan by its left half with the column in the middle; rooms 1 and 3 have the images 2 and 4."""
    return Plan(title, tuple(half + half[-2::-1].translate(_OTHER_SIDE) for half in halves), "mirror")


def _doubled(title: str, *halves: str) -> Plan:
    """Return a plan by its upper half with the row in the middle."""
    return Plan(title, (*halves, *halves[-2::-1]), "reflection")


def _turned(title: str, *halves: str) -> Plan:
    """Return a plan by its upper half with the row in the middle; rooms 1 and 2 have the images 4 and 3."""
    return Plan(title, (*halves, *(half[::-1].translate(_TURNED) for half in halves[-2::-1])), "half a turn")


PLANS = (
    _mirrored(
        "The Lighthouse",
        "#######",
        "#####..",
        "#####..",
        "#####..",
        "#####..",
        "####xxx",
        "####xxx",
        "######x",
        "##111xx",
        "#1111#x",
        "#111xxx",
        "#1111#5",
        "##11555",
        "##11555",
        "#######",
    ),
    _mirrored(
        "The Cathedral",
        "#########",
        "#######..",
        "######...",
        "######...",
        "######xxx",
        "######xxx",
        "########x",
        "#111##555",
        "#1111x555",
        "#1111#555",
        "#1111x555",
        "#111##555",
        "#########",
    ),
    _mirrored(
        "The Scales",
        "##########",
        "#####55555",
        "####555#55",
        "#xxx555555",
        "#xxxxxxxxx",
        "##x###x##x",
        "#xxx##6666",
        "#xxx##6666",
        "#...##66#6",
        "#...##6666",
        "##########",
    ),
    _mirrored(
        "The Hourglass",
        "########",
        "#5555555",
        "#555555#",
        "#5555555",
        "##555555",
        "###55xxx",
        "#######x",
        "#####xxx",
        "####xxxx",
        "###xxx..",
        "##xxx...",
        "#xxx....",
        "########",
    ),
    _mirrored(
        "Twin Towers",
        "#########",
        "#...#####",
        "#...#####",
        "#xxx##555",
        "#xxx##555",
        "##x###555",
        "#xxxxxxxx",
        "#xxx##xx#",
        "###xx1x11",
        "#111x1111",
        "#11111111",
        "#111#111#",
        "##1111111",
        "#########",
    ),
    _mirrored(
        "The Fountain",
        "#########",
        "#111#5555",
        "#1111x555",
        "#1111x555",
        "#111#xxxx",
        "##1##x...",
        "##xxxx.##",
        "##3##x...",
        "#333#xxxx",
        "#3333x666",
        "#3333x666",
        "#333#6666",
        "#########",
    ),
    _doubled(
        "The Two Bridges",
        "#####################",
        "##1111####xx#########",
        "#11111####xxx########",
        "#111#1####xxx#xx...##",
        "#11111xxxxxxx#xx...##",
        "#11111####xxxxxx...##",
    ),
    Plan(
        "The Station",
        (
            "####################",
            "#1111#2222#3333#...#",
            "#1111#2222#3333#...#",
            "#1111#2222#3333#...#",
            "##x###xx###xx###...#",
            "#xxxxxxxxxxxxxxxxxx#",
            "#xxxxxxxxxxxxxxxxxx#",
            "##xx###xx###x#######",
            "#4444#5555#6666#####",
            "#4444#5555#6666#####",
            "#4444#5555#6666#####",
            "####################",
        ),
    ),
    _turned(
        "Four Courts",
        "###############",
        "#...111#222222#",
        "#...111x222222#",
        "#111111#22#222#",
        "#111#11#222222#",
        "#111111x222222#",
        "#111111#222222#",
        "##x##x###x##x##",
    ),
    _mirrored(
        "The Crown",
        "#########",
        "##.##.##.",
        "##..#..#.",
        "#xxxxxxxx",
        "#xxxxxxxx",
        "##x###x5#",
        "#1111#555",
        "#1111x555",
        "#1111x555",
        "#1111#555",
        "#########",
    ),
    _mirrored(
        "The Chessboard",
        "##########",
        "######xxxx",
        "#111##xxxx",
        "#1111#x.x.",
        "#1111xx.x.",
        "#1111#xx.x",
        "#1111xx.x.",
        "#1111#xx.x",
        "#111##xxxx",
        "######xxxx",
        "##########",
    ),
    _mirrored(
        "The Ark",
        "##########",
        "#####55555",
        "#####555#5",
        "#####55555",
        "#1111xx##x",
        "#1111xxxxx",
        "#1111xxxxx",
        "####..##..",
        "####..##..",
        "##########",
    ),
    _mirrored(
        "The Treasury",
        "#########",
        "#1111#555",
        "#1111x555",
        "#1111#555",
        "##11##xx#",
        "##11xxxxx",
        "#1111####",
        "#1111##..",
        "#1111##..",
        "##11###..",
        "##11xx#..",
        "#1111xxxx",
        "#1111#xxx",
        "#########",
    ),
    _mirrored(
        "The Minaret",
        "########",
        "######..",
        "######..",
        "######..",
        "######..",
        "######..",
        "#####xxx",
        "#####xxx",
        "#######x",
        "##111xxx",
        "#1111#xx",
        "#1111x55",
        "#1111#55",
        "##11#555",
        "##11x555",
        "########",
    ),
    _mirrored(
        "The Dome",
        "##########",
        "########..",
        "#######...",
        "#######...",
        "########..",
        "#######xxx",
        "#######xxx",
        "#########x",
        "#1111##555",
        "#11111#555",
        "#11111x555",
        "#11111#555",
        "#11111x555",
        "#1111##555",
        "##########",
    ),
    _mirrored(
        "The Granary",
        "#########",
        "#1111#555",
        "#1111x555",
        "#1111#5#5",
        "#1111x555",
        "###xx##xx",
        "#xxxxxxxx",
        "#xx##xxxx",
        "########x",
        "######...",
        "######...",
        "######...",
        "#########",
    ),
    _doubled(
        "The Gallery",
        "#####################",
        "##1111####xxx########",
        "#11111####xxxxx######",
        "#111#1####xxxxx######",
        "#11111xxxxxx##.....##",
        "#11111####xxxx......#",
    ),
    Plan(
        "The Terminus",
        (
            "#####################",
            "#1111#2222#3333#....#",
            "#1111#2222#3333#....#",
            "#1111#2222#3333#....#",
            "##x###xx###xx###....#",
            "#xxxxxxxxxxxxxxx##x##",
            "#xxxxxxxxxxxxxxxxxx##",
            "##xx###xx###x########",
            "#4444#5555#6666######",
            "#4444#5555#6666######",
            "#4444#5555#6666######",
            "#####################",
        ),
    ),
)
