"""An error that a user sees is a sentence, not a text of English alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .texts import trees

PROGRAMMING = {  # what only a wrong call in Python, or a fault of pushbox itself, can raise
    "analysis/deadlocks/checker.py": "a witness of pushbox's own that proves nothing",
    "web/bundle.py": "a module of the client that cannot be bundled",
    "keywords.py": "a keyword that a function does not have",
    "board.py": "a value that is no part of a board",
    "kinds.py": "a kind of a package that nobody could draw or name",
    "level.py": "a value that is no part of a level",
    "tiling.py": "a tiling that is none",
    "games/position.py": "a move that is of no type of the game's",
    "play/drawing.py": "a value that cannot be drawn",
    "render/svg.py": "a piece that is not on its board",
    "notebook/widget.py": "a value that no widget shows",
    "sim/batch.py": "a table of another form",
    "sim/native.py": "a level of another kind",
    "sim/tables.py": "a table of another form",
    "env/game.py": "an action that is none",
    "env/gym_sokoban/tiles.py": "tiles of another size",
    "env/judged.py": "an environment of another kind",
    "env/vector.py": "actions of another form",
}


NOT_OURS = {"ClickException", "UsageError", "BadParameter", "ApiError"}  # that are no PushboxError, but shown


def shown_errors() -> set[str]:
    """Return the names of all classes of errors that a user may see, those of every module."""
    bases: dict[str, set[str]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(ast.unparse(base).rpartition(".")[2] for base in node.bases)
    shown = {"PushboxError"} | NOT_OURS
    while more := {name for name, above in bases.items() if above & shown} - shown:
        shown |= more
    return shown


def scope(node: ast.expr, tree: ast.Module) -> ast.AST:
    """Return the innermost function that an expression is in, or its module."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    around = [one for one in functions if one.lineno <= node.lineno <= (one.end_lineno or 0)]
    return max(around, key=lambda one: one.lineno, default=tree)


def texts(node: ast.expr, tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what an expression of a module has of texts that are no sentences, and so are in English alone."""
    match node:
        case ast.Constant(str(text)) if " " in text:  # one word is a name
            yield node
        case ast.JoinedStr() | ast.BinOp(ast.Constant(str()), ast.Mod()):
            yield node
        case ast.BinOp(left, ast.Add(), right) | ast.IfExp(_, left, right):
            yield from texts(left, tree)
            yield from texts(right, tree)
        case ast.BoolOp(_, values):
            for value in values:
                yield from texts(value, tree)
        case ast.Call(ast.Attribute(attr="format" | "join" | "removeprefix" | "removesuffix" | "replace")):
            yield node
        case ast.Call(ast.Name("str"), [ast.JoinedStr() as joined]):
            yield joined
        case ast.Name(name):
            for other in ast.walk(scope(node, tree)):
                if isinstance(other, ast.Assign) and name in {ast.unparse(target) for target in other.targets}:
                    yield from () if isinstance(other.value, ast.Name) else texts(other.value, tree)
        case _:
            pass


SUBJECT = {"refused": slice(2, 3), "naming": slice(0, 1), "located": slice(1, 2), "ApiError": slice(1, 2)}


def test_every_error_that_a_user_sees_is_a_sentence() -> None:
    """No error is raised with an English text, which German and Chinese cannot say."""
    shown = shown_errors()
    assert {"PushboxError", "FormatError", "MalformedCertificate", "RoomError", "ApiError"} <= shown
    found: dict[str, list[str]] = {}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if (
                    name in shown | SUBJECT.keys() or (name == "fail" and path.startswith("cli/"))
                ):
                    for argument in arguments[SUBJECT.get(name, slice(0, 1))]:
                        found.setdefault(path, []).extend(f"{path}:{text.lineno}" for text in texts(argument, tree))
                case _:
                    pass
    found = {path: places for path, places in found.items() if places}
    assert {path: places for path, places in found.items() if path not in PROGRAMMING} == {}
    assert sorted(PROGRAMMING.keys() - found.keys()) == []
