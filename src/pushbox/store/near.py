"""Find nearly equal levels by an index of their sketches; see `pushbox.analysis.similarity`.

A level is indexed before the first search that needs it, not when it is added. So no player waits for the index, and an
older library is not indexed all at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..analysis.similarity import Difference, layout_of, sketch
from ..analysis.similarity.index import MOST_COMPARED, MOST_OF_A_KEY, Near, most_shared, nearest
from ..analysis.similarity.layout import Layout
from ..analysis.similarity.sketch import weight_of
from ..formats import json
from ..level import Level
from . import rows
from .database import MOST_NAMED, Store, insert_all, portions
from .tables import bands, collections, levels
from .turns import in_turns

_PORTION = 200  # levels that are read at a time
_KEPT = 25  # levels that one statement puts into the index


class NearLevel(NamedTuple):
    """A level nearly equal to an earlier one, by their ids, with the difference."""

    level: int
    of: int
    difference: Difference


def update_index(
    store: Store, on_progress: Callable[[int, int], object] = lambda *_: None, most: int | None = None
) -> int:
    """Index levels that are not indexed yet, up to a limit, and return their number.

    `on_progress` gets the levels done and the levels to do after each portion; if it raises, the finished portions
    stay.
    """
    missing = sa.select(levels.c.id, levels.c.level).where(~levels.c.sketched).order_by(levels.c.id)
    total = waiting(store)
    if most is not None:
        total = min(total, most)
    done = 0
    while done < total:
        with store.read() as connection:
            texts = connection.execute(missing.limit(min(_PORTION, total - done))).all()
        if not texts:
            break
        keys = {ident: _keys(json.decode(text)) for ident, text in texts}
        for _ in in_turns(store, [*keys.items()], _KEPT, _keep):
            pass
        done += len(texts)
        on_progress(done, max(done, total))
    return done


def find(store: Store, level: Level, *, viewer: str | None = None) -> list[Near]:
    """Return the levels of the index that a level is nearly the same as, by their ids, the nearest first.

    Those that are the same but for what cannot matter are among them.  Only levels that the viewer sees; None sees all.
    """
    layout = layout_of(level)
    if layout is None:
        return []
    with store.read() as connection:
        return _near(connection, layout, sketch(layout), rows.visible_to(viewer))


def waiting(store: Store) -> int:
    """Count the levels that are not in the index yet, which `update_index` puts into it."""
    with store.read() as connection:
        query = sa.select(sa.func.count(levels.c.id)).where(~levels.c.sketched)
        return connection.execute(query).scalar_one()


def of_collection(
    store: Store, collection: int | None = None, on_progress: Callable[[int, int], object] = lambda *_: None
) -> list[NearLevel]:
    """Return the levels, of a collection if given, that are nearly the same as an earlier one, and not the same.

    Of several earlier ones it is the nearest.  What is not in the index is not found: see `update_index`. `on_progress`
    gets the levels compared and the levels to compare after each portion.
    """
    own = sa.select(levels.c.id)
    if collection is not None:
        own = own.where(levels.c.collection_id == collection)
    found: list[NearLevel] = []
    with store.read() as connection:
        keys = _shared_keys(connection, None if collection is None else own)
        asked = keys.keys() if collection is None else keys.keys() & set(connection.execute(own).scalars())
        ranked = _with_earlier(keys, _normals(connection, keys), asked)
        layouts = _Layouts(connection)
        done = 0
        while some := list(islice(ranked, _PORTION)):
            layouts.load(ident for level, others in some if others for ident in (level, *others))
            for level, others in some:
                if others and (layout := layouts[level]) is not None:
                    known = ((other, layouts[other]) for other in others)
                    near = nearest(layout, ((other, of) for other, of in known if of is not None))
                    found += [NearLevel(level, one.level, one.difference) for one in near[:1]]
            done += len(some)
            on_progress(done, len(asked))
    return found


def _shared_keys(connection: sa.Connection, own: sa.Select[Any] | None) -> dict[int, list[int]]:
    """Return the keys that several levels have, by these levels in order; only keys of some `own` levels, if given."""
    several = sa.select(bands.c.band).group_by(bands.c.band).having(sa.func.count() > 1)
    if own is not None:
        several = several.where(bands.c.band.in_(sa.select(bands.c.band).where(bands.c.level_id.in_(own))))
    query = sa.select(bands.c.level_id, bands.c.band).where(bands.c.band.in_(several))
    keys: dict[int, list[int]] = {}
    for level, band in connection.execute(query.order_by(bands.c.level_id, bands.c.band)):
        keys.setdefault(level, []).append(band)
    return keys


def _normals(connection: sa.Connection, idents: Iterable[int]) -> dict[int, str]:
    """Return the ids in the widest sense of levels, which the same levels share."""
    query = sa.select(levels.c.id, levels.c.normal)
    return {
        ident: normal
        for some in portions([*idents], MOST_NAMED)
        for ident, normal in connection.execute(query.where(levels.c.id.in_(some)))
    }


def _with_earlier(
    keys: dict[int, list[int]], normals: dict[int, str], asked: Container[int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield the levels that are asked for, each with the earlier ones, not the same, that share the most keys."""
    levels_of: dict[int, list[int]] = {}
    for level, own in keys.items():
        if level in asked:
            shared = Counter[int]()
            for key in own:
                shared.update(dict.fromkeys(levels_of.get(key, ()), weight_of(key)))
            others = {other: count for other, count in shared.items() if normals[other] != normals[level]}
            yield level, most_shared(Counter(others))
        for key in own:
            if len(same := levels_of.setdefault(key, [])) < MOST_OF_A_KEY:
                same.append(level)


class _Layouts:
    """The layouts of levels, read from a library a portion at a time; those that were asked for last are kept."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._kept: dict[int, Layout | None] = {}

    def load(self, idents: Iterable[int]) -> None:
        """Read the layouts of levels, as many as `__getitem__` may then be asked for."""
        wanted = dict.fromkeys(idents)
        if len(self._kept) > _MOST_KEPT:
            self._kept = {ident: layout for ident, layout in self._kept.items() if ident in wanted}
        for some in portions([ident for ident in wanted if ident not in self._kept], MOST_NAMED):
            query = sa.select(levels.c.id, levels.c.level).where(levels.c.id.in_(some))
            self._kept |= {ident: layout_of(json.decode(text)) for ident, text in self._connection.execute(query)}

    def __getitem__(self, ident: int) -> Layout | None:
        return self._kept[ident]


_MOST_KEPT = 20_000  # layouts of a few kilobytes


def _keys(level: Level) -> tuple[int, ...]:
    layout = layout_of(level)
    return () if layout is None else sketch(layout)


def _keep(connection: sa.Connection, some: Sequence[tuple[int, tuple[int, ...]]]) -> None:
    """Put levels, each with its keys, into the index in the place of older ones; what is gone is left out."""
    keys = dict(some)
    there = set(connection.execute(sa.select(levels.c.id).where(levels.c.id.in_(keys))).scalars())
    connection.execute(sa.delete(bands).where(bands.c.level_id.in_(there)))
    insert_all(connection, bands, [{"band": key, "level_id": ident} for ident in there for key in keys[ident]])
    connection.execute(sa.update(levels).where(levels.c.id.in_(there)).values(sketched=True))


def _near(
    connection: sa.Connection, layout: Layout, keys: Iterable[int], condition: sa.ColumnElement[bool]
) -> list[Near]:
    """Return the levels of a condition that a layout is nearly the same as, the nearest first."""
    chosen = sa.select(levels.c.id, levels.c.level).join(collections).where(condition)
    ranked = candidates(connection, keys)
    texts = connection.execute(chosen.where(levels.c.id.in_(ranked))).all()
    layouts = ((ident, layout_of(json.decode(text))) for ident, text in texts)
    return nearest(layout, ((ident, other) for ident, other in layouts if other is not None))


def candidates(connection: sa.Connection, keys: Iterable[int]) -> list[int]:
    """Return the levels that share the most of some keys, at most `MOST_COMPARED`."""
    params = {f"band{number}": key for number, key in enumerate(keys)}
    return list(connection.execute(_ranking(len(params)), params).scalars())


@cache
def _ranking(count: int) -> sa.Select[Any]:
    """Return the query for the levels that share the most keys."""
    some = [
        sa.select(bands.c.band, bands.c.level_id)
        .where(bands.c.band == sa.bindparam(f"band{number}"))
        .limit(sa.literal_column(str(MOST_OF_A_KEY)))
        .subquery()
        for number in range(count)
    ]
    shared = sa.union_all(*(sa.select(one.c.band, one.c.level_id) for one in some)).subquery()
    weight = sa.func.sum(1 + shared.c.band % 2)  # see `pushbox.analysis.similarity.sketch.weight_of`
    query = sa.select(shared.c.level_id).group_by(shared.c.level_id).order_by(weight.desc(), shared.c.level_id)
    return query.limit(MOST_COMPARED)
