"""Previews of links to levels on other sites: title and picture, by the Open Graph protocol."""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING

from fastapi import Request

from ..errors import StoreError

if TYPE_CHECKING:
    from ..store.levels import LevelEntry

_MAX_DIGITS = 15


def preview_tags(request: Request) -> str:
    """Return the preview tags for the head of a page whose query names a public level, otherwise nothing."""
    number = request.query_params.get("level", "")
    if not (number.isascii() and number.isdigit() and len(number) <= _MAX_DIGITS):
        return ""
    from .. import store  # not for the pages that have no preview, with which a server begins

    with suppress(StoreError):  # a page without a preview is better than none
        entry = store.levels.get(request.app.state.store, int(number))
        collection = store.collections.get(request.app.state.store, entry.collection)
        if collection.owner is None or collection.published:
            return _tags(str(request.base_url), entry)
    return ""


def _tags(base: str, entry: LevelEntry) -> str:
    from ..render.visible import visible_board

    picture = f"{base}api/levels/{entry.id}/picture.png"
    values = {
        "og:type": "website",
        "og:site_name": "pushbox",
        "og:title": entry.title or f"Level {entry.number}",
        "og:description": visible_board(entry.level.board).summary,
        "og:url": f"{base}play?level={entry.id}",
        "og:image": picture,
        "og:image:type": "image/png",
        "twitter:card": "summary_large_image",
    }
    return "".join(f'<meta property="{name}" content="{escape(value)}">\n' for name, value in values.items())
