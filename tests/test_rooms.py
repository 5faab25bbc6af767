"""Which game it is, is known to the games alone: everything above calls the game instead of naming it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pushbox
from pushbox import games

SOURCE = Path(pushbox.__file__).parent
KEYS = frozenset(games.keys())
SHARED = {"__init__", "api", "delegation", "family", "limits", "palette", "parts", "position", "registry", "wrapped"}
MODULES = frozenset(path.stem for path in (SOURCE / "games").iterdir()) - SHARED

# Rooms that serve any game; formats and the generator's specs name the games that they are about.
NAMELESS = (
    "play", "render", "store", "tui", "env", "batch", "web", "path", "solver", "optimizer", "analysis", "identity",
    "plots", "notebook", "mcp", "dataset",
)  # fmt: skip


def sources(*parts: str) -> list[Path]:
    """Return the modules of rooms, those that are not built yet left out."""
    paths = [path for part in parts for path in _modules(SOURCE / part)]
    return sorted(path for path in paths if path.exists())


def _modules(place: Path) -> list[Path]:
    return [place] if place.suffix == ".py" else [*place.rglob("*.py")]


def compared(tree: ast.Module, constants: frozenset[str] = frozenset()) -> Iterator[int]:
    """Yield the lines in which a key is compared, matched or looked up among names of games.

    A name of a game is a text, or a variable of the module or one of the `constants` that holds some.
    """
    holders = constants | {
        name for node in ast.walk(tree) for name in assigned(node) if isinstance(node, ast.Assign | ast.AnnAssign)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                parts: list[ast.AST] = [node.left, *node.comparators]
            case ast.Match():
                parts = [node.subject, *(case.pattern for case in node.cases)]
            case ast.Subscript():
                parts = [node.value, node.slice]
            case ast.Call(ast.Attribute(table, "get" | "startswith" | "endswith" | "index" | "count")):
                parts = [table, *node.args]
            case _:
                continue
        if any(map(is_key, parts)) and any(names_a_game(part, holders) for part in parts):
            yield node.lineno


def is_key(tree: ast.AST) -> bool:
    """Return whether an expression is the key of a game: of its facts, of a level, or in a variable."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr in {"key", "game"})
        or (isinstance(node, ast.Name) and node.id == "game")
        for node in ast.walk(tree)
    )


def names_a_game(tree: ast.AST, holders: frozenset[str]) -> bool:
    """Return whether an expression names a game, by a text or by a variable that holds one."""
    return bool(named(tree)) or any(isinstance(node, ast.Name) and node.id in holders for node in ast.walk(tree))


def assigned(node: ast.AST) -> Iterator[str]:
    """Yield the variables to which an assignment gives names of games, alone or in a collection."""
    match node:
        case ast.Assign(targets=targets, value=value) if holds_names(value):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value) if holds_names(value):
            yield name


def holds_names(value: ast.expr) -> bool:
    """Return whether a value is a name of a game or a collection of some; any other object keeps them to itself."""
    match value:
        case ast.Constant():
            return bool(named(value))
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(map(holds_names, parts))
        case ast.Dict(keys=keys):
            return any(key is not None and holds_names(key) for key in keys)
        case ast.Call(func=ast.Name("dict" | "frozenset" | "set" | "tuple")):
            return bool(named(value)) or any(keyword.arg in KEYS for keyword in value.keywords)
        case _:
            return False


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


ABOVE = [path for path in sources(".") if not path.is_relative_to(SOURCE / "games")]


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def constants() -> frozenset[str]:
    """Return the constants that hold names of games, wherever they may be imported to."""
    return frozenset(name for path in ABOVE for node in parsed(path).body for name in assigned(node) if name.isupper())


@pytest.mark.parametrize("path", ABOVE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nobody_asks_which_game_it_is(path: Path) -> None:
    """Outside games/ no key of a game is compared with a name, and nothing is looked up by one."""
    assert not list(compared(parsed(path), constants()))


@pytest.mark.parametrize("path", sources(*NAMELESS), ids=lambda path: str(path.relative_to(SOURCE)))
def test_rooms_for_every_game_name_none(path: Path) -> None:
    """They neither hold the key of a game nor import its module."""
    assert not named(parsed(path))
    assert not list(imported(parsed(path)))


@pytest.mark.parametrize(
    "code",
    [
        "if game.key == 'hanano': pass",
        "if 'plus' != level.game.info.key: pass",
        "x = session.game.info.key in ('hanano', 'blockage')",
        "match game.info.key:\n    case 'hanano' | 'blockage': pass",
        "if level.game == 'sokoban': pass",
        "if level.game not in {'sokoban', 'plus'}: pass",
        "if 'plus' != self.level.game: pass",
        "match level.game:\n    case 'sokoban' | 'multiban': pass\n    case _: pass",
        "match level:\n    case _ if level.game == 'plus': pass",
        "kind = {'sokoban': 1, 'plus': 2}[level.game]",
        "kind = {'sokoban': 1}.get(spec.game)",
        "KINDS: dict[str, int] = {'sokoban': 1}\ndef kind(spec): return KINDS.get(spec.game)",
        "KINDS = dict(sokoban=1)\nkind = KINDS[level.game]",
        "PLAIN = ('sokoban', 'plus')\nif level.game in PLAIN: pass",
        "PLAIN = frozenset({'sokoban'})\nif level.game in PLAIN: pass",
        "def f(level):\n    plain = 'sokoban'\n    return level.game == plain",
        "x = [level for level in levels if level.game == 'sokoban']",
        "def f(game): return game == 'versus'",
        "if level.game.startswith('soko') or level.game.endswith('sokoban'): pass",
    ],
)
def test_asking_is_found(code: str) -> None:
    """The test finds what it looks for."""
    assert list(compared(ast.parse(code)))


def test_asking_by_an_imported_constant_is_found() -> None:
    """A constant of another module that holds names is found where it is used."""
    code = ast.parse("from .kinds import KINDS\nkind = KINDS[level.game]")
    assert list(compared(code, frozenset({"KINDS"})))
    assert not list(compared(code))


@pytest.mark.parametrize(
    "code",
    [
        "if level.game not in self.info.games: pass",
        "if level.game != implied_game: pass",
        "condition = levels.c.game == game",
        "level = Level(board, 'hanano')",
        "info = FormatInfo(key='plus', games=('sokoban', 'plus'))\nif level.game in info.games: pass",
        "if name == 'plus': pass",
        "search = SEARCHES[game.info.native_solver]",
    ],
)
def test_what_is_no_asking_is_let_be(code: str) -> None:
    """A level is made for a game, a format says which games it holds, and keys are compared with each other."""
    assert not list(compared(ast.parse(code)))


def test_names_are_found() -> None:
    """A game that is named in a room for all games is found, compared or not."""
    assert named(ast.parse("game = find('sokoban')")) == [1]


@pytest.mark.parametrize(
    "code", ["from ..games.hanano import game", "from pushbox.games import hanano", "from ..games import api, versus"]
)
def test_importing_is_found(code: str) -> None:
    """So is the module of a game; what games share is no game."""
    assert list(imported(ast.parse(code)))
    assert not list(imported(ast.parse("from ..games.parts import places\nfrom ..games.api import Game")))


def from_the_face(path: Path) -> Iterator[str]:
    """Yield the names that a module imports from the package itself: those that are no room of it."""
    inside = path.relative_to(SOURCE).parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (
            node.module == "pushbox" if node.level == 0 else node.module is None and node.level == len(inside)
        ):
            yield from (name.name for name in node.names if not _is_room(name.name))


def _is_room(name: str) -> bool:
    return (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").exists()


def test_the_names_of_the_package_are_for_users() -> None:
    """Nothing in pushbox imports `pushbox.read` or `__version__` from above all rooms: each has a home further down."""
    taken = {path.relative_to(SOURCE): list(from_the_face(path)) for path in sources("")}
    assert not {path: names for path, names in taken.items() if names and path != Path("__init__.py")}


@pytest.mark.parametrize("code", ["from pushbox import read", "from .. import __version__"])
def test_importing_from_the_package_is_found(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test finds it, absolute or relative, and lets a room be."""
    monkeypatch.setattr("tests.test_rooms.SOURCE", tmp_path)
    (tmp_path / "web").mkdir()
    module = tmp_path / "web" / "pages.py"
    module.write_text(f"{code}\nfrom .. import web", encoding="utf-8")
    assert len(list(from_the_face(module))) == 1
