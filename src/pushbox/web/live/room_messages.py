"""A room and the messages to its members."""

from __future__ import annotations

from collections.abc import Mapping

from ...formats.json import board_to_json
from ...store.player_ratings import RatingChange
from ..play.game_view import PlayView
from ..sockets import envelope
from .members import Member, Seat
from .room_json import progress_to_json, room_to_json
from .room_state import RoomState


class RoomMessages(RoomState):
    """A room with the messages to its members."""

    def broadcast(self, text: str) -> None:
        """Send a message to everybody in the room."""
        for member in self.members:
            member.send(text)

    def broadcast_room(self) -> None:
        """Send everybody the state of the room."""
        text = envelope.encode(room_to_json(self))
        for member in self.members:
            seat = self.seat_of(member)
            you = "null" if seat is None else self.seats.index(seat)
            host = "true" if member.visitor == self.host else "false"
            member.send(f'{{"you":{you},"hosting":{host},{text[1:]}')

    def send_boards(self, member: Member) -> None:
        """Send a racer their board, and spectators of a race all boards."""
        if self.kind == "match" or self.phase == "waiting":
            return
        seat = self.seat_of(member)
        if seat is not None and seat.view is not None:
            seat.view.foresees = member.foresees
            member.send(envelope.encode(seat.view.opened_message() | {"seconds": round(self.game_clock.seconds(), 1)}))
        if seat is None or seat.finished is not None or self.phase == "over":
            self.send_all_boards(member)

    def send_all_boards(self, member: Member) -> None:
        """Send a member the boards of all racers, unless those are many."""
        if not self.shows_boards:
            return
        views = {number: it.view for number, it in enumerate(self.seats) if it is not None}
        boards = {number: board_to_json(it.session.board) for number, it in views.items() if it is not None}
        member.send(envelope.encode({"is": "boards", "boards": boards}))

    def send_progress(self, number: int, seat: Seat, view: PlayView, played: object) -> None:
        """Send the others a racer's progress; members who do not play any more also get the moves.

        In a large race it waits for `send_stale_progress`: each move would be as many messages as there are members.
        """
        if not self.shows_boards:
            self.stale.add(number)
            return
        progress = {"is": "progress", "seat": number, **progress_to_json(view), "finished": seat.finished}
        racing = [it.member for it in self.taken_seats() if it.finished is None]
        others, watchers = envelope.encode(progress), envelope.encode(progress | {"played": played})
        for member in self.members:
            if member is not seat.member:
                member.send(others if member in racing else watchers)

    def send_stale_progress(self) -> None:
        """Send everybody the progress of all racers who have moved since the last call."""
        moved = [(number, self.seats[number]) for number in sorted(self.stale)]
        self.stale.clear()
        players = [
            {"seat": number, **progress_to_json(seat.view), "finished": seat.finished}
            for number, seat in moved
            if seat is not None and seat.view is not None
        ]
        if players:
            self.broadcast(envelope.encode({"is": "progressed", "players": players}))

    def show_ratings(self, changes: Mapping[str, RatingChange]) -> None:
        """Show the ratings of accounts after a game."""
        for seat in self.taken_seats():
            if (change := changes.get(seat.account or "")) is not None:
                seat.rating, seat.rating_change = change
        if changes:
            self.broadcast_room()
