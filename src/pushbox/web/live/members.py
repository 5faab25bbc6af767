"""Who is in a room: members hear what happens, seats belong to visitors and outlast their connections."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ...errors import PushboxError
from ..play.game_view import Table, progress
from ..play.serialize import Object

_AHEAD = 3  # wishes that wait for their tick


class Misplaced(PushboxError):
    """Something that cannot be done in a room as things stand."""


class Member(Protocol):
    """Somebody in the room: who he is, what he is called, and how he is told."""

    @property
    def visitor(self) -> str:
        """Who he is: a visitor may have several windows."""

    @property
    def name(self) -> str:
        """What he is called."""

    def send(self, text: str) -> None:
        """Send him a message."""


@dataclass(eq=False, slots=True)
class Seat:
    """A seat of a visitor; `member` is where he hears of things, None while he is away, since `left`.

    In a race he has a table of his own, and `finished` is after how many seconds it was solved.  On one board `wishes`
    are the keys that wait for their tick.
    """

    visitor: str
    name: str
    member: Member | None
    ready: bool = False
    left: float = 0.0
    table: Table | None = None
    finished: float | None = None
    wishes: deque[Hashable] = field(default_factory=lambda: deque(maxlen=_AHEAD))


class Win(NamedTuple):
    """A level that somebody has solved in a race: a solution to be kept."""

    visitor: str
    text: str
    seconds: float


def standing(table: Table) -> Object:
    """Return how far somebody is in a race."""
    return {"depth": table.session.current.depth, "boxes_on_goals": progress(table.session.board)}


def player(number: int, seat: Seat) -> Object:
    """Return what everybody hears of a player."""
    return {
        "seat": number,
        "name": seat.name,
        "state": "here" if seat.member is not None else "away",
        "ready": seat.ready,
        "progress": standing(seat.table) if seat.table is not None else None,
        "finished": seat.finished,
    }
