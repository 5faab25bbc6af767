"""Shared parts of solve and optimize: limits, the table of results, and the copy of a file with the solutions in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from .. import formats
from ..errors import PushboxError
from ..level import Collection, SavedMoves

_SAVE_EVERY = 5.0  # seconds between two savings of --out, so that a long run loses little
_SAVE_SHARE = 0.05  # of the time may go into saving, as a large copy takes long to write

_Command = TypeVar("_Command", bound=Callable[..., object])

out_option = click.option(
    "--out", type=click.Path(dir_okay=False), help="Write a copy of FILE with the solutions in it."
)


def limit_options(command: _Command) -> _Command:
    """Add the options --seconds, --nodes and --memory to a command."""
    positive = click.FloatRange(0, min_open=True)
    for option in (
        click.option("--memory", type=click.IntRange(1), default=2048, show_default=True, help="MiB a level."),
        click.option("--nodes", type=click.IntRange(1), help="The most positions visited a level."),
        click.option("--seconds", type=positive, default=60.0, show_default=True, help="A level."),
    ):
        command = option(command)
    return command


class ResultTable:
    """Results as rows, below a head that comes with the first; the solution follows where one level is `alone`."""

    def __init__(self, columns: str, *head: str, alone: bool) -> None:
        self._columns = columns
        self._head: tuple[str, ...] | None = head
        self._alone = alone

    def print(self, *values: object, solution: str) -> None:
        """Print a row, and the solution if it is that of the only level."""
        if self._head is not None:
            click.echo(self._columns.format(*self._head).rstrip())
            self._head = None
        click.echo(self._columns.format(*values).rstrip())
        if self._alone and solution:
            click.echo(solution)


class SolutionWriter(AbstractContextManager["SolutionWriter"]):
    """The copy of a collection that a run writes its solutions into, saved now and then and at the end, Ctrl-C or not.

    Raises FormatError before anything is searched where the collection's format has no place for solutions.
    """

    def __init__(self, collection: Collection, out: str) -> None:
        if not formats.find(collection.format).info.solutions:
            with_solutions = ", ".join(key for key in formats.keys() if formats.find(key).info.solutions)
            raise PushboxError(
                f"--out: the format {collection.format} has no place for solutions; {with_solutions} have"
            )
        self._collection = collection
        self._levels = list(collection.levels)
        self._out = Path(out)
        self._next = 0.0  # when to save again

    def add(self, number: int, text: str) -> None:
        """Add a solution to level `number`, unless it has it already."""
        level = self._levels[number - 1]
        if all(record.text != text for record in level.saved_moves):
            self._levels[number - 1] = level.with_saved_moves(SavedMoves("", text))
        if time.monotonic() > self._next:
            self._save()

    def __exit__(self, *unused: object) -> None:
        self._save()

    def _save(self) -> None:
        began = time.monotonic()
        collection = replace(self._collection, levels=tuple(self._levels))
        try:
            formats.write_file(collection, self._out, format=collection.format)
        except OSError as error:
            raise PushboxError(f"{self._out}: {error.strerror or error}") from None
        now = time.monotonic()
        self._next = now + max(_SAVE_EVERY, (now - began) / _SAVE_SHARE)
