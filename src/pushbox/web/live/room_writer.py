"""Writing rooms to the library: many in one transaction, some ten times a second, beside the event loop.

What was seen in a room is there after a crash, but for the last moments: `GATHER_SECONDS`, and the time of a
transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from ...errors import IllegalMove, NotationError, NotFound, NotSolved, StoreError
from ...store import Store, player_ratings, rooms, sessions, solutions
from ...store.rooms import RaceSolution, RoomWrite
from ..gathering import GatheringWriter
from .room import Room
from .stored import take_write

GATHER_SECONDS = 0.1  # seconds that are gathered for one transaction
_logger = logging.getLogger("pushbox.web")


class RoomWriter(GatheringWriter[Room, RoomWrite]):
    """Writes the rooms of a server.

    `on_lost` is called with a room that another server has taken over: of what was played here since nothing is kept.
    """

    def __init__(self, store: Store, server: str, on_lost: Callable[[Room], object]) -> None:
        super().__init__(store, server, "rooms", GATHER_SECONDS)
        self._on_lost = on_lost
        self._adding: set[Room] = set()  # whose solutions are on their way to the library

    def discard(self, room: Room) -> None:
        """Write no more of a room, which is closed."""
        self._scheduled.pop(room, None)
        self._pending.pop(room, None)

    async def flush(self) -> bool:
        """Write all that is scheduled; return whether it worked."""
        async with self._writing:
            writes = self._gathered(take_write)
            if not writes:
                return True
            try:
                owned = await asyncio.get_running_loop().run_in_executor(self._thread, self._save, writes)
            except StoreError as error:
                self._note_failure(error)
                return False
            self._is_failing = False
            for room in writes:
                self._pending.pop(room, None)
        for room in writes:
            if room.code not in owned:
                self._on_lost(room)
        results = [await self.add_solutions(room) for room in writes if room.solutions]
        rated = [await self._rate(room) for room in writes if room.results and room.code in owned]
        return all(results) and all(rated)

    def _save(self, writes: dict[Room, RoomWrite]) -> set[str]:
        """Write rooms, and return the codes that this server still owns. Raises StoreError."""
        try:
            return rooms.save(self._store, self._server, list(writes.values()))
        except StoreError:
            raise
        except Exception:  # noqa: BLE001  # a defect with one of them, which must keep no other from being written
            owned = set()
            for room, write in writes.items():
                try:
                    owned |= rooms.save(self._store, self._server, [write])
                except StoreError:
                    raise
                except Exception:
                    _logger.exception("the room %s cannot be written", room.code)
                    owned.add(room.code)
            return owned

    async def add_solutions(self, room: Room) -> bool:
        """Add the solutions of a race to the library where its level is in it; return whether none is left.

        What cannot be added now stays, in the room and with what is written of it.
        """
        if room in self._adding:
            return True
        self._adding.add(room)
        try:
            while room.solutions:
                if room.level_id is not None:
                    await asyncio.to_thread(_add_solution, self._store, room.level_id, room.solutions[0])
                del room.solutions[0]
        except (StoreError, SQLAlchemyError) as error:
            self._note_failure(error)
            return False
        finally:
            self._adding.discard(room)
            self.schedule(room)
        return True

    async def _rate(self, room: Room) -> bool:
        """Rate the games of a room that are written; return whether none is left.

        A result that is written and rated, and then read again after a crash, is rated no second time.
        """
        try:
            while room.results:
                room.show_ratings(await asyncio.to_thread(player_ratings.rate, self._store, room.results[0]))
                del room.results[0]
        except (StoreError, SQLAlchemyError) as error:
            self._note_failure(error)
            return False
        finally:
            self.schedule(room)
        return True

    def _note_failure(self, error: Exception) -> None:
        if not self._is_failing:
            _logger.error("the rooms cannot be written; it is tried again: %s", error)
        self._is_failing = True


def _add_solution(store: Store, level: int, solution: RaceSolution) -> None:
    """Replay and keep a solution; of a level that is not there any more, or has been changed, nothing is kept."""
    visitor, account, text, seconds, assists = solution
    if account is not None and account != sessions.logged_in(
        store, visitor
    ):  # the session that they came into the room with has ended
        account = None
    try:
        solutions.add(store, level, text, visitor=visitor, account=account, assists=assists, seconds=seconds)
    except (NotFound, NotationError, IllegalMove, NotSolved) as error:
        _logger.warning("a solution of a race on level %s is not kept: %s", level, error)
