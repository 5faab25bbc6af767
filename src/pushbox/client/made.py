"""Generated files of the client: the style sheet of boards, and the kinds that games bring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import FOLDER, json_constant

BOARD_CSS = "css/board.css"
Shapes = Mapping[str, Mapping[str, Any]]
_SHAPES = "board/shapes.js"
_ROOTS = {"plain": ":root", "dark": '[data-theme="dark"][data-skin="plain"]'}


def made_files(folder: Path, shapes: Shapes, names: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the texts of the files of a client that are made, by their paths; none of a client without boards.

    `shapes` and `names` are those of the kinds that games bring: parts by table and kind, and texts by language.
    """
    if not (folder / BOARD_CSS).is_file():
        return {}
    made = {BOARD_CSS: board_css(folder)}
    if any(shapes.values()):
        own = json_constant((folder / _SHAPES).read_text(encoding="utf-8"), "SHAPES")
        own |= {table: own[table] | dict(added) for table, added in shapes.items()}
        made[_SHAPES] = f"export const SHAPES = {json.dumps(own)};\n"
        for language, added in names.items():
            path = f"i18n/{language}/common.json"
            texts = json.loads((folder / path).read_text(encoding="utf-8"))
            made[path] = json.dumps(texts | dict(added), ensure_ascii=False)
    return made


def board_css(folder: Path = FOLDER) -> str:
    """Return the style sheet of boards: the tokens and styles of the skins, then the additions for pages.

    All styles have specificity 0, so that only their order decides, as in pictures.
    """
    looks = json.loads((folder / "board" / "skins.json").read_text(encoding="utf-8"))
    skins = looks["skins"] | {"plain": looks["page"] | looks["skins"]["plain"]}
    blocks = []
    for name, tokens in skins.items():
        properties = {f"--{token}": _css(value) for token, value in tokens.items()}
        blocks.append(_block(_ROOTS.get(name, f'[data-skin="{name}"]'), properties))
    blocks += [_block(f":where({selector})", style) for selector, style in looks["styles"].items()]
    return "".join(blocks) + (folder / BOARD_CSS).read_text(encoding="utf-8")


def _css(value: str | list[str]) -> str:
    return value if isinstance(value, str) else f"light-dark({', '.join(value)})"


def _block(selector: str, declarations: Mapping[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in declarations.items())} }}\n"
