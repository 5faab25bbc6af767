"""A room: people at one level, in a race or on one board; their commands, and the messages to everybody.

A room holds members, who are in the room, and seats, which belong to visitors: they keep them while they are away.  It
knows no socket and no clock but the one that it is given; `Rooms` calls its `tick` while it `has_actions`.
"""

from __future__ import annotations

from collections.abc import Hashable

from ...formats.json import board_to_json
from ...games.api import Key, PlayerAction, Status
from ...games.position import Position
from ...play.stored_move import move_to_text
from ...store.rooms import RaceSolution, RoomStep
from ..play import commands, messages, serialize
from ..play.connection import CapacityError
from ..play.game_view import PlayView
from .members import Member, RoomError, Seat
from .room_json import progress_to_json, room_to_json
from .room_state import RoomState

MAX_MEMBERS = 64
MAX_WINDOWS = 4  # of one visitor
MAX_TICKS = 20_000
_MAX_RACE_POSITIONS = 10_000  # of the history of one racer, fewer on a board of many pieces
_MAX_RACE_PIECES = 2_000_000  # on the boards of all of them together


class Room(RoomState):
    """A room: its state, and what its members do."""

    # Who is there -----------------------------------------------------------------------------------------------------

    def enter(self, member: Member) -> None:
        """Add a member, back to their seat if any; another window of theirs then watches.  Raises CapacityError."""
        if len(self.members) >= MAX_MEMBERS:
            raise CapacityError(f"found {MAX_MEMBERS} people in this room, which is full")
        if sum(it.visitor == member.visitor for it in self.members) >= MAX_WINDOWS:
            raise CapacityError(f"you are in this room in {MAX_WINDOWS} windows already, close one")
        self.members.append(member)
        for seat in self.taken_seats():
            if seat.visitor == member.visitor:
                if seat.member is not None:
                    seat.member.send(serialize.encode({"is": "moved"}))
                seat.member = member
        self._go_on_if_all_are_here()
        self.broadcast_room()
        self._send_boards(member)

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
        """Free the seats of those who have been away for longer than some seconds; return whether there are any."""
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
            raise RoomError("the game has begun: wait for the next one")
        if not 0 <= number < len(self.seats) or self.seats[number] is not None:
            raise RoomError("this seat is not free")
        if any(seat.visitor == member.visitor and seat.member is not member for seat in self.taken_seats()):
            raise RoomError("you sit here already, in another window")
        self.leave_seat(member)
        self.seats[number] = Seat(member.visitor, member.name, member)
        self.broadcast_room()

    def leave_seat(self, member: Member) -> None:
        """Free a member's seat, so that they watch from now on."""
        seat = self.seat_of(member)
        if seat is not None:
            self._free_seat(seat)
            self.broadcast_room()

    def set_ready(self, member: Member, *, ready: bool = True) -> None:
        """Set whether a member wants to begin, or wants another game where one is over.  Raises RoomError."""
        seat = self._require_seat(member)
        if self.phase == "running":
            raise RoomError("the game is running")
        seat.ready = ready
        if self.phase == "over" and not self._missing_to_start():
            self._begin()
        else:
            self.broadcast_room()

    def start(self, member: Member) -> None:
        """Begin, at the host's request and with all players ready.  Raises RoomError."""
        if member.visitor != self.host:
            raise RoomError("only who has opened the room may start")
        if self.phase == "running":
            raise RoomError("the game is running")
        if lacks := self._missing_to_start():
            raise RoomError(lacks)
        self._begin()

    def _missing_to_start(self) -> str:
        """Return why a game cannot begin, empty where it can."""
        taken = self.taken_seats()
        if not taken or not all(seat.ready for seat in taken):
            return "not everybody is ready"
        if self.kind == "match" and len(taken) < len(self.seats):
            return f"found {len(taken)} players, expected {len(self.seats)}"
        return ""

    def _begin(self) -> None:
        self.phase, self.ticks, self.winner, self.failed = "running", 0, None, False
        self.game_clock.restart()
        self.unsaved, self.has_restarted = [], True
        self.position = self.start_position
        for seat in self.taken_seats():
            seat.ready, seat.finished = False, None
            seat.actions.clear()
            seat.view = self.new_view() if self.kind == "race" else None
        self.broadcast_room()
        for member in self.members:
            self._send_boards(member)

    def _send_boards(self, member: Member) -> None:
        """Send a racer their board, and whoever watches a race all of them."""
        if self.kind == "match" or self.phase == "waiting":
            return
        seat = self.seat_of(member)
        if seat is not None and seat.view is not None:
            member.send(serialize.encode(seat.view.opened_message() | {"seconds": round(self.game_clock.seconds(), 1)}))
        if seat is None or self.phase == "over":
            views = {number: it.view for number, it in enumerate(self.seats) if it is not None}
            boards = {number: board_to_json(it.session.board) for number, it in views.items() if it is not None}
            member.send(serialize.encode({"is": "boards", "boards": boards}))

    def _free_seat(self, seat: Seat) -> None:
        self.seats[self.seats.index(seat)] = None
        if self.phase == "running":
            self.end_if_over()
        self._go_on_if_all_are_here()

    def resume(self) -> None:
        """Go on with a game that is paused, whoever is still away."""
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
            raise RoomError("no game is running")
        if self.game_clock.is_paused:
            raise RoomError("the game goes on once everybody is back, or in a few seconds")
        if seat.view is None:
            self._queue_action(seat, command)
        elif seat.finished is not None:
            raise RoomError("you have solved it already")
        else:
            self._execute_in_race(seat, seat.view, command, n)

    @property
    def has_actions(self) -> bool:
        """Return whether a tick is due: some player has pressed a key."""
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
        self.broadcast(serialize.encode(message))
        if self.end_if_over():
            self.broadcast_room()
        return True

    def fail(self) -> None:
        """End the game, which the server cannot go on with, without a winner; the players may begin another."""
        self.phase, self.winner, self.failed = "over", None, True
        self.broadcast_room()

    def _queue_action(self, seat: Seat, command: messages.Command) -> None:
        if not isinstance(command, messages.Press):
            raise RoomError("on a board of several there are only keys")
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
            seat.member.send(serialize.encode(message, n))
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
        progress = {"is": "progress", "seat": number, **progress_to_json(view), "finished": seat.finished}
        players = [it.member for it in self.taken_seats()]
        others, watchers = serialize.encode(progress), serialize.encode(progress | {"played": message["played"]})
        for member in self.members:
            if member is not seat.member:
                member.send(others if member in players else watchers)
        if seat.finished is not None:
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
            self.phase = "over"
        return over

    def new_view(self, seconds: float = 0.0) -> PlayView:
        """Return the view of a racer who has played for some seconds, before anything of it is known."""
        pieces = max(len(self.position.board.pieces), _MAX_RACE_PIECES // _MAX_RACE_POSITIONS)
        return PlayView(self.start_position, seconds=seconds, max_nodes=_MAX_RACE_PIECES // pieces)

    # Messages to everybody --------------------------------------------------------------------------------------------

    def broadcast(self, text: str) -> None:
        """Send a message to everybody in the room."""
        for member in self.members:
            member.send(text)

    def broadcast_room(self) -> None:
        """Send everybody the state of the room."""
        text = serialize.encode(room_to_json(self))
        for member in self.members:
            seat = self.seat_of(member)
            you = "null" if seat is None else self.seats.index(seat)
            host = "true" if member.visitor == self.host else "false"
            member.send(f'{{"you":{you},"hosting":{host},{text[1:]}')

    def _require_seat(self, member: Member) -> Seat:
        seat = self.seat_of(member)
        if seat is None:
            raise RoomError("you have no seat")
        return seat
