"""Whatever is wrong with an argument is one sentence of a PushboxError, before any work is done."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pushbox
from pushbox import grid, notation
from pushbox.errors import ArgumentError, PushboxError
from pushbox.optimizer import Span
from pushbox.play.verify import position_after

p: Any = pushbox  # whose functions take what their types refuse
LEVEL = p.builtin("lessons")[0]
SLOW = p.builtin("hanano")[0]  # of a game that is searched in Python
OPTIMIZED = ([LEVEL.saved_moves[0].text],)
WRONG: Any = (5,)
HUGE = 10**5000  # which Python does not write in decimal
FLOOR, BOX = p.Terrain("floor"), p.Piece("box", (0,))

_OBJECTIVE = "expected one of any, pushes, moves, pushes-moves, moves-pushes"
_LEVELS = "expected a collection, a level, or an iterable of levels"
_LINE = "expected the moves as a text, a list, or what has a text"
_LEVEL = "expected a Level, such as pushbox.read(text)[0]"
_SECONDS = "expected a number of seconds, 0 or more"
_MOVE = "expected a move of Sokoban, such as 0; texts are read by parse and play_text"
_NODE = "expected a position of this session's history, such as session.root"

CALLS: list[tuple[Callable[[], object], str]] = [
    # Values
    (lambda: p.Level("###"), "board: found '###', expected a Board; read makes levels of text"),
    (lambda: p.Level(LEVEL.board, 5), "game: found 5, expected the key of a game, such as 'sokoban'"),
    (lambda: p.Level(LEVEL.board, title=5), "title: found 5, expected a text"),
    (lambda: p.Level(LEVEL.board, options={}), "options: found {}, expected a tuple"),
    (lambda: p.Level(LEVEL.board, options=(5,)), "options: found 5, expected a pair of a name and its value"),
    (lambda: p.Level(LEVEL.board, headers=("x",)), "headers: found 'x', expected a pair of a name and its value"),
    (lambda: LEVEL.with_saved_moves(5), "saved_moves: found 5, expected SavedMoves, a text, or a value with a text"),
    (
        lambda: LEVEL.with_saved_moves([2]),
        "saved_moves: found [2], expected SavedMoves, a text, or a value with a text",
    ),
    (lambda: LEVEL.place(5), "problem: found 5, expected a Problem"),
    (lambda: p.Collection(5), "levels: found 5, expected an iterable of levels"),
    (lambda: p.Collection("x"), "levels: found 'x', expected an iterable of levels"),
    (lambda: p.Collection() + 5, f"levels: found 5, {_LEVELS}"),
    (lambda: p.Collection() + (5 for _ in "x"), f"levels: found 5, {_LEVELS}"),
    (lambda: p.Collection(("x",)), f"level: found 'x', {_LEVEL}"),
    (lambda: p.Board(2, 2, (FLOOR,)), "terrain: found 1 cell, expected 4 for a board of 2 x 2"),
    (lambda: p.Board(2, 2, None), "terrain: found None, expected a tuple of Terrain, one a cell, row by row"),
    (lambda: p.Board("2", 1, (FLOOR,)), "width: found '2', expected a whole number"),
    (lambda: p.Board(None, 1, (FLOOR,)), "width: found None, expected a whole number"),
    (lambda: p.Board(1.0, 1, (FLOOR,)), "width: found 1.0, expected a whole number"),
    (lambda: p.Board(-1, -1, (FLOOR,)), "width: found -1, expected 0 or more"),
    (lambda: p.Board(1, 1, (FLOOR,), ("x",)), "pieces: found ('x',), expected a sequence of Piece"),
    (lambda: p.Board(1, 1, (FLOOR,), 5), "pieces: found 5, expected a sequence of Piece"),
    (lambda: p.Board(1, 1, (FLOOR,), (), (5,)), "counters: found (5,), expected a sequence of NamedCounter"),
    (lambda: LEVEL.board.apply(5), "changes: found 5, expected a sequence of Change"),
    (lambda: LEVEL.board.apply([5]), "change: found 5, expected a Change"),
    (lambda: LEVEL.board.apply([p.Change(0, "", BOX, FLOOR)]), "change: found Change(0, '', Piece('box', (0,)), "),
    (
        lambda: LEVEL.board.apply([p.Change(0, "", BOX, None)]),
        "change: found Piece('box', (0,)), expected a part of",
    ),
    (
        lambda: LEVEL.board.apply([p.Change(0, "", FLOOR, FLOOR, 99)]),
        "change: found Terrain('floor'), ",
    ),
    (lambda: LEVEL.board.diff(5), "other: found 5, expected a Board"),
    (lambda: LEVEL.board.diff(p.Board(1, 1, (FLOOR,))), "other: found <Board: 1 x 1>, expected a board of 7 x 3"),
    (lambda: p.Limit(seconds=-1), f"seconds: found -1, {_SECONDS}"),
    (lambda: p.Limit(seconds=math.nan), f"seconds: found nan, {_SECONDS}"),
    (lambda: p.Limit(seconds=-math.inf), f"seconds: found -inf, {_SECONDS}"),
    (lambda: p.Limit(seconds="3"), f"seconds: found '3', {_SECONDS}"),
    (lambda: p.Limit(seconds=True), f"seconds: found True, {_SECONDS}"),
    (lambda: p.Limit(seconds=HUGE), f"seconds: found a value of type int too long to show, {_SECONDS}"),
    (lambda: p.Limit(nodes="x"), "nodes: found 'x', expected a whole number"),
    (lambda: p.Limit(nodes=-1), "nodes: found -1, expected 0 or more"),
    (lambda: p.Limit(nodes=1e6), "nodes: found 1000000.0, expected a whole number"),
    (lambda: p.Limit(memory=1 << 60), f"memory: found {1 << 60}, expected at most {(1 << 43) - 1}"),
    # Reading and writing
    (lambda: p.read(5), "data: found 5, expected the text or the bytes of a file"),
    (lambda: p.read(None), "data: found None, expected the text or the bytes of a file"),
    (lambda: p.read("###", format=5), "format: found 5, expected the key of a format, such as 'xsb'"),
    (lambda: p.read("###", format="nope"), "found the format 'nope', expected one of: "),
    (lambda: p.read("###", name=5), "name: found 5, expected the name of the file"),
    (lambda: p.read(""), "nothing in it: expected at least one level"),
    (lambda: p.read("my levels.XSB"), "found 'my levels.XSB', the name of a file, expected what is in it; in Python "),
    (lambda: p.read_file(5), "path: found 5, expected the path of a file"),
    (lambda: p.write("###", "xsb"), f"levels: found '###', {_LEVELS}"),
    (lambda: p.write([LEVEL, "x"], "xsb"), f"levels: found 'x', {_LEVELS}"),
    (lambda: p.write(LEVEL, 5), "format: found 5, expected the key of a format, such as 'xsb'"),
    (lambda: p.write(LEVEL, "nope"), "found the format 'nope', expected one of: "),
    (lambda: p.write_file(LEVEL, 5), "path: found 5, expected the path of a file"),
    (lambda: p.write_file(LEVEL, "x.nope"), "found the file x.nope, which has no ending of a format"),
    (lambda: p.write_file("x", "x.xsb"), f"levels: found 'x', {_LEVELS}"),
    (lambda: p.builtin(5), "name: found 5, expected the name of a collection, such as 'lessons'"),
    (lambda: p.builtin("nope"), "found builtin:nope, expected one of: "),
    (lambda: p.game(5), "game: found 5, expected the key of a game, such as "),
    (lambda: p.game([]), "game: found [], expected the key of a game, such as "),
    (lambda: p.register("sokoban"), "game: found 'sokoban', expected a Game"),
    (lambda: p.game("nope"), "found the game 'nope', expected one of: "),
    # Playing
    (lambda: p.load("###"), f"level: found '###', {_LEVEL}"),
    (lambda: p.load("my.xsb"), "level: found 'my.xsb', expected a Level, such as pushbox.read_file(path)[0]"),
    (lambda: p.load(Path("my.xsb")), "level: found PosixPath('my.xsb'), expected a Level, such as pushbox.read_file"),
    (lambda: p.solve(p.builtin("lessons")), "level: found <Collection 'Lessons and first puzzles': 13 levels>, expec"),
    (lambda: p.load(LEVEL, 5), "game: found 5, expected a Game, such as pushbox.game('sokoban'), or None"),
    (lambda: p.load(LEVEL).apply("R"), f"move: found 'R', {_MOVE}"),
    (lambda: p.load(LEVEL).apply(1), "the player cannot go up"),
    (lambda: p.load(LEVEL).parse(5), "text: found 5, expected the moves as a text"),
    (lambda: p.Session("###"), f"level: found '###', {_LEVEL}"),
    (
        lambda: p.Session(LEVEL, game="sokoban"),
        "game: found 'sokoban', expected a Game, such as ",
    ),
    (lambda: p.Session(LEVEL, clock=5), "clock: found 5, expected a function"),
    (lambda: p.Session(LEVEL, played=math.nan), f"played: found nan, {_SECONDS}"),
    (lambda: p.Session(LEVEL).play("R"), f"move: found 'R', {_MOVE}"),
    (lambda: p.Session(LEVEL).play(None), f"move: found None, {_MOVE}"),
    (lambda: p.Session(LEVEL).play(99), f"move: found 99, {_MOVE}"),
    (lambda: p.Session(LEVEL).play([2]), f"move: found [2], {_MOVE}"),
    (lambda: p.Session(LEVEL).format_move("R"), f"move: found 'R', {_MOVE}"),
    (lambda: p.Session(LEVEL).add_variation(None, 2), f"parent: found None, {_NODE}"),
    (lambda: p.Session(LEVEL).play_text(5), f"text: found 5, {_LINE}; play takes a move"),
    (lambda: p.Session(LEVEL).play_text("x"), "character 1: found 'x', expected "),
    (lambda: p.Session(LEVEL).play_text("u"), "step 1: the player cannot go up"),
    (lambda: p.Session(LEVEL).press("R"), "key: found 'R', expected one of left, up, right, down, act, next, previous"),
    (lambda: p.Session(LEVEL).press("left", -1), "player: found -1, expected 0 or more"),
    (lambda: p.Session(LEVEL).redo("R"), "branch: found 'R', expected the number of a branch, from 0, or None"),
    (lambda: p.Session(LEVEL).goto(None), f"node: found None, {_NODE}"),
    (lambda: p.Session(LEVEL).goto(p.Session(LEVEL).root), f"node: found <Node 0: start, 0 branches>, {_NODE}"),
    (lambda: p.Session(LEVEL).changes(5), f"node: found 5, {_NODE}"),
    (lambda: p.verify("###", "R"), f"level: found '###', {_LEVEL}"),
    (lambda: p.verify(LEVEL, None), "text: found None, expected the moves as a text"),
    (lambda: position_after(LEVEL, *WRONG), "text: found 5, expected the moves as a text"),
    (lambda: p.transcript(None), f"level: found None, {_LEVEL}"),
    (lambda: p.transcript(LEVEL, 5), "text: found 5, expected the moves as a text"),
    (lambda: p.measure(None), "text: found None, expected a text of letters lurdLURD"),
    (lambda: p.measure("x"), "character 1: found 'x', expected "),
    (lambda: notation.expand_moves(*WRONG), "text: found 5, expected a text"),
    (lambda: notation.encode("rrr", threshold=0), "threshold: found 0, expected 1 or more"),
    (lambda: grid.parse_cell(*WRONG), "text: found 5, expected a cell such as '5,2' or 'C6'"),
    # Searches
    (lambda: p.solve(LEVEL, objective="nonsense"), f"objective: found 'nonsense', {_OBJECTIVE}"),
    (lambda: p.solve(SLOW, objective="nonsense"), f"objective: found 'nonsense', {_OBJECTIVE}"),
    (lambda: p.solve(LEVEL, objective=5), f"objective: found 5, {_OBJECTIVE}"),
    (lambda: p.solve(LEVEL, seed=-1), "seed: found -1, expected 0 or more"),
    (lambda: p.solve(LEVEL, seed=1 << 64), f"seed: found {1 << 64}, expected at most {(1 << 64) - 1}"),
    (lambda: p.solve(SLOW, seed=HUGE), "seed: found a value of type int too long to show, expected at most "),
    (lambda: p.solve(LEVEL, seed=1.5), "seed: found 1.5, expected a whole number"),
    (lambda: p.solve(LEVEL, limit=10), "limit: found 10, expected a Limit, such as Limit(seconds=10), or None"),
    (lambda: p.solve(LEVEL, limit=0), "limit: found 0, expected a Limit, such as Limit(seconds=10), or None"),
    (lambda: p.solve(LEVEL, threads=0), "threads: found 0, expected 1 or more"),
    (lambda: p.solve(LEVEL, threads=10**9), "threads: found 1000000000, expected at most 256"),
    (lambda: p.solve(LEVEL, threads=True), "threads: found True, expected a whole number"),
    (lambda: p.solve(LEVEL, progress=5), "progress: found 5, expected a function, or None"),
    (lambda: p.solve("#####\n#@$.#\n#####"), f"level: found '#####\\n#@$.#\\n#####', {_LEVEL}"),
    (lambda: p.solve(None), f"level: found None, {_LEVEL}"),
    (lambda: p.solve(p.Level(p.Board(0, 0, ()))), "found no player, expected one; found no box"),
    (lambda: p.solve(p.Level(p.Board(1, 1, ("x",)))), "terrain: found 'x', expected a Terrain"),
    (
        lambda: p.solve(_with_box(5)),
        "cells: found 5, expected a tuple of cells",
    ),
    (
        lambda: p.solve(_with_box(("x",))),
        "cells: found 'x', expected a whole",
    ),
    (lambda: p.solve(_large()), "found a board of 300 x 300, expected at most 65000 cells"),
    (lambda: p.optimize(LEVEL, 5), "solutions: found 5, expected a solution, or a list of solutions"),
    (lambda: p.optimize(LEVEL, [5]), f"solution 1: found 5, {_LINE}"),
    (lambda: p.optimize(LEVEL, p.GaveUp("nodes", 1, 1)), "solutions: found GaveUp(limit='nodes', "),
    (lambda: p.verify(LEVEL, p.GaveUp("nodes", 1, 1)), "text: found GaveUp(limit='nodes', nodes=1, seconds=1, bound="),
    (lambda: p.verify(LEVEL, [2, "R"]), f"move: found 'R', {_MOVE}"),
    (lambda: p.load(LEVEL).play(["R", "x"]), "character 3: found 'x', expected "),
    (lambda: p.verify(LEVEL, {}), f"text: found {{}}, {_LINE}"),
    (lambda: p.measure([2]), "text: found [2], expected a text of letters lurdLURD, or what has a text"),
    (lambda: p.optimize(LEVEL, []), "found no solution, expected one to begin with"),
    (lambda: p.optimize(replace(LEVEL, saved_moves=())), "found no solution, expected one to begin with"),
    (lambda: p.optimize("x", []), f"level: found 'x', {_LEVEL}"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, objective="x"), "objective: found 'x', expected names joined by '-' of: "),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, objective=5), "objective: found 5, expected names of metrics, such as "),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, limit=10), "limit: found 10, expected a Limit"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, span=(1, 2)), "span: found (1, 2), expected a Span, such as Span(10, 20)"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, span=Span(1, -1)), "span.last: found -1, expected 0 or more"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, alone=3), "alone: found 3, expected a list of cells"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, alone=["x"]), "alone: found 'x', expected a whole number"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, keep_end=5), "keep_end: found 5, expected True or False"),
    (lambda: p.optimize(LEVEL, *OPTIMIZED, progress=5), "progress: found 5, expected a function, or None"),
    # Making levels: before the first is made
    (lambda: p.generate(5), "spec: found 5, expected a LevelSpec, such as LevelSpec(boxes=3), or None"),
    (lambda: p.generate(count=-1), "count: found -1, expected 0 or more"),
    (lambda: p.generate(seed="x"), "seed: found 'x', expected a whole number"),
    (lambda: p.generate(attempts=1.5), "attempts: found 1.5, expected a whole number"),
    (lambda: p.generate(seconds=math.nan), f"seconds: found nan, {_SECONDS}"),
    (lambda: p.generate(threads=0), "threads: found 0, expected 1 or more"),
    (lambda: p.generate(progress=5), "progress: found 5, expected a function, or None"),
    (lambda: p.LevelSpec(rows="x"), "rows: found 'x', expected a whole number"),
    (lambda: p.LevelSpec(boxes=-1), "boxes: found -1, expected 0 or more"),
    (lambda: p.LevelSpec(pushers=-1), "pushers: found -1, expected 0 or more"),
    (lambda: p.LevelSpec(game=5), "game: found 5, expected the key of a game"),
    (lambda: p.LevelSpec(shape="round"), "shape: found 'round', expected one of walk, blocks, hall, cave, rooms"),
    (lambda: p.LevelSpec(difficulty=5), "difficulty: found 5, expected one of easy, medium, hard, extreme"),
    (lambda: next(p.generate(p.LevelSpec(rows=10**15))), "found a size of 10x1000000000000000, expected 3 to 100"),
    (lambda: p.reconstruct(5), "text: found 5, expected the moves of a solution as a text"),
    (lambda: p.reconstruct("R", style="x"), "style: found 'x', expected one of outline, solid"),
]


def _with_box(cells: object) -> object:
    """Return a level with a box on some cells."""
    return p.Level(p.Board(1, 1, (FLOOR,), (p.Piece("box", cells),)))


def _large() -> object:
    """Return a level of more cells than the core takes."""
    terrain = (p.Terrain("goal"), *(FLOOR,) * (300 * 300 - 1))
    return p.Level(p.Board(300, 300, terrain, (p.Piece("pusher", (5_005,)), p.Piece("box", (6_006,)))))


@pytest.mark.parametrize(("call", "sentence"), CALLS, ids=[sentence[:50] for _, sentence in CALLS])
def test_a_bad_argument_is_one_sentence(call: Callable[[], object], sentence: str) -> None:
    """It says which argument, what was found and what was expected, in a line."""
    with pytest.raises(PushboxError) as caught:
        call()
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_argument_error_is_caught_as_the_errors_of_python() -> None:
    """A handler of ValueError or TypeError catches it, too."""
    for error in (ValueError, TypeError, PushboxError, ArgumentError):
        with pytest.raises(error):
            p.solve(LEVEL, threads=0)


def test_no_limit_of_time_may_be_written_as_infinity() -> None:
    """It means the same as None."""
    assert p.solve(LEVEL, limit=p.Limit(seconds=math.inf)).text == p.solve(LEVEL, limit=p.Limit(seconds=None)).text


def test_a_game_that_fails_on_a_good_move_is_not_blamed_on_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of a game over a move that it offers itself passes through as it is."""
    session = p.Session(LEVEL)

    def fail(*_: object) -> None:
        message = "a defect"
        raise IndexError(message)

    monkeypatch.setattr(type(session.game.rules), "apply", fail)
    with pytest.raises(IndexError, match="a defect"):
        session.play(2)


# Anything that a caller may give by mistake, in the place of each argument.
ODD: list[Any] = [
    None, True, 0, 5, -1, 1 << 70, HUGE, 1.5, math.nan, math.inf, "", "x", "\0", "\ud800", b"x", (), [], {}, [None],
    ("R",), {"a": 1}, range(3), object(), len, p.Level, LEVEL, LEVEL.board, p.Collection((LEVEL,)), p.Limit(), Span(),
]  # fmt: skip
GOOD: dict[Callable[..., object], dict[str, Any]] = {
    p.read: {"data": "#####\n#@$.#\n#####", "format": None, "name": ""},
    p.read_file: {"path": "x.xsb", "format": None},
    p.write: {"levels": LEVEL, "format": "xsb"},
    p.write_file: {"levels": LEVEL, "path": "x.xsb", "format": None},
    p.builtin: {"name": "lessons"},
    p.Level: {
        "board": LEVEL.board, "game": "sokoban", "options": (), "title": "", "author": "", "notes": "",
        "saved_moves": (), "headers": (), "source": None,
    },
    p.Collection: {
        "levels": (LEVEL,), "problems": (), "title": "", "author": "", "notes": "", "headers": (), "header": "",
        "format": "",
    },
    p.Board: {"width": 1, "height": 1, "terrain": (FLOOR,), "pieces": (), "counters": ()},
    p.Limit: {"seconds": 1, "nodes": 1, "memory": 1},
    p.LevelSpec: {
        "rows": 5, "columns": 5, "boxes": 1, "game": "sokoban", "pushers": 1, "shape": None, "difficulty": None,
        "pushes": 0, "box_lines": 0,
    },
    p.game: {"key": "sokoban"},
    p.load: {"level": LEVEL, "game": None},
    p.load(LEVEL).apply: {"move": 2},
    p.load(LEVEL).parse: {"text": "r"},
    p.Session(LEVEL).play: {"move": 2},
    p.Session(LEVEL).play_text: {"text": "r"},
    p.Session(LEVEL).press: {"key": "right", "player": 0},
    p.Session: {"level": LEVEL, "game": None, "clock": lambda: 0.0, "played": 0.0},
    p.verify: {"level": LEVEL, "text": "rRR"},
    p.transcript: {"level": LEVEL, "text": "rRR"},
    p.measure: {"text": "rRR"},
    p.solve: {"level": LEVEL, "objective": "any", "limit": None, "seed": 0, "threads": 1, "progress": None},
    p.optimize: {
        "level": LEVEL, "solutions": ["rRR"], "objective": "pushes", "limit": None, "span": None, "alone": (),
        "keep_end": False, "progress": None,
    },
    p.generate: {
        "spec": None, "count": 1, "seed": 0, "attempts": 10, "seconds": 1, "threads": 1, "progress": None,
    },
    p.reconstruct: {"text": "rRR", "style": "outline"},
}  # fmt: skip


@pytest.mark.parametrize("function", GOOD, ids=lambda function: function.__name__)
def test_no_argument_ends_in_an_error_of_python(
    function: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With any value as an argument, the result is a value, a PushboxError, or for a file an OSError."""
    monkeypatch.chdir(tmp_path)
    function(**GOOD[function]) if function is not p.read_file else None
    for name, value in product(GOOD[function], ODD):
        try:
            made = function(**GOOD[function] | {name: value})
            if isinstance(made, p.Level | p.Board | p.Collection):
                str(made)
                p.write(made if not isinstance(made, p.Board) else p.Level(made), "json")
        except PushboxError:
            pass
        except OSError:
            assert "file" in function.__name__
