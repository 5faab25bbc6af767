"""The index of levels that are nearly the same, with a million of them: how fast it answers, and what it takes."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import sqlalchemy as sa

from ..analysis.similarity import Layout, layout_of, sketch
from ..analysis.similarity.index import nearest
from ..generator import LevelSpec, generate
from ..grid import edge_cells
from ..identity import ALL
from ..identity.sokoban_grid import SokobanGrid, cropped
from ..level import Level
from ..store.near import candidates
from ..store.tables import bands
from . import Figure, tracked

_LEVELS = 1_000_000
_BASES = 2_000  # generated levels that all others are made of
_QUERIES = 300
_ROWS = 20_000  # that are written at a time


def similarity(_: Path, count: int = _LEVELS) -> Iterator[Figure]:
    """Yield how long sketches take, how fast the index finds levels with planted edits, and its size."""
    rng = random.Random(1)
    bases = [layout for layout in map(layout_of, _generated()) if layout is not None]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "bands.sqlite")
        engine = sa.create_engine(f"sqlite:///{file}")
        bands.metadata.create_all(engine, tables=[bands])
        began = time.process_time()
        signs = _fill(engine, bases, count, rng)
        yield Figure("similarity", "index", count / (time.process_time() - began), "levels/s", f"{count:,} levels")
        yield Figure("similarity", "size of the index", file.stat().st_size / count, "bytes/level", "in SQLite")
        with engine.connect() as connection:
            yield from _ask(connection, signs, rng)
        import resource  # which Windows does not have

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield Figure("similarity", "memory", peak, "MiB", "of the process, with all levels as texts")
        engine.dispose()


def _generated() -> Iterator[Level]:
    """Yield the levels that all others are made of."""
    for made in generate(LevelSpec(rows=10, columns=10, boxes=4), count=_BASES, seed=1, seconds=None):
        yield made.level


def _fill(engine: sa.Engine, bases: Sequence[Layout], count: int, rng: random.Random) -> list[tuple[int, str, int]]:
    """Put levels into the index; return them as width, signs and player."""
    levels: list[tuple[int, str, int]] = []
    rows: list[tuple[int, int]] = []
    insert = "INSERT INTO bands (band, level_id) VALUES (?, ?)"
    with engine.connect() as connection:
        for number in tracked(range(count), count, "similarity"):
            grid = _scrambled(bases[number % len(bases)].grid, rng)
            levels.append((grid.width, grid.signs, grid.player))
            rows += [(key, number) for key in sketch(Layout(grid))]
            if len(rows) > _ROWS or number == count - 1:
                connection.exec_driver_sql(insert, rows)
                rows = []
        connection.commit()
    return levels


def _scrambled(grid: SokobanGrid, rng: random.Random) -> SokobanGrid:
    """Return a level with other walls here and there, and with boxes and goals elsewhere."""
    signs = list(grid.signs.translate(_BARE))
    edge = edge_cells(grid.width, len(signs))
    inner = [cell for cell in range(len(signs)) if cell not in edge][2:]  # as in earlier figures
    inner = [cell for cell in inner if cell != grid.player]
    for cell in rng.sample(inner, len(inner) // 6):
        signs[cell] = "#" if signs[cell] == " " else " "
    kept = SokobanGrid(grid.width, "".join(signs), grid.player).reach("#")
    places = [cell for cell in kept if cell != grid.player]
    for sign, cell in zip("$$$$....", rng.sample(places, min(8, len(places))), strict=False):
        signs[cell] = sign
    return cropped(SokobanGrid(grid.width, "".join(signs), grid.player), kept)


_BARE = str.maketrans("$*.", "   ")


def _edited(grid: SokobanGrid, rng: random.Random) -> SokobanGrid:
    """Return a level turned or mirrored, with one wall more, or a box and a goal more, or a box moved."""
    signs = list(grid.signs)
    free = [cell for cell, sign in enumerate(signs) if sign == " " and cell != grid.player]
    boxes = [cell for cell, sign in enumerate(signs) if sign == "$"]
    kind = rng.randrange(3)
    for sign, cell in zip(("#", "$.", "$")[kind], rng.sample(free, min(2, len(free))), strict=False):
        signs[cell] = sign
    if kind == 2 and boxes:
        signs[rng.choice(boxes)] = " "
    edited = SokobanGrid(grid.width, "".join(signs), grid.player).transformed(rng.choice(ALL))
    return cropped(edited, edited.reach("#"))


def _ask(connection: sa.Connection, levels: list[tuple[int, str, int]], rng: random.Random) -> Iterator[Figure]:
    """Yield how fast edited levels are found among all, and how many are."""
    lookups, answers, found, unrelated = array("d"), array("d"), 0, 0
    for number in rng.sample(range(len(levels)), min(_QUERIES, len(levels))):
        asked = Layout(_edited(SokobanGrid(*levels[number]), rng))
        began = time.perf_counter()
        ranked = candidates(connection, sketch(asked))
        lookups.append(time.perf_counter() - began)
        near = nearest(asked, ((one, Layout(SokobanGrid(*levels[one]))) for one in ranked))
        answers.append(time.perf_counter() - began)
        found += any(one.level == number for one in near)
        unrelated += any(one.level != number for one in near)
    for name, times in (("candidates", lookups), ("answer", answers)):
        yield Figure("similarity", name, statistics.median(times) * 1000, "ms", f"95 %: {_late(times):.1f} ms")
    yield Figure("similarity", "planted edits found", 100 * found / len(answers), "%", f"{len(answers)} levels")
    yield Figure("similarity", "others found beside", 100 * unrelated / len(answers), "%")


def _late(times: Sequence[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return 1000 * sorted(times)[int(0.95 * len(times))]
