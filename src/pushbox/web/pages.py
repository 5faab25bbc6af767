"""The pages and the files of the client, as they lie in the folder `static`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

# The path of each page, and the file that it is.
PAGES = {
    "/": "index",
    "/play": "play",
    "/p": "play",
    "/library": "library",
    "/collection": "collection",
    "/edit": "edit",
    "/analyse": "analyse",
    "/daily": "daily",
    "/live": "live",
    "/account": "account",
}

_REVALIDATE = {"Cache-Control": "no-cache"}  # cached, but revalidated each time


class _Files(StaticFiles):
    """Files with an ETag that a browser revalidates before it uses them again, so that no two releases mix."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(_REVALIDATE)
        return response


def install(app: FastAPI, static: Path) -> None:
    """Make an app serve the pages and files of the folder `static`."""
    files = _Files(directory=static, check_dir=False)
    router = APIRouter(include_in_schema=False)
    for path, name in PAGES.items():
        router.api_route(path, methods=["GET", "HEAD"])(_page(files, f"pages/{name}.html"))
    app.include_router(router)
    app.mount("/static", files)


def _page(files: _Files, path: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return await files.get_response(path, request.scope)

    return page
