"""The files of the web client, which the server serves and whose styles, shapes and texts Python reads too."""

from __future__ import annotations

import json
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


def read_shapes() -> Any:
    """Return the shapes of terrain and pieces, as pages and pictures draw them."""
    return parse_shapes(read_text("board/shapes.js"))


def parse_shapes(module: str) -> Any:
    """Return the value of ``board/shapes.js``, which is JSON in a module."""
    _, _, value = module.partition("export const SHAPES = ")
    return json.loads(value.rstrip().removesuffix(";"))
