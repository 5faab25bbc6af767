"""What the pages say in each language, and the windows in which a test that is about all of them looks at it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pushbox import client

CLIENT = Path(client.__file__).parent
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

# At a desk, on a phone, in the dark, and in all languages: parameters of a test.
EVERYWHERE = pytest.mark.parametrize(
    ("language", "size"),
    [("en", DESK), ("de", PHONE), ("zh", PHONE | {"color_scheme": "dark"})],
    ids=["en-desk", "de-phone", "zh-phone"],
)


def texts(language: str, *pages: str) -> dict[str, str]:
    """Return what pages say in a language, with what all of them share; English comes from the pages themselves."""
    said: dict[str, str] = {}
    for name in ("common", *pages):
        html = CLIENT / "pages" / f"{name}.html"
        if language == "en" and html.is_file():
            said |= dict(re.findall(r'data-t="([^"]+)"[^>]*>([^<]*)<', html.read_text("utf-8")))
        said |= json.loads((CLIENT / "i18n" / language / f"{name}.json").read_text("utf-8"))
    return said


def shipped_title(title: str, language: str) -> str:
    """Return the title of a level that comes along, as it is shown in a language."""
    if language == "en":
        return title
    return str(json.loads((CLIENT / "i18n" / language / "levels.json").read_text("utf-8"))[f"level.title.{title}"])
