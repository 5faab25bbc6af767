"""The speed of reading levels by the public function, every board built and checked; and of another reader, if any.

The peer is sokoenginepy, of the Python Package Index; it is no dependency, so install it where the bench shall compare.
"""

from __future__ import annotations

import io
import random
import tracemalloc
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from .. import formats
from ..level import Level
from . import Figure, timed

_LEVELS = 1000


def reading(shared: Path) -> Iterator[Figure]:
    """Yield levels a second for random levels of 10 x 10, and for real files where there are some."""
    text = _random_collection()
    yield _figure("10 x 10, random", text, "text")
    real = shared / "boxoban" / "medium_train_000.txt"
    if real.exists():
        text = real.read_text()
        yield _figure("10 x 10, Boxoban", text, "text")
        yield _figure("10 x 10, Boxoban, file", real, "file")
    mixed = shared / "large_test_suite" / "Sven_even_811.xsb"
    if mixed.exists():
        yield _figure("Sven, file", mixed, "file, with headers")
    yield _peer(text)
    yield _memory(text)


def _figure(name: str, source: str | Path, kind: str) -> Figure:
    def read() -> int:
        return len(formats.read(source) if isinstance(source, str) else formats.read_file(source))

    count = read()
    return Figure("reading", name, count / timed(read), "levels/s", f"{kind}, {count} levels of XSB")


def _peer(text: str) -> Figure:
    """Return how fast sokoenginepy reads the same text, and builds its board of each level."""
    name = "sokoenginepy, the same"
    if find_spec("sokoenginepy") is None:
        return Figure("reading", name, 0, "levels/s", "not measured: sokoenginepy is not installed here")
    peer = import_module("sokoenginepy.io")

    def read() -> int:
        collection = peer.Collection()
        collection.load(io.StringIO(text))
        return sum(bool(puzzle.to_board_str()) for puzzle in collection.puzzles)

    try:
        return Figure("reading", name, read() / timed(read), "levels/s", "text to board")
    except (AttributeError, TypeError) as error:  # its interface is another in each release
        return Figure("reading", name, 0, "levels/s", f"not measured: {error}")


def _memory(text: str) -> Figure:
    """Return the most memory that streaming takes, over many levels."""
    times = 20
    data = "\n\n".join([text] * times).encode()
    tracemalloc.start()
    try:
        stream = formats.stream(io.BytesIO(data), format="xsb")
        count = sum(isinstance(item, Level) for item in stream)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return Figure("reading", "streaming, memory", peak / 2**20, "MiB", f"at most, over {count:,} levels")


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
