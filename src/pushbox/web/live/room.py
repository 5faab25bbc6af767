"""A room: people at one level, in a race or on one board; their commands, and the messages to everybody.

A room holds members, who are in the room, and seats, which belong to visitors: they keep them while they are away.  It
knows no socket and no clock but the one that it is given; `Rooms` calls its `tick` while it `has_actions`.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable

from ...games.api import Key, PlayerAction, Status
from ...games.position import Position
from ...level import Level
from ...play.stored_move import move_to_text
from ...sentence import say
from ...store.player_ratings import GameResult
from ...store.rooms import RaceSolution, RoomStep
from ..play import commands, messages, serialize
from ..play.game_view import PlayView
from ..sockets import envelope
from ..sockets.connection import CapacityError
from . import series
from .members import Member, RoomError, Seat
from .room_messages import RoomMessages

MAX_MEMBERS = 64
MAX_WINDOWS = 4  # of one visitor
MAX_TICKS = 20_000
_MAX_RACE_POSITIONS = 10_000  # of the history of one racer, fewer on a board of many pieces
_FULL_HISTORIES = 8  # racers who may each have so many; of more racers each has fewer
_MAX_RACE_PIECES = 2_000_000  # on the boards of all of them together


class Room(RoomMessages):
    """A room: its state, and the actions of its members."""

    # Who is there -----------------------------------------------------------------------------------------------------

    def enter(self, member: Member) -> None:
        """Add a member, back to their seat if any; another window of theirs then watches.  Raises CapacityError."""
        if len(self.members) >= MAX_MEMBERS:
            raise CapacityError.said("room-full", count=MAX_MEMBERS)
        if sum(it.visitor == member.visitor for it in self.members) >= MAX_WINDOWS:
            raise CapacityError.said("room-windows", count=MAX_WINDOWS)
        self.members.append(member)
        for seat in self.taken_seats():
            if seat.visitor == member.visitor:
                if seat.member is not None:
                    seat.member.send(envelope.encode({"is": "moved"}))
                seat.member, seat.rating = member, member.rating
                if self.phase != "running":
                    seat.name, seat.account = member.name, member.account
        self._welcome(member)
        self._go_on_if_all_are_here()
        self.broadcast_room()
        self.send_boards(member)

    def _welcome(self, member: Member) -> None:
        """Give the host the first free seat on their first visit."""
        if member.visitor == self.host and not self.has_seated_host:
            self.has_seated_host = True
            if self.phase == "waiting":
                self._seat(member)

    def _seat(self, member: Member) -> bool:
        """Give a member the first free seat, unless they have one or none is free; return whether they got it."""
        if None not in self.seats or any(seat.visitor == member.visitor for seat in self.taken_seats()):
            return False
        self.seats[self.seats.index(None)] = _new_seat(member)
        return True

    def leave(self, member: Member) -> None:
        """Remove a member, who keeps their seat until `free_abandoned_seats`."""
        if member in self.members:
            self.members.remove(member)
        seat = self.seat_of(member)
        if seat is not None:
            seat.member, seat.left_at = None, self.clock()
            seat.actions.clear()
            if self.phase == "waiting":
                seat.ready = False
        if not self.members:
            self.emptied_at = self.clock()
        self.broadcast_room()

    def free_abandoned_seats(self, seconds: float) -> bool:
        """Free the seats of players who have been away too long; return whether there were any."""
        now = self.clock()
        abandoned = [seat for seat in self.taken_seats() if seat.member is None and now - seat.left_at > seconds]
        for seat in abandoned:
            self._free_seat(seat)
        if abandoned:
            self.broadcast_room()
        return bool(abandoned)

    def forget_visitor(self, visitor: str) -> bool:
        """Free the seat of a visitor, who is no host any more either; return whether they were one of both."""
        own = [seat for seat in self.taken_seats() if seat.visitor == visitor]
        if not own and self.host != visitor:
            return False
        self.host = "" if self.host == visitor else self.host
        for seat in own:
            self._free_seat(seat)
        self.broadcast_room()
        return True

    def disconnect(self, reason: str) -> None:
        """Close the connections of all members, who find the room where it is now."""
        for member in [*self.members]:
            member.disconnect(reason)

    def take_seat(self, member: Member, number: int) -> None:
        """Give a member a seat that is free.  Raises RoomError."""
        if self.phase == "running":
            raise RoomError.said("room-begun")
        if not 0 <= number < len(self.seats):
            raise RoomError.said("room-seat")
        if (taken := self.seats[number]) is not None:
            if taken.member is member:
                self.broadcast_room()
                return
            raise RoomError.said("room-seat")
        if any(seat.visitor == member.visitor and seat.member is not member for seat in self.taken_seats()):
            raise RoomError.said("room-seated")
        self.leave_seat(member)
        self.seats[number] = _new_seat(member)
        self.broadcast_room()

    def leave_seat(self, member: Member) -> None:
        """Free a member's seat, so that they watch from now on."""
        seat = self.seat_of(member)
        if seat is not None:
            self._free_seat(seat)
            self.broadcast_room()

    def set_ready(self, member: Member, *, ready: bool = True) -> None:
        """Set whether a member wants to begin, or wants another game where one is over.  Raises RoomError.

        The game begins as soon as all are ready, and they are more than one.
        """
        seat = self._require_seat(member)
        if self.phase == "running":
            raise RoomError.said("room-running")
        seat.ready = ready
        if not self._begin_if_ready():
            self.broadcast_room()

    def _begin_if_ready(self) -> bool:
        """Begin where several are ready, and return whether that is so; a level that is being chosen is waited for."""
        if len(self.taken_seats()) < 2 or self.wants_level or self._missing_to_start():
            return False
        self._begin()
        return True

    def start(self, member: Member) -> None:
        """Begin, at the host's request and with all players ready, as where they are alone.  Raises RoomError."""
        if member.visitor != self.host:
            raise RoomError.said("room-host")
        if self.phase == "running":
            raise RoomError.said("room-running")
        if lacks := self._missing_to_start():
            raise RoomError(lacks)
        self._begin()

    def _missing_to_start(self) -> str:
        """Return why a game cannot begin, empty where it can."""
        taken = self.taken_seats()
        if not taken or not all(seat.ready for seat in taken):
            return say("room-not-ready")
        if self.kind == "match" and len(taken) < len(self.seats):
            return say("room-players", count=len(taken), most=len(self.seats))
        return ""

    # Levels -----------------------------------------------------------------------------------------------------------

    def request_level(self, member: Member) -> None:
        """Have another level chosen for the next game, at the host's request.  Raises RoomError."""
        if member.visitor != self.host:
            raise RoomError.said("room-host-level")
        if self.phase == "running":
            raise RoomError.said("room-running")
        if self.level_id is None:
            raise RoomError.said("room-no-collection")
        self.wants_level, self.phase = True, "waiting"
        self._clear_table()
        self.broadcast_room()

    def supply_level(self, found: tuple[int, Level] | None) -> None:
        """Take the level that was chosen for the next game, None where there is no other one."""
        self.wants_level, self.upcoming = False, found
        if self.phase == "waiting" and found is not None:
            self._take_upcoming()
        if not self._begin_if_ready():
            self.broadcast_room()

    def _take_upcoming(self) -> None:
        if self.upcoming is not None:
            self.set_level(*self.upcoming)
            self.upcoming, self.has_new_level = None, True

    def _clear_table(self) -> None:
        """Reset the moves and who is ready."""
        self.ticks, self.winner, self.failed = 0, None, False
        self.unsaved, self.has_restarted = [], True
        self.stale.clear()
        self.position = self.start_position
        for seat in self.taken_seats():
            seat.ready, seat.finished, seat.view, seat.rating_change = False, None, None, None
            seat.actions.clear()

    # Games ------------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self.best_of > 1 and self.is_decided:
            self.games = 0
            for seat in self.taken_seats():
                seat.wins = 0
        self._take_upcoming()
        self._clear_table()
        self.phase = "running"
        alone = len(self.taken_seats()) == 1
        self.game_clock.restart(0.0 if alone else self.countdown)
        for seat in self.taken_seats():
            seat.view = self.new_view() if self.kind == "race" else None
        self.contest = {number: seat for number, seat in enumerate(self.seats) if seat is not None}
        self.broadcast_room()
        for member in self.members:
            self.send_boards(member)

    def _free_seat(self, seat: Seat) -> None:
        self.seats[self.seats.index(seat)] = None
        if self.phase == "running" and self.game_clock.seconds() < 0:
            self.phase = "waiting"  # nothing has been played yet
            self._clear_table()
        elif self.phase == "running":
            self.end_if_over()
        self._go_on_if_all_are_here()

    def resume(self) -> None:
        """Resume a paused game, even if players are still away."""
        if self.game_clock.is_paused:
            self.game_clock.go_on()
            self.broadcast_room()

    def _go_on_if_all_are_here(self) -> None:
        if all(seat.member is not None for seat in self.taken_seats()):
            self.game_clock.go_on()

    # What is played ---------------------------------------------------------------------------------------------------

    def execute(self, member: Member, command: messages.Command, n: int | None) -> None:
        """Execute a player's command; whom it concerns gets a message.  Raises RoomError."""
        seat = self._require_seat(member)
        if self.phase != "running":
            raise RoomError.said("room-not-running")
        if self.game_clock.seconds() < 0:
            raise RoomError.said("room-countdown")
        if self.game_clock.is_paused:
            raise RoomError.said("room-wait")
        if seat.view is None:
            self._queue_action(seat, command)
        elif seat.finished is not None:
            raise RoomError.said("room-solved")
        else:
            self._execute_in_race(seat, seat.view, command, n)

    @property
    def has_actions(self) -> bool:
        """Return whether a tick is due because a player has pressed a key."""
        return self.phase == "running" and any(seat.actions for seat in self.taken_seats())

    def tick(self) -> bool:
        """Apply the next action of every player at once; return whether anything has moved."""
        actions = {
            number: seat.actions.popleft() for number, seat in enumerate(self.seats, start=1) if seat and seat.actions
        }
        if self.phase != "running" or not actions:
            return False
        before = self.position
        move = before.controls.joint_move(before.state, actions)
        transition = before.rules.apply(before.state, move)
        if transition is None:
            return False
        after = Position(self.game, transition.state)
        is_hidden = self.game.info.imperfect_information
        changes = before.view.diff(after.view) if is_hidden else transition.changes
        message = {
            "is": "ticked",
            "tick": self.ticks + 1,
            "changes": serialize.changes_to_json(changes),
            "outcome": serialize.outcome_to_json(after.outcome),
        }
        self.position = after
        self.unsaved.append(RoomStep(self.code, 0, self.ticks + 1, self.ticks, move_to_text(move)))
        self.ticks += 1
        self.broadcast(envelope.encode(message))
        if self.end_if_over():
            self.broadcast_room()
        return True

    def fail(self) -> None:
        """End the game, which the server cannot go on with, without a winner; the players may begin another."""
        self.phase, self.winner, self.failed = "over", None, True
        self.broadcast_room()

    def _queue_action(self, seat: Seat, command: messages.Command) -> None:
        if not isinstance(command, messages.Press):
            raise RoomError.said("room-keys")
        action = self._action_of_key(self.seats.index(seat) + 1, command.key)
        if action is not None:
            seat.actions.append(action)

    def _action_of_key(self, player: int, key: Key) -> Hashable | None:
        """Return the action of a player's key in the next tick, None for none."""
        controls, state = self.position.controls, self.position.state
        own = next((piece for piece in controls.focus(state) if piece.player == player), None)
        player_action = controls.key(state, own, key)
        return player_action.action if isinstance(player_action, PlayerAction) else None

    def _execute_in_race(self, seat: Seat, view: PlayView, command: messages.Command, n: int | None) -> None:
        message = commands.execute(view, command)
        if seat.member is not None:
            seat.member.send(envelope.encode(message, n))
        number = self.seats.index(seat)
        if message["played"] and view.session.outcome().solved:
            seat.finished = self.game_clock.seconds()
            account = seat.member.account if seat.member is not None else None
            solution = RaceSolution(
                seat.visitor, account, view.session.text, seat.finished, tuple(sorted(view.assists))
            )
            self.solutions.append(solution)
            if self.winner is None:
                self.winner = number
        self.send_progress(number, seat, view, message["played"])
        if seat.finished is not None:
            if seat.member is not None:
                self.send_all_boards(seat.member)
            self.end_if_over()
            self.broadcast_room()

    def end_if_over(self) -> bool:
        """End the game where it is over: all players have finished, or only one is left; return whether it is."""
        taken = self.taken_seats()
        if self.kind == "race":
            over = all(seat.finished is not None for seat in taken)
        elif len(taken) < len(self.seats):
            over, self.winner = True, self.seats.index(taken[0]) if taken else None
        else:
            outcome = self.position.outcome
            over = outcome.status is not Status.PLAYING or self.ticks >= MAX_TICKS
            self.winner = outcome.winner - 1 if over and outcome.winner else None
        if over:
            self._end()
        return over

    def _end(self) -> None:
        """End the game: it counts in the series, and there is a result of those who began it with accounts."""
        self.phase = "over"
        self.games += 1
        winner = None if self.winner is None else self.seats[self.winner]
        if winner is not None:
            winner.wins += 1
        self.wants_level = self.best_of > 1 and self.level_id is not None
        if self.winner is None and not self.taken_seats():
            return  # all have gone
        if self.kind == "race":
            places = series.race_places(self.contest.values())
        else:
            places = series.match_places(self.contest, self.winner)
        accounts = [seat.account for seat in self.contest.values()]
        named = tuple((account, place) for account, place in zip(accounts, places, strict=True) if account is not None)
        if len({account for account, _ in named}) == len(named) > 1:
            self.results.append(GameResult(secrets.token_hex(8), self.kind, named))

    def new_view(self, seconds: float = 0.0) -> PlayView:
        """Return a fresh view for a racer who has played for some seconds."""
        positions = _MAX_RACE_POSITIONS // max(1, len(self.seats) // _FULL_HISTORIES)
        pieces = max(len(self.position.board.pieces), _MAX_RACE_PIECES // positions)
        return PlayView(self.start_position, seconds=seconds, max_nodes=_MAX_RACE_PIECES // pieces)

    def _require_seat(self, member: Member) -> Seat:
        seat = self.seat_of(member)
        if seat is None:
            raise RoomError.said("room-no-seat")
        return seat


def _new_seat(member: Member) -> Seat:
    return Seat(member.visitor, member.name, member, account=member.account, rating=member.rating)
