"""The page of a board in a chat: one HTML text with the modules of the web client, which asks tools for every move."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from ..kinds import foreign_shapes
from ..notebook.modules import join_modules
from ..notebook.setup import styles, texts
from ..sentence import LANGUAGES

URI = "ui://pushbox/board.html"

_ENTRY = Path(__file__).parent / "static" / "app.js"
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>pushbox</title>
<style>body {{ margin: 0; background: transparent; }}</style>
<div id="board"></div>
<script type="application/json" id="setup">{setup}</script>
<script type="module">{code}</script>
</html>
"""


@cache
def page() -> str:
    """Return the page, which fetches nothing: code, texts of every language, styles and shapes are in it."""
    setup = {
        "texts": {language: texts(language)["texts"] for language in LANGUAGES},
        "styles": styles(),
        "shapes": foreign_shapes(),
    }
    return _PAGE.format(setup=_within_script(json.dumps(setup, ensure_ascii=False)), code=join_modules(_ENTRY))


def _within_script(text: str) -> str:
    """Escape a JSON text so that nothing in it ends the script that it stands in."""
    return text.replace("<", "\\u003c")
