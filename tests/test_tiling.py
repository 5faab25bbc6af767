"""Tilings: what a grid, paths and the rules of plain Sokoban take from one, held by three of them."""

from __future__ import annotations

import ast
import pickle
import random
from itertools import product
from pathlib import Path
from typing import TypeVar, cast

import pytest

import pushbox
from pushbox import formats
from pushbox.analysis.certificates.field import explain_unsupported
from pushbox.analysis.deadlocks.puzzle import BoxPuzzle
from pushbox.board import Board
from pushbox.errors import ArgumentError
from pushbox.formats.xsb.board import of_signs
from pushbox.games.parts.push_distance import NEVER, distances
from pushbox.games.position import Position, load
from pushbox.grid import Grid, Rectangle, grid
from pushbox.identity import position_text, transform
from pushbox.identity.sokoban_grid import sokoban_grid
from pushbox.level import Level
from pushbox.path.push import push_paths
from pushbox.path.walk import steps_between, walk, waves
from pushbox.solver import native
from pushbox.tiling import SQUARE, Direction, Symmetry, Tiling

from .tilings import HEXAGONS, LINE, hexoban

T = TypeVar("T")
TILINGS = [pytest.param(tiling, id=tiling.name) for tiling in (SQUARE, LINE, HEXAGONS)]
SIZES = {SQUARE: [(5, 4), (1, 3), (3, 1)], LINE: [(6, 1), (1, 1)], HEXAGONS: [(5, 4), (4, 5), (1, 3), (3, 1)]}

ROOM = """
    # # # #
   #       #
  #   # #   #
 #   .   $ #
  #     * * #
   # #   @ #
      # # #
"""


@pytest.mark.parametrize(("tiling", "count"), [(SQUARE, 8), (LINE, 2), (HEXAGONS, 12)])
def test_symmetries_are_a_group(tiling: Tiling, count: int) -> None:
    """One after the other is one of them, the inverse undoes, and opposite directions stay opposite."""
    turned = {symmetry: tiling.turned(symmetry) for symmetry in tiling.symmetries}
    assert len(set(turned.values())) == len(turned) == count
    assert turned[Symmetry()] == (*tiling.directions, -1)
    for one, other in product(turned, turned):
        assert tuple([turned[other][end] for end in turned[one]]) in turned.values()
    for symmetry, ends in turned.items():
        assert tuple([turned[tiling.inverse(symmetry)][end] for end in ends]) == (*tiling.directions, -1)
        assert all(ends[tiling.opposites[d]] == tiling.opposites[ends[d]] for d in tiling.directions)


@pytest.mark.parametrize("tiling", TILINGS)
def test_names_letters_and_opposites(tiling: Tiling) -> None:
    """Each direction has a letter, a name and an opposite, whose opposite it is."""
    assert len(set(tiling.letters)) == len(set(tiling.names)) == len(tiling.directions)
    assert [tiling.direction(name) for name in tiling.names] == [*tiling.directions]
    assert [tiling.opposites[opposite] for opposite in tiling.opposites] == [*tiling.directions]
    text = tiling.letters + tiling.letters.upper() + " 2(*"
    for symmetry in tiling.symmetries:
        assert tiling.turned_letters(tiling.turned_letters(text, symmetry), tiling.inverse(symmetry)) == text


def cases(tiling: Tiling) -> list[Grid]:
    return [grid(width, height, tiling) for width, height in SIZES[tiling]]


@pytest.mark.parametrize("tiling", TILINGS)
def test_steps_lead_over_an_edge_and_back(tiling: Tiling) -> None:
    """A neighbour shares an edge, which is two corners, and the opposite step leads back; no other cell does."""
    for shape in cases(tiling):
        outlines = [{*tiling.outline(*shape.rc(cell))} for cell in range(shape.outside)]
        for cell, other in product(range(shape.outside), repeat=2):
            direction = shape.direction(cell, other)
            assert (direction is not None) == (len(outlines[cell] & outlines[other]) == 2)
            if direction is not None:
                assert shape.step[shape.opposite[direction]][other] == cell
        for cell in range(shape.outside):
            assert [shape.ahead(cell, direction) for direction in tiling.directions] == [
                len(line(shape, cell, direction)) for direction in tiling.directions
            ]


def line(shape: Grid, cell: int, direction: Direction) -> list[int]:
    cells = []
    while (cell := shape.step[direction][cell]) != shape.outside:
        cells.append(cell)
    return cells


@pytest.mark.parametrize("tiling", [SQUARE, HEXAGONS])
def test_the_cells_around_one_go_round_it(tiling: Tiling) -> None:
    """Around a cell each is a neighbour of the next one, and the neighbours of the cell are at their places."""
    shape = grid(5, 5, tiling)
    ring = shape.around(12)
    assert len(set(ring)) == len(ring)
    for place, cell in enumerate(ring):
        assert shape.direction(ring[place - 1], cell) is not None
    assert [ring[place] for place in tiling.places] == [step[12] for step in shape.step]


@pytest.mark.parametrize("tiling", TILINGS)
def test_cells_turn_as_directions_do(tiling: Tiling) -> None:
    """A step of a turned grid is the turned step, the origin of an image is the cell, and outlines keep their size."""
    for shape, symmetry in product(cases(tiling), tiling.symmetries):
        rectangle, turned = Rectangle(shape.width, shape.height, tiling), tiling.turned(symmetry)
        after = grid(*rectangle.transformed(symmetry))
        image, origins = rectangle.image(symmetry), rectangle.origins(symmetry)
        assert sorted(origin for origin in origins if origin != shape.outside) == [*range(shape.outside)]
        for cell in range(shape.outside):
            assert origins[image(cell)] == cell
            for direction in tiling.directions:
                near = shape.step[direction][cell]
                if near != shape.outside:
                    assert after.step[turned[direction]][image(cell)] == image(near)


@pytest.mark.parametrize("size", [(0, 0), (0, 7), (5, 0), (1, 1), (1, 5), (5, 1), (7, 4)])
def test_squares_are_computed_as_any_tiling_is(size: tuple[int, int]) -> None:
    """What squares have faster ways for is what the tables of the tiling give."""
    fast, plain, rectangle = grid(*size), Grid(*size, SQUARE), Rectangle(*size)
    assert fast.step == plain.step
    for cell in range(fast.outside):
        assert fast.around(cell) == plain.around(cell)
        assert [fast.ahead(cell, d) for d in fast.directions] == [plain.ahead(cell, d) for d in plain.directions]
    if fast.outside:
        for symmetry in SQUARE.symmetries:
            shape, images = rectangle._images(symmetry)
            assert shape == rectangle.transformed(symmetry)
            assert images == [rectangle.image(symmetry)(cell) for cell in range(fast.outside)]
            origins = "".join(chr(origin + 40) for origin in rectangle.origins(symmetry))
            assert rectangle.turned_text("".join(chr(cell + 40) for cell in range(fast.outside)), symmetry) == origins


@pytest.mark.parametrize("tiling", TILINGS)
def test_paths(tiling: Tiling) -> None:
    """Walks are shortest, and a box is pushed as by a search over all places of box and player."""
    rng = random.Random(2)
    for _ in range(25):
        shape = grid(rng.randint(2, 6), rng.randint(2, 6) if tiling is not LINE else 1, tiling)
        free = [rng.random() < 0.8 for _ in range(shape.outside)] + [False]
        cells = [cell for cell in range(shape.outside) if free[cell]]
        if len(cells) < 2:
            continue
        player, box = rng.sample(cells, 2)
        far = {cell: count for count, wave in enumerate(waves(shape, free, player)) for cell in wave}
        for cell in cells:
            path = walk(shape, free, player, cell)
            assert (path is None) == (cell not in far) == (steps_between(shape, free, player, cell)[0] is None)
            if path is not None:
                assert far[cell] == len(path) == steps_between(shape, free, player, cell)[0]
        paths = push_paths(shape, free, box, player)
        expected = pushed(shape, free, box, player)
        expected.pop(box, None)
        assert {cell: paths.cost(cell)[0] for cell in paths.cells if cell != box} == expected
        alone = distances(shape, tuple(free), frozenset(cells[:1]))
        for cell in cells:
            ways = [pushed(shape, free, cell, start) for start in cells if start != cell]
            reached = min([way[cells[0]] for way in ways if cells[0] in way], default=NEVER)
            assert alone[cell] <= (0 if cell == cells[0] else reached)


def pushed(shape: Grid, free: list[bool], box: int, player: int) -> dict[int, int]:
    """Return the fewest pushes to each cell, by a search over pushes that floods for the player each time."""
    best: dict[int, int] = {}
    front, seen, pushes = [(box, player)], set[tuple[int, int]](), 0
    while front:
        after = []
        for at, stands in front:
            room = [is_free and cell != at for cell, is_free in enumerate(free)]
            reach = {cell for wave in waves(shape, room, stands) for cell in wave}
            for direction in shape.directions:
                beyond = shape.step[direction][at]
                if free[beyond] and shape.step[shape.opposite[direction]][at] in reach and (beyond, at) not in seen:
                    seen.add((beyond, at))
                    after.append((beyond, at))
        front, pushes = after, pushes + 1
        for at, _ in front:
            best.setdefault(at, pushes)
    return best


def test_sokoban_on_hexagons() -> None:
    """Plain Sokoban walks and pushes in six directions, and its turned board is the same level."""
    level = Level(hexoban(ROOM))
    position = load(level)
    names = [HEXAGONS.names[move] for move in position.legal_moves]
    assert names == ["left", "up-left"]
    assert position.board.tiling is HEXAGONS
    for symmetry in HEXAGONS.symmetries:
        turned = load(Level(transform(level.board, symmetry)))
        ends = HEXAGONS.turned(symmetry)
        assert counts(position, 4) == counts(turned, 4)
        assert sorted(turned.legal_moves) == sorted(ends[move] for move in position.legal_moves)


def counts(position: Position, depth: int) -> list[int]:
    rules, front = position.rules, {position.state}
    sizes = []
    for _ in range(depth):
        front = {after for state in front for _, after in rules.successors(state)}
        sizes.append(len(front))
    return sizes


def test_sokoban_on_a_line() -> None:
    """On a line a box is pushed home in the letters of the tiling."""
    flat = of_signs("#@$ .#", 6)
    position = load(Level(Board(flat.width, flat.height, flat.terrain, flat.pieces, tiling=LINE)))
    assert position.legal_moves == [LINE.direction("right")]
    assert position.format(position.parse("rr")) == "RR"
    assert position.play_line(position.parse("rr")).solved_at == 2


def test_what_knows_squares_alone_refuses_other_tilings() -> None:
    """No file, id, native search or proof takes a board of hexagons for one of squares."""
    board = hexoban(ROOM)
    squares = Board(board.width, board.height, board.terrain, board.pieces)
    assert position_text(board) != position_text(squares)
    position = load(Level(board))
    assert native.search_for(position, 0, 1) is None
    assert native.search_for(load(Level(squares)), 0, 1) is not None
    assert BoxPuzzle.of(position) is None
    assert sokoban_grid(board) is None
    assert explain_unsupported(position) is not None
    for key in formats.keys():
        assert any("hexagonal tiling, which" in loss for loss in formats.losses(Level(board), key)), key


def copied(value: T) -> T:
    return cast(T, pickle.loads(pickle.dumps(value)))  # noqa: S301 - its own bytes


def test_values() -> None:
    """A tiling is a value: equal ones are, whichever process they come from, and grids of one are shared."""
    assert copied(SQUARE) is SQUARE
    copy = copied(HEXAGONS)
    assert copy == HEXAGONS != SQUARE
    assert hash(copy) == hash(HEXAGONS)
    assert grid(4, 3, copy) is grid(4, 3, HEXAGONS) is not grid(4, 3)
    assert copied(grid(4, 3, HEXAGONS)) is grid(4, 3, HEXAGONS)
    board = hexoban(ROOM)
    assert copied(board) == board
    assert Board(board.width, board.height, board.terrain, board.pieces) != board
    with pytest.raises(ArgumentError, match="hexagonal"):
        HEXAGONS.strides(5)
    with pytest.raises(ArgumentError, match="unlike lengths"):
        Tiling("bad", ("left", "right"), "lr", (1, 0), (0, 1), (1,), LINE.shapes, LINE.around)


ALLOWED = {
    ("formats/share.py", "-len(text.rstrip('=')) % 4"): "base64 is padded to four characters",
    ("imports/score_file.py", "byte >> shift & 3"): "a byte of the file holds four directions",
    ("formats/letslogic.py", "len(cells) % width"): "whether whole rows are given, not where a cell is",
    ("imports/ksokoban.py", "'lurdLURD'"): "letters of that program",
}


def width_or_pitch(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name.lstrip("_") in {"width", "pitch"}


def assumption(node: ast.AST) -> bool:
    """Return whether an expression assumes four directions, or where cells lie, which a grid and its tiling say."""
    match node:
        case ast.BinOp(op=ast.BitXor(), right=ast.Constant(value=2)):
            return True  # the opposite direction
        case (
            ast.BinOp(op=ast.Mod(), right=ast.Constant(value=4))
            | ast.BinOp(op=ast.BitAnd(), right=ast.Constant(value=3))
        ):
            return True  # the next direction
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod(), right=right) if width_or_pitch(right):
            return True  # row or column
        case ast.Call(func=ast.Name(id="divmod"), args=[_, right]) if width_or_pitch(right):
            return True
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=ast.Name(), right=right) if width_or_pitch(right):
            return True  # the cell above or below
        case ast.BinOp(op=ast.Add(), left=ast.BinOp(op=ast.Mult(), left=left, right=right), right=column):
            return (width_or_pitch(left) or width_or_pitch(right)) and not any(
                isinstance(part, ast.Constant) or getattr(part, "id", "").isupper() for part in (left, right, column)
            )
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=4)]):
            return True
        case ast.Constant(value="lurdLURD"):
            return True
        case ast.Tuple(elts=[ast.Constant(value="left"), ast.Constant(value="up"), _, _]):
            return True
        case ast.ImportFrom(module=str(module), names=names) if module in {"grid", "tiling"}:
            return not {name.name for name in names}.isdisjoint(("DIRECTIONS", "LETTERS", "NAMES", "DELTAS"))
    return False


FORMS = """
cell ^ 2; (cell + 1) % 4; cell & 3; cell // width; cell % board.width; divmod(cell, grid.width); cell - width
row * self._width + column; width * row + column; range(4); "lurdLURD"; ("left", "up", "right", "down"); cell // pitch
from .grid import DIRECTIONS
"""


def test_the_scan_knows_the_forms() -> None:
    """Each form is found, and what only looks like it is not."""
    for form in FORMS.strip().replace("\n", ";").split(";"):
        assert any(assumption(node) for node in ast.walk(ast.parse(form.strip()))), form
    for form in (
        "width * height",
        "width + 2",
        "second.width - width",
        "width * SIDE + left",
        "cell % 5",
        "1 << direction",
    ):
        assert not any(assumption(node) for node in ast.walk(ast.parse(form))), form


def test_nobody_else_assumes_four_directions_or_rows_of_cells() -> None:
    """Outside `tiling` and `grid` no code computes directions or cells: it asks a grid, or names what is square."""
    source = Path(pushbox.__file__).parent
    found = {
        (path.relative_to(source).as_posix(), ast.unparse(node))
        for path in source.rglob("*.py")
        if path not in {source / "tiling.py", source / "grid.py"}
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if assumption(node)
    }
    assert found == ALLOWED.keys()
