"""What a view of a board needs before it draws: texts, styles, and the shapes of kinds that games bring."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..client import read_json
from ..client.made import board_css
from ..kinds import foreign_names, foreign_shapes
from ..sentence import LANGUAGES
from ..web.sockets.envelope import Object

WIDGET = Path(__file__).parent / "static" / "widget.js"


def setup(language: str) -> Object:
    """Return all that a view needs, in a language as `texts` takes it."""
    return {"texts": texts(language), "styles": styles(), "shapes": foreign_shapes()}


def texts(language: str) -> Object:
    """Return the texts of a board and its play in a language, English for one that there is not, with its tag."""
    tag = language if language in LANGUAGES else "en"
    common, play = (read_json(f"i18n/{tag}/{name}.json") for name in ("common", "play"))
    return {"language": tag, "texts": common | play | foreign_names(tag)}


@cache
def styles() -> str:
    """Return the styles of a board in a notebook: the tokens and skins of the web app, for .pushbox alone."""
    return board_css().replace(":root", ".pushbox") + WIDGET.with_suffix(".css").read_text(encoding="utf-8")
