"""How fast levels are read, through the public function, every board built and checked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from .. import formats
from . import Figure, timed

_LEVELS = 1000


def reading(shared: Path) -> Iterator[Figure]:
    """Yield levels a second for random levels of 10 x 10, and for a real file of them where there is one."""
    text = _random_collection()
    yield _figure("10 x 10, random", text)
    real = shared / "boxoban" / "medium_train_000.txt"
    if real.exists():
        yield _figure("10 x 10, Boxoban", real.read_text())


def _figure(name: str, text: str) -> Figure:
    count = len(formats.read(text).levels)
    seconds = timed(lambda: formats.read(text))
    return Figure("reading", name, count / seconds, "levels/s", f"{count} levels of XSB")


def _random_collection() -> str:
    rng = random.Random(0)
    size = 10
    levels = []
    for number in range(_LEVELS):
        inside = [rng.choice("#    ") for _ in range((size - 2) ** 2)]
        for symbol, cell in zip("@$$$$....", rng.sample(range(len(inside)), 9), strict=True):
            inside[cell] = symbol
        rows = ["".join(inside[start : start + size - 2]) for start in range(0, len(inside), size - 2)]
        levels.append("\n".join([f"; {number}", "#" * size, *(f"#{row}#" for row in rows), "#" * size]))
    return "\n\n".join(levels)
