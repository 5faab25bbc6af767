"""What the commands share: which file, which levels, how an answer is printed, how a run ends."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, BinaryIO

import click

from .. import formats, levels
from ..errors import PushboxError, counted
from ..formats import lossy
from ..level import Collection, Level, Problem
from ..metrics import Metrics
from ..play.check import playable

Fields = dict[str, Any]

_SHOWN = 20  # sentences about losses; the rest is counted


class Exit(IntEnum):
    """How a run ends."""

    YES = 0
    NO = 1
    BAD = 2
    LIMIT = 3


_GRAVITY = (Exit.BAD, Exit.LIMIT, Exit.NO)


def worst(codes: Iterable[Exit]) -> Exit:
    """Return the code of a run over several levels: bad if any is bad, else limit, else no, else yes.

    >>> worst([Exit.NO, Exit.LIMIT, Exit.YES])
    <Exit.LIMIT: 3>
    """
    met = set(codes)
    return next((code for code in _GRAVITY if code in met), Exit.YES)


def leave(code: Exit) -> None:
    """End the command with an exit code."""
    raise SystemExit(int(code))


file_argument = click.argument("file", metavar="FILE")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
from_option = click.option("--from", "format_key", metavar="FORMAT", help="Read FILE as this format; see formats.")
levels_option = click.option(
    "--level", "wanted", metavar="LEVELS", default="1-", show_default="all", help="Such as 3, 1-10 or 1,5,9-."
)
level_option = click.option(
    "--level", "number", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="Which level, from 1."
)


def read_bytes(file: str) -> bytes:
    """Return what is in a file, in ``-`` (standard input) or in ``builtin:NAME`` (levels that pushbox brings along).

    Raises PushboxError where it cannot be read.
    """
    try:
        if file == "-":
            return sys.stdin.buffer.read()
        return (levels.path(file.removeprefix("builtin:")) if file.startswith("builtin:") else Path(file)).read_bytes()
    except OSError as error:
        raise PushboxError(f"{file}: {error.strerror or error}") from None


def load(file: str, format_key: str | None = None) -> Collection:
    """Read the levels of a file; see `read_bytes`.  Raises PushboxError with a sentence that names the file."""
    data = read_bytes(file)
    try:
        return formats.read(data, format=format_key, name=file)
    except PushboxError as error:
        raise PushboxError(f"{file}: {error}") from None


def load_and_tell(file: str, format_key: str | None = None) -> Collection:
    """Read a file and tell its problems on standard error."""
    collection = load(file, format_key)
    tell(file, collection.problems)
    return collection


class Stream:
    """The levels of a file as they are read, and its problems told on the way on standard error.

    `lost` is the exit code that its problems have added to a run so far.
    """

    def __init__(self, file: str, format_key: str | None = None) -> None:
        self.lost: set[Exit] = set()
        self._file = file
        self._format_key = format_key

    def levels(self) -> Iterator[Level]:
        """Yield the levels.  Raises PushboxError with a sentence that names the file."""
        name = self._file
        try:
            if name == "-":
                yield from self._read(sys.stdin.buffer)
            else:
                builtin = name.startswith("builtin:")
                yield from self._read(levels.path(name.removeprefix("builtin:")) if builtin else Path(name))
        except OSError as error:
            raise PushboxError(f"{name}: {error.strerror or error}") from None
        except PushboxError as error:
            raise PushboxError(f"{name}: {error}") from None

    def _read(self, source: Path | BinaryIO) -> Iterator[Level]:
        for item in formats.stream(source, format=self._format_key):
            if isinstance(item, Level):
                yield item
            else:
                tell(self._file, [item])
                if item.severity == "error":
                    self.lost.add(Exit.BAD)


def tell(file: str, problems: Iterable[Problem]) -> None:
    """Print problems on standard error, a line each."""
    for problem in problems:
        click.echo(f"{file}: {problem.severity}: {problem}", err=True)


def tell_lost(file: str, key: str, told: Sequence[str]) -> None:
    """Print on standard error what the format with a key cannot hold of a file, the first of it where it is much."""
    sentences = lossy.grouped(told)
    for sentence in sentences[:_SHOWN]:
        click.echo(f"{file}: lost in {key}: {sentence}", err=True)
    if len(sentences) > _SHOWN:
        click.echo(f"{file}: lost in {key}: {len(sentences) - _SHOWN} more; --json tells them all", err=True)


def complain(file: str, number: int, message: str) -> None:
    """Tell on standard error what is wrong with a level."""
    click.echo(f"pushbox: {file}: level {number}: {message}", err=True)


def lost(collection: Collection) -> list[Exit]:
    """Return the exit code that problems of the file itself add to a run."""
    return [Exit.BAD for problem in collection.problems if problem.severity == "error"]


def pick(source: Collection | Stream, wanted: str) -> Iterator[tuple[int, Level]]:
    """Yield the levels that a text such as ``1,5,9-`` names, with their numbers from 1, in file order.

    A stream is read no further than is needed.  Raises PushboxError for a text that names no levels, at once, or levels
    that the source does not have, for a stream at its end.
    """
    ranges = _ranges(wanted)
    if isinstance(source, Collection):
        _check_end(ranges, wanted, len(source.levels))
    return _picked(source, ranges, wanted)


def numbers(wanted: str, count: int) -> set[int]:
    """Return the numbers, from 1 to `count`, that a text such as ``1,5,9-`` names.

    Raises PushboxError as `pick` does.
    """
    ranges = _ranges(wanted)
    _check_end(ranges, wanted, count)
    return set().union(*(range(first, (last or count) + 1) for first, last in ranges))


def size(source: Collection | Stream, wanted: str) -> int | None:
    """Return how many levels `pick` yields, None where only reading them can tell."""
    ranges = _ranges(wanted)
    if isinstance(source, Collection):
        ranges = [(first, last or len(source.levels)) for first, last in ranges]
    if any(last is None for _, last in ranges):
        return None
    return len(set().union(*(range(first, (last or 0) + 1) for first, last in ranges)))


def _picked(
    source: Collection | Stream, ranges: list[tuple[int, int | None]], wanted: str
) -> Iterator[tuple[int, Level]]:
    ends = [last for _, last in ranges]
    most = None if None in ends else max(end for end in ends if end is not None)
    count = 0
    for count, level in enumerate(source.levels() if isinstance(source, Stream) else source.levels, start=1):
        if any(first <= count and (last is None or count <= last) for first, last in ranges):
            yield count, level
        if count == most:
            return
    _check_end(ranges, wanted, count)


def _check_end(ranges: list[tuple[int, int | None]], wanted: str, count: int) -> None:
    if any(max(first if last is None else last, 1) > count for first, last in ranges):
        raise PushboxError(f"found --level {wanted!r}, but the file has {counted(count, 'level')}")


def _ranges(wanted: str) -> list[tuple[int, int | None]]:
    """The first and last numbers that a text names, None for the end of the file."""
    ranges: list[tuple[int, int | None]] = []
    for part in wanted.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        try:
            start = int(first) if first else 1
            end = (int(last) if last else None) if dash else start
        except ValueError:
            start = end = 0
        if (not first and not dash) or start < 1 or (end is not None and end < start):
            raise PushboxError(f"found --level {wanted!r}, expected numbers such as 3, 1-10 or 1,5,9-")
        ranges.append((start, end))
    return ranges


def one_playable(file: str, number: int, format_key: str | None = None) -> Level:
    """Read level `number`, from 1, of a file, and tell the file's problems.

    Raises PushboxError where there is no such level, or it cannot be played.
    """
    collection = load_and_tell(file, format_key)
    if not 1 <= number <= len(collection.levels):
        raise PushboxError(
            f"{file}: found --level {number}, but the file has {counted(len(collection.levels), 'level')}"
        )
    level = collection.levels[number - 1]
    try:
        playable(level)
    except PushboxError as error:
        raise PushboxError(f"{file}: level {number}: {error}") from None
    return level


def told_by(module: object) -> str:
    """Return what the docstring of a module says after its first paragraph, where a title says that already."""
    doc = inspect.getdoc(module) or ""
    return doc.partition("\n\n")[2].strip()


def print_json(fields: Fields) -> None:
    """Print one JSON object on a line, without the fields that do not apply."""
    click.echo(json.dumps({key: value for key, value in fields.items() if value is not None}, ensure_ascii=False))


def metric_fields(metrics: Metrics | None) -> Fields:
    """Return the six counts as JSON fields, none where there are no counts."""
    return metrics._asdict() if metrics is not None else {}
