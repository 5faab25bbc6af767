"""Difficulty ratings of levels, with the reasons.

The key is the id that is equal under the symmetries of the game: a level is as hard as its mirror image.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa

from ..analysis.difficulty import SCALE, Difficulty, Grade, grade_of
from ..analysis.difficulty.reasons import Reason, explain
from ..games.registry import find, keys
from ..sentence import Language
from . import levels as level_store
from .database import Store, upsert
from .tables import levels, now, ratings, solutions


@dataclass(frozen=True, slots=True)
class RatingEntry:
    """A difficulty from 0 to 100, the reasons, and the pushes of the rated solution.

    `scale` is the version of the scale; the numbers of an older one are kept until the level is rated anew.
    """

    difficulty: float
    reasons: tuple[Reason, ...]
    pushes: int
    added: datetime
    scale: int = SCALE

    @property
    def grade(self) -> Grade:
        """The name of the difficulty."""
        return grade_of(self.difficulty)

    def explain(self, language: Language = "en") -> str:
        """Return the reasons in one sentence."""
        return explain(self.difficulty, self.reasons, language)


def keep(store: Store, level: int, difficulty: Difficulty) -> RatingEntry:
    """Keep the difficulty of a level, in the place of an older one.  Raises NotFound."""
    entry = RatingEntry(difficulty.value, difficulty.reasons, difficulty.features.metrics.pushes, now())
    with store.write() as connection:
        turned = level_store.fetch(connection, level).ids.canonical
        row = asdict(entry) | {"reasons": [asdict(reason) for reason in entry.reasons]}
        insert = upsert(connection, ratings, "difficulty", "reasons", "pushes", "added", "scale")
        connection.execute(insert, {"turned": turned, **row})
    return entry


def unrated(store: Store, *, collection: int | None = None) -> list[int]:
    """Return the levels, of a collection if given, that have a solution and no rating that still holds.

    One by a longer solution, or on an older scale, does not.
    One of those that are the same turned or mirrored is enough.  Games that are never rated are left out.
    """
    fewest = sa.func.min(solutions.c.pushes)
    rateable = [key for key in keys() if find(key).info.native_solver == "boxes"]
    query = (
        sa.select(sa.func.min(levels.c.id))
        .where(levels.c.game.in_(rateable))
        .join(solutions, solutions.c.level_id == levels.c.id)
        .outerjoin(ratings, ratings.c.turned == levels.c.turned)
        .group_by(levels.c.turned)
        .having(
            sa.or_(
                sa.func.min(ratings.c.pushes).is_(None),
                fewest < sa.func.min(ratings.c.pushes),
                sa.func.min(ratings.c.scale) < SCALE,
            )
        )
        .order_by(sa.func.min(levels.c.id))
    )
    if collection is not None:
        query = query.where(levels.c.collection_id == collection)
    with store.read() as connection:
        return list(connection.execute(query).scalars())
