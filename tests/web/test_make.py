"""The page that makes levels offers what the generator has."""

from __future__ import annotations

import re

from pushbox.generator import THEMES
from pushbox.web.settings import Settings


def test_every_theme_is_offered() -> None:
    """By its name in the generator, and no other."""
    page = (Settings().static / "pages" / "make.html").read_text(encoding="utf-8")
    (select,) = re.findall(r'<select name="theme">(.*?)</select>', page, re.DOTALL)
    assert {*re.findall(r'value="([^"]*)"', select)} == {"", *THEMES}
