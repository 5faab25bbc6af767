"""The whole app: settings in, everything that answers put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI

from ..store.tables import now
from . import feed, health, routers
from .api import (
    accounts,
    animations,
    campaign,
    catalogue,
    collections,
    community,
    daily,
    draft_links,
    dump,
    examples,
    files,
    jobs,
    levels,
    me,
    pictures,
    plays,
    positions,
    profiles,
    puzzles,
    searches,
    solutions,
    studies,
    texts,
    tokens,
    versions,
)
from .api.jobs import open_imports, open_runner
from .classes import api as classes
from .classes import socket as class_socket
from .classes.feeds import open_class_feeds
from .last_seen import LastSeen, open_forgetting
from .library import open_library
from .live import api as live
from .live import socket as live_socket
from .live.rooms import open_rooms
from .play import socket as play_socket
from .play.play_manager import open_play_manager
from .rate_limits import open_rate_limiter
from .room_on_disk import seed, waiting_for_room
from .settings import Settings
from .shell import create_shell
from .storm import api as storm
from .storm import socket as storm_socket
from .storm.storms import open_storms
from .works import open_works

_API = (
    *(
        catalogue,
        examples,
        texts,
        files,
        positions,
        collections,
        levels,
        pictures,
        solutions,
        plays,
        studies,
        me,
        accounts,
        tokens,
        draft_links,
        daily,
        puzzles,
        campaign,
        versions,
        animations,
    ),
    *(jobs, searches, live, classes, storm, community, profiles, dump),
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the app of a server, which opens its library when it starts and closes it when it ends."""
    app = create_shell(settings or Settings())
    complete(app)
    serving = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_library(app), serving(app):
            yield

    app.router.lifespan_context = lifespan
    return app


def complete(app: FastAPI) -> None:
    """Add all that a shell does not have; its lifespan is that of what works on a library, which is open before."""
    app.state.pending_days = {}
    app.state.clock = now
    app.router.lifespan_context = _working
    for module in (*_API, play_socket, live_socket, class_socket, storm_socket, feed, health):
        # The routes themselves: `include_router` makes each anew at the first request, and finds its way to them twice.
        app.router.routes += module.router.routes
    routers.install(app)


@asynccontextmanager
async def _working(app: FastAPI) -> AsyncIterator[None]:
    settings, library = app.state.settings, app.state.library
    with (
        open_runner(settings) as app.state.runner,
        open_imports(settings, app.state.store) as app.state.imports,
        open_works(settings) as app.state.works,
    ):
        await to_thread.run_sync(seed, app.state.store)
        app.state.last_seen = LastSeen(app.state.store)
        async with (
            waiting_for_room(library),
            open_forgetting(app.state.store, settings, app.state.clock),
            open_rate_limiter(settings) as app.state.rate_limiter,
            open_play_manager(app.state.store, app.state.lease, settings.limits) as app.state.plays,
            open_rooms(app.state.store, app.state.lease) as app.state.rooms,
            open_storms(app.state.store) as app.state.storms,
            open_class_feeds(app.state.store, app.state.rooms) as app.state.classes,
        ):
            yield
