"""The table of the campaign, made of what the headers of its levels say of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median

import pushbox
from pushbox import levels
from pushbox.level import Collection, Level
from pushbox.metrics import measure

HEAD = (
    "| pack | levels | boxes | columns | rows | fewest pushes | difficulty | positions |",
    "|---|---|---|---|---|---|---|---|",
)


def campaign_table() -> Iterator[str]:
    """Yield a table with a row for each pack of the campaign."""
    packs = [pushbox.builtin(name) for name in levels.names() if name.startswith("campaign-")]
    yield from HEAD
    for pack in packs:
        yield f"| {' | '.join(_cells(pack))} |"


def _cells(pack: Collection) -> Iterator[str]:
    yield pack.title.partition(" ")[2]
    yield str(len(pack))
    yield _range(len(level.board.of_kind("box")) for level in pack)
    yield _range(level.board.width for level in pack)
    yield _range(level.board.height for level in pack)
    yield _range(measure(level.saved_moves[0].text).pushes for level in pack)
    rated = [int(_header(level, "Difficulty").partition("(")[2].split()[0]) for level in pack]
    yield f"{_range(rated)}, median {median(rated):g}"
    positions = [int(_header(level, "Positions").removeprefix("over ").split()[0]) for level in pack]
    middle = len(positions) // 2
    yield f"{median(positions[:middle]):,.0f}, {median(positions[middle:]):,.0f}"


def _range(numbers: Iterable[int]) -> str:
    found = [*numbers]
    return f"{min(found)} to {max(found)}"


def _header(level: Level, name: str) -> str:
    return dict(level.headers)[name]
