"""The settings of a server: where its store is, and the limits of a visitor."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .. import client
from ..batch import Shares
from ..batch.shares import machine_memory
from ..formats.bounds import TextBounds

KIB = 1 << 10
MIB = 1 << 20
GIB = 1 << 30
ADDRESS_DAYS = 30  # in which the share of an address is free again

MEMORY = "memory://"


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate of requests: `burst` at once, then `second` of them in a second."""

    burst: float
    second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits on the data and requests of one visitor.

    `body` and `import_body` are bytes of a request, the latter for whole collections; `sent` is the rate of bytes that
    an address sends, in bodies and over sockets; `visitor_disk`, `address_disk` and `library_disk` are bytes on the
    disk: of a visitor's data, of what an address adds in `ADDRESS_DAYS` days, and of all (`web.disk_shares`); `side` is
    the maximum width and height of a board; the counts are of a visitor's stored data, solutions per level. `reads`,
    `writes`, `works` (processor time) and `logins` are rates for each visitor, `visitors` is that of new visitors of an
    address, `registrations` that of new accounts there, `rooms` that of rooms opened there, `entries` of entering
    rooms, `storms` of storms, `comments` of writing and reporting comments, `classes` of opening classes, `class_codes`
    of trying a code of a class that one is not in, `class_entries` of coming to one's own. `connections` limits all
    connections, `address_connections` those of one address; both are lower if the system gives a process few
    descriptors. `title`, `words` and `saved_moves` are characters of a level that is stored (see `formats.bounds`),
    `tags` its tags. `cells` limits the cells of all levels of a request, `steps` the cells of a level times the moves
    of a replay; `seconds` limits the work of a request.
    """

    body: int = 64 * KIB
    import_body: int = 4 * MIB
    sent: Rate = Rate(48 * MIB, 48 * MIB / 60)
    visitor_disk: int = 64 * MIB
    address_disk: int = 512 * MIB
    library_disk: int = 64 * GIB
    side: int = 100
    collections: int = 100
    levels: int = 20_000
    plays: int = 5_000
    solutions: int = 50
    title: int = 500
    words: int = 20_000
    saved_moves: int = 500_000
    tags: int = 50
    reads: Rate = Rate(200, 50)
    writes: Rate = Rate(60, 10)
    works: Rate = Rate(30, 3)
    logins: Rate = Rate(8, 0.1)
    visitors: Rate = Rate(60, 1)
    registrations: Rate = Rate(30, 1 / 120)
    rooms: Rate = Rate(40, 1 / 15)
    entries: Rate = Rate(120, 2)
    storms: Rate = Rate(60, 1)
    comments: Rate = Rate(30, 1 / 20)
    classes: Rate = Rate(10, 1 / 600)
    class_codes: Rate = Rate(120, 1 / 20)
    class_entries: Rate = Rate(240, 4)
    connections: int = 10_000
    address_connections: int = 500
    cells: int = 5_000_000
    steps: int = 1_000_000_000
    seconds: float = 10.0

    @property
    def texts(self) -> TextBounds:
        """The limits on the texts of a level, and of the file of a collection."""
        return TextBounds(self.title, self.words, self.saved_moves)

    def of_work(self) -> dict[str, int]:
        """Return the limits that the work of a request keeps."""
        return {"side": self.side, "cells": self.cells, "steps": self.steps}


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """Timeouts of a connection, in seconds.

    `head` is for the head of a request, from the connection or its first byte on; `body` for its body, plus its size at
    `body_rate` bytes a second; `idle` is between two requests, `answer` the time a client may stop reading.
    """

    head: float = 10
    body: float = 10
    body_rate: float = 8 * KIB
    idle: float = 15
    answer: float = 30


def _work_shares() -> Shares:
    """Return the shares of the work of requests: short turns on two processors."""
    memory = machine_memory()
    return Shares(
        at_once=2,
        turn=0.25,
        begun_owner=2,
        begun_group=4,
        memory=memory / 2,
        group_seconds=3600.0,
        max_waiting=16,
        max_waiting_group=64,
    )


def _job_shares() -> Shares:
    """Return the shares of searches: turns of a second on two processors, with most of the machine's memory."""
    memory = machine_memory()
    return Shares(
        at_once=2,
        turn=1.0,
        short=15.0,
        begun_owner=3,
        begun_group=4,
        memory=memory * 3 / 4,
        group_memory=memory / 2,
        group_seconds=3600.0,
        max_waiting=8,
        max_waiting_group=32,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseTimes:
    """The times, in seconds, by which several servers on one library share its plays.

    A server that has not renewed its lease for `seconds` is taken for dead; it does every `renewal`.  Every `poll` it
    looks for plays that another server is asked for, which waits for them up to `handover`.
    """

    seconds: float = 6.0
    renewal: float = 2.0
    poll: float = 0.5
    handover: float = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One server.

    `database` is the URL of the store, None for the file in the user's data folder; `busy_timeout` is how many seconds
    a request waits for it; `address` where people reach the server, by which other servers on the store name it;
    `cluster` the address of a scheduler, None for worker processes of its own; `rates` the URI of the storage in which
    requests are counted; `keep_days` for how long a visitor without an account who stays away finds their data; `hosts`
    the names that it answers to beside all addresses, none for any name; `proxies` the addresses or networks whose word
    on the client of a request is believed; `access_log` the file for a line of each request, ``-`` for standard error,
    None for none; `log_json` makes its lines, and those of faults, JSON; `metrics` the HOST:PORT at which metrics are
    answered, None for nowhere; `static` the folder of the client; `jobs` how visitors share the processors for
    searches, where an address is a group.
    """

    database: str | None = None
    busy_timeout: float = 10.0
    address: str = ""
    cluster: str | None = None
    rates: str = MEMORY
    keep_days: int = 365
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    access_log: str | None = None
    log_json: bool = False
    metrics: str | None = None
    static: Path = client.FOLDER
    limits: Limits = field(default_factory=Limits)
    jobs: Shares = field(default_factory=_job_shares)
    works: Shares = field(default_factory=_work_shares)
    timeouts: Timeouts = field(default_factory=Timeouts)
    leases: LeaseTimes = field(default_factory=LeaseTimes)
