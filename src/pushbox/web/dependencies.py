"""The parts of a server that its requests are given."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Request

from ..store import Store
from .settings import Settings


def from_state(name: str) -> Any:
    """Return the dependency on a part of the server that a request is for, by its name in the app's state."""

    async def part(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(part)


CurrentSettings = Annotated[Settings, from_state("settings")]
Library = Annotated[Store, from_state("store")]


async def _current_time(request: Request) -> datetime:
    time: datetime = request.app.state.clock()
    return time


CurrentTime = Annotated[datetime, Depends(_current_time)]
