"""Levels that are nearly the same are found, whatever was edited, and what is different is said; others are not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from pushbox import generate
from pushbox.analysis.duplicates import near_duplicates
from pushbox.analysis.similarity import NearIndex, describe, find_difference, layout_of, sketch
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.formats import read
from pushbox.generator import LevelSpec
from pushbox.identity import ALL, Symmetry, transform
from pushbox.level import Level
from pushbox.levels import builtin
from pushbox.sentence import Language

ROOM = "########\n#      #\n# $.#  #\n#@ $.  #\n#  #   #\n#      #\n########\n"
Edit = Callable[[Board, random.Random], Board]


def level_of(text: str) -> Level:
    return read(text).levels[0]


@cache
def made(count: int, seed: int) -> list[Level]:
    return [one.level for one in generate(LevelSpec(rows=10, columns=10, boxes=4), count=count, seed=seed)]


def free(board: Board) -> list[int]:
    """Return the cells with nothing on them, in an inner part of the board."""
    taken = {piece.anchor for piece in board.pieces}
    return [
        cell
        for cell, terrain in enumerate(board.terrain)
        if terrain == FLOOR and cell not in taken and 1 < cell % board.width < board.width - 2
    ]


def with_terrain(board: Board, cell: int, terrain: object) -> Board:
    return replace_terrain(board, {cell: terrain})


def replace_terrain(board: Board, new: dict[int, object]) -> Board:
    terrain = tuple(new.get(cell, old) for cell, old in enumerate(board.terrain))
    return Board(board.width, board.height, terrain, board.pieces)  # type: ignore[arg-type]


def wall_added(board: Board, rng: random.Random) -> Board:
    return with_terrain(board, rng.choice(free(board)), WALL)


def wall_removed(board: Board, rng: random.Random) -> Board:
    inner = [
        cell
        for cell, terrain in enumerate(board.terrain)
        if terrain == WALL and 0 < cell % board.width < board.width - 1 and 0 < cell // board.width < board.height - 1
    ]
    return with_terrain(board, rng.choice(inner), FLOOR) if inner else board


def wall_moved(board: Board, rng: random.Random) -> Board:
    return wall_added(wall_removed(board, rng), rng)


def player_moved(board: Board, rng: random.Random) -> Board:
    pieces = [piece for piece in board.pieces if piece.kind != "pusher"]
    return board.with_pieces([*pieces, Piece("pusher", (rng.choice(free(board)),))])


def box_and_goal_added(board: Board, rng: random.Random) -> Board:
    box, goal = rng.sample(free(board), 2)
    return with_terrain(board.with_pieces([*board.pieces, Piece("box", (box,))]), goal, GOAL)


def box_moved(board: Board, rng: random.Random) -> Board:
    box = rng.choice(board.of_kind("box"))
    pieces = [piece for piece in board.pieces if piece != box]
    return board.with_pieces([*pieces, Piece("box", (rng.choice(free(board)),))])


def corridor_grown(board: Board, rng: random.Random) -> Board:
    """Add a corridor of three cells to the right, out of a cell beside the frame."""
    wide = shifted(board, 0, 0, 5)
    doors = [cell for cell in free_or_taken(board) if cell % board.width == board.width - 2] or free(board)[-1:]
    row, column = divmod(rng.choice(doors), board.width)
    return replace_terrain(wide, {row * wide.width + column + step: FLOOR for step in (1, 2, 3)})


def free_or_taken(board: Board) -> list[int]:
    return [cell for cell, terrain in enumerate(board.terrain) if terrain != WALL]


def shifted(board: Board, left: int, above: int, right: int = 0) -> Board:
    """Return a board with more walls around it."""
    width, height = board.width + left + right, board.height + above
    terrain = [WALL] * (width * height)

    def place(cell: int) -> int:
        row, column = divmod(cell, board.width)
        return (row + above) * width + column + left

    for cell, old in enumerate(board.terrain):
        terrain[place(cell)] = old
    pieces = tuple(piece._replace(cells=(place(piece.anchor),)) for piece in board.pieces)
    return Board(width, height, tuple(terrain), pieces)


def walled_and_shifted(board: Board, rng: random.Random) -> Board:
    return shifted(board, rng.randrange(4), rng.randrange(4), rng.randrange(4))


def moved_wall_and_box(board: Board, rng: random.Random) -> Board:
    return box_moved(wall_moved(board, rng), rng)


@pytest.mark.parametrize(
    ("edit", "rate"),
    [
        (wall_added, 0.95),
        (wall_removed, 0.95),
        (wall_moved, 0.95),
        (player_moved, 1.0),
        (box_and_goal_added, 0.95),
        (box_moved, 0.95),
        (corridor_grown, 0.95),
        (walled_and_shifted, 1.0),
        (moved_wall_and_box, 0.6),
    ],
)
def test_planted_edits_are_found(edit: Edit, rate: float) -> None:
    """Among other levels, turned and mirrored by chance: at a rate, and as the nearest."""
    rng = random.Random(11)
    levels = made(40, seed=1)
    index = NearIndex()
    for level in levels:
        index.add(level)
    found = 0
    for number, level in enumerate(levels):
        board = transform(edit(level.board, rng), rng.choice(ALL))
        found += [near.level for near in index.find(Level(board))[:1]] == [number]
    assert found >= rate * len(levels)


def test_unrelated_levels_are_not_near() -> None:
    """Levels of one generator and size, which share shapes and counts, are not called nearly the same."""
    levels = made(80, seed=2)
    assert list(near_duplicates(enumerate(levels))) == []


def test_a_sketch_is_the_same_for_what_is_the_same() -> None:
    """Turned, mirrored, shifted, with walls outside or the player elsewhere."""
    level = level_of(ROOM)
    layout = layout_of(level)
    assert layout is not None
    keys = set(sketch(layout))
    for symmetry in ALL:
        board = shifted(transform(player_moved(level.board, random.Random(1)), symmetry), 2, 1, 3)
        other = layout_of(Level(board))
        assert other is not None
        assert set(sketch(other)) == keys


@pytest.mark.parametrize(
    ("text", "symmetry", "sentence"),
    [
        (ROOM, Symmetry(0, mirrored=True), "Room, mirrored, the same puzzle"),
        (ROOM.replace("# $.#  #", "# $.  ##"), Symmetry(), "Room, one wall moved"),
        (ROOM.replace("# $.#  #", "# $. # #"), Symmetry(0, mirrored=True), "Room, mirrored, one wall moved"),
        (ROOM.replace("# $.#  #", "# $.#$.#"), Symmetry(1), "Room, turned by 90°, one goal more, one box more"),
        (ROOM.replace("#@ $.  #", "#@  . $#"), Symmetry(2), "Room, turned by 180°, one box moved"),
    ],
)
def test_what_is_different_is_said(text: str, symmetry: Symmetry, sentence: str) -> None:
    """Each change by its kind and number, the symmetry first."""
    first, second = layout_of(level_of(ROOM)), layout_of(Level(transform(level_of(text).board, symmetry)))
    assert first is not None
    assert second is not None
    difference = find_difference(first, second)
    assert difference is not None
    assert describe("Room", difference) == sentence


def test_the_marks_are_on_the_second_level() -> None:
    """What is new has a plus, what is gone a minus, on the cells of the board as it lies."""
    board = shifted(level_of(ROOM.replace("#@ $.  #", "#@  . $#")).board, 2, 3)
    first, second = layout_of(level_of(ROOM)), layout_of(Level(board))
    assert first is not None
    assert second is not None
    difference = find_difference(first, second)
    assert difference is not None
    width = board.width
    assert difference.annotations.labels == {6 * width + 5: "−", 6 * width + 8: "+"}
    assert difference.boxes == ((6 * width + 8,), (6 * width + 5,), (0, 0))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Pagoda, a corridor of 2 cells more, the player moved"),
        ("de", "Pagoda, ein Gang von 2 Feldern mehr, der Spieler versetzt"),
        ("zh", "Pagoda，多一条 2 格的通道，玩家位置不同"),
    ],
)
def test_three_languages(language: Language, sentence: str) -> None:
    """A corridor is one change, and the player counts where they begin in an area of their own."""
    first = layout_of(level_of("########\n#@ #   #\n#  $ . #\n#  #   #\n########\n"))
    second = layout_of(level_of("########\n#  #  @#\n#  $ . #\n#  #   #\n## #####\n## #####\n########\n"))
    assert first is not None
    assert second is not None
    difference = find_difference(first, second)
    assert difference is not None
    assert describe("Pagoda", difference, language) == sentence


def test_other_games_are_not_compared() -> None:
    """They are never near; levels of one size that have nothing in common are not near either."""
    index = NearIndex()
    level = builtin("hanano")[0]
    index.add(level)
    assert layout_of(level) is None
    assert index.find(level) == []
    assert len(index) == 1
    assert layout_of(replace(builtin("plus")[0], game="unknown")) is None
