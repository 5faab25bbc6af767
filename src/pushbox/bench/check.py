"""Is the native solver right?  Its verdicts against exhaustive search, and its search against itself."""

from __future__ import annotations

import csv
import zlib
from collections.abc import Iterator
from pathlib import Path

from .. import formats, levels
from ..solver import OBJECTIVES, GaveUp, Limit, Objective, Solved, Unsolvable, Verdict, solve
from . import Figure, missing, tracked
from .rooms import ENDLESS, fewest_pushes, rooms

_ROOMS = 20_000
_SECONDS = 10.0
_AGAIN = 0.95  # of the proven optima have to be proven again within the seconds
_OPTIMA = {
    "Microban": "skinner/Microban.txt",
    "Microban II": "skinner/Microban II.txt",
    "hard_000": "boxoban/hard_000.txt",
}
_NODES = 5_000
_NODES_FOR_ANY = 20_000  # before that some of its searches have not had a turn


def check(shared: Path) -> Iterator[Figure]:
    """Yield how the verdicts compare with exhaustive search; a figure `wrong` that is not 0 is a defect."""
    yield from random_rooms(_ROOMS)
    for name, file in _OPTIMA.items():
        yield from _optima(shared, name, file)


def wrong(figure: Figure) -> bool:
    """Return whether a figure of the check is a failure."""
    return figure.unit == "wrong" and figure.value > 0


def random_rooms(count: int) -> Iterator[Figure]:
    """Yield how many of the verdicts on small random levels differ from those of exhaustive search."""
    met = {"solved": 0, "unsolvable": 0}
    differ: list[int] = []
    given_up: list[int] = []
    for number, level in tracked(enumerate(rooms(count, seed=1, largest=6, boxes=4), start=1), count, "random levels"):
        fewest = fewest_pushes(level)
        met["unsolvable" if fewest is None else "solved"] += 1
        for objective in OBJECTIVES:
            answer = solve(level, objective=objective, limit=Limit(seconds=None, memory=None))
            if isinstance(answer, GaveUp):
                given_up.append(number)
            elif not _agrees(answer, objective, fewest):
                differ.append(number)
    summary = ", ".join(f"{number:,} {name}" for name, number in met.items())
    yield Figure(
        "solver", "check: random levels", count, "levels", f"{summary}; exhaustive search says the same or not:"
    )
    yield Figure("solver", "check: other verdicts", len(differ), "wrong", _listed(differ))
    yield Figure("solver", "check: given up", len(given_up), "wrong", _listed(given_up))


def _agrees(answer: Verdict, objective: Objective, fewest: int | None) -> bool:
    match answer:
        case Solved(metrics=metrics, optimal=optimal):
            if fewest is None or objective not in ("any", optimal):
                return False
            # Whether the moves are the fewest is tested in the core; here the pushes may not be fewer than is possible.
            least = optimal is not None and optimal.startswith("pushes")
            return metrics.pushes == fewest if least else metrics.pushes >= fewest
        case Unsolvable():
            return fewest is None
        case _:
            return False


def _optima(shared: Path, name: str, file: str) -> Iterator[Figure]:
    table = shared / "optimal" / f"{name}.tsv"
    if not table.exists():
        yield missing("solver", f"check: {name}", table)
        return
    with table.open(newline="") as lines:
        rows = [row for row in csv.reader(lines, delimiter="\t") if not row[0].startswith("#")]
    optima = {int(row[0]): int(row[1]) for row in rows if int(row[1]) >= 0}
    boards = formats.read_file(shared / file).levels
    differ: list[int] = []
    open_: list[int] = []
    for number, fewest in tracked(optima.items(), len(optima), name):
        answer = solve(boards[number - 1], objective="pushes", limit=Limit(seconds=_SECONDS))
        if isinstance(answer, GaveUp) or (isinstance(answer, Solved) and answer.optimal is None):
            open_.append(number)
        elif not _agrees(answer, "pushes", fewest):
            differ.append(number)
    again = len(optima) - len(open_) - len(differ)
    of = f"of {len(optima)} optima at {_SECONDS:g} s; open: {_listed(open_)}"
    yield Figure("solver", f"check: {name}, proven", again, "levels", of)
    yield Figure("solver", f"check: {name}, other", len(differ), "wrong", _listed(differ))
    yield Figure("solver", f"check: {name}, too few", max(0, -int(again - _AGAIN * len(optima))), "wrong")


def signature(_shared: Path) -> Iterator[Figure]:
    """Yield the positions that the native search expands on levels of pushbox's own: the same in every run.

    No clock has a part in it, so a change of the figure is a change of the search.
    """
    own = formats.read_file(levels.path("lessons")).levels
    generated = rooms(200, seed=2, largest=12, boxes=12)
    endless = formats.read(ENDLESS).levels
    selected = [*own, *generated, *endless]
    for objective in OBJECTIVES:
        most = _NODES_FOR_ANY if objective == "any" else _NODES
        nodes, checksum = 0, 0
        for level in tracked(selected, len(selected), objective):
            answer = solve(level, objective=objective, limit=Limit(seconds=None, nodes=most, memory=None))
            nodes += answer.nodes
            text = answer.text if isinstance(answer, Solved) else type(answer).__name__
            checksum = zlib.crc32(text.encode(), checksum)
        of = f"over {len(selected)} levels, at most {most:,} each; answers {checksum:08x}"
        yield Figure("solver", f"signature, {objective}", nodes, "positions", of)


def _listed(numbers: list[int]) -> str:
    return " ".join(map(str, dict.fromkeys(numbers))) or "none"
