"""Where the levels of an environment come from, and which is next."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import numpy as np

from .. import formats
from ..arguments import refused
from ..level import Level
from ..sim import Levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

Order = Literal["sequential", "random"]
Source = str | os.PathLike[str] | Iterable[Level]  # a file, or levels

_ORDERS = ("sequential", "random")


def levels_of(source: Source | Levels) -> tuple[Levels, list[str]]:
    """Return the levels of a source, and their titles.  Raises what `pushbox.read_file` and `Levels` raise."""
    if isinstance(source, Levels):
        return source, [""] * len(source)
    levels = read_levels(source)
    return Levels(levels), [level.title for level in levels]


def read_levels(source: str | os.PathLike[str] | Iterable[Level]) -> list[Level]:
    """Return the levels of a file or of a collection.  Raises what `pushbox.read_file` raises, and ArgumentError."""
    given = formats.read_file(source) if isinstance(source, str | os.PathLike) else source
    levels = [*given]
    if not levels:
        raise refused("levels", levels, "one level or more")
    return levels


class LevelOrder:
    """The order in which episodes take levels: that of the file, over and over, or at random."""

    def __init__(self, count: int, order: Order) -> None:
        if order not in _ORDERS:
            raise refused("order", order, f"one of: {', '.join(_ORDERS)}")
        self._count = count
        self._is_random = order == "random"
        self._next = 0

    def restart(self) -> None:
        """Begin anew with the first level."""
        self._next = 0

    def take(self, count: int, random: np.random.Generator) -> NDArray[np.int64]:
        """Return the numbers of the next levels, from 0."""
        if self._is_random:
            return random.integers(self._count, size=count)
        taken = (self._next + np.arange(count)) % self._count
        self._next = (self._next + count) % self._count
        return taken
