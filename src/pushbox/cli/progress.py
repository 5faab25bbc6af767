"""The progress bar of long commands: on standard error, and only on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from ..terminal import escape_line
from .output import on_terminal, printing_above, rich_console

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID


P = TypeVar("P")
Item = TypeVar("Item")
Describe = Callable[[P], str]


class Bar:
    """The silent bar of a run without a terminal."""

    def level(self, number: int, describe: Describe[P]) -> Callable[[P], object]:
        """Begin a level, and return the callback for the progress of its search, which `describe` words."""
        del number, describe
        return lambda _: None

    def done(self) -> None:
        """Count one more level that is done."""


class _RichBar(Bar):
    """Levels done, and the progress of the search that reported last."""

    def __init__(self, rich: RichProgress, levels: int | None, noun: str) -> None:
        self._rich = rich
        self._noun = noun
        self._task: TaskID = rich.add_task("", total=levels, detail="")

    def level(self, number: int, describe: Describe[P]) -> Callable[[P], object]:
        name = f"{self._noun} {number}"
        self._rich.update(self._task, description=name, detail="")

        def report(progress: P) -> None:
            self._rich.update(self._task, description=name, detail=escape_line(describe(progress)))

        return report

    def done(self) -> None:
        self._rich.advance(self._task)


@contextmanager
def bar(levels: int | None, noun: str = "level") -> Iterator[Bar]:
    """Show a bar over a number of levels, None for an unknown one, while the context lasts.

    The `noun` is what it counts.  Only if standard error is a terminal.
    """
    if not on_terminal():
        yield Bar()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress
    from rich.text import Text

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[detail]}", markup=False),
    )
    console = rich_console()

    def print_above(line: str) -> None:
        # One write takes the bar away, prints the line and draws the bar again, so that nothing flickers.
        console.print(Text.from_ansi(line), soft_wrap=True)

    with (
        RichProgress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as rich,
        printing_above(print_above),
    ):
        yield _RichBar(rich, levels, noun)


def track(items: Iterable[Item], count: int, name: str) -> Iterator[Item]:
    """Yield items, with a bar of how many of them are done.  Only if standard error is a terminal."""
    if not on_terminal():
        yield from items
        return
    from rich.progress import track as rich_track

    yield from rich_track(items, name, count, console=rich_console(), transient=True)
