"""The progress bar of long commands: on standard error, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID


P = TypeVar("P")
Describe = Callable[[P], str]


class Bar:
    """No bar: what a run without a terminal shows."""

    def level(self, number: int, describe: Describe[P]) -> Callable[[P], object]:
        """Begin a level, and return what its search reports its progress to; `describe` puts it into words."""
        del number, describe
        return lambda _: None

    def paused(self) -> AbstractContextManager[object]:
        """Return a context in which something else may be printed."""
        return nullcontext()


class RichBar(Bar):
    """Levels done, and how far the search of the present one is."""

    def __init__(self, rich: RichProgress, levels: int) -> None:
        self._rich = rich
        self._task: TaskID = rich.add_task("", total=levels, detail="")
        self._begun = False

    def level(self, number: int, describe: Describe[P]) -> Callable[[P], object]:
        """Begin a level, and return what its search reports its progress to; `describe` puts it into words."""
        self._rich.update(self._task, advance=int(self._begun), description=f"level {number}", detail="")
        self._begun = True

        def tell(progress: P) -> None:
            self._rich.update(self._task, detail=describe(progress))

        return tell

    def paused(self) -> AbstractContextManager[object]:
        """Return a context in which something else may be printed."""
        return self._hidden()

    @contextmanager
    def _hidden(self) -> Iterator[None]:
        # Rich redraws the bar under what is printed only where both go to the same console.
        self._rich.stop()
        try:
            yield
        finally:
            self._rich.start()


@contextmanager
def bar(levels: int) -> Iterator[Bar]:
    """Show a bar over a number of levels while the context lasts, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield Bar()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[detail]}"),
    )
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as rich:
        yield RichBar(rich, levels)
