"""``pushbox bench``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from .. import bench
from .common import Exit, exit_with, json_option, level_numbers
from .output import print_line, print_result


@click.command("bench", epilog="Suites: " + "; ".join(f"{name}: {summary}" for name, summary in bench.SUITES.items()))
@click.argument("suites", metavar="[SUITE]...", nargs=-1, type=click.Choice(list(bench.SUITES)))
@click.option(
    "--shared",
    type=click.Path(path_type=Path),
    default=lambda: os.environ.get("PUSHBOX_SHARED", "../shared/levels"),
    show_default="../shared/levels",
    help="The folder with the real levels that are not part of pushbox.",
)
@click.option("--check", "checks", is_flag=True, help="Of solver: compare its verdicts with exhaustive search instead.")
@click.option("--signature", "signs", is_flag=True, help="Of solver: count positions on fixed levels instead.")
@click.option("--hot", is_flag=True, help="With --check: on tiny levels, with every search and detector at work.")
@click.option("--level", "selection", metavar="NUMBERS", help="With --hot: these levels, such as 7 or 1-500.")
@json_option
def command(
    suites: tuple[str, ...],
    shared: Path,
    checks: bool,
    signs: bool,
    hot: bool,
    selection: str | None,
    as_json: bool,
) -> None:
    """Run the project's benchmarks, all but the long ones where no SUITE is named.

    The check ends with 1 where a verdict is wrong.  The signature is the same in every run of one search.

    Examples: pushbox bench startup solver

    pushbox bench solver --check

    pushbox bench solver --check --hot --level 1-1000
    """
    from ..bench.check import wrong  # imports the native search, which --help has no use for

    if (checks or signs) and set(suites) - {"solver"}:
        raise click.UsageError("found --check or --signature with another suite, expected the suite solver alone")
    if (hot and not checks) or (selection and not hot):
        raise click.UsageError("found --hot without --check, or --level without --hot, expected --check --hot --level")
    machine = bench.machine()
    if not as_json:
        print_line(machine)
    failed = False
    for figure in _figures(suites, shared, checks, signs, _hot_numbers(selection) if hot else None):
        failed |= checks and wrong(figure)
        line = f"{figure.suite:9} {figure.name:28} {figure.value:14,.6g} {figure.unit:9} {figure.detail}"
        print_result(figure._asdict() | {"machine": machine}, line, as_json=as_json)
    exit_with(Exit.NO if failed else Exit.YES)


def _figures(
    suites: tuple[str, ...], shared: Path, checks: bool, signs: bool, hot: list[int] | None
) -> Iterator[bench.Figure]:
    """Yield the figures of what is to be run; `hot` are the levels of the hot check."""
    from ..bench.check import check, signature

    if not checks and not signs:
        yield from bench.run(suites, shared)
    if hot is not None:
        from ..bench.hot import check as check_hot

        yield from check_hot(hot, len(hot))
    elif checks:
        yield from check(shared)
    if signs:
        yield from signature(shared)


def _hot_numbers(selection: str | None) -> list[int]:
    from ..bench.hot import LEVELS, MOST

    return sorted(level_numbers(selection or f"1-{LEVELS}", MOST))
