"""The campaign as a map: a road of packs, paths that branch off it, and what is open to a visitor.

A pack of the road opens when half of the pack before it is solved, a path with the pack of the road that it branches
off.  The last pack opens by one of two ways: half of the pack before it, or levels solved without assists in the fewest
pushes that the solutions that come along have.  A pack in which something is solved is open.  Each pack of the road has
a boss, which is the level of the same number in a pack of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import collections as collection_store
from .collections import CollectionEntry
from .database import Store
from .tables import collections, levels, solutions

ROAD = tuple(f"campaign-{number:02}" for number in range(1, 11))
PATHS = {  # what branches off which pack of the road
    "campaign-11": "campaign-02",
    "campaign-13": "campaign-03",
    "campaign-12": "campaign-03",
    "campaign-14": "campaign-04",
    "campaign-15": "campaign-04",
    "campaign-16": "campaign-05",
    "campaign-17": "campaign-06",
    "campaign-18": "campaign-10",
}
BOSSES = "campaign-18"  # the levels at the end of each pack of the road, in its order
_IS_PACK = (collections.c.owner == "") & collections.c.name.in_([*ROAD, *PATHS])
STARS = 60  # levels in the fewest pushes that open the last pack


@dataclass(frozen=True, slots=True)
class Place:
    """A pack on the map, with the visitor's progress.

    `branches_off` is the id of the pack at which a path leaves the road, None for a pack of the road.  `fewest` counts
    the levels that the visitor has solved without assists in the fewest pushes.  A closed pack opens with `needs` more
    solved levels of the pack `after`, the last one and its paths also with `stars` more levels in the fewest pushes.
    `hardest` is the id of the last level, `boss` that of the level at the end of a pack of the road, None for a path.
    """

    collection: CollectionEntry
    branches_off: int | None
    solved: int
    fewest: int
    hardest: int
    boss: int | None
    is_open: bool
    after: int | None = None
    needs: int = 0
    stars: int = 0


class _Count(NamedTuple):
    solved: int = 0
    fewest: int = 0


def places(store: Store, visitor: str) -> list[Place]:
    """Return the packs of the campaign that the library has: the road in order, each followed by its paths."""
    names = {*ROAD, *PATHS}
    entries = {entry.name: entry for entry in collection_store.listing(store, owner="") if entry.name in names}
    with store.read() as connection:
        counts = {name: _Count(*row) for name, *row in connection.execute(_counts_query(visitor))}
        query = _hardest_query([entry.id for entry in entries.values()])
        hardest = {pack: level for pack, level in connection.execute(query)}  # noqa: C416  # rows are no pairs
        bosses = dict(zip(ROAD, connection.scalars(_BOSSES_QUERY), strict=False))
    stars = sum(count.fewest for count in counts.values())
    found: list[Place] = []
    before: CollectionEntry | None = None
    for name in (name for name in ROAD if name in entries):
        place = replace(_place(entries[name], None, before, counts, hardest), boss=bosses.get(name))
        paths = [path for path, off in PATHS.items() if off == name and path in entries]
        here = [place, *(_place(entries[path], entries[name], before, counts, hardest) for path in paths)]
        found += [_by_stars(one, stars) for one in here] if name == ROAD[-1] else here
        before = entries[name]
    return found


def _by_stars(place: Place, stars: int) -> Place:
    """Return a place of the last pack, which opens with enough stars too."""
    missing = max(0, STARS - stars)
    return place if place.is_open else replace(place, stars=missing, is_open=not missing)


def _place(
    entry: CollectionEntry,
    off: CollectionEntry | None,
    before: CollectionEntry | None,
    counts: dict[str, _Count],
    hardest: dict[int, int],
) -> Place:
    own = counts.get(entry.name, _Count())
    needs = 0
    if before is not None and not own.solved:
        needs = max(0, (before.levels + 1) // 2 - counts.get(before.name, _Count()).solved)
    return Place(
        collection=entry,
        branches_off=None if off is None else off.id,
        solved=own.solved,
        fewest=own.fewest,
        hardest=hardest[entry.id],
        boss=None,
        is_open=not needs,
        after=before.id if before is not None and needs else None,
        needs=needs,
    )


def _counts_query(visitor: str) -> sa.Select[Any]:
    """Return the query for each pack's name, its levels that are solved, and those in the fewest pushes."""
    shipped = solutions.alias()
    target = (
        sa.select(sa.func.min(shipped.c.pushes))
        .where(shipped.c.level_id == levels.c.id, shipped.c.visitor == "", shipped.c.account == "")
        .scalar_subquery()
    )
    pure = sa.func.min(sa.case((solutions.c.pure, solutions.c.pushes)))
    each = (
        sa.select(collections.c.name, pure.label("pushes"), target.label("target"))
        .select_from(solutions)
        .join(levels, levels.c.id == solutions.c.level_id)
        .join(collections, collections.c.id == levels.c.collection_id)
        .where(solutions.c.visitor == visitor, _IS_PACK)
        .group_by(levels.c.id, collections.c.name)
        .subquery()
    )
    fewest = sa.func.sum(sa.case((each.c.pushes <= each.c.target, 1), else_=0))
    return sa.select(each.c.name, sa.func.count(), fewest).group_by(each.c.name)


def _hardest_query(idents: list[int]) -> sa.Select[Any]:
    """Return the query for the collection and the id of the last level of each of some collections."""
    last = (
        sa.select(levels.c.collection_id, sa.func.max(levels.c.number).label("number"))
        .where(levels.c.collection_id.in_(idents))
        .group_by(levels.c.collection_id)
        .subquery()
    )
    same = (levels.c.collection_id == last.c.collection_id) & (levels.c.number == last.c.number)
    return sa.select(levels.c.collection_id, levels.c.id).join(last, same)


_BOSSES_QUERY = (
    sa.select(levels.c.id)
    .join(collections, collections.c.id == levels.c.collection_id)
    .where(collections.c.owner == "", collections.c.name == BOSSES)
    .order_by(levels.c.number)
)
