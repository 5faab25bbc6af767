"""Stored rooms: seats and moves, so that a room survives a restart.

One server has a room in memory and writes it continuously. Another may take it over after a release, or after the lease
has expired; then writes of the old server change nothing. Abandoned rooms are removed, and their number is limited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from ..errors import Conflict, NotFound, StoreError
from ..formats import json
from ..level import Level
from ..sentence import say
from . import rows
from .database import Store, insert_missing, violation_as
from .fulltext import sanitize
from .player_ratings import GameResult
from .servers import database_clock
from .tables import classes, collections, levels, now, room_seats, room_steps, rooms, servers

Kind = Literal["race", "match"]
Phase = Literal["waiting", "running", "over"]

MAX_ROOMS = 2_000  # that are kept
RECENT = timedelta(minutes=10)  # for which a room is open that no server has in memory
_MAX_TITLE = 500  # characters, of the level of a room
ABANDONED = timedelta(hours=1)  # after which such a room is removed
_NO_ROOM = say("room-gone")


class TooManyRooms(StoreError):
    """There are as many rooms as there may be, of one host or in all."""


class RoomElsewhere(StoreError):
    """Another server has the room in memory."""


class RaceSolution(NamedTuple):
    """A solution that somebody has found in a race, to be kept."""

    visitor: str
    account: str | None
    text: str
    seconds: float
    assists: tuple[str, ...] = ()


class RoomStep(NamedTuple):
    """A move in a room: a position of the tree of the racer on a seat, or a tick of a match, which has seat 0."""

    code: str
    seat: int
    node: int
    parent: int
    text: str


class SeatEntry(NamedTuple):
    """A taken seat.

    `finished` is the time of the race in seconds, `wins` the games won in the series. `here` is the shown position,
    `seconds` its clock and `memo` the rest of its view; all are empty unless the seat has a board of its own.
    """

    seat: int
    visitor: str
    name: str
    ready: bool = False
    finished: float | None = None
    here: int = 0
    seconds: float = 0.0
    assists: tuple[str, ...] = ()
    snapshots: Mapping[str, int] = {}
    memo: str = ""
    account: str = ""
    wins: int = 0


class RoomStatus(NamedTuple):
    """The status of a room.

    `seconds` is how long its game has run, less than 0 before it begins; `games` how many of the series have been
    played.  The `solutions` are those not added to the library, the `results` those not rated.
    """

    host: str
    phase: Phase = "waiting"
    seconds: float = 0.0
    winner: int | None = None
    failed: bool = False
    solutions: tuple[RaceSolution, ...] = ()
    seats: tuple[SeatEntry, ...] = ()
    games: int = 0
    results: tuple[GameResult, ...] = ()


class RoomWrite(NamedTuple):
    """One write of a room.

    `restarted`: the steps belong to a new game. `level`, with its id in the library, is given if it changes.
    """

    code: str
    status: RoomStatus
    steps: tuple[RoomStep, ...] = ()
    restarted: bool = False
    level: tuple[int | None, Level] | None = None

    def after(self, before: RoomWrite) -> RoomWrite:
        """Return this joined to an earlier one that has not been written."""
        level = self.level or before.level
        if self.restarted:
            return self._replace(level=level)
        return self._replace(steps=before.steps + self.steps, restarted=before.restarted, level=level)


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """A room with the steps of its game; those of a seat in the order of their nodes."""

    code: str
    kind: Kind
    level: Level
    level_id: int | None
    status: RoomStatus
    steps: tuple[RoomStep, ...]
    best_of: int = 1
    seats: int = 4
    class_id: int | None = None
    class_code: str | None = None


class ListedRoom(NamedTuple):
    """A room with a free seat."""

    code: str
    kind: Kind
    game: str
    title: str
    level_id: int | None
    phase: Phase
    players: tuple[str, ...]
    seats: int
    best_of: int = 1


def create(
    store: Store,
    code: str,
    kind: Kind,
    host: str,
    level: Level,
    *,
    seats: int,
    level_id: int | None,
    max_of_host: int,
    best_of: int = 1,
    class_id: int | None = None,
) -> None:
    """Add a room with a number of free seats, for a class in place of the one that it has.

    Raises Conflict for a code that is taken, TooManyRooms where the host has as many as they may, or everybody
    together.
    """
    moment = now()
    row = {"code": code, "kind": kind, "host": host, "seats": seats, "best_of": best_of, "phase": "waiting"}
    row |= _level_columns(level_id, level) | {"class_id": class_id}
    with store.write() as connection:
        _remove_abandoned(connection)
        if class_id is not None:
            connection.execute(sa.delete(rooms).where(rooms.c.class_id == class_id))
        if _count(connection, rooms.c.host == host, _is_open(connection)) >= max_of_host:
            raise TooManyRooms.said("many-rooms-yours", count=max_of_host)
        if _count(connection) >= MAX_ROOMS:
            raise TooManyRooms.said("many-rooms", count=MAX_ROOMS)
        with violation_as(Conflict.said("room-exists", room=code)):
            connection.execute(sa.insert(rooms).values(row | {"solutions": [], "opened": moment, "updated": moment}))


def acquire(store: Store, code: str, server: str) -> RoomEntry:
    """Return a room, which is in the memory of the server from now on.

    Raises NotFound, and RoomElsewhere where another server has it, which is asked for it (see `requested`).
    """
    with store.read() as connection:  # who tries codes keeps nobody from writing
        if not _count(connection, rooms.c.code == code):
            raise NotFound(_NO_ROOM)
    with store.write() as connection:
        free = rooms.c.server.is_(None) | (rooms.c.server == server) | rooms.c.server.not_in(_running(connection))
        taking = sa.update(rooms).where(rooms.c.code == code, free).values(server=server, wanted_by=None)
        if connection.execute(taking).rowcount:
            return _entry(connection, code)
        asking = sa.update(rooms).where(rooms.c.code == code).values(wanted_by=server)
        is_elsewhere = connection.execute(asking).rowcount > 0
    if is_elsewhere:
        raise RoomElsewhere.said("room-elsewhere")
    raise NotFound(_NO_ROOM)


def save(store: Store, server: str, writes: Sequence[RoomWrite]) -> set[str]:
    """Write rooms of a server and return the codes of those that it still owns; nothing is written for the others.

    Existing rows stay, so a write that may have arrived can be repeated.
    """
    with store.write() as connection:
        codes = [write.code for write in writes]
        own = sa.select(rooms.c.code).where(rooms.c.code.in_(codes), rooms.c.server == server).with_for_update()
        owned = set(connection.execute(own).scalars())
        kept = [write for write in writes if write.code in owned]
        if kept:
            _update(connection, kept)
        return owned


def release(store: Store, server: str, codes: Iterable[str]) -> None:
    """Free rooms of a server, which has written all of them, for any other."""
    own = rooms.c.code.in_(list(codes)), rooms.c.server == server
    with store.write() as connection:
        connection.execute(sa.update(rooms).where(*own).values(server=None, wanted_by=None))


def requested(store: Store, server: str) -> set[str]:
    """Return the rooms of a server that another one has asked for since the last call."""
    asked = rooms.c.server == server, rooms.c.wanted_by.is_not(None)
    with store.read() as connection:
        codes = set(connection.execute(sa.select(rooms.c.code).where(*asked)).scalars())
    if codes:
        with store.write() as connection:
            connection.execute(sa.update(rooms).where(*asked, rooms.c.code.in_(codes)).values(wanted_by=None))
    return codes


def remove(store: Store, server: str, codes: Iterable[str]) -> None:
    """Remove rooms of a server, and rooms without a server that were abandoned long ago."""
    with store.write() as connection:
        _remove_abandoned(connection)
        connection.execute(sa.delete(rooms).where(rooms.c.code.in_(list(codes)), rooms.c.server == server))


def close_class_room(store: Store, class_id: int) -> None:
    """Remove the room of a class, if it has one."""
    with store.write() as connection:
        connection.execute(sa.delete(rooms).where(rooms.c.class_id == class_id))


def listing(
    store: Store, *, viewers: Iterable[str | None] = (), host: str | None = None, limit: int = 500
) -> list[ListedRoom]:
    """Return the rooms with a free seat and no running game, newest first.

    They are on levels that one of the viewers (a visitor and their account, for instance) can see, or hosted by one of
    them; the room of a class is in no list.
    """
    shown = [rows.visible_to(viewer) & collections.c.id.is_not(None) for viewer in viewers if viewer is not None]
    taken = sa.select(sa.func.count()).where(room_seats.c.code == rooms.c.code).scalar_subquery()
    with store.read() as connection:
        query = (
            sa.select(rooms)
            .outerjoin(levels, levels.c.id == rooms.c.level_id)
            .outerjoin(collections, collections.c.id == levels.c.collection_id)
            .where(rooms.c.phase != "running", taken < rooms.c.seats, _is_open(connection), rooms.c.class_id.is_(None))
            .where(sa.or_(rooms.c.host == host, *shown))
            .order_by(rooms.c.opened.desc(), rooms.c.code)
            .limit(limit)
        )
        open_rooms = connection.execute(query).all()
        in_them = room_seats.c.code.in_([room.code for room in open_rooms])
        seats = sa.select(room_seats.c.code, room_seats.c.name).where(in_them)
        names: dict[str, list[str]] = {}
        for code, name in connection.execute(seats.order_by(room_seats.c.seat)):
            names.setdefault(code, []).append(name)
    return [
        ListedRoom(
            room.code, room.kind, room.game, room.title, room.level_id, room.phase,
            players=tuple(names.get(room.code, ())), seats=room.seats, best_of=room.best_of,
        )
        for room in open_rooms
    ]  # fmt: skip


def forget_visitor(connection: sa.Connection, visitor: str) -> None:
    """Free the seats of a visitor, and leave their rooms without a host, within a transaction."""
    connection.execute(sa.delete(room_seats).where(room_seats.c.visitor == visitor))
    connection.execute(sa.update(rooms).where(rooms.c.host == visitor).values(host=""))


def _update(connection: sa.Connection, writes: list[RoomWrite]) -> None:
    moment = now()
    names = ("host", "phase", "seconds", "winner", "failed", "solutions", "games", "results")
    values = [
        {"room": write.code, "updated": moment} | {name: getattr(write.status, name) for name in names}
        for write in writes
    ]
    connection.execute(sa.update(rooms).where(rooms.c.code == sa.bindparam("room")), values)
    for write in writes:
        if write.level is not None:
            change = sa.update(rooms).where(rooms.c.code == write.code)
            still = sa.select(levels.c.id).where(levels.c.id == write.level[0]).scalar_subquery()
            connection.execute(change.values(_level_columns(*write.level) | {"level_id": still}))
    connection.execute(sa.delete(room_seats).where(room_seats.c.code.in_([write.code for write in writes])))
    restarted = [write.code for write in writes if write.restarted]
    if restarted:
        connection.execute(sa.delete(room_steps).where(room_steps.c.code.in_(restarted)))
    seats = [{"code": write.code, **seat._asdict()} for write in writes for seat in write.status.seats]
    if seats:
        connection.execute(sa.insert(room_seats), seats)
    steps = [step._asdict() for write in writes for step in write.steps]
    if steps:
        connection.execute(insert_missing(connection, room_steps), steps)


def _entry(connection: sa.Connection, code: str) -> RoomEntry:
    class_code = sa.select(classes.c.code).where(classes.c.id == rooms.c.class_id).scalar_subquery().label("class_code")
    room = connection.execute(sa.select(rooms, class_code).where(rooms.c.code == code)).one()
    of_seats = sa.select(room_seats).where(room_seats.c.code == code).order_by(room_seats.c.seat)
    seats = tuple(
        SeatEntry(**{name: row[name] for name in SeatEntry._fields} | {"assists": tuple(row["assists"])})
        for row in connection.execute(of_seats).mappings()
    )
    of_steps = sa.select(room_steps).where(room_steps.c.code == code).order_by(room_steps.c.seat, room_steps.c.node)
    solutions = tuple(
        RaceSolution(visitor, account, text, seconds, tuple(assists))
        for visitor, account, text, seconds, assists in room.solutions
    )
    results = tuple(
        GameResult(game, kind, tuple((account, place) for account, place in places))
        for game, kind, places in room.results
    )
    status = RoomStatus(
        room.host, room.phase, room.seconds, room.winner, room.failed, solutions, seats, room.games, results
    )
    steps = tuple(RoomStep(*row) for row in connection.execute(of_steps))
    level = json.decode(room.level)
    of_class = room.seats, room.class_id, room.class_code
    return RoomEntry(code, room.kind, level, room.level_id, status, steps, room.best_of, *of_class)


def _level_columns(level_id: int | None, level: Level) -> dict[str, Any]:
    kept = json.encode(replace(level, source=None, saved_moves=()))
    return {
        "level_id": level_id,
        "level": kept,
        "game": sanitize(level.game),
        "title": sanitize(level.title)[:_MAX_TITLE],
    }


def _running(connection: sa.Connection) -> sa.Select[Any]:
    """Return the query for the servers whose leases hold."""
    return sa.select(servers.c.id).where(servers.c.until > database_clock(connection))


def _is_open(connection: sa.Connection) -> sa.ColumnElement[bool]:
    """Return the condition for rooms to which people may come: a server has them, or had until a short time ago."""
    return rooms.c.server.in_(_running(connection)) | (rooms.c.updated > now() - RECENT)


def _remove_abandoned(connection: sa.Connection) -> None:
    is_running = sa.func.coalesce(rooms.c.server, "").in_(_running(connection))
    before: datetime = now() - ABANDONED
    connection.execute(sa.delete(rooms).where(~is_running, rooms.c.updated < before))


def _count(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(rooms).where(*conditions)).scalar_one()
