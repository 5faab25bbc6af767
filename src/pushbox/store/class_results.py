"""What the pupils of a class have reached on its levels: a table that follows from their plays and solutions.

Only what a pupil has played since they joined counts, and only on levels that are set; nothing of it is stored twice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..metrics import Metrics
from ..play.stars import Known, rate
from . import classes, solutions
from .classes import ClassEntry, Pupil, SetLevel
from .database import Store
from .rooms import Phase
from .tables import class_levels, plays, pupils, rooms
from .tables import solutions as solution_table

_since = pupils.c.joined  # what was played before is not the class's business


class Cell(NamedTuple):
    """What a pupil has reached on a level; 0 stars where they have not solved it.

    `stars`, `pushes`, `moves` and `helps` are those of the best solution: the most stars, then the fewest pushes.
    `seconds` is the time of all `plays` together.
    """

    pupil: int
    level: int
    stars: int = 0
    pushes: int = 0
    moves: int = 0
    helps: tuple[str, ...] = ()
    seconds: int = 0
    plays: int = 0


class OpenRoom(NamedTuple):
    """The room of a class; with one seat the teacher shows a board, with more there is a race."""

    code: str
    seats: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class ClassState:
    """A class at one moment."""

    entry: ClassEntry
    levels: tuple[SetLevel, ...]
    pupils: tuple[Pupil, ...]
    room: OpenRoom | None
    cells: dict[tuple[int, int], Cell]


@dataclass(frozen=True, slots=True)
class KnownLevels:
    """What is known of the solutions of levels, read again once the class has found another one."""

    _read: dict[int, tuple[int, Known]] = field(default_factory=dict)

    def of(self, store: Store, level: int, found: int) -> Known:
        """Return what is known of a level on which the class has found a number of solutions."""
        if (before := self._read.get(level)) is None or before[0] != found:
            before = self._read[level] = found, solutions.known(store, level)
        return before[1]


def read(store: Store, ident: int, known: KnownLevels | None = None) -> ClassState:
    """Return a class with the results of all its pupils.  Raises NotFound."""
    known = known or KnownLevels()
    with store.read() as connection:
        entry = classes.get(connection, ident)
        levels, members = classes.levels_of(connection, ident), classes.pupils_of(connection, ident)
        newest = sa.select(rooms.c.code, rooms.c.seats, rooms.c.phase).where(rooms.c.class_id == ident)
        room = connection.execute(newest.order_by(rooms.c.opened.desc()).limit(1)).one_or_none()
        cells = _played(connection, ident)
        found = _solved(connection, ident)
    numbers = Counter(level for (_, level), ways in found.items() for _ in ways)
    for (pupil, level), ways in found.items():
        best = _best(ways, known.of(store, level, numbers[level]))
        cells[pupil, level] = cells.get((pupil, level), Cell(pupil, level))._replace(**best)
    return ClassState(entry, levels, members, None if room is None else OpenRoom(*room), cells)


def _played(connection: sa.Connection, ident: int) -> dict[tuple[int, int], Cell]:
    """Return the cells of what is played, without solutions."""
    columns = pupils.c.id, plays.c.level_id, plays.c.seconds, plays.c.assists
    query = _on_levels(plays, *columns).where(pupils.c.class_id == ident, class_levels.c.class_id == ident)
    seconds: dict[tuple[int, int], list[float]] = defaultdict(list)
    helps: dict[tuple[int, int], set[str]] = defaultdict(set)
    for pupil, level, time, assists in connection.execute(query.where(plays.c.updated >= _since, ~plays.c.reverse)):
        seconds[pupil, level].append(time)
        helps[pupil, level].update(assists)
    return {
        key: Cell(*key, helps=tuple(sorted(helps[key])), seconds=round(sum(times)), plays=len(times))
        for key, times in seconds.items()
    }


def _solved(connection: sa.Connection, ident: int) -> dict[tuple[int, int], list[tuple[tuple[str, ...], Metrics]]]:
    """Return the helps and counts of the solutions, by pupil and level."""
    table = solution_table
    counts = [table.c[name] for name in Metrics._fields]
    query = _on_levels(table, pupils.c.id, table.c.level_id, table.c.assists, *counts)
    query = query.where(pupils.c.class_id == ident, class_levels.c.class_id == ident, table.c.added >= _since)
    found: dict[tuple[int, int], list[tuple[tuple[str, ...], Metrics]]] = defaultdict(list)
    for pupil, level, assists, *numbers in connection.execute(query):
        found[pupil, level].append((tuple(assists), Metrics(*numbers)))
    return found


def _on_levels(table: sa.Table, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return a query for what pupils have in a table on levels of classes."""
    of_pupils = pupils.join(table, table.c.visitor == pupils.c.visitor)
    return sa.select(*columns).select_from(of_pupils.join(class_levels, class_levels.c.level_id == table.c.level_id))


def _best(ways: Iterable[tuple[tuple[str, ...], Metrics]], known: Known) -> dict[str, Any]:
    """Return the fields of a cell by the best of some solutions."""
    rated = [(rate(metrics, known, assists=helps).stars, metrics, helps) for helps, metrics in ways]
    stars, metrics, helps = max(rated, key=lambda it: (it[0], -it[1].pushes, -it[1].moves))
    return {"stars": stars, "pushes": metrics.pushes, "moves": metrics.moves, "helps": helps}
