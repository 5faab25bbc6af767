"""The expected results of the solver, in a file, and the comparison with a run.

The file has a line for each set, fields between tabs, after lines that begin with ``#``::

    file    objective    seconds    open    unproven    pushes    positions    time

`open` and `unproven` are numbers of levels; for any solution, nothing is proven. The file decides which levels are run,
for what and how long, so a part of it is a shorter comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import PushboxError
from ..level import Level
from ..solver import OBJECTIVES
from . import Figure, machine, missing
from .level_sets import LevelSet, SetVerdicts, listed, solve_set

PATH = Path(__file__).with_name("expected.tsv")
_HEAD = ("file", "objective", "seconds", "open", "unproven", "pushes", "positions", "time")


@dataclass(frozen=True)
class Expected:
    """The expected results of a set: open and unproven levels, and the total pushes, positions and seconds."""

    level_set: LevelSet
    open: tuple[int, ...]
    unproven: tuple[int, ...]
    pushes: int
    nodes: int
    time: float

    @classmethod
    def of(cls, level_set: LevelSet, verdicts: SetVerdicts) -> Expected:
        """Return the results of a run."""
        unproven = () if level_set.objective == "any" else verdicts.unproven()
        time = round(verdicts.time, 2)
        return cls(level_set, verdicts.open(), unproven, verdicts.pushes, verdicts.nodes, time)


def read(text: str) -> list[Expected]:
    """Return the lines of a file of expected results.  Raises PushboxError that names the line that is wrong."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    return [_expected(number, line.split("\t")) for number, line in lines]


def _expected(number: int, fields: Sequence[str]) -> Expected:
    try:
        file, objective, seconds, open_, unproven, pushes, nodes, time = fields
        if objective not in OBJECTIVES:
            raise ValueError
        level_set = LevelSet(file, objective, float(seconds))
        return Expected(level_set, _numbers(open_), _numbers(unproven), int(pushes), int(nodes), float(time))
    except ValueError:
        wanted = ", ".join(_HEAD)
        raise PushboxError.said("expected-fields", number=number, fields=fields, wanted=wanted) from None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def write(results: Iterable[Expected]) -> str:
    """Return the text of a file of expected results, with the machine that they come from."""
    lines = [f"# {machine()}", "# " + "\t".join(_HEAD)]
    for result in results:
        level_set = result.level_set
        fields = (
            level_set.file, level_set.objective, f"{level_set.seconds:g}", " ".join(map(str, result.open)),
            " ".join(map(str, result.unproven)), result.pushes, result.nodes, result.time,
        )  # fmt: skip
        lines.append("\t".join(map(str, fields)))
    return "\n".join(lines) + "\n"


def compare(expected: Iterable[Expected], shared: Path, results: list[Expected]) -> Iterator[Figure]:
    """Yield the losses, gains and cost of each set; the new `results` are added to a list.

    A level is lost only if a second run does not solve, or prove, it either, so a busy moment of the machine does not
    count.
    """
    for before in expected:
        try:
            levels = before.level_set.levels(shared)
        except FileNotFoundError:
            yield missing("solver", before.level_set.name, shared / before.level_set.file)
            continue
        now = Expected.of(before.level_set, solve_set(before.level_set, levels))
        results.append(now)
        yield from _differences(before, now, levels)


def _differences(before: Expected, now: Expected, levels: Sequence[Level]) -> Iterator[Figure]:
    level_set = before.level_set
    name = f"{level_set.name}, {level_set.seconds:g} s"
    lost = _still(SetVerdicts.open, before.open, now.open, level_set, levels)
    yield Figure("solver", f"{name}: lost", len(lost), "wrong", listed(lost))
    gained = tuple(sorted({*before.open} - {*now.open}))
    of = f"{len(levels) - len(now.open)} of {len(levels)} are solved"
    yield Figure("solver", f"{name}: gained", len(gained), "levels", f"{listed(gained)}; {of}")
    if level_set.objective != "any":
        lost = _still(SetVerdicts.unproven, before.unproven, now.unproven, level_set, levels)
        yield Figure("solver", f"{name}: proofs lost", len(lost), "wrong", listed(lost))
        gained = tuple(sorted({*before.unproven} - {*now.unproven}))
        yield Figure("solver", f"{name}: proofs gained", len(gained), "levels", listed(gained))
    yield _ratio(f"{name}: positions", now.nodes, before.nodes)
    yield _ratio(f"{name}: time", now.time, before.time)
    yield _ratio(f"{name}: pushes", now.pushes, before.pushes)


def _still(
    missed: Callable[[SetVerdicts], tuple[int, ...]],
    before: tuple[int, ...],
    now: tuple[int, ...],
    level_set: LevelSet,
    levels: Sequence[Level],
) -> tuple[int, ...]:
    """Return the levels newly missed, without those that a second run finds."""
    return tuple(
        number for number in now if number not in before and missed(solve_set(level_set, (levels[number - 1],)))
    )


def _ratio(name: str, now: float, before: float) -> Figure:
    return Figure("solver", name, now / before if before else 1.0, "times", f"{now:,} for {before:,}")
