"""Packs of levels with an idea each, the themes of the generator, rising by what people and by what searches find hard.

Candidates are made one after the other and kept in a file, one a line, so that many can be made over hours and chosen
from afterwards.  A pack takes the longest row of them in which each level is at least as hard for people as the one
before (see `pushbox rate`), and at least as hard for a search that knows the rules alone.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

from pushbox import formats
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.similarity import NearIndex
from pushbox.generator import THEMES, Generated, OutOfReach, Theme, generate
from pushbox.level import Level, SavedMoves
from pushbox.play.verify import verify

from . import campaign, notes

TRIES = 8  # levels that are made of a specification, of which the best two are measured
TAKEN = 2
ATTEMPTS = 150  # for each of them
MOST = 32  # levels of a pack
HEADER = "Theme"  # of the levels of these packs
_WEIGHT = 0.02  # of a point of quality beside a level more in a pack


@dataclass(frozen=True)
class Pack:
    """A theme, its title, what its levels are called, and how many boxes, columns and rows they have."""

    theme: Theme
    title: str
    names: tuple[str, ...]
    boxes: tuple[int, int]
    columns: tuple[int, int]
    rows: tuple[int, int]


PACKS = (
    Pack("symmetric", "Campaign 11: Mirrors", ("Court", "Garden", "Terrace", "Hall"), (3, 8), (7, 11), (7, 11)),
    Pack("tunnels", "Campaign 12: Tunnels", ("Mine", "Lane", "Pass", "Well"), (3, 6), (8, 12), (8, 10)),
    Pack("one-way", "Campaign 13: No way back", ("Gate", "Ferry", "Stairs", "Bridge"), (3, 7), (9, 12), (8, 10)),
    Pack("chambers", "Campaign 14: Chambers", ("Chamber", "Study", "Stable", "Cellar"), (3, 6), (9, 13), (9, 9)),
    Pack("few-boxes", "Campaign 15: Long ways", ("Tower", "Cabin", "Mill", "Corner"), (3, 4), (9, 12), (9, 11)),
    Pack("goal-room", "Campaign 16: Goal rooms", ("Vault", "Granary", "Archive", "Kiln"), (3, 8), (9, 12), (9, 11)),
    Pack("many-boxes", "Campaign 17: Crowds", ("Market", "Harbour", "Dock", "Workshop"), (8, 12), (8, 10), (7, 9)),
)


@dataclass(frozen=True)
class Candidate:
    """A level by its board and a solution with the fewest pushes, and what was measured.

    `positions` are those of a naive search, `campaign.NAIVE` at most; `quality` is the more the oftener boxes are taken
    up and the less floor there is for each push.
    """

    number: int
    theme: Theme
    board: str
    solution: str
    rating: float
    positions: int
    quality: float

    @property
    def level(self) -> Level:
        """The level, without a title."""
        (level,) = formats.read(self.board, format="xsb")
        return replace(level, title="", source=None, saved_moves=(SavedMoves(campaign.SAVED, self.solution),))


def accumulate(file: Path, report: Callable[[str], object]) -> None:
    """Add candidates to a file without end, those after the last that it has."""
    first = max((candidate.number for candidate in read(file)), default=-1) + 1 if file.exists() else 0
    with file.open("a", encoding="utf-8") as lines:
        for number in count(first):
            for candidate in _made(number):
                lines.write(json.dumps(asdict(candidate)) + "\n")
            lines.flush()
            report(f"{number}")


def read(file: Path) -> list[Candidate]:
    """Return the candidates of a file."""
    return [Candidate(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _made(number: int) -> Iterator[Candidate]:
    random = Random(f"campaign {number}")
    pack = PACKS[number % len(PACKS)]
    boxes, columns, rows = (random.randint(*bounds) for bounds in (pack.boxes, pack.columns, pack.rows))
    spec = replace(THEMES[pack.theme], boxes=boxes, columns=columns, rows=rows)
    levels: list[Generated] = []
    try:
        levels += generate(spec, count=TRIES, seed=number, attempts=ATTEMPTS, seconds=None)
    except OutOfReach:  # then there are fewer, or none
        return
    levels.sort(key=_quality, reverse=True)
    for one in levels[:TAKEN]:
        rating = rate_difficulty(one.level, one.text).value
        positions = campaign.positions(one.level)
        yield Candidate(number, pack.theme, str(one.level.board), one.text, rating, positions, _quality(one))


def _quality(made: Generated) -> float:
    boxes = len(made.level.board.of_kind("box"))
    floor = sum(cell.kind != "wall" for cell in made.level.board.terrain)
    metrics, effort = made.metrics, made.effort or 0
    return (0.7 * metrics.box_lines + metrics.box_changes) / boxes + math.log2(effort + 1) / 2 + metrics.pushes / floor


def levels_of(pack: Pack, candidates: Iterable[Candidate], others: Iterable[Level]) -> list[Level]:
    """Return the levels of a pack, the easiest first, without titles; none is nearly the same as one of `others`."""
    index = NearIndex()
    for level in others:
        index.add(level)
    own = []
    for candidate in sorted(candidates, key=lambda one: -one.quality):
        if candidate.theme == pack.theme and not index.find(candidate.level):
            index.add(candidate.level)
            own.append(candidate)
    used: Counter[str] = Counter()
    return [_finished(candidate, used) for candidate in _thinned(_row(own))]


def _row(candidates: list[Candidate]) -> list[Candidate]:
    """Return the longest row that rises by difficulty and by positions; of two as long the better one."""
    ordered = sorted(candidates, key=lambda one: (one.rating, one.positions))
    worth: list[float] = []
    before: list[int] = []
    for number, candidate in enumerate(ordered):
        fitting = [other for other in range(number) if ordered[other].positions <= candidate.positions]
        last = max(fitting, key=lambda other: worth[other], default=-1)
        before.append(last)
        worth.append((worth[last] if last >= 0 else 0) + 1 + _WEIGHT * candidate.quality)
    row, last = [], max(range(len(ordered)), key=lambda number: worth[number], default=-1)
    while last >= 0:
        row.append(ordered[last])
        last = before[last]
    return row[::-1]


def _thinned(row: list[Candidate]) -> list[Candidate]:
    """Return at most so many as a pack has, from the easiest to the hardest."""
    if len(row) <= MOST:
        return row
    return [row[number * (len(row) - 1) // (MOST - 1)] for number in range(MOST)]


def _finished(candidate: Candidate, used: Counter[str]) -> Level:
    level = campaign.trimmed(candidate.level)
    text = candidate.solution
    metrics = verify(level, text).metrics
    note = notes.with_turn(notes.least_used(level, text, metrics, used, notes.THEMED), level, text, metrics)
    headers = (*campaign.headers(candidate.rating, candidate.positions), (HEADER, candidate.theme))
    return replace(level, notes=note, headers=headers)


def titles_of(pack: Pack, free: Iterable[str]) -> list[str]:
    """Return the titles, of those that are free, whose second word is one of a pack's, these in turn."""
    by_name = {name: [title for title in free if title.endswith(f" {name}")] for name in pack.names}
    longest = max(map(len, by_name.values()))
    return [titles[place] for place in range(longest) for titles in by_name.values() if place < len(titles)]
