"""The pages of the client, each with the head that all share, and its files as they lie in the folder `static`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import NotModifiedResponse

from ..errors import UnsupportedError
from ..games.registry import GAMES
from ..version import version
from .assets import BUNDLE, ENTRY, FIRST_PAGES, LATER, REVALIDATE, SOON, SOON_PAGES, Assets
from .errors import handle_http_error
from .page_texts import picked_language, translated
from .previews import preview_tags

# The path of each page, and its name.
PAGES = {
    "/": "home",
    "/play": "play",
    "/p": "play",
    "/learn": "learn",
    "/puzzles": "puzzles",
    "/library": "library",
    "/collection": "collection",
    "/create": "create",
    "/edit": "edit",
    "/analyse": "analyse",
    "/daily": "daily",
    "/make": "make",
    "/live": "live",
    "/class": "class",
    "/storm": "storm",
    "/profile": "profile",
    "/study": "study",
    "/account": "account",
    "/help": "help",
    "/docs": "docs",
}

SERVICE_WORKER = "/service-worker.js"  # beside the pages, so that it answers for all of them
MISSING = "missing"  # the page for an address without one
_BODY = re.compile(r"<body[^>]*>")
_PRELOAD = '<link rel="modulepreload" href="/static/{}">'
_NOT_PAGES = ("/api/", "/static/", "/ws/")
_VARY = {"Vary": "Accept-Language, Cookie"}


def install(app: FastAPI, static: Path) -> None:
    """Make an app serve the pages and files of the folder `static`."""
    for key in GAMES.brought:  # whose kinds the files draw and name
        with suppress(UnsupportedError):  # a broken package is named where its game is asked for
            GAMES.find(key)
    files = Assets(static)
    for path, name in PAGES.items():
        app.api_route(path, methods=["GET", "HEAD"], include_in_schema=False)(_page(files, name))
    app.add_exception_handler(404, _missing(files))
    app.api_route(SERVICE_WORKER, methods=["GET", "HEAD"], include_in_schema=False)(_service_worker(files))
    app.mount("/static", files)


def _page(files: Assets, name: str) -> Callable[[Request], Response]:
    def page(request: Request) -> Response:
        try:
            html = _page_html(files, name, request)
        except FileNotFoundError:
            raise HTTPException(404) from None
        if name == "play":
            html = html.replace("<body", f"{preview_tags(request)}<body", 1)
        etag = hashlib.sha256(html.encode()).hexdigest()
        response = HTMLResponse(html, headers=REVALIDATE | _VARY | {"ETag": f'"{etag}"'})
        if files.is_not_modified(response.headers, request.headers):
            return NotModifiedResponse(response.headers)
        return response

    return page


def _service_worker(files: Assets) -> Callable[[Request], Response]:
    def script(request: Request) -> Response:
        try:
            text = (files.folder / "core" / "service-worker.js").read_text(encoding="utf-8")
        except FileNotFoundError:
            raise HTTPException(404) from None
        release = {"folder": files.prefix, "files": files.offline, "pages": list(PAGES)}
        text = f"globalThis.RELEASE = {json.dumps(release)};\n{text}"
        etag = hashlib.sha256(text.encode()).hexdigest()
        response = Response(text, media_type="text/javascript", headers=REVALIDATE | {"ETag": f'"{etag}"'})
        return (
            NotModifiedResponse(response.headers)
            if files.is_not_modified(response.headers, request.headers)
            else response
        )

    return script


def _missing(files: Assets) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of unknown addresses: a page for browsers, otherwise an error of the API."""

    async def handle(request: Request, error: Exception) -> Response:
        is_page = request.method in {"GET", "HEAD"} and not request.url.path.startswith(_NOT_PAGES)
        if is_page and "text/html" in request.headers.get("accept", ""):
            with suppress(FileNotFoundError):
                return HTMLResponse(_page_html(files, MISSING, request), 404, REVALIDATE | _VARY)
        return await handle_http_error(request, error)

    return handle


def _page_html(files: Assets, name: str, request: Request) -> str:
    """Return the document of a page in the language of a visitor, between the header and the footer that all share.

    Its head names the style sheet that is called as it is, and the files by names that are theirs for good.
    """
    folder = files.folder
    head = (folder / "head.html").read_text(encoding="utf-8").replace("PAGE", name)
    header = (folder / "header.html").read_text(encoding="utf-8")
    page = (folder / "pages" / f"{name}.html").read_text(encoding="utf-8")
    footer = (folder / "footer.html").read_text(encoding="utf-8")
    page = _BODY.sub(lambda body: f"{body[0]}\n{header}", page, count=1)
    page = page.replace("VERSION", version()) + footer
    html = translated(folder, head + page, picked_language(folder, request))
    html = html.replace("KEEP_DAYS", str(request.app.state.settings.keep_days))
    if name not in FIRST_PAGES:
        wanted = [ENTRY, SOON] if name in SOON_PAGES else [ENTRY, SOON, LATER]
        html = html.replace(_PRELOAD.format(ENTRY), "\n    ".join(map(_PRELOAD.format, wanted)))
    return html.replace(f"/static/{ENTRY}", f"/static/{BUNDLE}").replace('"/static/', f'"{files.prefix}')
