"""The expected results of the solver, in a file, and the comparison with a run.

The file has a line for each set, fields between tabs, after lines that begin with ``#``::

    file    objective    seconds    open    unproven    slow    pushes    positions    time

`open` and `unproven` are numbers of levels; for any solution, nothing is proven. `slow` are the levels that took more
than a tenth of their seconds, each with its positions, as in ``7=700862``: a machine may be slower than the one that
the file comes from, yet the search is the same. The file decides which levels are run, for what and how long, so a part
of it is a shorter comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import PushboxError
from ..level import Level
from ..solver import OBJECTIVES
from . import Figure, machine, missing
from .level_sets import LevelSet, SetVerdicts, listed, solve_set

PATH = Path(__file__).with_name("expected.tsv")
_HEAD = ("file", "objective", "seconds", "open", "unproven", "slow", "pushes", "positions", "time")
_SLOW = 0.1  # of the seconds of a level
_SLOWER = 10  # times as slow as the machine of the file may this one be


@dataclass(frozen=True)
class Expected:
    """The expected results of a set: open and unproven levels, and the total pushes, positions and seconds.

    `slow` has the positions of the solved levels that took long, by their numbers.
    """

    level_set: LevelSet
    open: tuple[int, ...]
    unproven: tuple[int, ...]
    slow: Mapping[int, int] = field(hash=False)
    pushes: int
    nodes: int
    time: float

    @classmethod
    def of(cls, level_set: LevelSet, verdicts: SetVerdicts) -> Expected:
        """Return the results of a run."""
        unproven = () if level_set.objective == "any" else verdicts.unproven()
        open_ = verdicts.open()
        slow = {
            number: verdict.nodes
            for number, verdict in enumerate(verdicts.verdicts, 1)
            if number not in open_ and verdict.seconds > _SLOW * level_set.seconds
        }
        time = round(verdicts.time, 2)
        return cls(level_set, open_, unproven, slow, verdicts.pushes, verdicts.nodes, time)


def read(text: str) -> list[Expected]:
    """Return the lines of a file of expected results.  Raises PushboxError that names the line that is wrong."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    return [_expected(number, line.split("\t")) for number, line in lines]


def _expected(number: int, fields: Sequence[str]) -> Expected:
    try:
        file, objective, seconds, open_, unproven, slow, pushes, nodes, time = fields
        if objective not in OBJECTIVES:
            raise ValueError
        level_set = LevelSet(file, objective, float(seconds))
        known = {int(number): int(nodes) for number, nodes in (pair.split("=") for pair in slow.split())}
        return Expected(level_set, _numbers(open_), _numbers(unproven), known, int(pushes), int(nodes), float(time))
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
            " ".join(map(str, result.unproven)), " ".join(f"{number}={nodes}" for number, nodes in result.slow.items()),
            result.pushes, result.nodes, result.time,
        )  # fmt: skip
        lines.append("\t".join(map(str, fields)))
    return "\n".join(lines) + "\n"


def compare(expected: Iterable[Expected], shared: Path, results: list[Expected]) -> Iterator[Figure]:
    """Yield the losses, gains and cost of each set; the new `results` are added to a list.

    A level is lost only if a second run does not solve, or prove, it either, so a busy moment of the machine does not
    count. The second run of a slow level may take ten times as long, but no more positions than before.
    """
    for before in expected:
        try:
            levels = before.level_set.levels(shared)
        except FileNotFoundError:
            yield missing("solver", before.level_set.name, shared / before.level_set.file)
            continue
        found = Expected.of(before.level_set, solve_set(before.level_set, levels))
        late = _late(SetVerdicts.open, before, before.open, found.open, levels)
        unproven = _late(SetVerdicts.unproven, before, before.unproven, found.unproven, levels)
        now = replace(
            found,
            open=_without(found.open, late),
            unproven=_without(found.unproven, unproven),
            slow=dict(sorted({**found.slow, **late}.items())),
        )
        results.append(now)
        yield from _differences(before, now, len(levels), late)


def _differences(before: Expected, now: Expected, levels: int, late: Collection[int]) -> Iterator[Figure]:
    name = f"{before.level_set.name}, {before.level_set.seconds:g} s"
    lost = _without(now.open, before.open)
    yield Figure("solver", f"{name}: lost", len(lost), "wrong", listed(lost))
    gained = _without(before.open, now.open)
    of = f"{levels - len(now.open)} of {levels} are solved"
    if late:
        of += f", {listed(late)} by a second run"
    yield Figure("solver", f"{name}: gained", len(gained), "levels", f"{listed(gained)}; {of}")
    if before.level_set.objective != "any":
        lost = _without(now.unproven, before.unproven)
        yield Figure("solver", f"{name}: proofs lost", len(lost), "wrong", listed(lost))
        gained = _without(before.unproven, now.unproven)
        yield Figure("solver", f"{name}: proofs gained", len(gained), "levels", listed(gained))
    yield _ratio(f"{name}: positions", now.nodes, before.nodes)
    yield _ratio(f"{name}: time", now.time, before.time)
    yield _ratio(f"{name}: pushes", now.pushes, before.pushes)


def _without(numbers: Iterable[int], others: Container[int]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number not in others)


def _late(
    missed: Callable[[SetVerdicts], tuple[int, ...]],
    before: Expected,
    missed_before: tuple[int, ...],
    now: tuple[int, ...],
    levels: Sequence[Level],
) -> dict[int, int]:
    """Return the positions of each level newly missed that a second run finds, by their numbers."""
    found = {}
    for number in _without(now, missed_before):
        seconds = before.level_set.seconds * (_SLOWER if number in before.slow else 1)
        again = solve_set(replace(before.level_set, seconds=seconds), (levels[number - 1],))
        if not missed(again) and again.nodes <= before.slow.get(number, again.nodes):
            found[number] = again.nodes
    return found


def _ratio(name: str, now: float, before: float) -> Figure:
    return Figure("solver", name, now / before if before else 1.0, "times", f"{now:,} for {before:,}")
