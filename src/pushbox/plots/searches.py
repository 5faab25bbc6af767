"""Plots of searches: levels solved within a time, and the progress of one search."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from ..arguments import check_choice, check_iterable, check_type, refused
from ..sentence import counted, say
from ..solver.api import OBJECTIVES, GaveUp, Objective, Progress, Verdict
from ..terminal import escape_line
from .chart import COLOURS, DASHES, Chart, panels, style, whole_ticks

_MOST_POINTS = 5_000  # of a line, which is drawn a thousand pixels wide
_SHORTEST = 1e-3  # seconds: shorter ones are drawn as this, as a clock says no more of them


def cactus(runs: Mapping[str, Iterable[Verdict | float]]) -> Chart:
    """Plot the number of levels that each run answers within a time per level; further right is better.

    A run is its verdicts, or the seconds of each answered level. A level counts if it is solved or proven unsolvable.
    Raises ArgumentError without a run, PushboxError if pushbox[plots] is not installed.
    """
    check_type("runs", runs, Mapping, "runs by name, each the verdicts of a solver, or the seconds of what it solved")
    if not runs:
        raise refused("runs", {}, say("at-least-one"))
    times = {name: array("d", sorted(_seconds(name, run))) for name, run in runs.items()}
    with style():
        figure, (axes,) = panels(4.4)
        for index, (name, seconds) in enumerate(times.items()):
            shown = _shown(len(seconds))
            axes.step(
                shown,
                [seconds[number - 1] if number else _SHORTEST for number in shown],
                where="pre",
                color=COLOURS[index % len(COLOURS)],
                linestyle=DASHES[index % len(DASHES)],
                label=f"{escape_line(name)} ({len(seconds):,})",
            )
        axes.set_yscale("log")
        whole_ticks(axes.xaxis)
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=_SHORTEST)
        axes.set_xlabel("levels answered")
        axes.set_ylabel("seconds a level, at most")
        axes.legend(loc="upper left")
    summary = ", ".join(f"{name}: {counted(len(seconds), 'level')}" for name, seconds in times.items())
    return Chart(figure, f"Levels answered within a time a level: {summary}")


def _shown(count: int) -> list[int]:
    """Return the numbers of levels from 0 to `count` that a line has points for: all, or as many as can be seen."""
    every = max(1, count // _MOST_POINTS)
    return [*range(0, count, every), count]


def _seconds(name: str, run: Iterable[Verdict | float]) -> list[float]:
    check_iterable(f"runs[{name!r}]", run, "verdicts, or seconds")
    taken: list[float] = []
    for answer in run:
        if isinstance(answer, int | float):
            taken.append(max(_SHORTEST, float(answer)))
        elif not isinstance(answer, GaveUp) and getattr(answer, "limit", None) is None:
            taken.append(max(_SHORTEST, answer.seconds))
    return taken


def search_progress(records: Sequence[Progress], *, objective: Objective = "pushes") -> Chart:
    """Plot how a search went: the bound and the best solution, positions visited and waiting, over time.

    `records` are what `pushbox.solve(..., progress=records.append)` has reported.  Raises ArgumentError for no record,
    PushboxError where pushbox[plots] is not installed.
    """
    check_choice("objective", objective, OBJECTIVES)
    check_iterable("records", records, "records of Progress, as solve(..., progress=records.append) reports them")
    known = list(records)
    for record in known:
        check_type("record", record, Progress, "a Progress")
    if not known:
        raise refused("records", [], say("at-least-one-record"))
    first = "moves" if objective.startswith("moves") else "pushes"
    best = [(one.seconds, one.best[0 if first == "moves" else 1]) for one in known if one.best is not None]
    bounds = [(one.seconds, one.bound) for one in known if one.bound is not None]
    seconds = [one.seconds for one in known]
    with style():
        figure, (above, below) = panels(2.4, 2.4)
        if best:
            above.step(*zip(*best, strict=True), where="post", color=COLOURS[1], label=f"{first} of the best solution")
        if bounds:
            above.step(
                *zip(*bounds, strict=True), where="post", color=COLOURS[0], linestyle="dashed", label="lower bound"
            )
        whole_ticks(above.yaxis, below.yaxis)
        above.set_ylabel(first)
        if best or bounds:
            above.legend(loc="best")
        below.plot(seconds, [one.nodes for one in known], color=COLOURS[0], label="visited")
        below.plot(seconds, [one.open for one in known], color=COLOURS[1], linestyle="dashed", label="waiting")
        below.set_ylim(bottom=0)
        below.set_ylabel("positions")
        below.set_xlabel("seconds")
        below.legend(loc="upper left")
    last = known[-1]
    return Chart(figure, f"A search: {last.nodes:,} positions in {last.seconds:.1f} s")
