"""The pages and the files of the client, as they lie in the folder `static`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .errors import Refusal

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

_FRESH = {"Cache-Control": "no-cache"}  # kept, but asked for each time whether it is still the same


class _Files(StaticFiles):
    """Files with an ETag that a browser asks about before it uses them again, so that no two releases mix."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        found.headers.update(_FRESH)
        return found


def install(app: FastAPI, static: Path) -> None:
    """Make an app serve the pages and files of the folder `static`."""
    router = APIRouter(include_in_schema=False)
    for path, name in PAGES.items():
        router.get(path)(_page(static / "pages" / f"{name}.html"))
    app.include_router(router)
    app.mount("/static", _Files(directory=static, check_dir=False))


def _page(file: Path) -> Callable[[], FileResponse]:
    def page() -> FileResponse:
        if not file.is_file():
            raise Refusal("not-found", f"found no page {file.stem}")
        return FileResponse(file, media_type="text/html; charset=utf-8", headers=_FRESH)

    return page
