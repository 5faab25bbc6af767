"""The tasks that all wrappers take from a file of levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import formats, levels
from ...level import Level
from ..text.tasks import KINDS, Task, stream

LEVELS = "builtin:campaign-01"
ONE_ANSWER = tuple(name for name, kind in KINDS.items() if kind.converse is None)


def levels_of(source: str) -> Sequence[Level]:
    """Return the levels of a file, or of ``builtin:NAME``.  Raises the errors of `pushbox.read_file`."""
    prefix, colon, name = source.partition(":")
    return (levels.builtin(name) if colon and prefix == "builtin" else formats.read_file(source)).levels


def tasks_of(source: str, kinds: Sequence[str], *, seed: int = 0, style: str = "spaced") -> Iterator[Task]:
    """Yield tasks on the levels of a file without end, see `stream`."""
    return (task for _, task in stream(levels_of(source), kinds, seed=seed, style=style))
