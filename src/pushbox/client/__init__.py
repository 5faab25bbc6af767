"""The files of the web client, which the server serves and whose styles, shapes and texts Python reads too."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
_LOADER: Any = __spec__.loader
SEARCH_MODULE = FOLDER / "core" / "pushbox.wasm"  # the core for browsers, where it has been built
SEARCH_MODULE_PACKED = SEARCH_MODULE.with_name(
    "pushbox.wasm.br"
)  # the same in Brotli, where there was Node to build it
PYTHON_SUFFIXES = frozenset({".py", ".pyc"})  # of this module, which nobody serves


def read_text(path: str) -> str:
    """Return the text of a file by its path in the client, such as ``css/base.css``."""
    # By the loader of this module, which knows archives too, as importlib.resources takes long to import.
    data: bytes = _LOADER.get_data(str(FOLDER.joinpath(*path.split("/"))))
    return data.decode("utf-8")


def read_json(path: str) -> Any:
    """Return the value of a JSON file by its path in the client."""
    return json.loads(read_text(path))


def read_skins() -> Any:
    """Return the tokens and styles of the skins, as pages and pictures use them."""
    return read_json("board/skins.json")


def read_shapes() -> Any:
    """Return the shapes of terrain and pieces, as pages and pictures draw them."""
    return json_constant(read_text("board/shapes.js"), "SHAPES")


@cache
def read_stars(table: str) -> Any:
    """Return a table of what earns stars, ``STARS`` or ``WITH_HELP``."""
    return json_constant(read_text("play/stars.js"), table)


def json_constant(module: str, name: str) -> Any:
    """Return the value of a constant that the text of a module exports, and writes as JSON."""
    _, _, value = module.partition(f"export const {name} = ")
    return json.JSONDecoder().raw_decode(value)[0]
