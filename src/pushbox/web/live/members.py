"""Members and seats of a room: members get messages, seats belong to visitors and outlast their connections."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Protocol

from ...errors import PushboxError
from ...store.glicko2 import Rating
from ..play.game_view import PlayView

_MAX_QUEUED_ACTIONS = 3  # of a player, for the next ticks


class RoomError(PushboxError):
    """A request that a room cannot fulfil now."""


class Player(Protocol):
    """A visitor with a name, to whom messages can be sent."""

    @property
    def visitor(self) -> str:
        """Return the visitor's id; a visitor may have several windows."""

    @property
    def account(self) -> str | None:
        """Return the account that the visitor is logged in to, None for none."""

    @property
    def name(self) -> str:
        """Return the name that others see."""

    def send(self, text: str) -> None:
        """Send a message to the player."""


class Member(Player, Protocol):
    """A player in the room, to whom what keys lead to is sent in a race if it `foresees`."""

    foresees: bool

    @property
    def rating(self) -> Rating | None:
        """Return the rating of the member's account in rooms of this kind, None without an account."""

    def disconnect(self, reason: str) -> None:
        """Close the connection of the member, who may come back at once."""


@dataclass(eq=False, slots=True)
class Seat:
    """A visitor's seat; `member` is None while they are away, since `left_at`.

    In a race each has their own `view`, and `finished` is after how many seconds it was solved.  On one board `actions`
    are the keys that wait for their tick.  `wins` counts the games of the series that were won; `rating` is that of the
    account, after a game of which it has changed by `rating_change`.
    """

    visitor: str
    name: str
    member: Member | None
    ready: bool = False
    left_at: float = 0.0
    view: PlayView | None = None
    finished: float | None = None
    account: str | None = None
    wins: int = 0
    rating: Rating | None = None
    rating_change: float | None = None
    actions: deque[Hashable] = field(default_factory=lambda: deque(maxlen=_MAX_QUEUED_ACTIONS))
