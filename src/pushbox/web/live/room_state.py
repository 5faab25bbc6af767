"""The state of a room: members, seats and moves."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...games.position import Position
from ...level import Level
from ...play.validate import require_playable
from ...sentence import say
from ...store.player_ratings import GameResult
from ...store.rooms import Kind, Phase, RaceSolution, RoomStep
from . import series
from .game_clock import GameClock
from .members import Member, RoomError, Seat

RACERS = 4


class RoomState:
    """The state of a room for a level.

    Raises LevelError for a level that cannot be played and RoomError for one of a game that is not for such a room.
    """

    def __init__(
        self,
        code: str,
        kind: Kind,
        host: str,
        level: Level,
        *,
        level_id: int | None = None,
        best_of: int = 1,
        seats: int = RACERS,
        countdown: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.code = code
        self.kind = kind
        self.host = host
        self.best_of = best_of
        self.countdown = countdown  # seconds before a game
        self.set_level(level_id, level)
        self.phase: Phase = "waiting"
        self.seats: list[Seat | None] = [None] * (self.game.info.players if kind == "match" else seats)
        self.members: list[Member] = []
        self.solutions: list[RaceSolution] = []  # not in the library yet
        self.clock = clock
        self.emptied_at = clock()
        self.game_clock = GameClock(clock)  # stands while the game waits for its players
        self.unsaved: list[RoomStep] = []  # ticks of a match that are not written yet
        self.has_restarted = False  # and the steps of games before are to be forgotten
        self.ticks = 0
        self.winner: int | None = None
        self.failed = False  # the server could not go on with the last game
        self.games = 0  # played of the series
        self.contest: dict[int, Seat] = {}  # who began the game, by the numbers of their seats
        self.results: list[GameResult] = []  # not rated yet
        self.wants_level = False  # the next game is on another level, which is still to be chosen
        self.upcoming: tuple[int | None, Level] | None = None  # the level of the next game, where it is another one
        self.has_new_level = False  # which is not written yet
        self.has_seated_host = False
        self.class_id: int | None = None  # of a class whose members alone come in
        self.class_code: str | None = None
        self.stale: set[int] = set()  # the seats whose progress a large race has not been told

    def set_level(self, level_id: int | None, level: Level) -> None:
        """Set the level that is played.  Raises LevelError and RoomError."""
        position = require_playable(level)
        if position.game.info.simultaneous != (self.kind == "match"):
            expected = say("for-several") if self.kind == "match" else say("for-one")
            raise RoomError.said("room-game", game=position.game.info.name, expected=expected)
        self.start_position = self.position = position
        self.game = position.game
        self.level_id, self.level = level_id, level

    @property
    def is_decided(self) -> bool:
        """Return whether the series is over."""
        return series.is_decided(self.best_of, self.games, [seat.wins for seat in self.taken_seats()])

    @property
    def leader(self) -> int | None:
        """Return the seat with the most wins of the series, or None."""
        return series.leader({number: seat.wins for number, seat in enumerate(self.seats) if seat is not None})

    @property
    def shows_boards(self) -> bool:
        """Return whether those who do not race see the boards of all who do; of many they see the progress."""
        return self.kind == "race" and len(self.seats) <= RACERS

    def taken_seats(self) -> list[Seat]:
        """Return the seats that somebody has."""
        return [seat for seat in self.seats if seat is not None]

    def seat_of(self, member: Member) -> Seat | None:
        """Return the seat of a member, None for one who watches."""
        return next((seat for seat in self.taken_seats() if seat.member is member), None)

    def visible_to(self, member: Member) -> Position:
        """Return the position for a member's queries: their own in a race, otherwise the common one."""
        seat = self.seat_of(member)
        if seat is not None and seat.view is not None:
            return seat.view.session.visible
        return self.position.visible
