"""How cells look on a terminal: everything is told apart by its characters alone, at every size."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, Board, Piece, Terrain
from pushbox.render.text import draw
from pushbox.render.visible import buried_walls, outside_cells, visible_terrain
from pushbox.tui.fullscreen.ascii_filter import in_ascii
from pushbox.tui.fullscreen.board_view import MAX_SCALE
from pushbox.tui.fullscreen.cell_art import Art, cell_arts

if TYPE_CHECKING:
    from pushbox.render.characters import Charset

SCALES = range(1, MAX_SCALE + 1)
SIGNS = formats.read("#########\n#@+$*. -#\n#########\n", format="xsb").levels[0].board
NUMBERED = Board(4, 1, (FLOOR, Terrain("goal", number=7), Terrain("goal", number=7), FLOOR), (
    Piece("box", (0,), number=17), Piece("box", (1,), number=7), Piece("box", (2,), number=6), Piece("box", (3,)),
))  # fmt: skip


def lines(art: Art, scale: int) -> tuple[str, ...]:
    return tuple(art.line(scale, row) for row in range(scale))


@pytest.mark.parametrize("charset", ["ascii", "unicode"])
@pytest.mark.parametrize("scale", SCALES)
def test_what_is_different_looks_different_without_colours(charset: Charset, scale: int) -> None:
    """Wall, player, box, box on goal, goal and floor; a box with a number on its goal and on another one."""
    filtered = in_ascii if charset == "ascii" else str
    for board, some in ((SIGNS, range(9, 17)), (NUMBERED, range(4))):
        arts = cell_arts(board, draw(board, charset))
        pictures = {cell: tuple(map(filtered, lines(arts[cell], scale))) for cell in some}
        assert {len(line) for picture in pictures.values() for line in picture} == {2 * scale}
        for (one, first), (other, second) in combinations(pictures.items(), 2):
            assert (first == second) == ({one, other} == {15, 16}), (first, second)  # floor is floor
        if scale > 1:
            double = {cell for cell, picture in pictures.items() if {"═", "="} & {*picture[-1]}}
            assert double == ({13} if board is SIGNS else {1}), "what is on its goal has double edges"
        assert all(line.isascii() for picture in pictures.values() for line in picture) or charset == "unicode"


@pytest.mark.parametrize("scale", SCALES)
def test_boxes_have_edges_and_walls_have_none(scale: int) -> None:
    """Two boxes are two, where a piece of several cells is one; a wall is one slab."""
    board = Board(4, 1, (FLOOR,) * 4, (Piece("box", (0,)), Piece("box", (1,)), Piece("block", (2, 3), ("red", "red"))))
    one, other, left, right = cell_arts(board, draw(board))
    for row in range(scale):
        assert one.line(scale, row).strip() == one.line(scale, row) == other.line(scale, row)
    if scale > 1:
        assert (left.line(scale, scale - 1)[0], left.line(scale, scale - 1)[-1]) == ("└", "─")
        assert (right.line(scale, scale - 1)[0], right.line(scale, scale - 1)[-1]) == ("─", "┘")
    wall = cell_arts(SIGNS, draw(SIGNS))[-1]
    assert {*"".join(lines(wall, scale))} == {"█"}


def test_walls_that_touch_no_room_are_not_drawn() -> None:
    """Neither beside it nor at a corner, but in the editor; each wall of a room is."""
    rows = ["#########", "#########", "##   ####", "##@$.####", "####   ##", "#########", "#########", "####  ###"]
    board = formats.read("\n".join(rows), format="xsb").levels[0].board
    shown = {cell for cell, art in enumerate(cell_arts(board, draw(board))) if art.line(2, 0).strip()}
    walls = {cell for cell, terrain in enumerate(board.terrain) if terrain.kind == "wall"}
    pictured = ["         ", " ##### ", " #   # ", " #   ###", " ###   #", "   #####"]
    assert shown & walls == {9 * y + x for y, row in enumerate(pictured) for x, sign in enumerate(row) if sign == "#"}
    drawn = cell_arts(board, draw(board), with_buried=True)
    assert {cell for cell, art in enumerate(drawn) if art.frame == "wall"} == walls


def test_no_room_loses_a_wall() -> None:
    """On all levels that come along, what is not drawn is hollow to the last cell round it."""
    for name in levels.names():
        for level in formats.read_file(levels.path(name)):
            board, outside = level.board, outside_cells(level.board)
            for cell in buried_walls(board, outside):
                row, column = board.rc(cell)
                around = [board.cell(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
                inside = [near for near in around if near < len(board.terrain) and near not in outside]
                assert {visible_terrain(board.terrain[near]).kind for near in inside} == {"wall"}


def test_light_and_dark_screens_have_floors_of_their_own() -> None:
    """The floor alternates as on a chessboard, and characters stay readable on it."""
    for is_dark in (True, False):
        arts = cell_arts(SIGNS, draw(SIGNS), is_dark=is_dark)
        floors = [art.style.bgcolor for art in arts[15:17]]
        assert floors[0] != floors[1]
        for floor in floors:
            assert floor is not None
            assert floor.triplet is not None
            assert (sum(floor.triplet) < 3 * 128) == is_dark


@pytest.mark.parametrize("key", games.keys())
def test_every_game_is_drawn_at_every_size(key: str) -> None:
    """Each line of each cell has its width."""
    for level in levels.builtin(key if key in levels.names() else "lessons")[:12]:
        for art in cell_arts(level.board, draw(level.board)):
            for scale in SCALES:
                assert {len(line) for line in lines(art, scale)} == {2 * scale}
