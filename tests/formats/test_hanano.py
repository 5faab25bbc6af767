from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.pictures import check_round_trip

from pushbox import formats
from pushbox.board import FLOOR, WALL, Board, Piece, Terrain
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import hanano
from pushbox.level import Collection, Level, SavedMoves
from pushbox.tiling import LEFT, SQUARE, UP

TEXT = "4 6\n######\n#...B#\n#R...#\n######\n\nS R U 1 1\nS Y L 1 2\nB 1 3 2 1\n"
BLOOMED = Piece("stone", (0, 1), ("red",) * 2, arrow=2, bloomed=True)
FLOWERS = {colour: Terrain("flower", colour=colour) for colour in ("red", "blue", "yellow")}


def test_every_level_is_read_and_written_back(shared: Path) -> None:
    """All 30 levels are recognised, read without a problem and written back, as they were and anew, moves too."""
    folder = shared / "hanano"
    paths = sorted((folder / "levels").glob("*.dat"))
    assert len(paths) == 30
    for path in paths:
        collection = formats.read_file(path)
        assert (collection.format, collection.problems, len(collection.levels)) == ("hanano", (), 1)
        assert formats.write(collection, "hanano").split() == path.read_text("utf-8").split()
        moves = (folder / "solutions" / path.stem).read_text("utf-8")
        both = formats.read(path.read_text("utf-8") + "\n" + moves)
        (record,) = both.levels[0].saved_moves
        assert record.text.replace(",", " ").split() == moves.split()
        assert both.levels[0].board == collection.levels[0].board
        assert check_round_trip(replace(both, levels=(replace(both.levels[0], source=None),)), "hanano")


def test_parts() -> None:
    """Stones have colour and arrow, blocks all their cells, flowers are terrain; cells know their place in the text."""
    (level,) = formats.read(TEXT).levels
    assert level.game == "hanano"
    assert level.board.terrain[10] == FLOWERS["blue"]
    assert level.board.pieces == (
        Piece("stone", (7,), ("red",), arrow=UP),
        Piece("stone", (8,), ("yellow",), arrow=LEFT),
        Piece("block", (9, 15)),
    )
    assert level.board.faults() == ()
    assert level.source is not None
    assert level.source.where(10) == (3, 5)


def test_several_levels_and_their_moves() -> None:
    """Numbers above a row begin a level, all other pairs are moves; a blank line between moves begins a record."""
    collection = formats.read(f"{TEXT}\n1 1\n1 2\n\n2 3\n\n{TEXT}")
    assert [level.saved_moves for level in collection.levels] == [
        (SavedMoves("", "1,1 1,2"), SavedMoves("", "2,3")),
        (),
    ]
    assert formats.read(formats.write(collection, "hanano")) == collection


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("4 6", "5 6", "line 1: found the size 5 6, expected 4 6 as of the rows; the rows were believed"),
        ("#R...#", "#R..", "line 4, column 4: found a row of 4 cells, expected 6; filled with #"),
        ("S R U 1 1", "S G U 1 1", "line 7: found 'S G U 1 1', expected a stone 'S colour direction row column' or a"),
        ("S R U 1 1", "S R U 1 6", "line 7: found 'S R U 1 6', expected"),
        ("B 1 3 2 1", "B 1 3 4 1", "line 9: found 'B 1 3 4 1', expected"),
        ("B 1 3 2 1", "B 1 3 0 1", "line 9: found 'B 1 3 0 1', expected"),
        ("B 1 3 2 1", "what", "line 9: found 'what', expected"),
        ("4 6", "x\n4 6", "line 1: found 'x', expected height and width of a level; this line was left out"),
    ],
)
def test_problems(old: str, new: str, message: str) -> None:
    """A line without a meaning is reported with its number, and the level stays."""
    collection = formats.read(TEXT.replace(old, new, 1), format="hanano")
    assert len(collection.levels) == 1
    assert str(collection.problems[0]).startswith(message)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Draw a level of Hanano; pieces may lie on each other and in walls, as a reader does not judge positions."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    ground = st.sampled_from([WALL, FLOOR, *FLOWERS.values()])
    terrain = tuple(draw(st.lists(ground, min_size=width * height, max_size=width * height)))
    pieces = []
    for _ in range(draw(st.integers(0, 5))):
        row, column = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
        if draw(st.booleans()):
            colour, arrow = draw(st.sampled_from(sorted(FLOWERS))), draw(st.sampled_from(SQUARE.directions))
            pieces.append(Piece("stone", (row * width + column,), (colour,), arrow=arrow))
        else:
            rows = range(row, draw(st.integers(row, height - 1)) + 1)
            columns = range(column, draw(st.integers(column, width - 1)) + 1)
            pieces.append(Piece("block", tuple(r * width + c for r in rows for c in columns)))
    moves = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=4)
    texts = draw(st.lists(moves.map(lambda pairs: " ".join(f"{r},{c}" for r, c in pairs)), max_size=2))
    return Level(
        Board(width, height, terrain, tuple(pieces)),
        "hanano",
        saved_moves=tuple(SavedMoves("", text) for text in texts),
    )


@given(st.lists(levels(), min_size=1, max_size=3))
@settings(max_examples=scaled(150))
def test_read_inverts_write(drawn: list[Level]) -> None:
    """read(write(collection)) == collection for every level of the game's parts."""
    assert check_round_trip(Collection(tuple(drawn)), "hanano")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": "x"}, "level 1: found a title, which Hanano cannot hold"),
        ({"game": "sokoban"}, "level 1: found the game sokoban, expected hanano, as Hanano names no game"),
        ({"saved_moves": (SavedMoves("", "rrU"),)}, "level 1: found saved moves 1 written otherwise, expected"),
        ({"saved_moves": (SavedMoves("a", "1,1"),)}, "level 1: found a title or notes on saved moves 1, which"),
        ({"board": Board(1, 1, (Terrain("goal"),))}, "level 1: A1: found goal, expected a fixed block, an empty cell"),
        ({"board": Board(2, 1, (FLOOR,) * 2, (BLOOMED,))}, "level 1: A1: found a stone, expected a stone that has not"),
        ({"board": Board(2, 2, (FLOOR,) * 4, (Piece("block", (0, 1, 2)),))}, "level 1: A1: found a block, expected"),
    ],
)  # fmt: skip
def test_what_hanano_cannot_hold(change: dict[str, object], message: str) -> None:
    """A thing that no line of the file can hold is reported with level and cell."""
    (level,) = formats.read(TEXT).levels
    collection = Collection((replace(level, **change),))  # type: ignore[arg-type]
    assert formats.losses(collection, "hanano")[0].startswith(message)
    with pytest.raises(FormatError):
        formats.write(collection, "hanano")


@given(st.text("0123 #.RBYSUL\n-", max_size=60))
@settings(max_examples=scaled(150))
def test_nothing_else_is_raised(text: str) -> None:
    """Reading any text raises the errors of pushbox or none, and a level that was read is written again."""
    for words in (text, f"2 3\n###\n{text}"):
        hanano.FORMAT.recognise(words, "")
        with suppress(PushboxError):
            collection = formats.read(words, format="hanano")
            assert formats.read(formats.write(collection, "hanano"), format="hanano") == collection
