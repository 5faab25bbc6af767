"""The runs of storms in the memory of a server: one of each visitor, ended by its own clock, its result kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from ... import store
from ...errors import NotFound, StoreError
from ...store import Store
from ...store.levels import LevelEntry
from ...store.storms import StormPlace
from ..live.members import Player
from ..sockets import envelope
from ..sockets.connection import CapacityError
from .run import StormRun

MAX_RUNS = 500  # at a time
_PACKS = "campaign-{:02d}"  # names of the collections whose levels come in a storm
_MAX_PACKS = 99
_logger = logging.getLogger("pushbox.web")


@dataclass(eq=False, slots=True)
class Entry:
    """A run with its player, None for one who is away."""

    run: StormRun
    visitor: str
    account: str | None
    name: str
    player: Player | None = None
    timer: asyncio.TimerHandle | None = None
    result: StormPlace | None = None  # of a run that is over, and kept


class Storms:
    """The runs of a server."""

    def __init__(self, library: Store, make_run: Callable[[list[LevelEntry]], StormRun] = StormRun) -> None:
        self._store = library
        self._make_run = make_run
        self._levels: list[LevelEntry] = []
        self._runs: dict[str, Entry] = {}
        self._saving: set[asyncio.Task[None]] = set()

    async def enter(self, player: Player) -> Entry:
        """Return the run of a visitor, new where none of theirs is going on; another window of theirs has it no more.

        Raises CapacityError where there are too many runs, or no levels for them.
        """
        if not self._levels:
            self._levels = await asyncio.to_thread(storm_levels, self._store)
        if not self._levels:
            raise CapacityError.said("storm-empty")
        entry = self._runs.get(player.visitor)
        if entry is None or entry.run.phase == "over":
            if len(self._runs) >= MAX_RUNS:
                raise CapacityError.said("storms-full", count=MAX_RUNS)
            entry = Entry(self._make_run(self._levels), player.visitor, player.account, player.name)
            self._runs[player.visitor] = entry
        elif entry.player is not None:
            entry.player.send(envelope.encode({"is": "moved"}))
        entry.player = player
        return entry

    def leave(self, entry: Entry, player: Player) -> None:
        """Let a player go: a run whose time has begun goes on without them."""
        if entry.player is not player:
            return
        entry.player = None
        if entry.run.phase != "running":
            self._drop(entry)

    def watch_time(self, entry: Entry) -> None:
        """End a run when its current time is over."""
        if entry.timer is not None:
            entry.timer.cancel()
        entry.timer = asyncio.get_running_loop().call_later(entry.run.seconds_left(), self._end, entry)

    def _end(self, entry: Entry) -> None:
        if entry.run.seconds_left() > 0:  # the loop's clock is a little ahead
            self.watch_time(entry)
            return
        entry.run.end()
        self._drop(entry)
        task = asyncio.create_task(self._keep(entry))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _keep(self, entry: Entry) -> None:
        """Keep the result of a run, and send it."""
        try:
            if entry.run.solved:
                await asyncio.to_thread(store.accounts.add_visitor, self._store, entry.visitor)
            entry.result = await asyncio.to_thread(
                store.storms.add,
                self._store,
                visitor=entry.visitor,
                account=entry.account,
                name=entry.name,
                solved=entry.run.solved,
                moves=entry.run.moves,
            )
        except (StoreError, SQLAlchemyError) as error:
            entry.result = StormPlace(0, 0)
            _logger.error("the result of a storm is not kept: %s", error)  # noqa: TRY400
        if entry.player is not None:
            entry.player.send(envelope.encode(storm_to_json(entry)))

    def _drop(self, entry: Entry) -> None:
        if self._runs.get(entry.visitor) is entry:
            del self._runs[entry.visitor]
        if entry.timer is not None:
            entry.timer.cancel()

    def forget_visitor(self, visitor: str) -> None:
        """Drop the run of a visitor whose data is deleted."""
        if (entry := self._runs.get(visitor)) is not None:
            self._drop(entry)

    async def close(self) -> None:
        """Drop all runs; results that are being kept are."""
        for entry in [*self._runs.values()]:
            self._drop(entry)
        await asyncio.gather(*self._saving)


def storm_to_json(entry: Entry) -> envelope.Object:
    """Return the state of a run as its player gets it."""
    run = entry.run
    fields: envelope.Object = {
        "is": "storm",
        "phase": run.phase,
        "number": run.number,
        "solved": run.solved,
        "moves": run.moves,
        "left": round(run.seconds_left(), 2),
        "level": {"id": run.entry.id, "title": run.entry.title},
    }
    if run.phase == "over":
        fields["played"] = [level._asdict() for level in run.played]
        fields["place"] = entry.result._asdict() if entry.result is not None else None
    return fields


def storm_levels(library: Store) -> list[LevelEntry]:
    """Return the levels of storms, those with the shortest solutions first."""
    levels: list[LevelEntry] = []
    with suppress(NotFound):
        for number in range(1, _MAX_PACKS):
            pack = store.collections.by_name(library, _PACKS.format(number))
            levels += store.levels.search(library, collection=pack.id, limit=store.levels.MAX_PAGE_SIZE).entries
    counts = store.solutions.lowest_counts(library, [entry.id for entry in levels])
    solved = [entry for entry in levels if entry.id in counts]
    return sorted(solved, key=lambda entry: (counts[entry.id]["moves"], entry.id))


@asynccontextmanager
async def open_storms(library: Store) -> AsyncIterator[Storms]:
    """Yield the storms of a server."""
    storms = Storms(library)
    try:
        yield storms
    finally:
        await storms.close()
