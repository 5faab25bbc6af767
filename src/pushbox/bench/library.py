"""A library of 20,000 levels in SQLite: what each command costs beside reading its files, and how long others wait.

All times are of the processor, in one run; that for which a transaction keeps others from writing is of the clock too.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa

from .. import formats, store
from ..store import Store, transfer
from . import Figure, tracked

_LEVELS = 20_000
_OF_FILE = 1_000
_INNER = 8  # rows and columns within the walls
_TITLE = "Level"


def library(_: Path, count: int = _LEVELS) -> Iterator[Figure]:
    """Yield the seconds of each command on a library of made-up levels, a tenth of them equal to an earlier one."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "levels")
        files.mkdir()
        for number, text in enumerate(_texts(count)):
            (files / f"{number:03}.xsb").write_text(text)
        reading = _seconds(lambda: [formats.read(file.read_bytes(), name=file.name) for file in files.iterdir()])
        yield _figure("reading, alone", reading, f"{count:,} levels")
        with store.open(f"sqlite:///{folder}/library.sqlite") as opened:
            locks = _watch_locks(opened)
            for name, run in _runs(opened, files, Path(folder, "out")):
                locks.clear()
                seconds = _seconds(run)
                detail = f"{seconds / reading:.1f} times reading" if name in _READING else ""
                yield _figure(name, seconds, detail)
                if locks:
                    lock, processor = max(locks)
                    detail = f"by the clock; {1000 * processor:.0f} ms of the processor"
                    yield Figure("library", f"{name}: longest lock", 1000 * lock, "ms", detail)


_READING = {"add", "export"}


def _runs(opened: Store, files: Path, out: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    def search_all() -> None:
        for page in store.levels.pages(opened):
            store.solutions.lowest_counts(opened, [entry.id for entry in page.entries])

    runs: list[tuple[str, Callable[[], object]]] = [
        ("add", lambda: transfer.import_folder(opened, files)),
        ("add, nothing new", lambda: transfer.import_folder(opened, files)),
        ("merge", lambda: store.solutions.share_equal(opened)),
        ("list", lambda: store.collections.listing(opened)),
        ("search, one word", lambda: store.levels.search(opened, text="level 77")),
        ("search, boxes by size", lambda: store.levels.search(opened, boxes=(3, 5), order="size")),
        ("search, all pages", search_all),
        ("duplicates", lambda: store.levels.duplicates(opened)),
        ("duplicates --near, index", lambda: store.near.update_index(opened)),
        ("duplicates --near", lambda: store.near.of_collection(opened)),
        ("export", lambda: transfer.export_all(opened, out)),
        *_runs_of_one_file(opened, "\n".join(file.read_text() for file in sorted(files.iterdir()))),
    ]
    yield from tracked(runs, len(runs), "library")


def _runs_of_one_file(opened: Store, text: str) -> list[tuple[str, Callable[[], object]]]:
    """Return what is done with all levels as one collection, whose file then changes."""
    name = "all.xsb"
    one_new = text.replace(f"{_TITLE} 7\n", f"{_TITLE} seven\n")
    all_new = one_new.replace(_TITLE, "Room")
    first = f"########\n#@$.   #\n########\n\n{all_new}"

    def remove_one() -> None:
        entry = store.collections.by_name(opened, name)
        store.levels.remove(opened, store.levels.search(opened, collection=entry.id, limit=1).entries[0].id)

    return [
        ("one file: add", lambda: transfer.import_data(opened, text, name)),
        ("one file: a title changed", lambda: transfer.import_data(opened, one_new, name)),
        ("one file: all titles changed", lambda: transfer.import_data(opened, all_new, name)),
        ("one file: a level before all", lambda: transfer.import_data(opened, first, name)),
        ("one file: remove a level", remove_one),
    ]


def _seconds(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def _figure(name: str, seconds: float, detail: str = "") -> Figure:
    return Figure("library", name, seconds, "s", detail)


def _watch_locks(opened: Store) -> list[tuple[float, float]]:
    """Return a list that gets the seconds for which each transaction from now on keeps others from writing.

    The second number of each is that of the processor.
    """
    locks: list[tuple[float, float]] = []
    began: list[tuple[float, float]] = []

    def begin(_: sa.Connection, __: object, statement: str, *___: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            began.append((time.perf_counter(), time.process_time()))

    def end(*_: object) -> None:
        while began:
            clock, processor = began.pop()
            locks.append((time.perf_counter() - clock, time.process_time() - processor))

    sa.event.listen(opened.engine, "after_cursor_execute", begin)
    sa.event.listen(opened.engine.pool, "checkin", end)  # with what the commit took
    return locks


def _texts(count: int) -> Iterator[str]:
    """Yield files of levels: new ones with a solution; equal, mirrored and changed ones without."""
    rng = random.Random(2)
    known: list[list[str]] = []
    pictures: list[str] = []
    for number in range(count):
        kind = rng.random() if known else 1.0
        rows = rng.choice(known) if kind < 0.25 else _room(rng)
        if kind >= 0.25:
            known.append(rows)
        elif kind >= 0.2:
            rows = [row[::-1] for row in rows]
        elif kind >= 0.1:
            rows = [*rows]
            place = rng.randrange(2, _INNER), rng.randrange(1, _INNER + 1)
            rows[place[0]] = rows[place[0]][: place[1]] + "#" + rows[place[0]][place[1] + 1 :]
        solution = ["Solution: R"] if kind >= 0.25 else []
        pictures.append("\n".join([*rows, f"Title: {_TITLE} {number}", *solution]))
        if len(pictures) == _OF_FILE or number == count - 1:
            yield "\n\n".join(pictures) + "\n"
            pictures = []


def _room(rng: random.Random) -> list[str]:
    """Return a room with walls here and there whose player solves it by one push: all other boxes are on goals."""
    cells = [rng.choice("#   ") for _ in range(_INNER**2)]
    cells[:3] = "@$."
    for cell in rng.sample(range(3, _INNER**2), 3):
        cells[cell] = "*"
    rows = ["".join(cells[start : start + _INNER]) for start in range(0, _INNER**2, _INNER)]
    edge = "#" * (_INNER + 2)
    return [edge, *(f"#{row}#" for row in rows), edge]
