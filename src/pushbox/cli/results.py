"""Shared parts of solve, optimize and generate: limits, the results as they come, and the file that they go into."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial, wraps
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import formats
from ..errors import PushboxError, UnsupportedError, naming
from ..level import Collection, Level, SavedMoves
from ..sentence import counted, listed, say, spoken
from ..solver.api import Limit, Progress
from .common import Exit, Fields, LevelStream, print_error, print_losses
from .output import print_heading, print_json, print_line, print_row
from .tables import Columns

if TYPE_CHECKING:
    from ..optimizer.api import Progress as OptimizerProgress
    from ..solver.files.native import NamedLevel

_SAVE_EVERY = 5.0  # seconds between two savings of --out, so that a long run loses little
_SAVE_SHARE = 0.05  # of the time may go into saving, as a large copy takes long to write

_Command = TypeVar("_Command", bound=Callable[..., object])

out_option = click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Write a copy of FILE with the solutions, in the format of the ending; an older copy stays until the end.",
)


seed_option = partial(click.option, "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True)


_LIMIT_OPTIONS = {
    "memory": (click.IntRange(1), "MiB per level."),
    "nodes": (click.IntRange(1), "Positions visited per level, at most."),
    "seconds": (click.FloatRange(0, min_open=True), "Time per level."),
}


def limit_option(name: str) -> Callable[[_Command], _Command]:
    """Return the option of one field of a `Limit`, with its default."""
    kind, help_text = _LIMIT_OPTIONS[name]
    default = getattr(Limit(), name)
    return click.option(f"--{name}", type=kind, default=default, show_default=default is not None, help=help_text)


def limit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options --seconds, --nodes and --memory to a command, which gets them as one `limit`."""

    @wraps(command)
    def with_limit(*args: Any, **options: Any) -> None:
        command(*args, limit=Limit(**{name: options.pop(name) for name in _LIMIT_OPTIONS}), **options)

    for name in _LIMIT_OPTIONS:
        with_limit = limit_option(name)(with_limit)
    return with_limit


STATUS_CODES = {"solved": Exit.YES, "unsolvable": Exit.NO, "gave-up": Exit.LIMIT, "error": Exit.BAD}


def describe_search(progress: Progress) -> str:
    """Describe the progress of a search for the progress bar."""
    return say("search-positions", count=progress.nodes)


def describe_optimizer(progress: OptimizerProgress) -> str:
    """Describe the progress of the optimizer for the progress bar."""
    now = say("search-now", counts=counted(progress.metrics.moves, "move"))
    return listed([say("search-positions", count=progress.nodes), now])


def unsolvable_note(fields: Fields) -> str:
    """Return the message of a verdict, with the boxes because of which a level has no solution, if they are known."""
    names, proof = fields.get("blocking", []), str(fields.get("message", ""))
    if len(names) == 1:
        return say("proof-of-box", proof=proof, box=names[0])
    return say("proof-of-boxes", proof=proof, boxes=", ".join(names)) if names else proof


class Results:
    """The answers on the levels of a file, printed as they come: as JSON, or as rows of a table whose head comes first.

    A row begins with the number of the level and ends with notes, the title first; the solution follows where the level
    is `alone`.  `words` may stand below a head, see `Columns`.
    """

    def __init__(
        self,
        file: str,
        columns: str,
        *head: str,
        as_json: bool,
        alone: bool,
        words: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self._file = file
        self._columns = Columns(columns, "level", *head, "", words=words)
        self._has_head = False
        self._as_json = as_json
        self._alone = alone
        self._count = 0
        self._began = time.monotonic()

    def add(
        self,
        number: int,
        level: Level | NamedLevel,
        fields: Fields,
        values: Iterable[object],
        *notes: str | None,
        below: str = "",
    ) -> None:
        """Print the fields of an answer as JSON, or its values and notes in a row, with the lines `below` it.

        For an error, its message is printed instead.
        """
        self._count += 1
        if self._as_json:
            print_json({"file": self._file, "level": number, "title": level.title, "game": level.game} | fields)
            return
        if fields["status"] == "error":
            print_error(self._file, number, fields["message"])
            return
        if not self._has_head:
            print_heading(self._columns.head)
            self._has_head = True
        note = ": ".join(spoken(note) for note in (level.title, *notes) if note)
        print_row(self._columns.row(number, *values, note))
        if below:
            print_line(f"       {below}")
        if self._alone and (solution := fields.get("moves_text")):
            print_line(solution)

    def finish(self, summary: str) -> None:
        """Print the sums of a run over several levels."""
        if not self._as_json and self._count > 1:
            print_line(say("in-seconds", summary=summary, seconds=f"{time.monotonic() - self._began:.2f}"))


class ResultFile(AbstractContextManager["ResultFile"], ABC):
    """A file that a run writes its results into, now and then and at the end, Ctrl-C or not; None for no file.

    A file that is there already stays until the end: what is written now and then goes beside it, into ``NAME.part``,
    where a run that is killed leaves it.
    """

    def __init__(self, out: str | None) -> None:
        self.out = out
        self._partial = _free_part(out) if out is not None and Path(out).is_file() else None
        self._next = 0.0  # when to save again

    @abstractmethod
    def text(self) -> str | None:
        """Return the content, None where there is nothing to write yet."""

    def save_if_due(self) -> None:
        """Write the results so far, unless they were written a moment ago."""
        if time.monotonic() > self._next:
            self._write(self._partial or self.out)

    def save(self) -> None:
        """Write the file."""
        self._write(self.out)
        if self._partial is not None:
            Path(self._partial).unlink(missing_ok=True)

    def _write(self, out: str | None) -> None:
        began = time.monotonic()
        if out is None or (text := self.text()) is None:
            return
        with naming(out, OSError):
            formats.write_text(out, text)
        now = time.monotonic()
        self._next = now + max(_SAVE_EVERY, (now - began) / _SAVE_SHARE)

    def __exit__(self, ended_by: type[BaseException] | None, *unused: object) -> None:
        if ended_by is None or issubclass(ended_by, KeyboardInterrupt):
            self.save()
        else:
            self._write(self._partial or self.out)


def _free_part(out: str) -> str:
    """Return the name of a file beside another that does not exist: an earlier run may have left its own."""
    names = (f"{out}.part{number or ''}" for number in count())
    return next(name for name in names if not os.path.lexists(name))


class SolutionWriter(ResultFile):
    """Writes a copy of a collection with its solutions, in the format of the copy's ending, or that of the file.

    Raises PushboxError before any search if the format cannot hold solutions; other losses are printed then.
    """

    def __init__(self, source: Collection | LevelStream, out: str | None) -> None:
        super().__init__(out)
        collection = source if isinstance(source, Collection) else Collection(())  # a stream has no copy
        self._format = collection.format
        if out is not None:
            self._format = _format_with_solutions(out, collection)
        self._collection = collection
        self._levels = list(collection.levels)

    def add(self, number: int, text: str) -> None:
        """Add a solution to level `number`, unless it has it already."""
        if self.out is None:
            return
        level = self._levels[number - 1]
        if all(moves.text != text for moves in level.saved_moves):
            self._levels[number - 1] = level.with_saved_moves(SavedMoves("", text))
        self.save_if_due()

    def text(self) -> str:
        """Return the copy."""
        collection = replace(self._collection, levels=tuple(self._levels))
        if self._format != collection.format:
            from ..formats import lossy

            collection = lossy.reduce(collection, self._format).collection
        return formats.write(collection, self._format)


def _format_with_solutions(out: str, collection: Collection) -> str:
    """Return the format of a copy, and print what it cannot hold of a collection.

    Raises PushboxError if it cannot hold solutions.
    """
    with naming("--out", UnsupportedError):
        key = formats.format_of(out, collection.format) if formats.formats_of(out) else collection.format
    if not formats.find(key).info.solutions:
        with_solutions = ", ".join(key for key in formats.keys() if formats.find(key).info.solutions)
        raise PushboxError.said("no-place-for-solutions", format=key, others=with_solutions)
    if key != collection.format:
        from ..formats import lossy

        print_losses(out, key, lossy.reduce(collection, key).lost)
    return key
