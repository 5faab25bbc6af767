"""Which game it is, is known to the games alone: everything above calls the game instead of naming it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pushbox
from pushbox import games

SOURCE = Path(pushbox.__file__).parent
KEYS = frozenset(games.keys())
SHARED = {"__init__", "api", "family", "limits", "parts", "position", "registry", "wrapped"}  # by all games
MODULES = frozenset(path.stem for path in (SOURCE / "games").iterdir()) - SHARED

# Rooms that serve any game; a native.py speaks for those games that the core knows.
NAMELESS = ("play", "render", "store", "tui", "env", "batch", "web", "path", "solver/plain.py")


def sources(*parts: str) -> list[Path]:
    """Return the modules of rooms, those that are not built yet left out."""
    paths = [path for part in parts for path in _modules(SOURCE / part)]
    return sorted(path for path in paths if path.exists() and path.name != "native.py")


def _modules(place: Path) -> list[Path]:
    return [place] if place.suffix == ".py" else [*place.rglob("*.py")]


def compared(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which a key is compared, or matched, with the name of a game."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts: list[ast.AST] = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            parts = [node.subject, *(case.pattern for case in node.cases)]
        else:
            continue
        keyed = any(isinstance(it, ast.Attribute) and it.attr == "key" for part in parts for it in ast.walk(part))
        if keyed and any(named(part) for part in parts):
            yield node.lineno


def named(tree: ast.AST) -> list[int]:
    """Return the lines in which the key of a game stands as a text of its own."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in KEYS
    ]


def imported(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which the module of a game is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            parts = (node.module or "").split(".")
            if "games" in parts and "parts" not in parts and MODULES & {parts[-1], *(name.name for name in node.names)}:
                yield node.lineno


@pytest.mark.parametrize("path", sources("."), ids=lambda path: str(path.relative_to(SOURCE)))
def test_nobody_asks_which_game_it_is(path: Path) -> None:
    """Outside games/ no key of a game is compared with a name."""
    if path.is_relative_to(SOURCE / "games"):
        return
    assert not list(compared(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("path", sources(*NAMELESS), ids=lambda path: str(path.relative_to(SOURCE)))
def test_rooms_for_every_game_name_none(path: Path) -> None:
    """They neither hold the key of a game nor import its module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not named(tree)
    assert not list(imported(tree))


@pytest.mark.parametrize(
    "code",
    [
        "if game.key == 'hanano': pass",
        "if 'plus' != level.game.info.key: pass",
        "x = session.game.info.key in ('hanano', 'blockage')",
        "match game.info.key:\n    case 'hanano' | 'blockage': pass",
    ],
)
def test_asking_is_found(code: str) -> None:
    """The test finds what it looks for."""
    assert list(compared(ast.parse(code)))
    assert named(ast.parse(code))


@pytest.mark.parametrize(
    "code", ["from ..games.hanano import game", "from pushbox.games import hanano", "from ..games import api, versus"]
)
def test_importing_is_found(code: str) -> None:
    """So is the module of a game; what games share is no game."""
    assert list(imported(ast.parse(code)))
    assert not list(imported(ast.parse("from ..games.parts import places\nfrom ..games.api import Game")))
