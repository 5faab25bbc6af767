"""The pushes of a solution as heat on the board, drawn without a plotting library."""

from __future__ import annotations

from collections import Counter

from ..arguments import Line, line_of
from ..games.position import Position, position_of
from ..grid import Cell
from ..level import Level
from ..play.drawing import draw
from ..render.pictures import Picture
from ..render.skins import Skin
from ..sentence import counted

_COLDEST = 0.15  # the heat of one push where the hottest cell has many


def pushes_by_cell(level: Level | Position, moves: Line) -> dict[Cell, int]:
    """Count the pushes that end on each cell; cells without any are left out.

    Raises NotationError and IllegalMove for moves that cannot be played.
    """
    start = position_of(level)
    parsed = start.parse(line_of("moves", moves))
    ends = (end for transition in start.transitions(parsed) for _, end in transition.pushes if end >= 0)
    return dict(sorted(Counter(ends).items()))


def push_map(
    level: Level | Position, moves: Line, *, skin: str | Skin = "plain", cell: int = 32, rulers: bool = False
) -> Picture:
    """Draw the board of a level, hotter where more pushes end, with their numbers.

    Raises NotationError and IllegalMove for moves that cannot be played, and what `pushbox.draw` raises.
    """
    counts = pushes_by_cell(level, moves)
    most = max(counts.values(), default=1)
    heat = {place: max(_COLDEST, count / most) for place, count in counts.items()}
    total = sum(counts.values())
    return draw(
        level,
        heat=heat,
        labels=counts,
        skin=skin,
        cell=cell,
        rulers=rulers,
        description=f"{counted(total, 'push')} onto {counted(len(counts), 'cell')}, at most {most} onto one",
    )
