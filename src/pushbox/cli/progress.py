"""The progress bar of long commands: on standard error, and only on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from ..sentence import counted, listed, located, say, spoken, word
from ..terminal import escape_line
from .output import on_terminal, print_line, printing_above, rich_console

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import ProgressColumn, TaskID


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
        name = f"{spoken(word('noun', self._noun))} {number}"
        self._rich.update(self._task, description=name, detail="")

        def report(progress: P) -> None:
            self._rich.update(self._task, description=name, detail=escape_line(spoken(describe(progress))))

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
    from rich.progress import TimeElapsedColumn

    with _shown(TimeElapsedColumn()) as rich:
        yield _RichBar(rich, levels, noun)


# Takes the items done, of one under way a part, and the items to do; a third one, a text, stands in place of the rate.
Count = Callable[..., object]


@contextmanager
def resumable(doing: str, noun: str = "level") -> Iterator[Count]:
    """Yield the counter of a long run; what is done stays done if it is interrupted.

    It shows a bar with rate and time left, if standard error is a terminal; `doing` is the word before it. After Ctrl-C
    a line on standard error says where the run stood, and that the same command goes on from there.
    """
    with _counter(doing, noun, say("interrupted-resumes")) as count:
        yield count


@contextmanager
def repeatable(doing: str, noun: str = "level") -> Iterator[Count]:
    """Yield a counter like `resumable`, of a run that begins anew if it is interrupted."""
    with _counter(doing, noun, say("interrupted-repeats")) as count:
        yield count


@contextmanager
def removal(doing: str, noun: str = "level") -> Iterator[Count]:
    """Yield a counter like `resumable`, of a run after whose first count nobody sees what it removes."""
    with _counter(doing, noun, say("interrupted-removed"), at_once=True) as count:
        yield count


@contextmanager
def _counter(doing: str, noun: str, next_time: str, *, at_once: bool = False) -> Iterator[Count]:
    done, total = 0, 0

    def count(now_done: float, now_total: int, detail: str = "", /) -> None:
        nonlocal done, total
        del detail
        done, total = int(now_done), now_total

    try:
        if not on_terminal():
            yield count
            return
        from rich.progress import TimeRemainingColumn

        with _shown(TimeRemainingColumn(compact=True)) as rich:
            task = rich.add_task(spoken(word("doing", doing)), total=None, detail="")
            began, said = time.monotonic(), ""

            def show(now_done: float, now_total: int, detail: str = "", /) -> None:
                nonlocal said
                said = detail or said  # that of the file before, rather than how many files there are in a second
                count(now_done, now_total)
                rate = now_done / max(time.monotonic() - began, 0.001)
                at_rate = f"{rate:,.0f} {spoken(word('rate', f'{noun}s/s'))}"
                rich.update(task, completed=now_done, total=now_total, detail=said or at_rate)

            yield show
    except KeyboardInterrupt:
        where = say("interrupted-after", done=done, items=counted(total, noun))
        if not done and not (total and at_once):
            where, next_time = say("interrupted-early"), say("interrupted-repeats")
        print_line(located("pushbox", listed([where, next_time], "semicolon")), err=True)
        raise


@contextmanager
def _shown(clock: ProgressColumn) -> Iterator[RichProgress]:
    """Show what is done of all, a clock and a detail on the terminal, below what is printed."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as RichProgress
    from rich.text import Text

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        clock,
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
        yield rich


def track(items: Iterable[Item], count: int, name: str) -> Iterator[Item]:
    """Yield items, with a bar of how many of them are done.  Only if standard error is a terminal."""
    if not on_terminal():
        yield from items
        return
    from rich.progress import track as rich_track

    yield from rich_track(items, name, count, console=rich_console(), transient=True)
