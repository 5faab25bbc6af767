"""``pushbox generate``."""

from __future__ import annotations

import re
import sys
import time
from contextlib import AbstractContextManager

import click

from .. import formats
from ..errors import PushboxError, counted
from ..formats import lossy
from ..generator.api import DIFFICULTIES, SHAPES, Difficulty, LevelSpec, OutOfReach, Progress, Shape
from ..generator.serialize import generated_to_json
from ..level import Collection, Level
from .common import Exit, exit_with, json_option, print_json
from .progress import bar

_SAVE_EVERY = 5.0  # seconds between two savings of --out, so that a long run loses little
_CLASSES = "; ".join(f"{name}: {least:,} to {most:,} positions" for name, (least, most) in DIFFICULTIES.items())


@click.command("generate", epilog=f"Difficulty is what the solver needs to prove the fewest pushes.  {_CLASSES}.")
@click.option("--size", metavar="RxC", default="10x10", show_default=True, help="Rows and columns, with the frame.")
@click.option("--boxes", type=click.IntRange(1), default=4, show_default=True, help="Boxes, and as many goals.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="How many levels.")
@click.option("--difficulty", type=click.Choice([*DIFFICULTIES]), help="Of plain Sokoban only.  [default: any]")
@click.option("--pushes", type=click.IntRange(0), default=0, help="No solution has fewer, proven.  [default: 0]")
@click.option("--box-lines", type=click.IntRange(0), default=0, help="The solution has at least as many.  [default: 0]")
@click.option("--shape", type=click.Choice(SHAPES), help="How rooms come about.  [default: all in turn]")
@click.option("--game", default="sokoban", show_default=True, help="sokoban, plus (numbered) or multiban.")
@click.option("--pushers", type=click.IntRange(1), help="Of multiban.  [default: 2]")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Another one, others.")
@click.option("--attempts", type=click.IntRange(1), default=100_000, show_default=True, help="The most a level.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=60.0, show_default=True, help="A level.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="The levels stay the same.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the levels here, not to standard output.")
@click.option("--to", "to_key", metavar="FORMAT", help="As this format; else by the ending of --out, or XSB or plus.")
@json_option
def command(
    size: str,
    boxes: int,
    count: int,
    difficulty: Difficulty | None,
    pushes: int,
    box_lines: int,
    shape: Shape | None,
    game: str,
    pushers: int | None,
    seed: int,
    attempts: int,
    seconds: float,
    threads: int,
    out: str | None,
    to_key: str | None,
    as_json: bool,
) -> None:
    """Generate levels.  Each comes with a solution that the rules have replayed; no two are alike, turned or mirrored.

    Size and boxes are kept exactly, no box starts on a goal, and no floor is useless.  The same options and seed give
    the same levels.

    Ends with 0, or with 3 where no level was found within the limits; those found before are written.

    Examples: pushbox generate --size 8x9 --boxes 3 --count 20 --out new.xsb

    pushbox generate --difficulty hard --seed 7 | pushbox play -

    pushbox generate --game plus --shape rooms --pushes 30
    """
    from ..generator import generate  # imports the native generator, which --help has no use for

    if as_json and out is None and to_key is not None:
        raise click.UsageError("found --to with --json, expected --out too, as both go to standard output")
    rows, columns = _size(size)
    spec = LevelSpec(
        rows=rows,
        columns=columns,
        boxes=boxes,
        game=game,
        pushers=pushers,
        shape=shape,
        difficulty=difficulty,
        pushes=pushes,
        box_lines=box_lines,
    )
    if to_key is None and out is not None:
        to_key = _format_by_ending(out)
    started = time.monotonic()
    code = Exit.YES
    writer = _LevelWriter(out, to_key, silent=as_json and out is None)
    number = 0
    with bar(count) as progress, writer:

        def on_progress(now: Progress) -> None:
            progress.level(now.found + 1, _describe)(now)

        try:
            limits = {"count": count, "attempts": attempts, "threads": threads}
            results = generate(spec, seed=seed, seconds=seconds, progress=on_progress, **limits)
            for number, generated in enumerate(results, start=1):
                with progress.done():
                    writer.add(generated.level)
                    if as_json:
                        print_json(generated_to_json(number, generated))
        except OutOfReach as error:
            code = Exit.LIMIT
            click.echo(f"pushbox: {error}", err=True)
    if out is not None and not as_json and number:
        click.echo(f"{out}: {counted(number, 'level')}, {time.monotonic() - started:.2f} s")
    exit_with(code)


class _LevelWriter(AbstractContextManager["_LevelWriter"]):
    """Writes the levels: to standard output as they come, or into a file that is saved now and then and at the end.

    Formats that are no sequence of levels are written when all are there.  Ctrl-C loses nothing that was found.
    """

    def __init__(self, out: str | None, key: str | None, *, silent: bool) -> None:
        if key is not None:
            formats.find(key)  # raises for an unknown format, before anything is generated
        self._out = out
        self._key = key
        self._silent = silent
        self._levels: list[Level] = []
        self._texts: list[str] = []  # of the levels, where the format has them one after the other
        self._lost: set[str] = set()
        self._next = time.monotonic() + _SAVE_EVERY

    def add(self, level: Level) -> None:
        if self._silent:
            return
        key = self._key = self._key or _plainest_format(level)
        reduced = lossy.reduce(Collection((level,)), key)
        for sentence in reduced.lost:
            loss = sentence.removeprefix("level 1: ")
            if loss not in self._lost:
                self._lost.add(loss)
                click.echo(f"pushbox: lost in {key}: {loss}", err=True)
        if not formats.find(key).info.streams:
            self._levels += reduced.collection.levels
            return
        text = formats.write(reduced.collection, key)
        if self._out is None:
            self._print(("\n" if self._texts else "") + text)
            self._texts = [""]
            return
        self._texts.append(text)
        if time.monotonic() > self._next:
            self._save()

    def __exit__(self, *unused: object) -> None:
        if self._out is not None:
            self._save()
        elif self._levels and self._key is not None:
            self._print(formats.write(Collection(tuple(self._levels), format=self._key), self._key))

    def _save(self) -> None:
        if self._out is None or self._key is None or not (self._texts or self._levels):
            return
        text = "\n".join(self._texts)
        if self._levels:
            text = formats.write(Collection(tuple(self._levels), format=self._key), self._key)
        try:
            formats.write_text(self._out, text)
        except OSError as error:
            raise PushboxError(f"{self._out}: {error.strerror or error}") from None
        self._next = time.monotonic() + _SAVE_EVERY

    def _print(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _plainest_format(level: Level) -> str:
    """Return the plainest format that holds all of a level."""
    return next((key for key in ("xsb", "plus") if not formats.losses(level, key)), "json")


def _format_by_ending(out: str) -> str | None:
    """Return the format of a file where its ending leaves no choice, None where XSB or plus may do."""
    keys = formats.formats_of(out)
    return keys[0] if len(keys) == 1 else None


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})", text.strip())
    if match is None:
        raise PushboxError(f"found --size {text!r}, expected rows and columns such as 10x12")
    return int(match[1]), int(match[2])


def _describe(progress: Progress) -> str:
    return f"{counted(progress.attempts, 'attempt')}, {progress.seconds:.0f} s"
