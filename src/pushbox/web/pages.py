"""The pages of the client, each with the head that all share, and its files as they lie in the folder `static`."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, FastAPI, HTTPException, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from .errors import handle_http_error
from .previews import preview_tags

# The path of each page, and its name.
PAGES = {
    "/": "home",
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

MISSING = "missing"  # the page for an address without one
_NOT_PAGES = ("/api/", "/static/", "/ws/")
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
        router.api_route(path, methods=["GET", "HEAD"])(_page(files, static, name))
    app.include_router(router)
    app.add_exception_handler(404, _missing(static))
    app.mount("/static", files)


def _page(files: _Files, static: Path, name: str) -> Callable[[Request], Response]:
    def page(request: Request) -> Response:
        try:
            html = _page_html(static, name)
        except FileNotFoundError:
            raise HTTPException(404) from None
        if name == "play":
            html = html.replace("<body", f"{preview_tags(request)}<body", 1)
        etag = hashlib.sha256(html.encode()).hexdigest()
        response = HTMLResponse(html, headers=_REVALIDATE | {"ETag": f'"{etag}"'})
        if files.is_not_modified(response.headers, request.headers):
            return NotModifiedResponse(response.headers)
        return response

    return page


def _missing(static: Path) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of addresses that do not exist: a page for browsers, else an error as of the API."""

    async def handle(request: Request, error: Exception) -> Response:
        is_page = request.method in {"GET", "HEAD"} and not request.url.path.startswith(_NOT_PAGES)
        if is_page and "text/html" in request.headers.get("accept", ""):
            with suppress(FileNotFoundError):
                return HTMLResponse(_page_html(static, MISSING), 404, _REVALIDATE)
        return await handle_http_error(request, error)

    return handle


def _page_html(static: Path, name: str) -> str:
    """Return the document of a page; its head names the style sheet and the module that are called as it is."""
    head = (static / "head.html").read_text(encoding="utf-8").replace("PAGE", name)
    return head + (static / "pages" / f"{name}.html").read_text(encoding="utf-8")
