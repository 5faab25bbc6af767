"""A feed of new levels in the form of Atom (RFC 4287), of all authors or of one."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

from fastapi import Query, Request
from fastapi.responses import Response

from .. import store
from ..render.visible import visible_board
from ..store.profiles import NewLevel
from .api.access import PAGE_ROOM
from .api.models import ApiRouter, described
from .dependencies import Library
from .rate_limits import READS

router = ApiRouter(tags=["community"])

MEDIA_TYPE = "application/atom+xml"
_NAMESPACE = "http://www.w3.org/2005/Atom"
_MAX_ENTRIES = 50
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # as XML 1.0 defines characters
_NO_ENTRY = "2020-01-01T00:00:00+00:00"  # when a feed without entries was updated


@router.get(
    "/api/feed.atom",
    response_class=Response,
    **described("A feed of new levels", READS, 404, 422, content={MEDIA_TYPE: {"example": "<feed/>"}}),
)
def get_feed(
    request: Request,
    library: Library,
    author: Annotated[str | None, Query(max_length=200, description="Only those of this account.")] = None,
) -> Response:
    """Return the levels that were published last, fifty at most, as a feed for a reader of feeds."""
    name = None if author is None else store.accounts.get(library, author).name
    authors = None if name is None else [name]
    found = store.profiles.new_levels(library, authors=authors, limit=_MAX_ENTRIES, room=PAGE_ROOM)
    text = feed_text(str(request.base_url), found, name)
    return Response(text, media_type=MEDIA_TYPE, headers={"Cache-Control": "public, max-age=300"})


def feed_text(base: str, found: list[NewLevel], author: str | None) -> bytes:
    """Return a feed at an address, which ends with a slash."""
    root = ET.Element("feed", xmlns=_NAMESPACE)
    title = "New levels" if author is None else f"New levels of {author}"
    _add(root, "title", f"{title} · pushbox")
    _add(root, "id", _address(base, author))
    ET.SubElement(root, "link", rel="self", type=MEDIA_TYPE, href=_address(base, author))
    ET.SubElement(root, "link", rel="alternate", type="text/html", href=f"{base}library")
    _add(root, "updated", found[0].published.isoformat() if found else _NO_ENTRY)
    for one in found:
        _add_entry(root, base, one)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _add_entry(root: ET.Element, base: str, new: NewLevel) -> None:
    level = new.entry
    entry = ET.SubElement(root, "entry")
    _add(entry, "title", level.title or f"Level {level.number}")
    _add(entry, "id", f"{base}play?level={level.id}")
    ET.SubElement(entry, "link", rel="alternate", type="text/html", href=f"{base}play?level={level.id}")
    ET.SubElement(entry, "link", rel="enclosure", type="image/png", href=f"{base}api/levels/{level.id}/picture.png")
    _add(entry, "updated", new.published.isoformat())
    _add(ET.SubElement(entry, "author"), "name", new.owner)
    _add(entry, "summary", visible_board(level.level.board).summary)


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = _NOT_IN_XML.sub("\ufffd", text)


def _address(base: str, author: str | None) -> str:
    return f"{base}api/feed.atom" if author is None else f"{base}api/feed.atom?{urlencode({'author': author})}"
