"""The app: settings in, everything that answers put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from .. import store
from ..store import serving
from ..store.tables import now
from . import errors, feed, health, pages, routers
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
from .forwarded import Forwarded, Proxies
from .last_seen import LastSeen, open_forgetting
from .live import api as live
from .live import socket as live_socket
from .live.rooms import open_rooms
from .logs import AccessLog
from .metrics import Measured, Metrics, gauges_of
from .play import socket as play_socket
from .play.play_manager import open_play_manager
from .rate_limits import open_rate_limiter
from .room_on_disk import open_library, seed, waiting_for_room
from .security import Security
from .server_lease import open_server_lease
from .settings import Settings
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

_ABOUT = """The API behind the pages of pushbox.

A request that changes something has the header `X-Pushbox: 1`, which no form and no foreign page can send. A visitor is
known by a cookie; an account is needed for publishing and for leader boards only. A program sends a token of an account
instead of both, which its owner makes on the page "You": `Authorization: Bearer pushbox_...`. Errors have one shape.
Too many requests are answered with 429 and a `Retry-After` in seconds.
"""

_TAGS = [
    {"name": "games and formats", "description": "The catalogue."},
    {"name": "texts", "description": "Files read and written, moves counted, links encoded and decoded."},
    {"name": "positions", "description": "Levels checked, replayed and analysed by the rules of their games."},
    {"name": "collections", "description": "Collections of the library."},
    {"name": "levels", "description": "Levels of the library, with solutions and leader boards."},
    {"name": "plays", "description": "Plays of levels; moves go over the socket /ws/play."},
    {"name": "studies", "description": "Levels with a tree of lines and what is said of them, kept under links."},
    {"name": "you", "description": "Your data on this server, and accounts."},
    {"name": "daily", "description": "Three levels for each day."},
    {
        "name": "live",
        "description": "Rooms for races and for two on one board; play goes over the socket /ws/rooms. Storms.",
    },
    {"name": "classes", "description": "Classes of a teacher; news go over the socket /ws/classes."},
    {
        "name": "community",
        "description": "Profiles, opinions, comments, and a feed of new levels.",
    },
    {"name": "jobs", "description": "Searches, optimizing, generating and imports, reported by server-sent events."},
]


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the app of a server, which opens its store when it starts and closes it when it ends."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with (
            serving.exclusively(settings.database),
            open_library(
                settings, partial(store.open, settings.database, busy_timeout=settings.busy_timeout)
            ) as library,
            nullcontext(library.store) as app.state.store,
            open_runner(settings) as app.state.runner,
            open_imports(settings, app.state.store) as app.state.imports,
            open_works(settings) as app.state.works,
        ):
            async with open_server_lease(app.state.store, settings) as app.state.lease:
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

    app = FastAPI(
        title="pushbox",
        version="1",
        summary="A workbench for Sokoban and its family",
        description=_ABOUT,
        openapi_tags=_TAGS,
        lifespan=lifespan,
        docs_url=None,  # pages of scripts from elsewhere, which the content policy refuses
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.pending_days = {}
    app.state.clock = now
    errors.install(app)
    for module in (*_API, play_socket, live_socket, class_socket, storm_socket, feed, health):
        # The routes themselves: `include_router` makes each anew at the first request, and finds its way to them twice.
        app.router.routes += module.router.routes
    routers.install(app)
    pages.install(app, settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Security, settings=settings)
    if settings.access_log:
        app.add_middleware(AccessLog)
    if settings.metrics:
        app.state.connections = ()  # of a server: those of an app alone are not its own
        app.state.metrics = Metrics(lambda: gauges_of(app.state))
        app.add_middleware(Measured, metrics=app.state.metrics)
    if settings.proxies:
        proxies = Proxies(settings.proxies)
        app.add_middleware(Forwarded, proxies=proxies, max_sockets=settings.limits.address_connections)
    return app
