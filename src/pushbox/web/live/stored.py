"""Convert rooms to rows of the library and back: restoring replays the moves by the rules."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable

from ...errors import IllegalMove, PushboxError
from ...games.position import Position
from ...play.recorded_session import NodeRow
from ...play.stored_move import move_from_text
from ...sentence import say
from ...store.rooms import RoomEntry, RoomStatus, RoomStep, RoomWrite, SeatEntry
from .class_room import ClassRoom
from .members import Seat
from .room import Room


def take_write(room: Room) -> RoomWrite:
    """Return the changes of a room since the last call."""
    steps, room.unsaved = room.unsaved, []
    restarted, room.has_restarted = room.has_restarted, False
    for number, seat in enumerate(room.seats):
        if seat is not None and seat.view is not None:
            steps += [RoomStep(room.code, number, *row) for row in seat.view.take_unsaved()]
    seats = tuple(_seat_entry(number, seat) for number, seat in enumerate(room.seats) if seat is not None)
    level = (room.level_id, room.level) if room.has_new_level else None
    room.has_new_level = False
    status = RoomStatus(
        room.host,
        room.phase,
        room.game_clock.seconds(),
        room.winner,
        room.failed,
        tuple(room.solutions),
        seats,
        room.games,
        tuple(room.results),
    )
    return RoomWrite(room.code, status, tuple(steps), restarted, level)


def restore(entry: RoomEntry, *, countdown: float = 0.0, clock: Callable[[], float] = time.monotonic) -> Room:
    """Return a room as it was when it was written last; a game that was running is paused, and all are away.

    A game that the rules of today do not replay is over without a winner.  Raises PushboxError for a level that cannot
    be played any more.
    """
    status = entry.status
    room = (Room if entry.class_id is None else ClassRoom)(
        entry.code,
        entry.kind,
        status.host,
        entry.level,
        level_id=entry.level_id,
        best_of=entry.best_of,
        seats=entry.seats,
        countdown=countdown,
        clock=clock,
    )
    room.class_id, room.class_code = entry.class_id, entry.class_code
    room.phase, room.winner, room.failed, room.games = status.phase, status.winner, status.failed, status.games
    room.solutions, room.results = list(status.solutions), list(status.results)
    room.has_seated_host = room.phase != "waiting" or bool(status.seats)
    steps: dict[int, list[RoomStep]] = defaultdict(list)
    for step in entry.steps:
        steps[step.seat].append(step)
    try:
        if room.kind == "match":
            room.position = _replayed(room.start_position, steps[0])
            room.ticks = len(steps[0])
        for seat in status.seats:
            room.seats[seat.seat] = _restore_seat(room, seat, steps[seat.seat])
    except (PushboxError, IndexError, TypeError, ValueError):
        return _failed(room, status.seats)
    room.contest = {number: seat for number, seat in enumerate(room.seats) if seat is not None}
    if room.phase == "running" and not room.end_if_over():
        room.game_clock.pause(status.seconds)
    room.wants_level = room.phase == "over" and room.best_of > 1 and room.level_id is not None
    return room


def _seat_entry(number: int, seat: Seat) -> SeatEntry:
    entry = SeatEntry(number, seat.visitor, seat.name, seat.ready, seat.finished)
    entry = entry._replace(account=seat.account or "", wins=seat.wins)
    if (view := seat.view) is None:
        return entry
    return entry._replace(
        here=view.current_id,
        seconds=view.session.seconds(),
        assists=tuple(sorted(view.assists)),
        snapshots=dict(view.snapshots),
        memo=view.memo(),
    )


def _restore_seat(room: Room, entry: SeatEntry, steps: Iterable[RoomStep]) -> Seat:
    ready = entry.ready and room.phase != "waiting"  # as for whoever leaves
    seat = Seat(entry.visitor, entry.name, None, ready, room.clock(), finished=entry.finished)
    seat.account, seat.wins = entry.account or None, entry.wins
    if entry.memo:
        view = seat.view = room.new_view(entry.seconds)
        view.restore((NodeRow(step.node, step.parent, step.text) for step in steps), entry.here, entry.memo)
        view.assists |= set(entry.assists)
        view.snapshots |= entry.snapshots
    return seat


def _replayed(position: Position, steps: Iterable[RoomStep]) -> Position:
    """Return the position after some ticks.  Raises IllegalMove where the rules refuse one."""
    state = position.state
    for step in steps:
        transition = position.rules.apply(state, move_from_text(step.text))
        if transition is None:
            raise IllegalMove(say("tick-none"), step=step.node)
        state = transition.state
    return Position(position.game, state) if state is not position.state else position


def _failed(room: Room, seats: Iterable[SeatEntry]) -> Room:
    """Return a room whose game cannot be gone on with: those who played it may begin another."""
    room.seats = [None] * len(room.seats)
    for seat in seats:
        room.seats[seat.seat] = Seat(seat.visitor, seat.name, None, left_at=room.clock())
    room.position, room.ticks = room.start_position, 0
    room.phase, room.winner, room.failed = "over", None, True
    return room
