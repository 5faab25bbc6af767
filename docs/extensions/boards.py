"""Boards of the documentation that are played in the page, by a site without a server beside its pages."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pushbox import games, levels
from pushbox.client import SEARCH_MODULE
from pushbox.web.site import SiteCollection, plays_alone, write_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "play"  # of the boards, beside the pages
_PAGES = "games/"  # the pages of the games, each of which has a board
_END_OF_TITLE = "</h1>"


def setup(app: Sphinx) -> dict[str, bool]:
    """Put a board into the page of each game, where the core for browsers is built."""
    if SEARCH_MODULE.is_file():
        app.connect("html-page-context", _add_board)
        app.connect("build-finished", _write_boards)
    return {"parallel_read_safe": True}


def lessons() -> Iterator[SiteCollection]:
    """Yield the lessons of the games whose levels a browser plays alone."""
    for key in games.keys():
        collection = levels.builtin(key)
        alone = [level for level in collection if level.game == key and plays_alone(level)]
        if alone:
            yield SiteCollection(key, collection.title or key, alone)


def _add_board(_app: Sphinx, name: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Put the first lesson of a game below the title of its page."""
    game = name.removeprefix(_PAGES)
    if not name.startswith(_PAGES) or game not in {collection.name for collection in lessons()}:
        return
    head, end, rest = context["body"].partition(_END_OF_TITLE)
    title = escape(f"The first lesson of {games.find(game).info.name}, to be played")
    up = context["pathto"](f"{FOLDER}/embed.js", 1)
    board = (
        f'\n<script src="{up}"></script>\n'
        f'<pushbox-level level="{game}/1" title="{title}" style="height: 520px; margin: 1em 0"></pushbox-level>\n'
    )
    context["body"] = f"{head}{end}{board}{rest}"


def _write_boards(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        write_site(Path(app.outdir) / FOLDER, lessons())
