r"""pushbox: a workbench for Sokoban and its family of box-pushing puzzles.

>>> import pushbox
>>> level = pushbox.read("#####\n#@$.#\n#####")[0]
>>> pushbox.solve(level).text
'R'
>>> pushbox.verify(level, "r")
<Verification: solved, 1 move, 1 push>

The names below are imported when they are first used, so that ``import pushbox`` is quick; everything else stands in
the module that it belongs to, such as `pushbox.plots`, which is imported when it is first used too.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import (  # isort: skip  # noqa: F401  # those of `_MODULES`
        analysis, batch, dataset, doctor, env, errors, formats, games, generator, grades, grid, identity, imports,
        levels, metrics, notation, notebook, optimizer, path, play, plots, render, sim, solver, store, studies, web,
    )  # fmt: skip
    from .analysis.reconstruct import reconstruct
    from .board import Board, Change, Piece, Terrain
    from .errors import (
        ArgumentError,
        FormatError,
        IllegalMove,
        LevelError,
        NotationError,
        OptionError,
        PushboxError,
        UnsupportedError,
    )
    from .formats import read, read_file, write, write_file
    from .games import Game, Position, load, register
    from .games import find as game
    from .generator import Generated, LevelSpec, OutOfReach, generate
    from .level import Collection, Level, Problem, SavedMoves
    from .levels import builtin
    from .metrics import Metrics, measure
    from .optimizer import Optimized, optimize
    from .play.bulk import verify_many
    from .play.drawing import animate, draw
    from .play.session import Session
    from .play.transcript import transcript
    from .play.verify import Verification, verify
    from .render.pictures import Animation, Picture
    from .solver import GaveUp, Limit, Progress, Solved, Unsolvable, Verdict, asolve, solve

    __version__: str

_HOMES = {
    "analysis.reconstruct": ("reconstruct",),
    "board": ("Board", "Change", "Piece", "Terrain"),
    "errors": (
        "ArgumentError", "FormatError", "IllegalMove", "LevelError", "NotationError", "OptionError", "PushboxError",
        "UnsupportedError",
    ),
    "formats": ("read", "read_file", "write", "write_file"),
    "games": ("Game", "Position", "load", "register"),
    "generator": ("Generated", "LevelSpec", "OutOfReach", "generate"),
    "level": ("Collection", "Level", "Problem", "SavedMoves"),
    "levels": ("builtin",),
    "metrics": ("Metrics", "measure"),
    "optimizer": ("Optimized", "optimize"),
    "play.bulk": ("verify_many",),
    "play.drawing": ("animate", "draw"),
    "play.session": ("Session",),
    "play.transcript": ("transcript",),
    "play.verify": ("Verification", "verify"),
    "render.pictures": ("Animation", "Picture"),
    "solver": ("GaveUp", "Limit", "Progress", "Solved", "Unsolvable", "Verdict", "asolve", "solve"),
}  # fmt: skip
_MODULES = frozenset((
    "analysis", "batch", "dataset", "doctor", "env", "errors", "formats", "games", "generator", "grades", "grid",
    "identity", "imports", "levels", "metrics", "notation", "notebook", "optimizer", "path", "play", "plots", "render",
    "sim", "solver", "store", "studies", "web",
))  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "__version__", "Animation", "ArgumentError", "Board", "Change", "Collection", "FormatError", "Game", "GaveUp",
    "Generated", "IllegalMove", "Level", "LevelError", "LevelSpec", "Limit", "Metrics", "NotationError", "Optimized",
    "OptionError", "OutOfReach", "Picture", "Piece", "Position", "Problem", "Progress", "PushboxError", "SavedMoves",
    "Session", "Solved", "Terrain", "Unsolvable", "UnsupportedError", "Verdict", "Verification", "animate", "asolve",
    "builtin", "draw", "game", "generate", "load", "measure", "optimize", "read", "read_file", "reconstruct",
    "register", "solve", "transcript", "verify", "verify_many", "write", "write_file",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "game":
        return import_module(".games", __name__).find
    if name == "__version__":
        return import_module(".version", __name__).version()
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    message = f"module {__name__!r} has no attribute {name!r}{import_module('.keywords', __name__).public_hint(name)}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
