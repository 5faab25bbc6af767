"""Saved games of other programs as plays of a visitor, to go on with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

import sqlalchemy as sa

from ..level import Level
from ..play.recorded_session import NodeRow, RecordedSession
from . import accounts, plays
from .disk import PLAY_BYTES, STEP_BYTES
from .plays import PlayStatus, Step
from .solutions import HANDED_IN
from .tables import now, steps
from .tables import plays as play_table

_LOOKED_AT = 50  # plays of a visitor on a level, among which a saved game is looked for
_BEFORE = timedelta(seconds=1)


class SavedGame:
    """Moves on a level that do not solve it, as the rows of a play. Raises Refused for more than a play holds."""

    def __init__(self, level: Level, text: str) -> None:
        session = RecordedSession(level)
        session.play_text(text)
        self.rows: Sequence[NodeRow] = session.rows()
        self._memo = session.memo()
        self._here = session.current_id
        session.close()

    @property
    def bytes(self) -> int:
        """About how many bytes it takes."""
        return PLAY_BYTES + STEP_BYTES * len(self.rows)

    def is_kept(self, connection: sa.Connection, visitor: str, level: int) -> bool:
        """Return whether a play of the visitor on a level has gone this way."""
        own = play_table.c.visitor == visitor, play_table.c.level_id == level, ~play_table.c.reverse
        latest = sa.select(play_table.c.id).where(*own).order_by(play_table.c.id.desc()).limit(_LOOKED_AT)
        return any(self._leads_through(plays.read_steps(connection, play)) for play in connection.scalars(latest).all())

    def _leads_through(self, tree: Iterable[Step]) -> bool:
        nodes = {(step.parent, step.text): step.node for step in tree}
        place: int | None = 0
        for row in self.rows:
            place = nodes.get((place, row.text)) if place is not None else None
        return place is not None

    def keep(self, connection: sa.Connection, visitor: str, level: int) -> int:
        """Add a play that stands where the game was left, and return its id.

        An unfinished play of the visitor stays their latest one, with which they go on. Raises NotFound.
        """
        accounts.ensure_visitor(connection, visitor)
        play = plays.insert(connection, visitor, level)
        plays.insert_steps(connection, [Step(play.id, *row) for row in self.rows])
        plays.write_status(connection, [PlayStatus(play.id, self._here, 0.0, frozenset((HANDED_IN,)), self._memo)])
        own = play_table.c.visitor == visitor, play_table.c.level_id == level, ~play_table.c.reverse
        begun = sa.exists().where(steps.c.play_id == play_table.c.id)
        others = sa.select(sa.func.max(play_table.c.updated)).where(
            *own, begun, play_table.c.finished.is_(None), play_table.c.id != play.id
        )
        if (latest := connection.scalar(others)) is not None:
            update = sa.update(play_table).where(play_table.c.id == play.id)
            connection.execute(update.values(updated=min(now(), latest - _BEFORE)))
        return play.id
