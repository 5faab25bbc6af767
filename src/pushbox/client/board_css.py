"""The style sheet of boards, made from the tokens and styles of ``board/skins.json``, which pictures use too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from . import FOLDER

PATH = "css/board.css"
Value = str | list[str]  # for light and dark alike, or for each
_ROOTS = {"plain": ":root", "dark": '[data-theme="dark"][data-skin="plain"]'}


def board_css(folder: Path = FOLDER) -> str:
    """Return the style sheet of boards of a client, that of pushbox unless given.

    All styles have the specificity 0, so that their order alone decides, as in pictures.
    """
    looks = json.loads((folder / "board" / "skins.json").read_text(encoding="utf-8"))
    skins = looks["skins"] | {"plain": looks["page"] | looks["skins"]["plain"]}
    blocks = []
    for name, tokens in skins.items():
        properties = {f"--{token}": _css(value) for token, value in tokens.items()}
        blocks.append(_block(_ROOTS.get(name, f'[data-skin="{name}"]'), properties))
    blocks += [_block(f":where({selector})", style) for selector, style in looks["styles"].items()]
    return "".join(blocks) + (folder / PATH).read_text(encoding="utf-8")


def _css(value: Value) -> str:
    return value if isinstance(value, str) else f"light-dark({', '.join(value)})"


def _block(selector: str, declarations: Mapping[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in declarations.items())} }}\n"
