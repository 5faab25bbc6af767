"""Shares of the disk: what a visitor keeps, what an address adds, and what the library takes in all.

A request that adds something asks first, and counts afterwards what it has added for its address.  Playing, reading and
removing ask nobody: for the moves of players a library that is nearly full has room left.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Request

from .. import store
from ..store import Store, disk
from ..store.disk import AddressShare
from ..store.tables import now
from .dependencies import CurrentSettings, Library
from .errors import ApiError
from .identity_cookie import CurrentVisitor, Visitor
from .rate_limits import household_of
from .settings import ADDRESS_DAYS, MIB, Limits

RESERVE = 256 * MIB  # that stays free on the disk for moves, or the tenth of a smaller disk
NEARLY = 0.95  # of the share of a library, from where on it takes nothing but moves


@dataclass(frozen=True, slots=True)
class DiskShare:
    """The room on the disk for what a visitor adds; `address` is a hash."""

    library: Store
    limits: Limits
    visitor: Visitor
    address: str

    @classmethod
    def of(cls, library: Store, limits: Limits, visitor: Visitor, household: str) -> DiskShare:
        """Return the share of a visitor at the part of an address that one household has."""
        return cls(library, limits, visitor, address_key(household))

    def require(self, size: int = 0) -> None:
        """Refuse so many bytes more, or anything more where there is no room; the visitor is known from now on.

        Raises ApiError: 507 for a library that is nearly full, 413 beyond the share of the visitor, 429 beyond that of
        the address.
        """
        require_room(self.library, self.limits)
        self.require_own(size)
        wait = disk.wait_of_address(self.library, self.address, size, self._of_address, now())
        if wait > timedelta(0):
            most, seconds = self.limits.address_disk, math.ceil(wait.total_seconds())
            raise ApiError.said("too-many", "address-share", most=most // MIB, days=ADDRESS_DAYS, retry=seconds)
        store.accounts.add_visitor(self.library, self.visitor.id)

    def require_own(self, size: int = 0) -> None:
        """Refuse so many bytes more beyond the share of the visitor, as `require` does."""
        kept, most = disk.kept_by(self.library, self.visitor.owners), self.limits.visitor_disk
        if kept + size > most:
            raise ApiError.said("too-large", "visitor-share", count=math.ceil(kept / MIB), most=most // MIB)

    def add(self, size: int) -> None:
        """Count bytes that were added for the address."""
        if size > 0:
            disk.count_for_address(self.library, self.address, size, self._of_address, now())

    def levels_left(self) -> int:
        """Return how many levels have room, if their texts are short."""
        left = self.limits.visitor_disk - disk.kept_by(self.library, self.visitor.owners)
        return max(0, left // disk.LEVEL_BYTES)

    @property
    def _of_address(self) -> AddressShare:
        return share_of_address(self.limits)


def share_of_address(limits: Limits) -> AddressShare:
    """Return the share of every address."""
    return AddressShare(limits.address_disk, timedelta(days=ADDRESS_DAYS))


def address_key(household: str) -> str:
    """Return the hash by which the library knows the part of an address that one household has."""
    return hashlib.sha256(f"disk\0{household}".encode()).hexdigest()


def require_room(library: Store, limits: Limits) -> None:
    """Refuse to add anything to a library that is nearly full.  Raises ApiError."""
    use = disk.use(library)
    is_tight = use.free is not None and use.disk is not None and use.free < min(RESERVE, use.disk // 10)
    if is_tight or use.taken > limits.library_disk * NEARLY:
        raise ApiError.said("full", "library-nearly-full")


async def _household(request: Request) -> str:
    return household_of(request)


def _share(
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    household: Annotated[str, Depends(_household)],
) -> DiskShare:
    return DiskShare.of(library, settings.limits, visitor, household)


CurrentShare = Annotated[DiskShare, Depends(_share)]
