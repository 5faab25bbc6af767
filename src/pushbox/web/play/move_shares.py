"""The moves of players count for the share of the disk of their address, in portions."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from sqlalchemy.exc import SQLAlchemyError

from ...errors import StoreError
from ...play.recorded_session import Refused
from ...store import Store, disk
from ...store.tables import now
from ..disk_shares import address_key, share_of_address
from ..settings import ADDRESS_DAYS, MIB, Limits
from . import messages

PORTION = 256 << 10  # bytes that are counted at once: six thousand positions
_GROWING = (messages.Press, messages.Run, messages.Drag, messages.Type, messages.Follow)
_logger = logging.getLogger("pushbox.web")


class MoveShares:
    """What each address adds by playing; beyond its share it can still look at everything and go back."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._uncounted = Counter[str]()
        self._full_until: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def require(self, household: str, command: messages.Command | messages.Record) -> None:
        """Refuse a command that may add positions beyond the share of an address.  Raises Refused."""
        until = self._full_until.get(household)
        grows = bool(command.lines) if isinstance(command, messages.Record) else isinstance(command, _GROWING)
        if until is None or not grows:
            return
        if asyncio.get_running_loop().time() < until:
            raise Refused.said("address-share", most=self._limits.address_disk // MIB, days=ADDRESS_DAYS)
        del self._full_until[household]

    def count(self, household: str, positions: int) -> None:
        """Count positions that an address has added."""
        self._uncounted[household] += positions * disk.STEP_BYTES
        if self._uncounted[household] >= PORTION:
            task = asyncio.create_task(self._write(household, self._uncounted.pop(household)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _write(self, household: str, size: int) -> None:
        share = share_of_address(self._limits)
        key = address_key(household)
        try:
            await asyncio.to_thread(disk.count_for_address, self._store, key, size, share, now())
            wait = await asyncio.to_thread(disk.wait_of_address, self._store, key, 0, share, now())
        except (StoreError, SQLAlchemyError) as error:
            _logger.warning("the moves of an address are not counted: %s", error)
            return
        if seconds := wait.total_seconds():
            self._full_until[household] = asyncio.get_running_loop().time() + seconds
