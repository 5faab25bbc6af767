from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.pictures import KEYS, MAYBE_WORD, RECORDS, check_round_trip, collections

from pushbox import formats
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import crossoban
from pushbox.formats.crossoban import symbols
from pushbox.level import Collection, Level

ICE, LOCK, HOLE = Terrain("ice"), Terrain("lock"), Terrain("hole")
WEAK, TWICE_WEAK = Terrain("weak", uses=1), Terrain("weak", uses=2)

Cell = tuple[Terrain, str, str, int]  # terrain, kind of piece, its colour, its group


def sieve(colour: str) -> Terrain:
    return Terrain("filter", colour=colour)


def cell(*signs: str) -> Cell | str:
    """Return what the middle cell of a small room holds, or the first error of a text with these signs there."""
    wide = len(signs[0])
    head = f"; @I{wide}@\n" if wide > 1 else ""
    wall = "#" * wide
    collection = formats.read(f"{head}{wall * 3}\n{wall}{signs[0]}{wall}\n{wall * 3}", format="crossoban")
    if errors := [problem for problem in collection.problems if problem.severity == "error"]:
        return str(errors[0])
    (level,) = collection.levels
    (piece,) = level.board.pieces or (None,)
    where = 4 if level.board.width == 3 else -1
    colour = piece.colours[0] if piece and piece.colours else ""
    return level.board.terrain[where], piece.kind if piece else "", colour, piece.group if piece else 0


SINGLE: dict[str, Cell] = {
    " ": (FLOOR, "", "", 0), "-": (FLOOR, "", "", 0), "_": (FLOOR, "", "", 0), "#": (WALL, "", "", 0),
    "@": (FLOOR, "pusher", "", 0), "+": (GOAL, "pusher", "", 0), ".": (GOAL, "", "", 0), "$": (FLOOR, "box", "", 0),
    "*": (GOAL, "box", "", 0), "!": (HOLE, "", "", 0), "&": (FLOOR, "pusher", "", 10), ":": (LOCK, "", "", 0),
    "^": (Terrain("conveyor", direction=1), "", "", 0), ">": (Terrain("conveyor", direction=2), "", "", 0),
    "<": (Terrain("conveyor", direction=0), "", "", 0), "v": (Terrain("conveyor", direction=3), "", "", 0),
    "'": (ICE, "", "", 0), '"': (ICE, "pusher", "", 0), "w": (WEAK, "", "", 0), "W": (TWICE_WEAK, "", "", 0),
    "B": (FLOOR, "box", "blue", 0), "G": (FLOOR, "box", "green", 0), "R": (FLOOR, "box", "red", 0),
    "Y": (FLOOR, "box", "yellow", 0), "b": (sieve("blue"), "", "", 0), "g": (sieve("green"), "", "", 0),
    "r": (sieve("red"), "", "", 0), "y": (sieve("yellow"), "", "", 0), "C": (sieve("blue"), "box", "blue", 0),
    "H": (sieve("green"), "box", "green", 0), "S": (sieve("red"), "box", "red", 0),
    "Z": (sieve("yellow"), "box", "yellow", 0), "c": (LOCK, "box", "blue", 0), "h": (LOCK, "box", "green", 0),
    "s": (LOCK, "box", "red", 0), "z": (LOCK, "box", "yellow", 0), "a": (ICE, "box", "blue", 0),
    "f": (ICE, "box", "green", 0), "q": (ICE, "box", "red", 0), "x": (ICE, "box", "yellow", 0),
    "A": (FLOOR, "pusher", "blue", 0), "F": (FLOOR, "pusher", "green", 0), "Q": (FLOOR, "pusher", "red", 0),
    "X": (FLOOR, "pusher", "yellow", 0),
}  # fmt: skip


@pytest.mark.parametrize("sign", SINGLE)
def test_every_symbol(sign: str) -> None:
    """Each symbol of the published table is the cell that it stands for, and is written again for that cell."""
    assert cell(sign) == SINGLE[sign]
    shortest = " " if sign in "-_" else sign
    assert symbols.encode(symbols.SYMBOLS[sign]) == shortest


def test_no_symbol_is_missing() -> None:
    """The table of the test is the whole of the module's, but for the digits."""
    assert set(SINGLE) == set(symbols.SYMBOLS) - set("123456789")


SEVERAL: dict[str, Cell] = {
    "-#": (WALL, "", "", 0), "##": (WALL, "", "", 0), "!!": (HOLE, "", "", 0), "$w": (WEAK, "box", "", 0),
    "@1": (FLOOR, "pusher", "", 1), "'@2": (ICE, "pusher", "", 2), "'Q2": (ICE, "pusher", "red", 2),
    "B.": (GOAL, "box", "blue", 0), "Q:": (LOCK, "pusher", "red", 0), "bB": (sieve("blue"), "box", "blue", 0),
    "--": (FLOOR, "", "", 0), "..": (GOAL, "", "", 0), "+3": (GOAL, "pusher", "", 3), '"9 ': (ICE, "pusher", "", 9),
    "&.": (GOAL, "pusher", "", 10), "*.": (GOAL, "box", "", 0), "c:": (LOCK, "box", "blue", 0),
    "G>": (Terrain("conveyor", direction=2), "box", "green", 0), "W-$": (TWICE_WEAK, "box", "", 0),
    "bR": (sieve("blue"), "box", "red", 0),
}  # fmt: skip


@pytest.mark.parametrize("signs", SEVERAL)
def test_several_symbols_in_any_order(signs: str) -> None:
    """The order of the symbols in a cell says nothing; a combined symbol counts as type and content."""
    assert {cell("".join(order)) for order in permutations(signs)} == {SEVERAL[signs]}


@pytest.mark.parametrize(
    ("signs", "expected"),
    [
        ("#$", "a wall alone"), ("#.", "a wall alone"), ("!w", "a hole alone"), ("!@", "a hole alone"),
        ("#!", "a wall alone"), ("#1", "a wall alone"), (".:", "one type of cell"), ("wW", "one type of cell"),
        ("$B", "one box or pusher"), ("@$", "one box or pusher"), ("@Q", "one box or pusher"),
        ("12", "one link of a pusher"), ("@12", "one link of a pusher"), ("&1", "one link of a pusher"),
        ("1-", "a digit beside a pusher only"), ("$1", "a digit beside a pusher only"), ("1", "a digit beside"),
        (".1", "a digit beside a pusher only"), ("Ca", "one type of cell"), ("+$", "one box or pusher"),
    ],
)  # fmt: skip
def test_cells_that_mean_nothing(signs: str, expected: str) -> None:
    """Two types, contents or groups in a cell, company for a wall or hole, and a digit alone are errors with place."""
    line, column = (3, len(signs) + 1) if len(signs) > 1 else (2, 2)
    assert str(cell(signs)).startswith(f"line {line}, column {column}: found the cell {signs!r}, expected {expected}")


def test_rows_are_padded_to_whole_cells() -> None:
    """A row that lacks blanks at its end gets them, and one in a quote or indented is read as well."""
    text = "; A\n; @I3@\n> ###### ##\n> ###'Q2-- #\n> #########-#"
    (level,) = formats.read(text).levels
    assert level.title == "A"
    assert level.board.width == 4
    assert level.source is not None
    assert level.source.where(level.board.of_kind("pusher")[0].anchor) == (4, 6)
    again = "; @I2@\n ######\n #-@1-#\n ######\n"
    assert formats.read(again).levels[0].board == formats.read("; @I2@\n# # # \n#-@1# \n# # # ").levels[0].board


def test_a_row_that_ends_within_a_cell_is_a_warning() -> None:
    """A sign may be missing anywhere in it; not where blanks at the end of its line are the rest of the cell."""
    rows = ["; @I2@", "########", "##-.$-##", "##@ $. #", "########"]
    assert formats.read("\n".join(rows)).problems == ()
    for number, spoiled in ((2, "##.$-##"), (3, "##@ $.#"), (4, "#######")):
        text = "\n".join([*rows[:number], spoiled, *rows[number + 1 :]])
        (problem,) = formats.read(text).problems
        assert str(problem) == (
            f"line {number + 1}, column 7: found the cell '#' at the end of a row of 7 signs, expected 2 signs in each"
            " cell; filled with blanks"
        )
        assert formats.read("\n".join([*rows[:number], f"{spoiled} ", *rows[number + 1 :]])).problems == ()
    (problem,) = formats.read("; @I2@\n> #######\n> ##@ B-##\n> #######").problems
    assert str(problem).startswith(
        "line 2, column 9: found the cell '#' at the end of a row of 7 signs and 1 row more like"
    )
    # A row that is written ends with a whole cell, though one with a box has a blank at its end.
    ground = (*(WALL,) * 5, FLOOR, WALL, FLOOR, *(WALL,) * 4)
    board = Board(4, 3, ground, (Piece("pusher", (5,), group=1), Piece("box", (7,))))
    assert check_round_trip(Collection((Level(board, "crossoban"),)), "crossoban")
    assert formats.read(formats.write(Level(board, "crossoban"), "crossoban")).problems == ()


def test_titles_and_games() -> None:
    """The first comment is the title, @I1@ to @I3@ never; a board without Interlock or extension is plain Sokoban."""
    text = "; First\n; @I2@\n########\n##$.@ ##\n########\n\n; @I1@\n; Second\n####\n#@G#\n####\n\n####\n#@@#\n####\n"
    collection = formats.read(text)
    assert collection.format == "crossoban"
    assert [level.title for level in collection.levels] == ["First", "Second", ""]
    assert [level.game for level in collection.levels] == ["sokoban", "crossoban", "multiban"]
    assert [level.headers for level in collection.levels] == [(), (), ()]
    assert formats.write(collection, "crossoban") == text
    bare = replace(collection, levels=tuple(replace(level, source=None) for level in collection.levels))
    assert check_round_trip(bare, "crossoban")


@pytest.mark.parametrize(
    ("text", "format_", "evidence"),
    [
        ("####\n#@G#\n# G#\n####", "crossoban", "line 2 is a row of a board with G, and line 3 has such a sign too"),
        ("> ####\n> #@>#\n> ##!#", "crossoban", "line 2 is a row of a board with >, and line 3 has such a sign too"),
        ("; @I1@\n####\n#@$#\n####", "crossoban", "line 1 is the comment @I1@"),
        ("@I3@\n####\n#@$#\n####", "crossoban", "line 1 is the comment @I3@"),
        ("#:##\n#@$#\n##:#", "crossoban", "line 1 is a row of a board with :, and line 3 has such a sign too"),
        ("; r\r####\r#@r#\r#r##", "crossoban", "line 3 is a row of a board with r, and line 4 has such a sign too"),
        ("####\n#@G#\n####", "xsb", ""),
        ("####\n#Bb#\n#@W#\n####", "xsb", ""),
        ("####\n#@$#\n####\n\n# Gray #\n", "xsb", ""),
        ("####\n#@$#\n####\nTitle: #Gray#\n", "xsb", ""),
        ("####\n#@$#\n####\n; #r#\n", "xsb", ""),
        ("####\n#pb#\n####", "xsb", ""),
    ],
)
def test_detection(text: str, format_: str, evidence: str) -> None:
    """A comment on the cells, or a row of a board with a sign of Crossoban alone; a line by itself is text."""
    detection = formats.detect(text)
    assert detection.format == format_
    assert detection.evidence.startswith(evidence)


def test_letters_of_both() -> None:
    """A board with only b, B and W reads as XSB, and a problem names the other reading."""
    collection = formats.read("####\n#@B#\n#Wb#\n####")
    assert collection.format == "xsb"
    (problem,) = collection.problems
    assert str(problem) == (
        "line 2, column 3: found 'B', a box on a goal in XSB and a blue box in Crossoban, expected the signs $ * # for"
        " XSB; read as XSB; as Crossoban only where the format is named"
    )
    (level,) = formats.read("####\n#@B#\n#Wb#\n####", format="crossoban").levels
    assert level.board.terrain[9:11] == (TWICE_WEAK, sieve("blue"))
    assert formats.read("####\n#pB#\n####").problems == ()


def test_open_boards_get_walls() -> None:
    """A board that the pusher can leave is framed, with a warning, as in XSB."""
    collection = formats.read("####\n#@G \n####\n", format="crossoban")
    assert str(collection.levels[0].board).split("\n")[2] == "##@G #"
    assert "a frame of walls was added" in str(collection.problems[0])


COLOURS = st.sampled_from(["", *symbols.COLOURS])
TERRAINS = st.sampled_from(sorted({symbol.terrain or FLOOR for symbol in symbols.SYMBOLS.values()}))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a room of any terrain with any boxes and pushers that Crossoban can write, one in a cell at most."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    full = width + 2
    terrain = [WALL] * (full * (height + 2))
    pieces = []
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            where = row * full + column
            terrain[where] = draw(TERRAINS)
            if terrain[where].kind in ("wall", "hole") or not draw(st.booleans()):
                continue
            colour = draw(COLOURS)
            kind = draw(st.sampled_from(["box", "pusher"]))
            group = draw(st.integers(0, 9 if colour else 10)) if kind == "pusher" else 0
            pieces.append(Piece(kind, (where,), (colour,) if colour else (), group=group))
    return Board(full, height + 2, tuple(terrain), tuple(pieces))


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Draw a level of Crossoban with words."""
    board = draw(boards())
    title, author, keys = draw(MAYBE_WORD), draw(MAYBE_WORD), draw(KEYS)
    records = draw(st.lists(RECORDS, max_size=1).map(tuple))
    return Level(
        board, crossoban.FORMAT.implied_game(board), title=title, author=author, headers=keys, saved_moves=records
    )


@given(boards())
@settings(max_examples=scaled(150))
def test_every_board_is_held(board: Board) -> None:
    """Every board of Crossoban's parts is written in cells of one, two or three characters, and read back."""
    assert check_round_trip(Collection((Level(board, crossoban.FORMAT.implied_game(board)),)), "crossoban")


@given(collections(levels(), "title", "author", "notes", "headers"))
@settings(max_examples=scaled(100))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection for what Crossoban can hold."""
    check_round_trip(collection, "crossoban")


@pytest.mark.parametrize(
    ("terrain", "piece", "message"),
    [
        (Terrain("dye", colour="red"), None, "B2: found dye, expected a type of cell that Crossoban has"),
        (Terrain("weak", uses=3), None, "B2: found weak with more than its symbol says, expected a type of cell"),
        (FLOOR, Piece("box", (5,), ("pink",)), "B2: found a box that Crossoban has no symbol for, expected a box or a"),
        (FLOOR, Piece("pusher", (5,), group=11), "B2: found a pusher that Crossoban has no symbol for"),
        (FLOOR, Piece("pusher", (5,), ("red",), group=10), "B2: found a coloured pusher linked by &, expected one"),
        (HOLE, Piece("box", (5,)), "B2: found a box on a hole, which stands alone in its cell"),
        (WALL, Piece("box", (5,)), "B2: found a box in a wall"),
    ],
)
def test_what_crossoban_cannot_hold(terrain: Terrain, piece: Piece | None, message: str) -> None:
    """A thing without a symbol is reported with its cell."""
    ground = [WALL] * 12
    ground[5:7] = terrain, FLOOR
    collection = Collection((Level(Board(4, 3, tuple(ground), (piece,) if piece else ()), "crossoban"),))
    with pytest.raises(FormatError) as caught:
        formats.write(collection, "crossoban")
    assert str(caught.value).startswith(f"level 1: {message}")


@given(st.text("#@$.* -_!&:^><v'\"wWBbCcQ12;I@\n", max_size=60))
@settings(max_examples=scaled(150))
def test_nothing_else_is_raised(text: str) -> None:
    """Reading and detecting any text raise the errors of pushbox or none; a level that was read is written again."""
    crossoban.FORMAT.recognise(text, "")
    with suppress(PushboxError):
        collection = formats.read(text, format="crossoban")
        assert formats.read(formats.write(collection, "crossoban"), format="crossoban") == collection


# Made after the examples of the importing page: '@2 is "red linked pusher on ice" there, although no sign says red.
RED_ON_ICE = """\
; @I3@
###############
###'@2-$-'--###
###--.-@1-'@###
###---'@3---###
###############
"""


def test_the_red_pusher_without_a_colour_is_a_warning() -> None:
    """It is read as a linked pusher without a colour, with one warning at the first for all."""
    collection = formats.read(RED_ON_ICE)
    pushers = [(piece.colours, piece.group) for piece in collection.levels[0].board.of_kind("pusher")]
    assert pushers == [((), 2), ((), 1), ((), 0), ((), 3)]
    (problem,) = collection.problems
    assert (problem.line, problem.column, problem.severity) == (3, 4, "warning")
    assert problem.found.startswith('found "\'@2" and 1 cell more like it, which the page')
    assert problem.repair == "read as a linked pusher without a colour"
    coloured = formats.read(RED_ON_ICE.replace("'@", "'Q")).levels[0]
    assert coloured.board.of_kind("pusher")[0].colours == ("red",)
    assert not formats.read(RED_ON_ICE.replace("'@2", "'Q2").replace("'@3", "'Q3")).problems
