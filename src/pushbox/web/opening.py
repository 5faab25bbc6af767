"""A server that answers with pages while the rest of it is made; what needs the rest waits for it."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from .errors import ApiError
from .layer import Layer
from .pages import PAGES, SERVICE_WORKER

_GOING_AWAY = 1001  # the status of a socket whose server ends
# All pages but those of levels, whose heads have previews from the library.
_AT_ONCE = {path for path, name in PAGES.items() if name != "play"} | {SERVICE_WORKER}


class Opening:
    """The time until a server has all its parts."""

    def __init__(self) -> None:
        self._over = asyncio.Event()
        self._failed = False

    @property
    def is_over(self) -> bool:
        """Whether nobody has to wait any more."""
        return self._over.is_set()

    def end(self, *, failed: bool = False) -> None:
        """Let all go on that wait; where it has failed they are told that the server ends."""
        self._failed = failed
        self._over.set()

    async def wait(self) -> bool:
        """Wait for the end; return whether the server has all its parts then."""
        await self._over.wait()
        return not self._failed


class Waiting(Layer):
    """A layer around the app that lets requests for pages and files pass, and all else once the opening is over."""

    def __init__(self, app: ASGIApp, opening: Opening) -> None:
        super().__init__(app)
        self._opening = opening

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["path"] in _AT_ONCE or scope["path"].startswith("/static/")
        if is_page or await self._opening.wait():
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            raise ApiError.said("server", "server-ended")
        else:
            await receive()
            await send({"type": "websocket.close", "code": _GOING_AWAY})
