"""Limits of failed logins: by name and network, by name, and by network, each with a growing delay.

A browser that has been logged in to an account before is counted separately, so that others who guess at its password
do not lock its owner out: "device cookies", as OWASP describes them; the visitor's own cookie is one.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, NamedTuple

from fastapi import Depends, Request

from .. import store
from ..sentence import counted
from ..store import Store
from ..store.fulltext import fold, sanitize
from ..store.login_failures import FailureKey
from . import rate_limits
from .dependencies import CurrentTime
from .errors import ApiError
from .identity_cookie import CurrentVisitor

# Failures that cost no time: of one browser or network at a name, of a network at all names, of all networks at a name.
FREE, FREE_OF_NETWORK, FREE_OF_NAME = 5, 50, 100


class Origin(NamedTuple):
    """The origin of a login: the visitor, their network, and the time."""

    visitor: str
    network: str
    at: datetime


async def _origin(request: Request, visitor: CurrentVisitor, at: CurrentTime) -> Origin:
    return Origin(visitor.id, rate_limits.household_of(request), at)


CurrentOrigin = Annotated[Origin, Depends(_origin)]


def login_keys(origin: Origin, name: str, *, known_device: bool) -> list[FailureKey]:
    """Return the failure keys of a login by password."""
    folded = fold(sanitize(name).strip())
    if known_device:
        return [FailureKey(_hash("device", folded, origin.visitor), FREE, cleared=True)]
    return [
        FailureKey(_hash("login", folded, origin.network), FREE, cleared=True),
        FailureKey(_hash("name", folded), FREE_OF_NAME, cleared=False),
        FailureKey(_hash("network", origin.network), FREE_OF_NETWORK, cleared=False),
    ]


def recovery_keys(origin: Origin, name: str) -> list[FailureKey]:
    """Return the failure keys of a login by recovery code.

    A code cannot be guessed, so attempts of others at the name need not block it.
    """
    return [
        FailureKey(_hash("recovery", fold(sanitize(name).strip()), origin.network), FREE, cleared=True),
        FailureKey(_hash("network", origin.network), FREE_OF_NETWORK, cleared=False),
    ]


@contextmanager
def attempt(library: Store, keys: Sequence[FailureKey], at: datetime) -> Iterator[None]:
    """Count an attempt, which has failed where an exception leaves the block.

    Raises ApiError where there were too many before it.
    """
    wait = math.ceil(store.login_failures.begin(library, keys, at).total_seconds())
    if wait:
        time = counted(wait, "second") if wait < 120 else f"{math.ceil(wait / 60)} minutes"
        raise ApiError.said("too-many", "login-wait", time=time, retry=wait)
    yield
    store.login_failures.succeed(library, keys)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
