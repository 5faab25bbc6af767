"""A room: people at one level, in a race or on one board; what they do, and what everybody hears of it.

A room holds members, who are in the room, and seats, which belong to visitors: who comes back has his seat again.  It
knows no socket and no clock but the one that it is given; somebody calls its `tick` while it is `wanted`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, Literal

from ...formats.json import board_to_json
from ...games.api import Key, PlayerAction, Status
from ...level import Level
from ...play.check import playable
from ..play import commands, messages, serialize
from ..play.game_view import Table
from ..play.serialize import Object
from .members import Member, Misplaced, Seat, Win, player, standing

Kind = Literal["race", "match"]
Phase = Literal["waiting", "running", "over"]

RACERS = 4
MOST_MEMBERS = 64
MOST_TICKS = 20_000


class Room:
    """A room for a level.

    Raises LevelError for a level that cannot be played and Misplaced for one of a game that is not for such a room.
    """

    def __init__(
        self,
        code: str,
        kind: Kind,
        host: str,
        level: Level,
        *,
        ident: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = playable(level)
        if self.game.info.simultaneous != (kind == "match"):
            wanted = "played by several at once" if kind == "match" else "played by one"
            raise Misplaced(f"found a level of {self.game.info.name}, expected one of a game that is {wanted}")
        self.code = code
        self.kind = kind
        self.host = host
        self.level = level
        self.ident = ident
        self.phase: Phase = "waiting"
        self.seats: list[Seat | None] = [None] * (self.game.info.players if kind == "match" else RACERS)
        self.members: list[Member] = []
        self.wins: list[Win] = []
        self.clock = clock
        self.began = self.emptied = clock()
        self.state: Any = self.game.initial_state(level)
        self.ticks = 0
        self.winner: int | None = None

    # Who is there -----------------------------------------------------------------------------------------------------

    def enter(self, member: Member) -> None:
        """Let somebody in, back to his seat if he has one; another window of his then watches.  Raises Misplaced."""
        if len(self.members) >= MOST_MEMBERS:
            raise Misplaced(f"found {MOST_MEMBERS} people in this room, which is full")
        self.members.append(member)
        for seat in self._taken():
            if seat.visitor == member.visitor:
                if seat.member is not None:
                    seat.member.send(serialize.encode({"is": "moved"}))
                seat.member = member
        self.tell_room()
        self._deal(member)

    def exit(self, member: Member) -> None:
        """Let somebody out; his seat stays his until it is `vacate`d."""
        if member in self.members:
            self.members.remove(member)
        seat = self._seat(member)
        if seat is not None:
            seat.member, seat.left = None, self.clock()
            seat.wishes.clear()
            if self.phase == "waiting":
                seat.ready = False
        if not self.members:
            self.emptied = self.clock()
        self.tell_room()

    def vacate(self, away: float) -> None:
        """Take the seats of those who have been away for longer than some seconds."""
        now = self.clock()
        gone = [seat for seat in self._taken() if seat.member is None and now - seat.left > away]
        for seat in gone:
            self._give_up(seat)
        if gone:
            self.tell_room()

    def sit(self, member: Member, number: int) -> None:
        """Give somebody a seat that is free.  Raises Misplaced."""
        if self.phase == "running":
            raise Misplaced("the game has begun: wait for the next one")
        if not 0 <= number < len(self.seats) or self.seats[number] is not None:
            raise Misplaced("this seat is not free")
        if any(seat.visitor == member.visitor and seat.member is not member for seat in self._taken()):
            raise Misplaced("you sit here already, in another window")
        self.watch(member)
        self.seats[number] = Seat(member.visitor, member.name, member)
        self.tell_room()

    def watch(self, member: Member) -> None:
        """Take somebody's seat, so that he watches from now on."""
        seat = self._seat(member)
        if seat is not None:
            self._give_up(seat)
            self.tell_room()

    def ready(self, member: Member, *, ready: bool = True) -> None:
        """Note that somebody wants to begin, or wants another game where one is over.  Raises Misplaced."""
        seat = self._own(member)
        if self.phase == "running":
            raise Misplaced("the game is running")
        seat.ready = ready
        if self.phase == "over" and not self._lacks():
            self._begin()
        else:
            self.tell_room()

    def start(self, member: Member) -> None:
        """Begin, where the host says so and all who sit are ready.  Raises Misplaced."""
        if member.visitor != self.host:
            raise Misplaced("only who has opened the room may start")
        if self.phase == "running":
            raise Misplaced("the game is running")
        if lacks := self._lacks():
            raise Misplaced(lacks)
        self._begin()

    def _lacks(self) -> str:
        """Return what a game cannot begin without, nothing where it can."""
        taken = self._taken()
        if not taken or not all(seat.ready for seat in taken):
            return "not everybody is ready"
        if self.kind == "match" and len(taken) < len(self.seats):
            return f"found {len(taken)} players, expected {len(self.seats)}"
        return ""

    def _begin(self) -> None:
        self.phase, self.ticks, self.winner = "running", 0, None
        self.began = self.clock()
        self.state = self.game.initial_state(self.level)
        for seat in self._taken():
            seat.ready, seat.finished = False, None
            seat.wishes.clear()
            seat.table = Table(self.level) if self.kind == "race" else None
        self.tell_room()
        for member in self.members:
            self._deal(member)

    def _deal(self, member: Member) -> None:
        """Give a racer his board, and who watches a race all of them."""
        if self.kind == "match" or self.phase == "waiting":
            return
        seat = self._seat(member)
        if seat is not None and seat.table is not None:
            member.send(serialize.encode(seat.table.opened() | {"seconds": round(self.clock() - self.began, 1)}))
        if seat is None or self.phase == "over":
            tables = {number: it.table for number, it in enumerate(self.seats) if it is not None}
            boards = {number: board_to_json(it.session.board) for number, it in tables.items() if it is not None}
            member.send(serialize.encode({"is": "boards", "boards": boards}))

    def _give_up(self, seat: Seat) -> None:
        self.seats[self.seats.index(seat)] = None
        if self.phase == "running":
            self._judge()

    # What is played ---------------------------------------------------------------------------------------------------

    def do(self, member: Member, deed: messages.Deed, n: int | None) -> None:
        """Do what a player asks; all who should know are told.  Raises Misplaced."""
        seat = self._own(member)
        if self.phase != "running":
            raise Misplaced("no game is running")
        if seat.table is None:
            self._wish(seat, deed)
        elif seat.finished is not None:
            raise Misplaced("you have solved it already")
        else:
            self._race(seat, seat.table, deed, n)

    @property
    def wanted(self) -> bool:
        """Whether a tick is due: somebody wishes something."""
        return self.phase == "running" and any(seat.wishes for seat in self._taken())

    def tick(self) -> bool:
        """Let everybody's next wish come true at once; return whether anything has moved."""
        wishes = {
            number: seat.wishes.popleft() for number, seat in enumerate(self.seats, start=1) if seat and seat.wishes
        }
        if self.phase != "running" or not wishes:
            return False
        before = self.game.view(self.state) if self.game.info.imperfect_information else None
        transition = self.game.apply(self.state, self.game.joint_move(self.state, wishes))
        if transition is None:
            return False
        self.state = transition.state
        self.ticks += 1
        changes = transition.changes if before is None else before.diff(self.game.view(self.state))
        told = {
            "is": "ticked",
            "tick": self.ticks,
            "changes": serialize.changes_to_json(changes),
            "outcome": self._outcome(),
        }
        self.tell(serialize.encode(told))
        if self.game.outcome(self.state).status is not Status.PLAYING or self.ticks >= MOST_TICKS:
            self._judge()
            self.tell_room()
        return True

    def _wish(self, seat: Seat, deed: messages.Deed) -> None:
        if not isinstance(deed, messages.Press):
            raise Misplaced("on a board of several there are only keys")
        wish = self._half(self.seats.index(seat) + 1, deed.key)
        if wish is not None:
            seat.wishes.append(wish)

    def _half(self, player: int, key: Key) -> Hashable | None:
        """Return what a key of a player means for the next tick."""
        own = next((piece for piece in self.game.focus(self.state) if piece.player == player), None)
        meant = self.game.key(self.state, own, key)
        return meant.action if isinstance(meant, PlayerAction) else None

    def _race(self, seat: Seat, table: Table, deed: messages.Deed, n: int | None) -> None:
        told = commands.do(table, deed)
        if seat.member is not None:
            seat.member.send(serialize.encode(told, n))
        number = self.seats.index(seat)
        if told["played"] and table.session.outcome().solved:
            seat.finished = self.clock() - self.began
            self.wins.append(Win(seat.visitor, table.session.text, seat.finished))
            if self.winner is None:
                self.winner = number
        here = {"is": "progress", "seat": number, **standing(table), "finished": seat.finished}
        players = [it.member for it in self._taken()]
        others, watchers = serialize.encode(here), serialize.encode(here | {"played": told["played"]})
        for member in self.members:
            if member is not seat.member:
                member.send(others if member in players else watchers)
        if seat.finished is not None:
            self._judge()
            self.tell_room()

    def _judge(self) -> None:
        """End the game where it is over: all who sit have finished, or nobody is left to play against."""
        taken = self._taken()
        if self.kind == "race":
            over = all(seat.finished is not None for seat in taken)
        else:
            outcome = self.game.outcome(self.state)
            over = outcome.status is not Status.PLAYING or self.ticks >= MOST_TICKS or len(taken) < len(self.seats)
            if over:
                left = [number for number, seat in enumerate(self.seats) if seat is not None]
                played_out = len(taken) == len(self.seats)
                self.winner = outcome.winner - 1 if played_out and outcome.winner else None if played_out else left[0]
        if over:
            self.phase = "over"

    def seen(self, member: Member) -> Any:
        """Return the position that somebody may ask questions about: his own in a race, else that of all."""
        seat = self._seat(member)
        if seat is not None and seat.table is not None:
            return seat.table.session.player_state
        return self.game.initial_state(self.game.view_level(self.state))

    # What everybody hears ---------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Send a message to everybody in the room."""
        for member in self.members:
            member.send(text)

    def tell_room(self) -> None:
        """Tell everybody who is there and how things stand."""
        text = serialize.encode(self.told())
        for member in self.members:
            seat = self._seat(member)
            you = "null" if seat is None else self.seats.index(seat)
            host = "true" if member.visitor == self.host else "false"
            member.send(f'{{"you":{you},"hosting":{host},{text[1:]}')

    def told(self) -> Object:
        """Return who is there and how things stand."""
        info = self.game.info
        told: Object = {
            "is": "room",
            "code": self.code,
            "kind": self.kind,
            "host": next((it.name for it in self.members if it.visitor == self.host), None),
            "game": {"key": info.key, "name": info.name, "players": info.players},
            "level": {"id": self.ident, "title": self.level.title, "author": self.level.author},
            "phase": self.phase,
            "seats": len(self.seats),
            "players": [player(number, seat) for number, seat in enumerate(self.seats) if seat is not None],
            "spectators": sum(self._seat(member) is None for member in self.members),
            "winner": self.winner,
            "tick": self.ticks,
            "board": board_to_json(self.game.view(self.state)),
        }
        return told | ({"outcome": self._outcome()} if self.kind == "match" else {})

    def _outcome(self) -> Object:
        outcome = self.game.outcome(self.state)
        return {"status": outcome.status.value, "reason": outcome.reason, "winner": outcome.winner}

    def _taken(self) -> list[Seat]:
        return [seat for seat in self.seats if seat is not None]

    def _seat(self, member: Member) -> Seat | None:
        return next((seat for seat in self._taken() if seat.member is member), None)

    def _own(self, member: Member) -> Seat:
        seat = self._seat(member)
        if seat is None:
            raise Misplaced("you have no seat")
        return seat
