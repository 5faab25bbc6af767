r"""pushbox: a workbench for Sokoban and its family of box-pushing puzzles.

>>> import pushbox
>>> level = pushbox.read("#####\n#@$.#\n#####").levels[0]
>>> pushbox.solve(level).text
'R'
>>> pushbox.verify(level, "r").solved
True

The names below are imported when they are first used, so that ``import pushbox`` is quick; everything else stands in
the module that it belongs to.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Board, Change, Piece, Terrain
    from .errors import FormatError, IllegalMove, LevelError, NotationError, PushboxError, UnsupportedError
    from .formats import read, read_file, write, write_file
    from .games import find as game
    from .level import Collection, Level, Problem, SavedMoves
    from .metrics import Metrics, measure
    from .play.session import Session
    from .play.transcript import transcript
    from .play.verify import Verification, verify
    from .solver import GaveUp, Limit, Progress, Solved, Unsolvable, Verdict, solve

_HOMES = {
    "board": ("Board", "Change", "Piece", "Terrain"),
    "errors": ("FormatError", "IllegalMove", "LevelError", "NotationError", "PushboxError", "UnsupportedError"),
    "formats": ("read", "read_file", "write", "write_file"),
    "level": ("Collection", "Level", "Problem", "SavedMoves"),
    "metrics": ("Metrics", "measure"),
    "play.session": ("Session",),
    "play.transcript": ("transcript",),
    "play.verify": ("Verification", "verify"),
    "solver": ("GaveUp", "Limit", "Progress", "Solved", "Unsolvable", "Verdict", "solve"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Board", "Change", "Collection", "FormatError", "GaveUp", "IllegalMove", "Level", "LevelError", "Limit", "Metrics",
    "NotationError", "Piece", "Problem", "Progress", "PushboxError", "SavedMoves", "Session", "Solved", "Terrain",
    "Unsolvable", "UnsupportedError", "Verdict", "Verification", "game", "measure", "read", "read_file", "solve",
    "transcript", "verify", "write", "write_file",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "game":
        return import_module(".games", __name__).find
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
