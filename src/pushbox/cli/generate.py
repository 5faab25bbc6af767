"""``pushbox generate``."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

import click
from click.core import ParameterSource

from .. import formats
from ..errors import PushboxError
from ..formats import lossy
from ..generator.api import SHAPES, Generated, LevelSpec, OutOfReach, Progress, Theme
from ..generator.bands import BANDS
from ..generator.graded import GradedLevel
from ..generator.serialize import generated_to_json, graded_to_json
from ..grades import GRADES
from ..level import Collection, Level
from ..sentence import counted, located, say, spoken
from .common import Exit, exit_with, json_option
from .completing import complete_format, complete_generated_game
from .output import on_terminal, print_json, print_line, write_data
from .progress import Bar, bar
from .results import ResultFile, limit_option, seed_option
from .setting_options import threads_option


class _Target(click.ParamType[Any]):
    """A grade of difficulty, or the bounds of the number that `pushbox rate` gives."""

    name = "GRADE|M-N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple) or value in GRADES:
            return value
        found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", value)
        minimum, maximum = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not 0 <= minimum <= maximum <= 100:
            self.fail(say("difficulty-words", value=value, known=", ".join(GRADES)), param, ctx)
        return minimum, maximum


_GRADES = "; ".join(f"{name}: {least} to {most}" for name, (least, most) in GRADES.items())


@click.command("generate", epilog=f"Difficulty is that of `pushbox rate`, from 0 to 100.  {_GRADES}.")
@click.option("--size", metavar="CxR", default="10x10", show_default=True, help="Columns by rows, including the frame.")
@click.option("--boxes", type=click.IntRange(1), default=4, show_default=True, help="Boxes, and as many goals.")
@click.option(
    "--band",
    type=click.IntRange(1, len(BANDS)),
    help="The fewest pushes are in one of ten bands, from 1 push (1) to over 100 (10); boards and boxes follow.",
)
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="How many levels.")
@click.option(
    "--difficulty",
    type=_Target(),
    help="How hard for people: a grade, or a range such as 30-50 (see rate). [default: any]",
)
@click.option(
    "--pushes", type=click.IntRange(0), default=0, help="Every solution has at least this many, proven. [default: 0]"
)
@click.option(
    "--box-lines", type=click.IntRange(0), default=0, help="The solution has at least this many. [default: 0]"
)
@click.option("--shape", type=click.Choice(SHAPES), help="The shape of rooms. [default: all in turn]")
@click.option(
    "--theme",
    type=click.Choice(get_args(Theme)),
    help="The idea of the levels; it sets size and boxes, unless you give them. [default: none]",
)
@click.option("--game", default="sokoban", show_default=True, shell_complete=complete_generated_game,
              help="sokoban, plus (numbered) or multiban.")  # fmt: skip
@click.option("--pushers", type=click.IntRange(1), help="Pushers, for multiban. [default: 2]")
@click.option(
    "--unlike", is_flag=True, help="Leave out levels nearly the same as an earlier one; see duplicates --near."
)
@seed_option(help="Another seed gives other levels.")
@click.option(
    "--attempts", type=click.IntRange(1), default=100_000, show_default=True, help="Attempts per level, at most."
)
@limit_option("seconds")
@threads_option(help="Threads; the levels stay the same.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the levels here instead of standard output.")
@click.option(
    "--to",
    "to_key",
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Write this format; by default that of the ending of --out, or XSB or plus.",
)
@json_option
def command(
    size: str,
    band: int | None,
    count: int,
    seed: int,
    attempts: int,
    seconds: float,
    threads: int,
    unlike: bool,
    out: str | None,
    to_key: str | None,
    as_json: bool,
    **spec: Any,
) -> None:
    """Generate levels, each with a solution replayed by the rules. No two are the same, turned or mirrored.

    Every level has exactly the size and boxes asked for, no box on a goal at the start, and no useless floor; with
    --band sizes and boxes differ, boxes may be on goals, and some floor may be useless. The same options and seed give
    the same levels.

    Exit codes: 0; 3 if a limit ended the search for a level (levels found before are written).

    Examples: pushbox generate --size 9x8 --boxes 3 --count 20 --out new.xsb

    pushbox generate --difficulty hard --seed 7 | pushbox play -

    pushbox generate --difficulty 15-30 --count 3

    pushbox generate --theme goal-room --boxes 5 --difficulty hard

    pushbox generate --band 4 --seed 7 --count 100 --out train.xsb

    pushbox generate --game plus --shape rooms --pushes 30
    """
    if as_json and out is None and to_key is not None:
        raise click.UsageError(say("to-with-json"))
    wanted = _spec(size, **spec)
    if band is not None:
        _check_alone("--band", "game", "count", "seed", "threads", "out", "to_key", "as_json")
    if to_key is None and out is not None:
        to_key = _format_by_ending(out)
    started = time.monotonic()
    code = Exit.YES
    number = 0
    writer = _LevelWriter(out, to_key, silent=as_json and out is None)
    with bar(count) as progress, writer:
        limits = {"count": count, "attempts": attempts, "seconds": seconds, "threads": threads}
        if band is None:
            made = _generated(progress, wanted, seed=seed, unlike=unlike, **limits)
        else:
            made = _of_band(progress, wanted.game, band, seed=seed, count=count, threads=threads)
        try:
            for number, one in enumerate(made, start=1):
                writer.add(one.level)
                if as_json:
                    print_json(_fields(number, one))
        except OutOfReach as error:
            code = Exit.LIMIT
            print_line(f"pushbox: {spoken(str(error))}", err=True)
    if out is not None and not as_json and number:
        summary = located(out, counted(number, "level"))
        print_line(say("in-seconds", summary=summary, seconds=f"{time.monotonic() - started:.2f}"))
    exit_with(code)


def _spec(size: str, *, difficulty: Any, theme: Theme | None, boxes: int, **spec: Any) -> LevelSpec:
    """Build the level spec from the options; a theme has a size and boxes of its own where none are given."""
    columns, rows = _size(size)
    name, rating = (None, difficulty) if isinstance(difficulty, tuple) else (difficulty, None)
    given = LevelSpec(rows=rows, columns=columns, boxes=boxes, theme=theme, difficulty=name, rating=rating, **spec)
    if theme is None:
        return given
    from ..generator import THEMES  # imports the native generator, which --help has no use for

    context, own = click.get_current_context(), THEMES[theme]
    named = {"rows": "size", "columns": "size", "boxes": "boxes"}
    is_default = {
        name: context.get_parameter_source(option) is ParameterSource.DEFAULT for name, option in named.items()
    }
    return replace(given, **{name: getattr(own, name) for name in named if is_default[name]})


def _check_alone(option: str, *others: str) -> None:
    """Raise UsageError where an option is given together with one that is not among some others."""
    context = click.get_current_context()
    for param in context.command.params:
        name = param.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and param.opts[0] != option and name not in others:
            raise click.UsageError(say("two-options", one=param.opts[0], other=option))


_Made = Generated | GradedLevel


def _fields(number: int, made: _Made) -> dict[str, Any]:
    """Return the JSON fields of level `number`, from 1."""
    return graded_to_json(number, made) if isinstance(made, GradedLevel) else generated_to_json(number, made)


def _generated(progress: Bar, spec: LevelSpec, **limits: Any) -> Iterator[_Made]:
    """Yield levels with the progress shown.  Raises OutOfReach where no level was found within the limits."""
    from ..generator import generate  # imports the native generator, which --help has no use for

    def on_progress(now: Progress) -> None:
        progress.level(now.found + 1, _describe)(now)

    for generated in generate(spec, progress=on_progress, **limits):
        progress.done()
        yield generated


def _of_band(progress: Bar, game: str, band: int, *, seed: int, count: int, threads: int) -> Iterator[_Made]:
    """Yield levels of a band with the progress shown.  Raises OutOfReach where no other level is found."""
    from ..generator import graded_levels

    for graded in islice(graded_levels(seed, band=band, game=game, threads=threads), count):
        progress.done()
        yield graded


class _LevelWriter(ResultFile):
    """Writes the levels: to standard output as they come, or into a file.

    Formats that are no sequence of levels are written when all are there.
    """

    def __init__(self, out: str | None, key: str | None, *, silent: bool) -> None:
        super().__init__(out)
        if key is not None:
            formats.find(key)  # raises for an unknown format, before anything is generated
        self._key = key
        self._silent = silent
        self._levels: list[Level] = []
        self._texts: list[str] = []  # of the levels, where the format has them one after the other
        self._lost: set[str] = set()

    def add(self, level: Level) -> None:
        if self._silent:
            return
        key = self._key = self._key or _plainest_format(level)
        reduced = lossy.reduce(Collection((level,)), key)
        for sentence in reduced.lost:
            loss = sentence.removeprefix("level 1: ")
            if loss not in self._lost:
                self._lost.add(loss)
                print_line(located("pushbox", say("lost-in", format=key, loss=loss)), err=True)
        if not formats.find(key).info.streams:
            self._levels += reduced.collection.levels
            return
        if self.out is None:
            write_data(("\n" if self._texts else "") + reduced.text)
            self._texts = [""]
            return
        self._texts.append(reduced.text)
        self.save_if_due()

    def text(self) -> str | None:
        if self._levels and self._key is not None:
            return formats.write(Collection(tuple(self._levels), format=self._key), self._key)
        return "\n".join(self._texts) or None

    def __exit__(self, ended_by: type[BaseException] | None, *unused: object) -> None:
        if self.out is None:
            write_data(self.text() or "")
        super().__exit__(ended_by, *unused)


def _plainest_format(level: Level) -> str:
    """Return the plainest format that holds all of a level."""
    return next((key for key in ("xsb", "plus") if not formats.losses(level, key)), "json")


def _format_by_ending(out: str) -> str | None:
    """Return the format of a file where its ending leaves no choice, None where XSB or plus may do."""
    keys = formats.formats_of(out)
    return keys[0] if len(keys) == 1 else None


def _size(text: str) -> tuple[int, int]:
    """Return the columns and rows that a text such as 12x10 names.  Raises PushboxError for any other."""
    match = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})", text.strip())
    if match is None:
        raise PushboxError.said("size-text", text=text)
    columns, rows = int(match[1]), int(match[2])
    if columns != rows and on_terminal():
        print_line(say("size-order", text=text, columns=columns, rows=rows), err=True)
    return columns, rows


def _describe(progress: Progress) -> str:
    return say("in-seconds", summary=counted(progress.attempts, "attempt"), seconds=f"{progress.seconds:.0f}")
