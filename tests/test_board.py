"""The board as a value, and the changes that lead from one to the next."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import board_pairs, boards

from pushbox.board import (
    FLOOR,
    GOAL,
    WALL,
    Board,
    Change,
    Fault,
    NamedCounter,
    Part,
    Piece,
    Terrain,
    inverse_changes,
)
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS

GLYPHS = {"#": WALL, " ": FLOOR, ".": GOAL, "@": FLOOR, "+": GOAL, "$": FLOOR, "*": GOAL}


def board_of(*rows: str) -> Board:
    """Make a board of Sokoban from its picture."""
    ground = tuple(GLYPHS[glyph] for row in rows for glyph in row)
    kinds = {"@": "pusher", "+": "pusher", "$": "box", "*": "box"}
    pieces = tuple(Piece(kinds[glyph], (cell,)) for cell, glyph in enumerate("".join(rows)) if glyph in kinds)
    return Board(len(rows[0]), len(rows), ground, pieces)


# --------------------------------------------------------------------------------------------------------------- values


@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_pieces_and_counters_does_not_count(board: Board, rng: random.Random) -> None:
    """Boards made of the same parts in another order are equal, with equal hashes and the same picture."""
    pieces, counters = list(board.pieces), list(board.counters)
    rng.shuffle(pieces)
    rng.shuffle(counters)
    again = Board(board.width, board.height, board.terrain, tuple(pieces), tuple(counters))
    assert again == board
    assert hash(again) == hash(board)
    assert str(again) == str(board)
    assert [piece.cells for piece in board.pieces] == sorted(piece.cells for piece in board.pieces)


@given(boards())
def test_what_stands_on_a_cell(board: Board) -> None:
    """`at`, `of_kind` and `cells_of` find every part where and what it is, in canonical order, and nothing else."""
    for cell in range(len(board.terrain)):
        assert board.at(cell) == tuple(piece for piece in board.pieces if cell in piece.cells)
        assert board.cell(*board.rc(cell)) == cell
    assert sum(len(board.of_kind(kind)) for kind in PIECE_KINDS) == len(board.pieces)
    assert sorted(cell for kind in TERRAIN_KINDS for cell in board.cells_of(kind)) == [*range(len(board.terrain))]
    assert all(board.terrain[cell].kind == kind for kind in TERRAIN_KINDS for cell in board.cells_of(kind))
    assert all(piece.anchor == piece.cells[0] for piece in board.pieces)


@pytest.mark.parametrize("cells", [0, 5, 7])
def test_terrain_fills_the_board(cells: int) -> None:
    """A board of another number of cells than its size has cannot be made."""
    with pytest.raises(ValueError, match="for a board of 3 x 2"):
        Board(3, 2, (FLOOR,) * cells)


def test_plain_tuples_do_as_counters() -> None:
    """Counters may be given as pairs, as JSON has them."""
    board = Board(1, 1, (FLOOR,), (), (NamedCounter("ticks", 1), ("steps", 3)))  # type: ignore[arg-type]
    assert board.counters == (NamedCounter("steps", 3), NamedCounter("ticks", 1))
    assert all(isinstance(counter, NamedCounter) for counter in board.counters)


# -------------------------------------------------------------------------------------------------------------- changes


@given(board_pairs())
def test_the_difference_applied_is_the_other_board(pair: tuple[Board, Board]) -> None:
    """one.apply(one.diff(other)) == other, in one tick, and every change names the piece that it is about."""
    one, other = pair
    changes = one.diff(other)
    assert one.apply(changes) == other
    assert {change.tick for change in changes} <= {0}
    assert all(change.before != change.after for change in changes)
    assert all(change.original_piece == change.before for change in changes if isinstance(change.before, Piece))


@given(board_pairs())
def test_the_difference_is_small(pair: tuple[Board, Board]) -> None:
    """A board does not differ from itself, and no change names a cell or a piece that both boards have."""
    one, other = pair
    assert one.diff(one) == ()
    changes = one.diff(other)
    assert [c.cell for c in changes if isinstance(c.before, Terrain)] == [
        cell for cell in range(len(one.terrain)) if one.terrain[cell] != other.terrain[cell]
    ]
    come_and_gone = [c for c in changes if isinstance(c.before or c.after, Piece)]
    kept = len(one.pieces) - sum(c.before is not None for c in come_and_gone)
    assert kept == sum(min(one.pieces.count(piece), other.pieces.count(piece)) for piece in {*one.pieces})


@given(board_pairs())
def test_changes_are_undone(pair: tuple[Board, Board]) -> None:
    """In one tick, each part in one change."""
    one, other = pair
    changes = one.diff(other)
    back = inverse_changes(changes)
    assert other.apply(back) == one
    assert len(back) == len(changes)
    assert {change.tick for change in back} <= {0}


def test_a_part_that_changed_often_goes_back_at_once() -> None:
    """Two equal pieces that took different ways are not mixed up; what came to nothing is no change."""
    first, second, third = (Piece("box", (cell,)) for cell in (0, 1, 2))
    board = Board(3, 1, (FLOOR,) * 3, (first, first))
    weak = Terrain("weak", uses=1)
    changes = (
        Change(0, "push", first, second, original_piece=first),
        Change(0, "push", first, second, original_piece=first),
        Change(1, "push", second, third, original_piece=first),
        Change(1, "wear", FLOOR, weak, 1),
        Change(2, "wear", weak, FLOOR, 1),
        Change(2, "vanish", third, None, original_piece=first),
    )
    back = inverse_changes(changes)
    assert board.apply(changes).apply(back) == board
    assert sorted((change.before, change.after) for change in back if change.before) == [(second, first)]
    assert [change.after for change in back if change.before is None] == [first]


@given(board_pairs())
def test_changes_turned_round_lead_back(pair: tuple[Board, Board]) -> None:
    """Changes in reverse order, with before and after exchanged, are an undo."""
    one, other = pair
    back = [c._replace(before=c.after, after=c.before) for c in reversed(one.diff(other))]
    assert other.apply(back) == one


def test_a_piece_that_moves_is_one_change() -> None:
    """A box pushed and the player behind it are two changes, each with the piece as it was."""
    before, after = board_of("#@$ #"), board_of("# @$#")
    box, pusher = Piece("box", (2,)), Piece("pusher", (1,))
    assert set(before.diff(after)) == {
        Change(0, "diff", box, Piece("box", (3,)), original_piece=box),
        Change(0, "diff", pusher, Piece("pusher", (2,)), original_piece=pusher),
    }


def test_changes_follow_each_other() -> None:
    """Later changes of a sequence start from what the earlier ones have made, ticks or not."""
    box = [Piece("box", (cell,)) for cell in range(4)]
    board = Board(4, 1, (FLOOR,) * 4, (box[0],))
    slide = [Change(tick, "slide", box[tick], box[tick + 1], original_piece=box[0]) for tick in range(3)]
    assert board.apply(slide) == Board(4, 1, (FLOOR,) * 4, (box[3],))
    with pytest.raises(ValueError, match="expected a part of the board"):
        board.apply(slide[1:])


@pytest.mark.parametrize(
    ("before", "after", "cell"),
    [
        (Piece("box", (1,)), None, -1),
        (NamedCounter("steps", 4), NamedCounter("steps", 5), -1),
        (WALL, FLOOR, 0),
        (FLOOR, WALL, -1),
        (FLOOR, WALL, 2),
        (FLOOR, None, 0),
        (None, FLOOR, 0),
        (FLOOR, Piece("box", (0,)), 0),
    ],
)
def test_a_change_that_fits_nothing_is_refused(before: Part | None, after: Part | None, cell: int) -> None:
    """A change from what is not there, off the board or between unlike parts raises ValueError."""
    board = Board(2, 1, (FLOOR, FLOOR), (Piece("box", (0,)),), (NamedCounter("steps", 3),))
    with pytest.raises(ValueError, match=r"."):
        board.apply([Change(0, "test", before, after, cell)])


def test_boards_of_unlike_sizes_have_no_difference() -> None:
    """As no change is one of size, boards of unlike sizes are not compared, even with as many cells."""
    with pytest.raises(ValueError, match="found <Board: 2 x 3>, expected a board of 3 x 2"):
        Board(3, 2, (FLOOR,) * 6).diff(Board(2, 3, (FLOOR,) * 6))


# --------------------------------------------------------------------------------------------------------------- faults


@given(boards())
def test_sound_boards_have_no_faults(board: Board) -> None:
    """Any terrain, and pieces of any connected shape, also on shared cells, are a board."""
    assert board.faults() == ()


@pytest.mark.parametrize(
    ("piece", "cell", "text"),
    [
        (Piece("boxx", (0,)), 0, "found a piece 'boxx', expected one of pusher, box, stone, block, circle"),
        (Piece("box", ()), -1, "a box lies off the board"),
        (Piece("box", (6,)), -1, "a box lies off the board"),
        (Piece("box", (-1,)), -1, "a box lies off the board"),
        (Piece("box", (5, 6)), 5, "a box lies off the board"),
        (Piece("stone", (0, 2)), 0, "the cells of a stone are not one connected shape"),
        (Piece("stone", (2, 3)), 2, "the cells of a stone are not one connected shape"),
        (Piece("stone", (1, 1)), 1, "the cells of a stone are not one connected shape"),
    ],
)
def test_pieces_with_faults(piece: Piece, cell: int, text: str) -> None:
    """An unknown kind, a piece off the board, torn apart or twice on a cell is a fault at its anchor, and prints."""
    board = Board(3, 2, (FLOOR,) * 6, (piece,))
    assert board.faults() == (Fault(cell, text),)
    assert len(str(board).split("\n")) == 2


def test_terrain_and_counters_with_faults() -> None:
    """Each unknown kind of terrain is reported once, as what a cell is or looks like; so is a counter twice."""
    ground = (Terrain("lava"), Terrain("floor", looks="lava"), Terrain("goal", looks="floor"))
    board = Board(3, 1, ground, (), (NamedCounter("steps", 1), NamedCounter("steps", 2)))
    assert [fault.cell for fault in board.faults()] == [0, 1, -1]
    assert board.faults()[0].text.startswith("found terrain 'lava', expected one of wall, floor, goal, ")
    assert board.faults()[2].text == "a counter stands twice"


# -------------------------------------------------------------------------------------------------------------- picture


def test_the_picture_of_sokoban_is_its_xsb() -> None:
    """What one character can show of Sokoban is drawn as in XSB, without blanks at the end of a row."""
    rows = ("#######", "#+ $ *#", "# . @ #", "#######")
    assert str(board_of(*rows)) == "\n".join(rows)
    assert str(board_of("# #  ", "     ")) == "# #\n"


@given(boards())
def test_the_picture_has_one_character_a_cell(board: Board) -> None:
    """Any board has a picture of as many rows as it is high, none longer than it is wide."""
    rows = str(board).split("\n")
    assert len(rows) == board.height
    assert all(len(row) <= board.width for row in rows)


def test_hidden_and_worn_things_in_the_picture() -> None:
    """Hidden pieces are not drawn; what looks like another terrain is, until it is revealed; numbers show their end."""
    ground = (
        Terrain("goal", looks="floor"),
        Terrain("goal", looks="floor", uses=1),
        Terrain("floor", looks="wall"),
        Terrain("goal", number=12),
        Terrain("teleporter", uses=1),
        Terrain("teleporter"),
        Terrain("conveyor", direction=1),
        Terrain("filter", colour="red"),
        Terrain("flower", colour="red"),
        FLOOR,
    )
    assert str(Board(10, 1, ground)) == " .#2% ^rR"
    pieces = (Piece("box", (9,), hidden=True), Piece("stone", (4, 5), ("blue", "blue")), Piece("box", (6,), ("green",)))
    assert str(Board(10, 1, ground, pieces)) == " .#2b*GrR"


def test_circles_and_squares_of_one_colour_differ_in_the_picture() -> None:
    """A square is the first letter of its colour, its goal the capital, a circle the letter after; o has no colour."""
    colours = ("red", "blue", "green", "yellow")
    squares = [Piece("block", (cell,), (colour,)) for cell, colour in enumerate(colours)]
    circles = [Piece("circle", (cell,), (colour,)) for cell, colour in enumerate(colours, start=4)]
    goals = tuple(Terrain("goal", colour=colour) for colour in colours)
    pieces = (*squares, *circles, Piece("circle", (8,)), Piece("block", (9,)))
    picture = str(Board(14, 1, (*(FLOOR,) * 10, *goals), pieces))
    assert picture == "rbgyschzoxRBGY"
    assert len(set(picture)) == 14


@pytest.mark.parametrize(("width", "height"), [(0, 0), (0, 3), (3, 0)])
def test_a_board_without_cells_is_a_board(width: int, height: int) -> None:
    """It has no faults, is equal to itself, and its picture is empty rows."""
    board = Board(width, height, ())
    assert board.faults() == ()
    assert board.diff(board) == ()
    assert str(board) == "\n" * max(height - 1, 0)
