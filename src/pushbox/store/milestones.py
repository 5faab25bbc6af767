"""What a visitor has reached: days in a row with something solved, and milestones, each counted from the solutions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from .database import Store
from .solutions import HANDED_IN
from .tables import collections, levels, now, puzzle_attempts, solutions

Kind = Literal["lessons", "games", "long", "fewest", "record", "pack", "days", "again"]

_LONG = 100  # pushes of a solution that took patience
_FEWEST, _DAYS = 10, 7
_SHORT = 10  # pushes below which the fewest are no achievement
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Milestone:
    """How many of the `goal` things of a milestone are done."""

    kind: Kind
    count: int
    goal: int


class Streak(NamedTuple):
    """Days in a row, in UTC, on which something was solved: up to now, and the most there ever were."""

    days: int
    longest: int


class _Solved(NamedTuple):
    """A solved level: its game and collection, the visitor's fewest pushes, most of them alone, and those of others."""

    level: int
    game: str
    collection: str
    pushes: int
    pure_pushes: int | None
    others: int | None


def streak(store: Store, visitor: str) -> Streak:
    """Return the streaks of a visitor; one that goes up to yesterday is not broken yet.

    What is handed in, such as the progress of another program, makes no day.
    """
    query = sa.select(solutions.c.added, solutions.c.assists).where(solutions.c.visitor == visitor)
    with store.read() as connection:
        days = {added.date() for added, assists in connection.execute(query) if HANDED_IN not in assists}
    return streak_of(days, now().date())


def streak_of(days: Iterable[date], today: date) -> Streak:
    """Return the streaks of the days on which something was solved."""
    solved = sorted({*days})
    longest = run = 0
    for before, day in pairwise([None, *solved]):
        run = run + 1 if before is not None and day == before + _DAY else 1
        longest = max(longest, run)
    return Streak(run if solved and solved[-1] >= today - _DAY else 0, longest)


def milestones(store: Store, visitor: str, *, games: int) -> list[Milestone]:
    """Return the milestones of a visitor, in a fixed order; `games` is the number of games that there are."""
    with store.read() as connection:
        solved = [_Solved(*row) for row in connection.execute(_solved_query(visitor))]
        sizes = {name: size for name, size in connection.execute(_sizes_query())}  # noqa: C416  # rows are no pairs
        again: int = connection.execute(_again_query(visitor)).scalar_one()
    alone: dict[str, int] = {}
    for one in solved:
        if one.pure_pushes is not None:
            alone[one.collection] = alone.get(one.collection, 0) + 1
    packs = [name for name in sizes if name != "lessons"]
    pack = max(packs, key=lambda name: alone.get(name, 0) / sizes[name], default="")
    compared = [
        (one.pure_pushes, one.others) for one in solved if one.pure_pushes is not None and one.others is not None
    ]
    fewest = sum(others >= _SHORT and pushes <= others for pushes, others in compared)
    records = sum(pushes < others for pushes, others in compared)
    long = sum(one.pure_pushes is not None and one.pure_pushes >= _LONG for one in solved)
    return [
        Milestone("lessons", alone.get("lessons", 0), sizes.get("lessons", 0)),
        Milestone("games", len({one.game for one in solved}), games),
        Milestone("pack", alone.get(pack, 0), sizes.get(pack, 0)),
        Milestone("fewest", fewest, _FEWEST),
        Milestone("long", long, 1),
        Milestone("days", streak(store, visitor).longest, _DAYS),
        Milestone("again", again, 1),
        Milestone("record", records, 1),
    ]


def _solved_query(visitor: str) -> sa.Select[Any]:
    other = solutions.alias()
    others = (
        sa.select(sa.func.min(other.c.pushes))
        .where(other.c.level_id == levels.c.id, other.c.visitor != visitor)
        .scalar_subquery()
    )
    pure = sa.func.min(sa.case((solutions.c.pure, solutions.c.pushes)))
    return (
        sa.select(levels.c.id, levels.c.game, collections.c.name, sa.func.min(solutions.c.pushes), pure, others)
        .select_from(solutions)
        .join(levels, levels.c.id == solutions.c.level_id)
        .join(collections, collections.c.id == levels.c.collection_id)
        .where(solutions.c.visitor == visitor)
        .group_by(levels.c.id, levels.c.game, collections.c.name)
    )


def _sizes_query() -> sa.Select[Any]:
    """Return the query for the sizes of the lessons and of the packs of the campaign."""
    shipped = (collections.c.owner == "") & (collections.c.name.like("campaign-%") | (collections.c.name == "lessons"))
    joined = collections.join(levels, levels.c.collection_id == collections.c.id)
    return (
        sa.select(collections.c.name, sa.func.count()).select_from(joined).where(shipped).group_by(collections.c.name)
    )


def _again_query(visitor: str) -> sa.Select[Any]:
    """Return the query for the number of puzzles that were lost and are solved without assists since."""
    since = sa.exists().where(
        solutions.c.visitor == visitor,
        solutions.c.level_id == puzzle_attempts.c.level_id,
        solutions.c.pure,
        solutions.c.added > puzzle_attempts.c.closed,
    )
    lost = (puzzle_attempts.c.visitor == visitor) & puzzle_attempts.c.won.is_(False)
    return sa.select(sa.func.count()).select_from(puzzle_attempts).where(lost, since)
