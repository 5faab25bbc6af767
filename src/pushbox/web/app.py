"""The app: settings in, everything that answers put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from . import errors, pages
from .api import jobs
from .api.jobs import open_runner
from .security import Security
from .settings import Settings

_ROUTERS = ("web.play.socket", "web.live.socket")


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the app of a server; its store is opened when it starts and closed when it ends."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if _is_there("store"):
            app.state.store = import_module("pushbox.store").open(settings.database)
        with open_runner(settings) as app.state.runner:
            yield

    app = FastAPI(title="pushbox", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/openapi.json")
    app.state.settings = settings
    errors.install(app)
    app.include_router(jobs.router)
    for name in _ROUTERS:
        if _is_there(name):
            app.include_router(import_module(f"pushbox.{name}").router)
    pages.install(app, settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Security, settings=settings)
    return app


def _is_there(name: str) -> bool:
    try:
        return find_spec(f"pushbox.{name}") is not None
    except ModuleNotFoundError:
        return False
