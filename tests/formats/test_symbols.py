"""Boards in signs that the user names, and readings that refuse what is not certain."""

from __future__ import annotations

import io
import re

import pytest

from pushbox import formats
from pushbox.errors import FormatError, UnsupportedError
from pushbox.formats.symbol_tables import MEANINGS, TABLES, named

OWN = "X=wall p=player o=box q=goal _=floor"
ROOM = "XXXXXXX\nXp_o_qX\nXXXXXXX"
READ = formats.read("#######\n#@ $ .#\n#######").levels[0].board


def test_named_signs_draw_a_board() -> None:
    """It is no guess, and the words around it stay; a part of a file is read so as well."""
    collection = formats.read(f"Title: Hall\n\n{ROOM}\n", symbols=OWN)
    assert collection.levels[0].board == READ
    assert not collection.problems
    assert (collection.title, collection.evidence) == ("Hall", f"the signs of {OWN}")
    assert list(formats.stream(io.BytesIO(ROOM.encode()), symbols=OWN)) == list(formats.read(ROOM, symbols=OWN))


@pytest.mark.parametrize("key", TABLES)
def test_a_named_table_needs_no_board_that_makes_sense(key: str) -> None:
    """Without a goal for its box, a board is read by a table that is named; by itself it is not."""
    drawn = {own: sign for sign, own in TABLES[key].signs.items()}
    room = "\n".join("".join(drawn[sign] for sign in row) for row in ("#####", "#@$ #", "#   #", "#####"))
    (level,) = formats.read(room, symbols=key)
    assert (len(level.board.of_kind("box")), level.board.cells_of("goal")) == (1, ())


def test_a_sign_that_is_not_named_is_an_error_of_its_place() -> None:
    """Also where XSB has the sign."""
    for sign in "?$":
        (problem,) = formats.read(ROOM.replace("_o", f"{sign}o"), symbols=OWN).problems
        assert (problem.line, problem.column, problem.severity) == (2, 3, "error")


@pytest.mark.parametrize("symbols", ["", "X", "X=lava", "XX=wall", "o=box q=goal", "ragem"])
def test_signs_that_mean_nothing_are_refused(symbols: str) -> None:
    """The sentence names the meanings and the tables."""
    expected = re.escape(f"{', '.join(MEANINGS)}, a wall among them, or a table: {', '.join(TABLES)}")
    with pytest.raises(UnsupportedError, match=expected):
        formats.read(ROOM, symbols=symbols)


def test_a_blank_may_be_named() -> None:
    """A blank is floor where it means nothing else."""
    assert named("X=wall").signs == {" ": " ", "X": "#"}
    assert named("X=wall space=goal").signs[" "] == "."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#####\n#POX#\n#####", "found the signs of RAGEN, TextArena"),  # guessed
        ("#####\n#@$.\n#####", "the player can leave the board here"),  # repaired
        ("#####\n#@$.#\n#####\n\n####\n#@e$.#\n####", "found 'e'"),  # left out
    ],
)
def test_a_strict_reading_refuses_every_problem(text: str, found: str) -> None:
    """A warning too; without one it reads what `read` reads."""
    assert formats.read(text).problems
    with pytest.raises(FormatError, match=re.escape(found)):
        formats.read_strict(text)
    assert formats.read_strict(ROOM, symbols=OWN).levels[0].board == READ


SOURCE = """title Boxes
========
OBJECTS
========
Background
GREEN
=======
LEGEND
=======
. = Background
# = Wall
P = Player
* = Crate
@ = Crate and Target
O = Target
Obstacle = Wall or Crate
=======
LEVELS
=======
message First

####..
#.O#..
#..###
#@P..#
#..*.#
#..###
####..

#####
#p*O#
#####

#####
#P%O#
#####
"""


def test_the_source_of_a_game_says_what_its_signs_mean() -> None:
    """Its levels are read by its legend, with a warning, as its rules may differ; a sign without meaning is named."""
    collection = formats.read(SOURCE)
    first, second = collection.levels
    assert first.board == formats.read("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####").levels[0].board
    assert second.board == formats.read("#####\n#@$.#\n#####").levels[0].board
    assert first.title == "First"
    warning, error = collection.problems
    assert str(warning).startswith("line 22: found the signs of PuzzleScript's legend")
    assert (error.line, error.severity) == (35, "error")
    assert not formats.read("LEGEND\n\n#####\n#@$.#\n#####\n\nLEVELS\n").problems


def test_a_map_of_nethack() -> None:
    """Holes are goals, and stairs are floor, where the whole map fits."""
    (level,) = formats.read("--------\n|<.@0^>|\n|......|\n--------").levels
    assert level.board == formats.read("########\n#  @$. #\n#      #\n########").levels[0].board


@pytest.mark.parametrize(
    ("rows", "column", "found"),
    [
        (["#########", "#  .  # #", "# $ $P  #", "#   .   #", "#########"], 6, "'P', which is + in XSB"),
        (["########", "#......#", "#.oB@..#", "#......#", "########"], 3, "'o', which is . in XSB"),
    ],
)
def test_letters_that_make_no_sense_as_xsb_are_a_warning(rows: list[str], column: int, found: str) -> None:
    """The board is read as drawn, but another program may be meant."""
    (problem,) = formats.read("\n".join(rows)).problems
    assert (problem.line, problem.column, problem.severity) == (3, column, "warning")
    assert found in problem.found


@pytest.mark.parametrize("rows", [["#######", "#o  O #", "# cp  #", "#######"], ["#####", "#EDK#", "#   #", "#####"]])
def test_signs_of_no_table_are_named(rows: list[str]) -> None:
    """A board within walls is not said to have none."""
    with pytest.raises(FormatError, match=rf"^line 2, column 2: found '{rows[1][1]}', expected one of .*--symbols"):
        formats.read("\n".join(rows))


@pytest.mark.parametrize("row", ["{{{}}},", "[{}]", "({})"])
def test_signs_that_are_named_are_those_in_arrays_too(row: str) -> None:
    """Numbers whose meaning only the author knows."""
    rows = ["1,1,1,1,1,1", "1,0,2,3,4,1", "1,1,1,1,1,1"]
    text = "\n".join(["x =", *map(row.format, rows)])
    (level,) = formats.read(text, symbols="1=wall 0=floor 2=player 3=box 4=goal").levels
    assert level.board == formats.read("######\n# @$.#\n######").levels[0].board
    assert level.source is not None
    assert level.source.line == len(["x =", rows[0]])


def test_goals_of_letters_are_not_tiles_of_crossoban() -> None:
    """Where a board makes sense in the one reading alone, that is meant."""
    rows = ["#########", "#..G..#.#", "#.B.B@..#", "#...G...#", "#########"]
    (level,) = formats.read("\n".join(rows))
    assert (level.game, len(level.board.cells_of("goal"))) == ("sokoban", 2)


def test_a_legend_that_says_what_xsb_says_is_none() -> None:
    """Such as the one that pushbox writes above the levels of a SOK file, one of which gets a frame."""
    levels = formats.read("; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.\n######\n")
    reading = formats.read(formats.write(levels, "sok"))
    assert reading.evidence != "the signs of its legend"
    assert [str(problem) for problem in reading.problems] == []
    assert len(reading) == 2
