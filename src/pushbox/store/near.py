"""Find nearly equal levels by an index of their sketches; see `pushbox.analysis.similarity`.

A level is indexed before the first search that needs it, not when it is added. So no player waits for the index, and an
older library is not indexed all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..analysis.similarity import Difference, layout_of, sketch
from ..analysis.similarity.index import MOST_COMPARED, MOST_OF_A_KEY, Near, nearest
from ..analysis.similarity.layout import Layout
from ..formats import json
from ..level import Level
from . import rows
from .database import Store
from .tables import bands, collections, levels

_PORTION = 200  # levels that are put into the index in one transaction


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
    with store.read() as connection:
        total = connection.execute(sa.select(sa.func.count()).select_from(missing.limit(most).subquery())).scalar_one()
    done = 0
    while done < total:
        with store.read() as connection:
            texts = connection.execute(missing.limit(min(_PORTION, total - done))).all()
        if not texts:
            break
        keys = {ident: _keys(json.decode(text)) for ident, text in texts}
        with store.write() as connection:
            _keep(connection, keys)
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


def of_collection(store: Store, collection: int | None = None) -> list[NearLevel]:
    """Return the levels, of a collection if given, that are nearly the same as an earlier one, and not the same.

    Of several earlier ones it is the nearest.  What is not in the index is not found: see `update_index`.
    """
    condition = sa.true() if collection is None else levels.c.collection_id == collection
    has_keys = levels.c.sketched & sa.exists().where(bands.c.level_id == levels.c.id)
    query = sa.select(levels.c.id, levels.c.normal, levels.c.level).where(condition, has_keys)
    found: list[NearLevel] = []
    with store.read() as connection:
        for ident, normal, text in connection.execute(query.order_by(levels.c.id)).all():
            layout = layout_of(json.decode(text))
            if layout is None:
                continue
            earlier = (levels.c.id < ident) & (levels.c.normal != normal)
            near = _near(connection, layout, sketch(layout), earlier)
            found += [NearLevel(ident, one.level, one.difference) for one in near[:1]]
    return found


def _keys(level: Level) -> tuple[int, ...]:
    layout = layout_of(level)
    return () if layout is None else sketch(layout)


def _keep(connection: sa.Connection, keys: dict[int, tuple[int, ...]]) -> None:
    """Put the keys of levels into the index, in the place of older ones; levels that are gone are left out."""
    there = set(connection.execute(sa.select(levels.c.id).where(levels.c.id.in_(keys))).scalars())
    connection.execute(sa.delete(bands).where(bands.c.level_id.in_(there)))
    new = [{"band": key, "level_id": ident} for ident in there for key in keys[ident]]
    if new:
        connection.execute(sa.insert(bands), new)
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
