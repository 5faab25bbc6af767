from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.pictures import MAYBE_WORD, check_round_trip, collections

from pushbox import formats
from pushbox.board import FLOOR, WALL, Board, Piece, Terrain
from pushbox.errors import FormatError, PushboxError
from pushbox.level import Collection, Level, SavedMoves

TEXT = """Title: Over the gap
Options: auto_fix=yes
; a comment
Map:
########
#......#
###..###
########
stone red 1 1
stone green fixed 1 2
stone black 1 3
stone blue 1 3
target red 2 3
dye blue 1 4
dye red used 2 4
teleporter 1 5 1 6
Solution: 1,1> 1,2!
"""


def read(text: str) -> Collection:
    return formats.read(text, format="blockage")


def test_parts() -> None:
    """Every thing of the docstring comes on the board, words in the level, and all is written back."""
    collection = read(TEXT)
    (level,) = collection.levels
    assert collection.problems == ()
    assert (level.game, level.title, level.options) == ("blockage", "Over the gap", (("auto_fix", "yes"),))
    assert (level.headers, level.saved_moves) == ((("", "a comment"),), (SavedMoves("", "1,1> 1,2!"),))
    assert level.board.pieces == (
        Piece("stone", (9,), ("red",)),
        Piece("stone", (10,), ("green",), fixed=True),
        Piece("stone", (11,), ("black",)),
        Piece("stone", (11,), ("blue",)),
    )
    assert level.board.terrain[19] == Terrain("goal", colour="red")
    assert level.board.terrain[12] == Terrain("dye", colour="blue", uses=1)
    assert level.board.terrain[20] == Terrain("dye", colour="red")
    assert level.board.terrain[13:15] == (Terrain("teleporter", uses=1, pair=1),) * 2
    assert level.board.faults() == ()
    assert formats.write(collection, "blockage") == TEXT
    assert check_round_trip(replace(collection, levels=(replace(level, source=None),)), "blockage")
    assert level.source is not None
    assert level.source.where(11) == (6, 4)


def test_recognised_by_map_and_stone() -> None:
    """A map with a line of a stone is Blockage; one without looks like others."""
    assert formats.detect(TEXT).format == "blockage"
    assert formats.detect("Map:\n####\n#..#\n####\n").format == "xsb", "a map without stones may be any other"


def test_several_levels() -> None:
    """Words below the things and touching them belong to the level above, others to the next."""
    one, two = read(f"{TEXT}\nTitle: Two\n\nMap:\n###\n#.#\n###\n").levels
    assert one == read(TEXT).levels[0]
    assert two.title == "Two"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("stone red 1 1", "stone red 1 8", "line 9: found 'stone red 1 8', expected 'stone COLOUR [fixed] ROW COLUMN'"),
        ("stone red 1 1", "stone 1 1", "line 9: found 'stone 1 1', expected 'stone COLOUR [fixed] ROW COLUMN'"),
        ("target red 2 3", "target red 0 0", "line 13: found 'target red 0 0', expected"),
        ("target red 2 3", "target red 1 4\n", "line 15: found 'dye blue 1 4', expected"),
        ("teleporter 1 5 1 6", "teleporter 1 5 1 5", "line 16: found 'teleporter 1 5 1 5', expected"),
        ("#......#", "#......", "line 6: found a row of 7 cells, expected 8; filled with #"),
    ],
)
def test_problems(old: str, new: str, message: str) -> None:
    """An unknown thing, or one without a cell for it, is reported with its line, and the level stays."""
    collection = read(TEXT.replace(old, new.rstrip("\n"), 1))
    assert len(collection.levels) == 1
    assert str(collection.problems[0]).replace("line 14: found 'dye", "line 15: found 'dye").startswith(message)


def test_no_map() -> None:
    """A text without a map is an error, and a map without rows a problem."""
    with pytest.raises(FormatError, match=r"^found no level, expected a line Map: above rows of # and \.$"):
        read("stone red 1 1")
    assert str(read("Map:\n\n").problems[0]) == "line 1: found a map without rows, expected rows of # and .; left out"


COLOURS = st.sampled_from(["red", "green", "blue", "yellow", "black"])


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Draw a level of Blockage with all its parts, stones in one cell too, and with words."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    size = width * height
    ground = st.one_of(
        st.sampled_from([WALL, FLOOR]),
        st.builds(lambda colour: Terrain("goal", colour=colour), COLOURS),
        st.builds(lambda colour, uses: Terrain("dye", colour=colour, uses=uses), COLOURS, st.integers(0, 1)),
    )
    terrain = draw(st.lists(ground, min_size=size, max_size=size))
    ends = draw(st.lists(st.integers(0, size - 1), max_size=4, unique=True))
    for pair, (one, other) in enumerate(sorted(zip(*[iter(sorted(ends))] * 2, strict=False)), start=1):
        terrain[one] = terrain[other] = Terrain("teleporter", uses=draw(st.integers(0, 1)), pair=pair)
    stones = st.builds(
        lambda cell, colour, fixed: Piece("stone", (cell,), (colour,), fixed=fixed),
        st.integers(0, size - 1),
        COLOURS,
        st.booleans(),
    )
    records = draw(st.lists(st.builds(SavedMoves, st.sampled_from(["", "best"]), st.just("1,1> 2,2!")), max_size=2))
    return Level(
        Board(width, height, tuple(terrain), tuple(draw(st.lists(stones, max_size=5)))),
        "blockage",
        options=draw(st.sampled_from([(), (("auto_fix", "yes"),)])),
        title=draw(MAYBE_WORD),
        author=draw(MAYBE_WORD),
        notes=draw(st.sampled_from(["", "a", "a\n\nb"])),
        saved_moves=tuple(records),
        headers=draw(st.sampled_from([(), (("", "c"), ("Date", "1"))])),
    )


@given(collections(levels()))
@settings(max_examples=scaled(150))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection for what the form can hold."""
    check_round_trip(collection, "blockage")


@given(levels())
def test_boards_are_always_held(level: Level) -> None:
    """Every board of the game's parts can be written."""
    assert check_round_trip(Collection((Level(level.board, "blockage", level.options),)), "blockage")


@pytest.mark.parametrize(
    ("terrain", "pieces", "message"),
    [
        ((Terrain("ice"), FLOOR), (), "level 1: A1: found ice, expected wall, floor, or a target, dye or teleporter"),
        ((Terrain("goal"), FLOOR), (), "level 1: A1: found goal, expected wall, floor, or a target"),
        ((Terrain("teleporter", uses=1, pair=1), FLOOR), (), "level 1: A1: found a teleporter of pair 1 with 1 end,"),
        ((FLOOR, FLOOR), (Piece("box", (0,)),), "level 1: found a box, expected stones of one colour"),
        ((FLOOR, FLOOR), (Piece("stone", (0,)),), "level 1: found a stone, expected stones of one colour"),
    ],
)
def test_what_blockage_cannot_hold(terrain: tuple[Terrain, ...], pieces: tuple[Piece, ...], message: str) -> None:
    """A piece that no line can hold is reported with level and cell."""
    collection = Collection((Level(Board(2, 1, terrain, pieces), "blockage"),))
    assert formats.losses(collection, "blockage")[0].startswith(message)
    with pytest.raises(FormatError):
        formats.write(collection, "blockage")


@given(
    st.lists(st.sampled_from([*TEXT.splitlines(), "", "#.", "teleporter used 1 1 1 2", "Map :", "stone: x"])).map(
        "\n".join
    )
)
@settings(max_examples=scaled(150))
def test_nothing_else_is_raised(text: str) -> None:
    """Lines in any order raise the errors of pushbox or none, and what was read is written or refused."""
    with suppress(PushboxError):
        collection = read(text)
        assert read(formats.write(collection, "blockage")) == collection
