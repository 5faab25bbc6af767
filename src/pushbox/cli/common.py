"""Shared parts of the commands: reading files, selecting levels, printing problems, exit codes."""

from __future__ import annotations

import errno
import inspect
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from enum import IntEnum
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypedDict, TypeVar, cast

import click

from .. import formats, levels
from ..errors import FormatError, NotationError, PushboxError, UnsupportedError, naming
from ..level import Collection, Level, Problem
from ..move_notations import NOTATIONS, write_moves
from ..sentence import LANGUAGES, Sentence, counted, located, of_level, say, spoken, suggestion, word
from .completing import complete_file, complete_format
from .output import on_terminal, print_line, print_rows

if TYPE_CHECKING:
    from ..games.position import Position
    from ..metrics import Metrics

Fields = dict[str, Any]
_Ranges = list[tuple[int, float]]
_Command = TypeVar("_Command", bound=Callable[..., object])

_MAX_COUNTED = 4_000_000  # bytes of a file whose levels are counted before they are read one by one
_MAX_LINE = 4_000_000  # bytes of a line that is read by itself
_MAX_SIBLINGS = 1000  # names of files among which a similar one is looked for
_MAX_PRINTED = 20  # sentences about losses; the rest is counted
MOST_PROBLEMS = 1_000  # of a file that people are shown; the rest is counted


class Exit(IntEnum):
    """The exit codes of a run."""

    YES = 0
    NO = 1
    BAD = 2
    LIMIT = 3


_WORST_FIRST = (Exit.BAD, Exit.LIMIT, Exit.NO)


def worst(codes: Iterable[Exit]) -> Exit:
    """Return the code of a run over several levels: bad if any is bad, else limit, else no, else yes.

    >>> worst([Exit.NO, Exit.LIMIT, Exit.YES])
    <Exit.LIMIT: 3>
    """
    codes_met = set(codes)
    return next((code for code in _WORST_FIRST if code in codes_met), Exit.YES)


def exit_with(code: Exit) -> None:
    """End the command with an exit code."""
    raise SystemExit(int(code))


file_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)
files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_file)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
levels_option = click.option(
    "--level", "selection", metavar="LEVELS", default="1-", show_default="all", help="Such as 3, 1-10 or 1,5,9-."
)
level_option = click.option(
    "--level", "number", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="Which level, from 1."
)


_NOTATIONS = ("lurd", *NOTATIONS)
moves_as_option = click.option(
    "--moves-as",
    type=click.Choice(_NOTATIONS),
    default="lurd",
    show_default=True,
    help="Write LURD moves in this notation; games with a notation of their own keep it.",
)
notation_option = click.option(
    "--notation", type=click.Choice(_NOTATIONS), help="Read moves in this notation; needed for digits, gym or jumanji."
)


def in_notation(text: str, notation: str) -> str:
    """Return moves in a notation; those of a game whose moves are not the letters lurd stay as they are."""
    if notation == "lurd":
        return text
    try:
        return write_moves(text, notation)
    except NotationError:
        return text


class ReadAs(NamedTuple):
    """How the files of a command are read: what the file itself decides is None.

    A `strict` reading refuses a file with any problem, a guess or a repair too.
    """

    format: str | None = None
    encoding: str | None = None
    symbols: str | None = None
    strict: bool = False

    @property
    def is_told(self) -> bool:
        """Whether the format or the signs of the file are named, so that nothing is detected."""
        return self.format is not None or self.symbols is not None

    @property
    def named(self) -> _Named:
        """What is named, as functions that read take it."""
        return {"format": self.format, "encoding": self.encoding, "symbols": self.symbols}

    def read(self, data: bytes, name: str) -> Collection:
        """Return the levels of a file called `name`, see `pushbox.formats.read`."""
        read = formats.read_strict if self.strict else formats.read
        return read(data, name=name, **self.named)

    def stream(self, source: Path | BinaryIO) -> Iterator[Level | Problem]:
        """Yield the levels and problems of a file, see `pushbox.formats.stream`."""
        for item in formats.stream(source, **self.named):
            if self.strict and isinstance(item, Problem):
                formats.refuse(item)
            yield item


class _Named(TypedDict):
    format: str | None
    encoding: str | None
    symbols: str | None


def read_as_options(command: _Command) -> _Command:
    """Add the options that say how files are read to a command, which gets them as `read_as`."""

    @click.option(
        "--from",
        "format_key",
        metavar="FORMAT",
        shell_complete=complete_format,
        help="Read this format instead of the detected one; see pushbox formats.",
    )
    @click.option(
        "--encoding", metavar="NAME", help="Read this encoding, such as gb18030 or cp1251, if the text is not UTF-8."
    )
    @click.option(
        "--symbols",
        metavar="SIGNS",
        help='Read boards in these signs: a table of pushbox formats, or "X=wall o=box ...".',
    )
    @click.option("--strict", is_flag=True, help="Refuse a file in which anything is guessed, repaired or left out.")
    @wraps(command)
    def with_read_as(
        *args: Any, format_key: str | None, encoding: str | None, symbols: str | None, strict: bool, **options: Any
    ) -> object:
        return command(*args, read_as=ReadAs(format_key, encoding, symbols, strict), **options)

    return cast(_Command, with_read_as)


def choice_option(name: str, choices: Sequence[str], help_text: str, *also: str) -> Callable[[_Command], _Command]:
    """Return an option that takes one of some words, by default the first; `also` are other names of it."""
    return click.option(name, *also, type=click.Choice(choices), default=choices[0], show_default=True, help=help_text)


class _LangOption(click.Option):
    """The option --lang of a command: by default what the program speaks, but English in JSON."""

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        # Of options, those that the user has written are processed first, and with them --json.
        return self.default if ctx.params.get("as_json") else ctx.find_root().params.get("lang", self.default)


def lang_option(help_text: str) -> Callable[[_Command], _Command]:
    """Return the option --lang, by default that before the command."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default="en", cls=_LangOption, show_default=True, help=help_text
    )


def read_bytes(file: str) -> bytes:
    """Return the content of a file, of ``-`` (standard input) or of ``builtin:NAME`` (levels that come with pushbox).

    Of one that is larger than any file of levels may be it is no more than shows that, as devices have no end.  Raises
    PushboxError where it cannot be read.
    """
    most = formats.text.LARGEST + 1
    with naming(file, OSError):
        source = _source(file)
        if not isinstance(source, Path):
            return source.read(most)
        with source.open("rb") as opened:
            return opened.read(most)


def read_lines(file: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of what else `read_bytes` reads, one at a time in memory.

    Raises PushboxError where it cannot be read, and for a line of more than `_MAX_LINE` bytes.
    """
    with naming(file, OSError, PushboxError):
        source = _source(file)
        with source.open("rb") if isinstance(source, Path) else nullcontext(source) as opened:
            while line := opened.readline(_MAX_LINE + 1):
                PushboxError.beyond(_MAX_LINE, len(line), "long-line")
                yield line


def _source(file: str) -> Path | BinaryIO:
    """Return the source that a name stands for.

    Raises PushboxError for unknown shipped levels, OSError for a file that does not exist.
    """
    if file == "-":
        return sys.stdin.buffer
    if file.startswith("builtin:"):
        return levels.source(file.removeprefix("builtin:"))
    path = Path(file)
    if not os.path.lexists(path):
        raise FileNotFoundError(errno.ENOENT, say("os-missing-like", close=_similar(path)))
    return path


def _similar(path: Path) -> str:
    """Suggest a similar file name in the folder of a missing file, or the levels that come along under such a name."""
    try:
        with os.scandir(path.parent) as entries:
            names = [entry.name for entry in islice(entries, _MAX_SIBLINGS)]
    except (OSError, ValueError):
        return ""
    shipped = "" if path.suffix or path.name != str(path) else levels.similar(path.name)
    return suggestion(path.name, names) or shipped


def read_text(text: str | None) -> str:
    """Return the given text, or standard input for None and ``-``."""
    return formats.encodings.decode(read_bytes("-")).text if text is None or text == "-" else text


@contextmanager
def reading(file: str) -> Iterator[None]:
    """Raise what a block cannot read as a PushboxError that names the file, and --from if that may help."""
    with naming(file, OSError, PushboxError):
        try:
            yield
        except FormatError as error:
            message = error.message
            if isinstance(message, Sentence) and message.code == "otherwise-named":
                params = message.params
                said = say("otherwise-from", error=params["error"], formats=params["formats"])
                raise FormatError(said, line=error.line, column=error.column) from None
            raise


def load_and_print_problems(file: str, read_as: ReadAs = ReadAs()) -> Collection:  # noqa: B008  # a value
    """Read the levels of a file, see `read_bytes`, and print its problems on standard error.

    Raises PushboxError with a sentence that names the file.
    """
    data = read_bytes(file)
    with reading(file):
        collection = read_as.read(data, file)
    problems = collection.problems
    print_problems(file, problems[:MOST_PROBLEMS])
    if (more := len(problems) - MOST_PROBLEMS) > 0:
        print_line(f"{file}: {spoken(say('more-problems', count=more))}", err=True)
    return collection


class LevelStream:
    """The levels of a file as they are read; problems are printed on standard error on the way.

    `problem_codes` are the exit codes that its problems have added to a run so far.
    """

    def __init__(self, file: str, read_as: ReadAs) -> None:
        self.problem_codes: set[Exit] = set()
        self._file = file
        self._read_as = read_as

    def count(self) -> int | None:
        """Return the number of levels for a progress bar, or None if nobody sees one or the file is large."""
        path = Path(self._file)
        if not on_terminal() or not path.is_file() or path.stat().st_size > _MAX_COUNTED:
            return None
        try:
            return len(self._read_as.read(path.read_bytes(), self._file))
        except (OSError, PushboxError):
            return None

    def levels(self) -> Iterator[Level]:
        """Yield the levels.  Raises PushboxError with a sentence that names the file."""
        with reading(self._file):
            for item in self._read_as.stream(_source(self._file)):
                if isinstance(item, Level):
                    yield item
                else:
                    print_problems(self._file, [item])
                    if item.severity == "error":
                        self.problem_codes.add(Exit.BAD)


def print_problems(file: str, problems: Iterable[Problem]) -> None:
    """Print problems on standard error, a line each."""
    print_rows(
        (f"{file}: {spoken(located(word('severity', problem.severity), str(problem)))}" for problem in problems),
        err=True,
    )


def format_by_ending(out: str, source_key: str) -> str:
    """Return the format of a file to be written by its ending.  Raises PushboxError if that leaves it open."""
    try:
        return formats.format_of(out, source_key)
    except UnsupportedError as error:
        raise PushboxError.said("to-names", error=str(error)) from None


def print_losses(file: str, key: str, losses: Sequence[str]) -> None:
    """Print on standard error what a format cannot hold of a file, at most the first losses."""
    from ..formats import lossy

    sentences = lossy.grouped(losses)
    for sentence in sentences[:_MAX_PRINTED]:
        print_line(f"{file}: {spoken(say('lost-in', format=key, loss=sentence))}", err=True)
    if len(sentences) > _MAX_PRINTED:
        more = say("lost-more", format=key, count=len(sentences) - _MAX_PRINTED)
        print_line(located(file, more), err=True)


def print_error(file: str, number: int, message: str) -> None:
    """Print the fault of a level on standard error."""
    print_line(f"pushbox: {file}: {spoken(of_level(number, message))}", err=True)


def problem_codes(source: Collection | LevelStream) -> list[Exit]:
    """Return the exit codes for the problems of the file itself, for a stream those so far."""
    if isinstance(source, LevelStream):
        return list(source.problem_codes)
    return [Exit.BAD for problem in source.problems if problem.severity == "error"]


def select_levels(source: Collection | LevelStream, selection: str) -> Iterator[tuple[int, Level]]:
    """Yield the levels that a text such as ``1,5,9-`` names, with their numbers from 1, in file order.

    A stream is read no further than needed. Raises PushboxError at once for an invalid text, and for missing levels,
    with a stream at its end.
    """
    ranges = _ranges(selection)
    if isinstance(source, Collection):
        _require_enough(ranges, selection, len(source.levels))
    return _select(source, ranges, selection)


def level_numbers(selection: str, count: int) -> set[int]:
    """Return the numbers, from 1 to `count`, that a text such as ``1,5,9-`` names.

    Raises PushboxError as `select_levels` does.
    """
    ranges = _ranges(selection)
    _require_enough(ranges, selection, count)
    return {number for first, last in ranges for number in range(first, int(min(last, count)) + 1)}


def selection_size(source: Collection | LevelStream, selection: str) -> int | None:
    """Return the number of levels that `select_levels` yields, or None if that is unknown before reading."""
    ranges = _ranges(selection)
    if isinstance(source, Collection):
        _require_enough(ranges, selection, len(source.levels))
    end = len(source.levels) if isinstance(source, Collection) else _last(ranges)
    if end == math.inf and isinstance(source, LevelStream) and (count := source.count()) is not None:
        end = count
    if end == math.inf:
        return None
    return sum(int(min(last, end)) - first + 1 for first, last in _spans(ranges))


def _select(source: Collection | LevelStream, ranges: _Ranges, selection: str) -> Iterator[tuple[int, Level]]:
    count = 0
    numbered = enumerate(source.levels() if isinstance(source, LevelStream) else source.levels, start=1)
    for first, last in _spans(ranges):
        for count, level in numbered:
            if count >= first:
                yield count, level
            if count == last:
                break
    if count < _last(ranges):
        _require_enough(ranges, selection, count)


def _spans(ranges: _Ranges) -> _Ranges:
    """Return the same numbers as ranges in order, which neither overlap nor touch."""
    spans: _Ranges = []
    for first, last in sorted(ranges):
        if spans and first <= spans[-1][1] + 1:
            spans[-1] = spans[-1][0], max(spans[-1][1], last)
        else:
            spans.append((first, last))
    return spans


def _last(ranges: _Ranges) -> float:
    return max(last for _, last in ranges)


def _require_enough(ranges: _Ranges, selection: str, count: int) -> None:
    if not count:
        raise PushboxError.said("no-level-in-file")
    if any((first if last == math.inf else last) > count for first, last in ranges):
        raise PushboxError.said("level-beyond", selection=repr(selection), levels=counted(count, "level"))


def _ranges(selection: str) -> _Ranges:
    """Return the first and last numbers that a text names, infinity for the end of the file."""
    ranges: _Ranges = []
    for part in selection.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        try:
            start = int(first) if first else 1
            end = (int(last) if last else math.inf) if dash else start
        except ValueError:
            start = end = 0
        if (not first and not dash) or not 1 <= start <= end:
            raise PushboxError.said("level-selection", selection=selection)
        ranges.append((start, end))
    return ranges


def load_playable(file: str, number: int, read_as: ReadAs = ReadAs()) -> Position:  # noqa: B008  # a value
    """Read level `number`, from 1, of a file, as the position that it begins in, and print the file's problems.

    Raises PushboxError for a level that does not exist, or cannot be played.
    """
    from ..play.validate import require_playable

    loaded = load_and_print_problems(file, read_as).levels
    number = level_number(file, loaded, number)
    with naming(level_place(file, number), PushboxError):
        return require_playable(loaded[number - 1])


def level_place(file: str, number: int) -> Sentence:
    """Return the words for a level of a file, for `naming`."""
    return located(file, say("level-number", number=number))


def level_number(file: str, loaded: Sequence[Level], number: int) -> int:
    """Return level number N of a file, from 1. Raises PushboxError if there is no such level."""
    if not loaded:
        raise PushboxError(located(file, say("no-readable-level")))
    if not 1 <= number <= len(loaded):
        raise PushboxError(located(file, say("level-beyond", selection=number, levels=counted(len(loaded), "level"))))
    return number


def doc_body(module: object) -> str:
    """Return the docstring of a module without its first paragraph."""
    doc = inspect.getdoc(module) or ""
    return doc.partition("\n\n")[2].strip()


def metric_fields(metrics: Metrics | None) -> Fields:
    """Return the six counts as JSON fields, none for None."""
    return metrics._asdict() if metrics is not None else {}
