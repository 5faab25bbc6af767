"""``pushbox plot``: a group of commands, each a kind of plot."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from ..errors import PushboxError, naming
from ..games.position import Position
from ..sentence import located, place, say
from ..solver.api import OBJECTIVES, Limit, Progress
from .common import ReadAs, choice_option, file_argument, level_place, load_playable, read_as_options, read_lines
from .output import print_line
from .progress import bar
from .results import describe_search, limit_options

if TYPE_CHECKING:
    from ..level import Level

_MAX_RUNS, _MAX_TIMES = 100, 2_000_000  # lines of a plot, and points of one
_ENDINGS = (".svg", ".png", ".pdf")
_Command = TypeVar("_Command", bound=Callable[..., Any])

_level_option = partial(
    click.option, "--level", "number", metavar="N", type=click.IntRange(1), default=1, show_default=True
)
_moves_option = partial(
    click.option,
    "--moves",
    metavar="TEXT",
    help="Plot these moves; by default the first solution in FILE, or one that is searched.",
)


class _Saved(Protocol):
    def save(self, file: str | Path) -> None: ...


def _out_option(command: _Command) -> _Command:
    return click.option(
        "--out",
        required=True,
        metavar="PLOT",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The file to write: .svg, .png or .pdf.",
    )(command)


@click.group("plot")
def command() -> None:
    """Plot searches, solutions and runs of solvers, where looking beats reading.  Needs pushbox[plots].

    The same input gives the same file, byte for byte.

    Example: pushbox plot solution levels.xsb --level 2 --out solution.svg
    """


@command.command("solution", short_help="Plot a solution move by move.")
@file_argument
@_level_option()
@_moves_option()
@_out_option
@read_as_options
def solution(file: str, number: int, moves: str | None, out: Path, read_as: ReadAs) -> None:
    """Plot a solution move by move: remaining pushes and their lower bound, boxes on goals, pushes by box.

    Example: pushbox plot solution builtin:lessons --level 13 --out solution.svg
    """
    require_plot_file(out)
    from ..plots import solution_profile

    _plot(solution_profile, file, number, moves, out, read_as)


@command.command("pushes", short_help="Draw pushes as heat on the board.")
@file_argument
@_level_option()
@_moves_option()
@_out_option
@read_as_options
def pushes(file: str, number: int, moves: str | None, out: Path, read_as: ReadAs) -> None:
    """Draw the pushes of a solution as heat on the board, with counts.

    Example: pushbox plot pushes builtin:lessons --level 13 --out pushes.svg
    """
    require_plot_file(out, needs_extra=False)
    from ..plots import push_map

    _plot(push_map, file, number, moves, out, read_as)


def _plot(
    draw: Callable[[Level, str], _Saved], file: str, number: int, moves: str | None, out: Path, read_as: ReadAs
) -> None:
    """Plot a solution of a level into a file."""
    position = load_playable(file, number, read_as)
    with naming(level_place(file, number), PushboxError):
        chart = draw(position.level, _moves(position, moves))
    _save(chart, out)


@command.command("search", short_help="Solve a level and plot the search.")
@file_argument
@_level_option()
@choice_option("--objective", OBJECTIVES, "What is searched for.")
@limit_options
@_out_option
@read_as_options
def search(file: str, number: int, objective: Any, out: Path, read_as: ReadAs, limit: Limit) -> None:
    """Solve a level and plot the search: lower bound, best solution, positions.

    Example: pushbox plot search levels.xsb --level 7 --objective pushes --seconds 20 --out search.svg
    """
    require_plot_file(out)
    from ..plots import search_progress
    from ..solver import solve

    position = load_playable(file, number, read_as)
    records: list[Progress] = []
    with bar(1) as shown:
        report = shown.level(number, describe_search)

        def note(progress: Progress) -> None:
            records.append(progress)
            report(progress)

        verdict = solve(position, objective=objective, limit=limit, progress=note)
    if not records:
        raise PushboxError(located(level_place(file, number), say("search-too-short", seconds=verdict.seconds)))
    _save(search_progress(records, objective=objective), out)


@command.command("cactus", short_help="Compare runs of solvers.")
@click.argument("results", metavar="RESULTS...", nargs=-1, required=True)
@_out_option
def cactus(results: tuple[str, ...], out: Path) -> None:
    """Plot the number of levels solved within a time per level, one line for each of RESULTS.

    RESULTS are files printed by `pushbox solve --json` or `pushbox bench --json`.

    Example: pushbox solve levels.xsb --json > any.json; pushbox plot cactus any.json --out cactus.svg
    """
    require_plot_file(out)
    from ..plots import cactus as plot_cactus

    runs: dict[str, array[float]] = {}
    for file in results:
        for name, seconds in _answered(file):
            runs.setdefault(name, array("d")).extend(seconds)
            if len(runs) > _MAX_RUNS:
                raise PushboxError(located(file, say("many-runs", most=_MAX_RUNS)))
            if len(runs[name]) > _MAX_TIMES:
                raise PushboxError(located(file, say("many-levels-of-run", most=_MAX_TIMES)))
    _save(plot_cactus(runs), out)


def require_plot_file(out: Path, *, needs_extra: bool = True) -> None:
    """Raise PushboxError, before any work is done, for a name that no plot can have, and for a missing extra."""
    if out.suffix.lower() not in _ENDINGS:
        raise PushboxError(located(out, say("bad-ending", ending=out.suffix, close="", known=", ".join(_ENDINGS))))
    if needs_extra:
        from ..plots.chart import require_extra

        require_extra()


def _save(plot: _Saved, out: Path) -> None:
    plot.save(out)
    print_line(located(out, say("number-of-bytes", number=out.stat().st_size)))


def _moves(position: Position, moves: str | None) -> str:
    """Return the moves to plot. Raises PushboxError if none are given or found."""
    if moves is not None:
        return moves
    level: Level = position.level
    if level.saved_moves:
        return level.saved_moves[0].text
    from ..solver import Solved, solve

    verdict = solve(position, limit=Limit(seconds=10))
    if not isinstance(verdict, Solved):
        raise PushboxError.said("no-solution-plotted", seconds=10)
    return verdict.text


def _answered(file: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the runs in a file of results line by line, each with its name and the seconds of the levels answered."""
    stem, found = Path(file).stem, False
    for number, line in enumerate(read_lines(file), start=1):
        try:
            row = dict(json.loads(line.decode("utf-8", "replace")))
            if "times" in row:
                yield str(row["name"]).partition(":")[0], [float(seconds) for seconds in row["times"]]
            elif "status" in row:
                yield stem, [float(row["seconds"])] if row["status"] in {"solved", "unsolvable"} else []
            found = found or "times" in row or "status" in row
        except (ValueError, TypeError, KeyError, RecursionError):
            raise PushboxError(located(file, located(place(number), say("no-result-line")))) from None
    if not found:
        raise PushboxError(located(file, say("no-results")))
