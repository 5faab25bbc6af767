"""The texts of a page in the language of its visitor, put into its document before it is sent.

`data-t` names the content of an element, and `data-t-NAME` an attribute that follows it.  English texts stand in the
page itself; those that scripts say too are in ``i18n/en``.  The client takes the language of the document for its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

from starlette.requests import Request

COOKIE = "language"  # set by the client from the visitor's settings
DEFAULT = "en"
_CONTENT = re.compile(r'(<(\w+)\b[^>]*\sdata-t="([^"]+)"[^>]*>)[^<]*(?=</\2>)')
_ATTRIBUTE = re.compile(r'\sdata-t-(label|title|placeholder)="([^"]+)"(?:\s(?:aria-label|title|placeholder)="[^"]*")?')
_BODY = re.compile(r'<body data-page="([^"]*)"([^>]*)>')


def picked_language(static: Path, request: Request) -> str:
    """Return the first available language of a visitor's preferences: address, settings, browser."""
    browser = (part.partition(";")[0] for part in request.headers.get("accept-language", "").split(","))
    preferred = (request.query_params.get("lang", ""), request.cookies.get(COOKIE, ""), *browser)
    tags = (tag.strip()[:2].lower() for tag in preferred)
    return next((tag for tag in tags if tag.isalpha() and (static / "i18n" / tag).is_dir()), DEFAULT)


def translated(static: Path, html: str, language: str) -> str:
    """Return a document with its texts in a language; a text that does not exist stays as it is."""
    texts = dict(_texts(static / "i18n" / language / "common.json"))
    if body := _BODY.search(html):
        names = re.search(r'data-texts="([^"]*)"', body[2])
        for name in (names[1] if names else body[1]).split():
            texts |= _texts(static / "i18n" / language / f"{name}.json")

    def content(match: re.Match[str]) -> str:
        return match[1] + escape(texts[match[3]], quote=False) if match[3] in texts else match[0]

    def attribute(match: re.Match[str]) -> str:
        kind, key = match.groups()
        name = "aria-label" if kind == "label" else kind
        return f' data-t-{kind}="{key}" {name}="{escape(texts[key])}"' if key in texts else match[0]

    return _ATTRIBUTE.sub(attribute, _CONTENT.sub(content, html)).replace(
        '<html lang="en"', f'<html lang="{language}"', 1
    )


def _texts(path: Path) -> Mapping[str, str]:
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return {}


@lru_cache(64)
def _read(path: Path, _: int) -> Mapping[str, str]:
    texts: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts
