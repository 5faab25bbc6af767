"""``pushbox bench``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from .. import bench, formats
from ..errors import PushboxError, naming
from ..sentence import say
from .common import Exit, exit_with, json_option, level_numbers
from .output import print_line, print_result
from .plot import require_plot_file
from .progress import track
from .spoken_help import WithTerms


class _Bench(WithTerms):
    """The command, and what it measures."""

    terms: tuple[str, Mapping[str, str]] = ("Suites", bench.SUITES)


@click.command("bench", cls=_Bench)
@click.argument("suites", metavar="[SUITE]...", nargs=-1, type=click.Choice(list(bench.SUITES)))
@click.option(
    "--shared",
    type=click.Path(path_type=Path),
    default=lambda: os.environ.get("PUSHBOX_SHARED", "../shared/levels"),
    show_default="../shared/levels",
    help="The folder with real levels, which are not part of pushbox.",
)
@click.option(
    "--check", "checks", is_flag=True, help="For solver: compare its verdicts with exhaustive search instead."
)
@click.option("--signature", "signs", is_flag=True, help="For solver: count positions on fixed levels instead.")
@click.option("--hot", is_flag=True, help="With --check: use tiny levels and activate every search and detector.")
@click.option(
    "--compare", "compares", is_flag=True, help="For solver: name levels that were solved before and are not now."
)
@click.option(
    "--statistics",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="For solver: write solutions and times of each set of --expected for any solution, in the two files that "
    "the field's solver statistics are made of.",
)
@click.option(
    "--expected",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="With --compare: the levels solved before; with --statistics: the sets and seconds; by default the list in "
    "pushbox.",
)
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), help="With --compare: write the levels solved now."
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw a cactus plot of the solved sets: .svg, .png or .pdf. Needs pushbox[plots].",
)
@click.option(
    "--delay",
    metavar="MS",
    type=click.IntRange(0, 5_000),
    help="For browser: simulate a network with a round trip of this many milliseconds.",
)
@click.option("--level", "selection", metavar="NUMBERS", help="With --hot: only these levels, such as 7 or 1-500.")
@json_option
def command(
    suites: tuple[str, ...],
    shared: Path,
    checks: bool,
    signs: bool,
    hot: bool,
    compares: bool,
    statistics: Path | None,
    expected: Path | None,
    save: Path | None,
    plot: Path | None,
    delay: int | None,
    selection: str | None,
    as_json: bool,
) -> None:
    """Run benchmarks: the named SUITEs, or all but the long ones.

    The exit code of --check and --compare is 1 if a verdict is wrong or a level is lost. --signature is the same in
    every run of the same search.

    Examples: pushbox bench startup solver

    pushbox bench solver --check

    pushbox bench solver --check --hot --level 1-1000

    pushbox bench solver --compare --save now.tsv

    pushbox bench solver --statistics results --expected xsokoban.tsv

    pushbox bench solver --plot solver.svg

    pushbox bench browser --delay 150
    """
    others = checks + signs + compares + (statistics is not None)
    _check_usage(set(suites), others, hot=hot and not checks, selects=bool(selection) and not hot)
    if (save and not compares) or (expected and not compares and statistics is None):
        raise click.UsageError(say("bench-without-compare"))
    if plot is not None:
        require_plot_file(plot)
    if delay is not None and set(suites) != {"browser"}:
        raise click.UsageError(say("suite-alone", options="--delay", suite="browser"))
    bench.show_progress.set(track)
    if compares:
        figures = _comparison(expected, shared, save)
    elif statistics is not None:
        figures = _statistics(expected, shared, statistics)
    elif checks or signs:
        figures = _hot_check(selection) if hot else _solver_check(shared, counts=signs)
    elif delay is not None:
        figures = _far_browser(delay)
    else:
        figures = bench.run(suites, shared)
    printed = _print_figures(figures, as_json=as_json)
    if plot is not None:
        _plot(plot, {figure.name.partition(":")[0]: figure.times for figure in printed if figure.times})
    from ..bench.check import wrong

    exit_with(Exit.NO if any(map(wrong, printed)) else Exit.YES)


def _far_browser(delay: int) -> Iterator[bench.Figure]:
    from ..bench.browser import behind

    yield from behind(delay)


def _print_figures(figures: Iterable[bench.Figure], *, as_json: bool) -> list[bench.Figure]:
    """Print figures as they come, the machine first; return them."""
    machine = bench.machine()
    if not as_json:
        print_line(machine)
    printed = []
    for figure in figures:
        printed.append(figure)
        line = f"{figure.suite:9} {figure.name:28} {figure.value:14,.6g} {figure.unit:9} {figure.detail}"
        print_result(figure.to_json() | {"machine": machine}, line, as_json=as_json)
    return printed


def _check_usage(suites: set[str], others: int, *, hot: bool, selects: bool) -> None:
    """Raise UsageError for conflicting options."""
    if others > 1:
        raise click.UsageError(say("bench-two"))
    if others and suites - {"solver"}:
        raise click.UsageError(
            say("suite-alone", options="--check, --signature, --compare, --statistics", suite="solver")
        )
    if hot or selects:
        raise click.UsageError(say("bench-hot"))


def _plot(file: Path, runs: Mapping[str, Sequence[float]]) -> None:
    from ..plots import cactus

    if not runs:
        raise PushboxError.said("plot-no-set")
    cactus(runs).save(file)


def _comparison(expected: Path | None, shared: Path, save: Path | None) -> Iterator[bench.Figure]:
    """Yield the comparison of the solver with the expected results, and save its results after each set."""
    from ..bench.expected import PATH, Expected, compare, read, write

    results: list[Expected] = []
    saved = 0
    for figure in compare(read((expected or PATH).read_text(encoding="utf-8")), shared, results):
        yield figure
        if save is not None and len(results) > saved:
            formats.write_text(save, write(results))
            saved = len(results)


def _statistics(expected: Path | None, shared: Path, folder: Path) -> Iterator[bench.Figure]:
    """Write the files of the field's solver statistics; yield how many levels of each set are solved."""
    from ..bench import statistics_files
    from ..bench.expected import PATH, read

    before = read((expected or PATH).read_text(encoding="utf-8"))
    with naming(str(folder), OSError):
        yield from statistics_files.write(
            [line.level_set for line in before if line.level_set.objective == "any"], shared, folder
        )


def _solver_check(shared: Path, *, counts: bool) -> Iterator[bench.Figure]:
    from ..bench.check import check, signature  # imports the native search, which --help has no use for

    return signature(shared) if counts else check(shared)


def _hot_check(selection: str | None) -> Iterator[bench.Figure]:
    from ..bench.hot import LEVELS, MOST, check

    numbers = sorted(level_numbers(selection or f"1-{LEVELS}", MOST))
    yield from check(numbers, len(numbers))
