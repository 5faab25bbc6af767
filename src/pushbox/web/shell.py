"""The app before its API is there: pages, files, the shape of errors, and the layers around every request.

All that `app` adds is imported by it, which takes longer than anything here: a server answers with pages meanwhile.
"""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from . import errors, pages
from .forwarded import Forwarded, Proxies
from .logs import AccessLog
from .metrics import Measured, Metrics, gauges_of
from .opening import Opening, Waiting
from .security import Security
from .settings import Settings

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


def create_shell(settings: Settings, opening: Opening | None = None) -> FastAPI:
    """Return an app that answers with pages alone; with `opening`, all else waits for the end of that."""
    app = FastAPI(
        title="pushbox",
        version="1",
        summary="A workbench for Sokoban and its family",
        description=_ABOUT,
        openapi_tags=_TAGS,
        docs_url=None,  # pages of scripts from elsewhere, which the content policy refuses
        redoc_url=None,
    )
    app.state.settings = settings
    errors.install(app)
    pages.install(app, settings.static)
    if opening is not None:
        app.add_middleware(Waiting, opening=opening)
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
