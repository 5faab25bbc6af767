"""The names that `import pushbox` offers, and what they show of themselves at the prompt."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
import subprocess
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

import pushbox

ROOT = Path(__file__).parents[1]
MODULES = (
    "pushbox", "pushbox.arguments", "pushbox.errors", "pushbox.grid", "pushbox.levels", "pushbox.metrics",
    "pushbox.notation", "pushbox.games.position", "pushbox.cli.common",
)  # fmt: skip


def _section(title: str) -> str:
    """Return a section of the README."""
    _, _, rest = (ROOT / "README.md").read_text(encoding="utf-8").partition(f"## {title}\n")
    return rest.partition("\n## ")[0]


def _typed_names() -> set[str]:
    """Return the names that type checkers see at the top of `pushbox`, its modules among them."""
    source = ast.parse((ROOT / "src" / "pushbox" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in source.body if isinstance(node, ast.If))
    imported = {
        alias.asname or alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    return imported | {
        node.target.id for node in block.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def test_the_readme_names_every_public_name() -> None:
    """The table in the README holds the public names, all of them and no other, each once."""
    rows = [row.split("|")[2] for row in _section("The library").splitlines() if row.startswith("| ")][1:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(pushbox.__all__)


def test_type_checkers_and_people_see_the_same_names() -> None:
    """The imports for type checkers, `dir` and a star import all give the public names."""
    assert _typed_names() - pushbox._MODULES == set(pushbox.__all__) == set(dir(pushbox))
    assert _typed_names() > pushbox._MODULES
    starred: dict[str, object] = {}
    exec("from pushbox import *", starred)  # noqa: S102  # a star cannot be imported in a function
    assert starred.keys() - {"__builtins__"} == set(pushbox.__all__)


@pytest.mark.parametrize("name", sorted(set(pushbox.__all__) - {"Verdict", "__version__"}))
def test_a_public_name_is_a_documented_function_or_class(name: str) -> None:
    """Each can be had, has a docstring of its own, and shows nothing undocumented; no name is private."""
    value = getattr(pushbox, name)
    assert value.__module__.startswith("pushbox.")
    assert inspect.isroutine(value) or inspect.isclass(value)
    assert not name.startswith("_")
    assert value.__doc__
    assert not value.__doc__.startswith(f"{name}(")  # what a dataclass or a named tuple has without one
    for attribute, part in vars(value).items() if inspect.isclass(value) else ():
        if not attribute.startswith("_") and (inspect.isfunction(part) or isinstance(part, property)):
            assert part.__doc__, f"{name}.{attribute}"


def test_no_field_hides_what_a_tuple_can_do() -> None:
    """A value that is a tuple has `count` and `index` as any tuple has."""
    fields = re.compile(r"^class (\w+)\((?:\w+, )*NamedTuple\b.*\n(?:(?: .*)?\n)*?    (count|index): ", re.MULTILINE)
    sources = ((path, path.read_text(encoding="utf-8")) for path in (ROOT / "src").rglob("*.py"))
    assert fields.search("class Odd(NamedTuple):\n    kind: str\n\n    index: int\n")
    assert [(path.name, hidden) for path, source in sources for hidden in fields.findall(source)] == []


def test_the_version_is_that_of_the_package() -> None:
    """Cargo.toml holds the one truth."""
    cargo = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{pushbox.__version__}"' in cargo


def test_the_version_is_known_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """From sources whose core is still being built, too."""
    expected = pushbox.__version__

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert pushbox.__version__ == expected


@pytest.mark.parametrize("room", sorted(pushbox._MODULES))
def test_a_documented_module_is_there_after_one_import(room: str) -> None:
    """As the README writes them: ``pushbox.plots``, ``pushbox.notebook.PlayWidget``."""
    assert pushbox.__getattr__(room) is importlib.import_module(f"pushbox.{room}")


def test_a_module_is_there_before_anything_has_imported_it() -> None:
    code = "import sys, pushbox; print('pushbox.notebook' in sys.modules, pushbox.notebook.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False pushbox.notebook\n"


def test_every_documented_module_is_in_a_room_that_one_import_offers() -> None:
    pages = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs" / "reference" / "python").glob("*.md"))
    rooms = {*re.findall(r"automodule:: pushbox\.(\w+)", pages)}
    assert rooms
    assert rooms <= pushbox._MODULES


def test_unknown_names_are_refused() -> None:
    """A name that is not offered is an AttributeError, as in any module."""
    with pytest.raises(AttributeError, match="nothing_like_it"):
        pushbox.nothing_like_it  # noqa: B018  # the access is the test


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_hold(name: str) -> None:
    """The examples of the docstrings give the output shown."""
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_import_is_light() -> None:
    """`import pushbox` pulls in no third-party package, none of an extra, no native code and no room of the library."""
    code = (
        "import sys; before = {*sys.modules}; import pushbox\n"
        "loaded = {*sys.modules} - before\n"
        "print(*sorted(name for name in loaded if name.partition('.')[0] not in sys.stdlib_module_names))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == ["pushbox"]


def test_reading_and_playing_need_no_native_code() -> None:
    """Reading a level, playing it and finding paths work without the native core and without third-party packages."""
    code = (
        "import sys, pushbox\n"
        "level = pushbox.builtin('lessons')[0]\n"
        "session = pushbox.Session(level); session.play_text('rRR'); assert session.outcome().solved\n"
        "assert pushbox.verify(level, 'rrr')\n"
        "print(*sorted(m for m in sys.modules if m.startswith(('pushbox._core', 'click', 'rich'))))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == []


# -------------------------------------------------------------------------------------------------------- at the prompt

WIDE = pushbox.read("\n".join(["#" * 300, *["#" + " $ ." * 74 + "  #"] * 99, "#@" + " " * 297 + "#", "#" * 300]))


def test_a_repr_is_a_line_whatever_a_value_holds() -> None:
    """Neither the size of a board nor the length of a solution, a file or a history lengthens what the prompt shows."""
    level = WIDE[0]
    played = pushbox.Session(level)
    walk = ("r" * 200 + "l" * 200) * 3
    played.play_text(walk)
    saved = pushbox.SavedMoves("", walk)
    shown = [
        WIDE, level, level.board, level.source, saved, level.with_saved_moves(saved),
        pushbox.Collection((level,) * 200), played, *played.nodes(), pushbox.verify(level, walk),
        pushbox.Solved(walk, pushbox.measure(walk), None, 1, 0.1),
        pushbox.Optimized(walk, pushbox.measure(walk), pushbox.measure(walk), None, None, 1, 0.1),
    ]  # fmt: skip
    for value in shown:
        assert len(repr(value)) < 150, type(value)
        assert "\n" not in repr(value)


def test_a_level_and_a_session_are_printed_as_their_boards() -> None:
    """The title stands above the board where there is one."""
    level = pushbox.builtin("lessons")[0]
    assert str(level) == "First push\n#######\n#@ $ .#\n#######"
    assert str(pushbox.read("#####\n#@$.#\n#####")[0]) == "#####\n#@$.#\n#####"
    session = pushbox.Session(level)
    session.play_text("r")
    assert str(session) == "#######\n# @$ .#\n#######"


def test_reprs_name_what_distinguishes_values() -> None:
    """Title, game, options, size and pieces of a level; counts of a session; what came of a replay."""
    level = pushbox.builtin("multiban")[0]
    assert repr(level) == "<Level 'The other one': multiban, 6 x 4, 2 pushers, 1 box>"
    varied = replace(pushbox.read("#####\n#@$.#\n#####")[0], options=(("max_push", 2),))
    assert repr(varied) == "<Level: sokoban, max_push=2, 5 x 3, 1 pusher, 1 box>"
    assert repr(varied.board) == "<Board: 5 x 3, 1 pusher, 1 box>"
    assert repr(varied.board.terrain[8]) == "Terrain('goal')"
    assert repr(varied.board.pieces) == "(Piece('pusher', (6,)), Piece('box', (7,)))"
    collection = pushbox.read("#####\n#@$.#\n#####\nTitle: Push\n\n####\n#@$#\n")
    assert repr(collection) == "<Collection: 2 levels, 1 problem>"
    assert repr(collection.problems[0]).startswith("Problem(7, 2, 'warning', ")
    session = pushbox.Session(level)
    session.play_text("r")
    assert repr(session) == f"<Session: {level!r}, 1 move, 0 pushes, playing>"
    assert repr(session.root) == "<Node 0: start, 1 branch>"
    assert repr(pushbox.verify(collection[0], "R")) == "<Verification: solved, 1 move, 1 push>"
    assert repr(pushbox.verify(collection[0], "")) == (
        "<Verification: unsolved, 0 moves, 0 pushes, 1 box is not on a goal after the last move>"
    )
    assert repr(pushbox.solve(collection[0])) == "<Solved: 'R', 1 move, 1 push, optimal by pushes>"


def test_a_collection_is_a_sequence_of_its_levels() -> None:
    """Length, iteration, index, slice and membership are those of its levels; one without levels is false."""
    lessons = pushbox.builtin("lessons")
    assert len(lessons) == len(lessons.levels) == 13
    assert tuple(lessons) == lessons.levels
    assert lessons[0] == lessons.levels[0]
    assert lessons[-1] == lessons.levels[-1]
    assert lessons[2:5].levels == lessons.levels[2:5]
    assert lessons[3] in lessons
    assert list(reversed(lessons)) == list(reversed(lessons.levels))
    with pytest.raises(IndexError):
        lessons[13]
    assert lessons
    assert not pushbox.Collection()


@pytest.mark.parametrize(("text", "solved"), [("rRR", True), ("rR", False), ("rRRR", False), ("x", False)])
def test_a_verification_is_true_of_a_solution_alone(text: str, solved: bool) -> None:
    """Unsolved, illegal and unreadable moves are no solution."""
    assert bool(pushbox.verify(pushbox.builtin("lessons")[0], text)) is solved


def test_a_level_gives_an_array() -> None:
    """Rows of characters, of one length, which NumPy takes for an array of two dimensions."""
    level = pushbox.read("######\n#@$.#\n####\n")[0]
    assert level.grid() == (tuple("######"), tuple("#@$.# "), tuple("####  "))
    assert "\n".join("".join(row).rstrip() for row in level.grid()) == str(level.board)
    assert pushbox.Level(pushbox.Board(0, 2, ())).grid() == ((), ())
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    array = numpy.array(level.grid())
    assert array.shape == (3, 6)
    assert [tuple(map(int, cell)) for cell in numpy.argwhere(array == "$")] == [(1, 2)]


def test_dir_shows_what_is_public() -> None:
    """Fields and methods of values, and nothing of how they are made."""
    level = pushbox.read("#####\n#@$.#\n#####")[0]
    own = {
        level: "board game options title author notes saved_moves headers source grid place with_board without_source "
        "source_of with_saved_moves",
        pushbox.Collection(): "levels problems title author notes headers header format evidence with_levels filter "
        "count index",
        pushbox.load(level): "apply board check_move controls format format_played game illegal_move legal_moves level "
        "outcome parse play play_line pushes rules source state successors transition transitions view visible",
        pushbox.solve(level): "bound limit metrics nodes note optimal seconds text",
        pushbox.Limit(): "memory memory_bytes nodes seconds",
    }
    for value, names in own.items():
        assert {name for name in dir(value) if not name.startswith("_")} == {*names.split()}, value
