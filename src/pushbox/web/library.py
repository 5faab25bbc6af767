"""The library of a server, open for as long as the server runs, and the lease that names who serves it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI

from .. import store
from ..store import serving
from . import room_on_disk
from .server_lease import open_server_lease


@asynccontextmanager
async def open_library(app: FastAPI) -> AsyncIterator[None]:
    """Open the library of an app's settings as `store` and `library` of its state, and its `lease`.

    Raises PushboxError where that is not possible.
    """
    settings = app.state.settings
    with (
        serving.exclusively(settings.database),
        room_on_disk.open_library(
            settings, partial(store.open, settings.database, busy_timeout=settings.busy_timeout)
        ) as app.state.library,
    ):
        app.state.store = app.state.library.store
        async with open_server_lease(app.state.store, settings) as app.state.lease:
            yield
