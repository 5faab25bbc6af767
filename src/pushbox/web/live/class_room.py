"""A room of a class: its teacher, who opened it, begins and ends the games, and its pupils need not be ready.

With one seat it is the board that the teacher shows and all others follow; with more, a race for whoever comes.
"""

from __future__ import annotations

from ...sentence import say
from .members import Member, RoomError
from .room import Room

SEATS = 40  # of a race


class ClassRoom(Room):
    """A room for the members of a class."""

    @property
    def is_shown(self) -> bool:
        """Return whether the teacher shows a board, instead of a race among pupils."""
        return len(self.seats) == 1

    def _welcome(self, member: Member) -> None:
        """Seat the teacher who shows a board, which begins, or a pupil who comes to a race before it begins."""
        self.has_seated_host = True
        if self.phase != "running" and (member.visitor == self.host) is self.is_shown and self._seat(member):
            self._begin_if_ready()

    def take_seat(self, member: Member, number: int) -> None:
        """Give a member a seat that is free; the one of a shown board is the teacher's.  Raises RoomError."""
        if self.is_shown and member.visitor != self.host:
            raise RoomError.said("room-teacher")
        super().take_seat(member, number)

    def end(self, member: Member) -> None:
        """End the game, at the teacher's request; who has not finished has no time.  Raises RoomError."""
        if member.visitor != self.host:
            raise RoomError.said("room-teacher")
        if self.phase != "running":
            raise RoomError.said("room-not-running")
        self._end()
        self.broadcast_room()

    def forget_pupil(self, visitor: str) -> None:
        """Send a pupil away who is none any more."""
        self.forget_visitor(visitor)
        for member in [*self.members]:
            if member.visitor == visitor:
                member.disconnect("you are not in this class any more")

    def _begin_if_ready(self) -> bool:
        """Begin where a board is shown; a race waits for the teacher, however many are ready."""
        if not self.is_shown or self.phase != "waiting" or self.wants_level or not self.taken_seats():
            return False
        self._begin()
        return True

    def _missing_to_start(self) -> str:
        """Return why the teacher cannot begin; the seats of those who are away become free."""
        self.free_abandoned_seats(0.0)
        return "" if self.taken_seats() else say("room-nobody")
