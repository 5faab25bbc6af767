"""Maps of pusher.exe as text: sizes above the maps, rows of * between them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.depth import scaled
from tests.formats import pictures

from pushbox import formats
from pushbox.level import Collection

STARS = "*" * 37
# Made after the real file, whose maps are 60 and have blanks at the ends of rows.
MAZES = f"""{STARS}
Maze: 1
File offset: 2A10, DS:01F0, table offset: 0000
Size X: 10
Size Y: 4
End: 2A31
Length: 34

  XXXXXX  \n\
XXX@ *.XXX
X   &    X
XXXXXXXXXX

{STARS}
Maze: 2
File offset: 2A32, DS:0212, table offset: 0022
Size X: 6
Size Y: 3
End: 2A40
Length: 15

XXXXXX
X@ *.X
XXXXXX

{STARS}
"""


def test_mazes_are_read_and_written() -> None:
    """Both maps are there with their signs, nothing is wrong, and the file is written as it was."""
    collection = formats.read(MAZES)
    assert (collection.format, collection.problems) == ("pusher", ())
    first, second = collection.levels
    assert str(first.board) == "  ######\n###@ $.###\n#   *    #\n##########"
    assert str(second.board) == "######\n#@ $.#\n######"
    assert first.headers[:2] == (("Maze", "1"), ("File offset", "2A10, DS:01F0, table offset: 0000"))
    assert formats.write(collection, "pusher") == MAZES
    assert formats.detect(MAZES).evidence == "it has Size X: above Size Y:"


def test_places_and_sizes() -> None:
    """Blanks that are gone at the ends of rows are filled, a size that is wrong is a warning, a wrong sign an error."""
    assert formats.read(MAZES.replace("XXXXXX  \n", "XXXXXX\n")).levels == formats.read(MAZES).levels
    assert formats.read(MAZES).levels[1].source.where(7) == (23, 2)  # type: ignore[union-attr]
    (problem,) = formats.read(MAZES.replace("Size Y: 3", "Size Y: 5")).problems
    assert str(problem) == "line 22: found 3 rows, expected Size Y: 5; read as drawn"
    (problem,) = formats.read(MAZES.replace("Size X: 6", "Size X: 5")).problems
    assert str(problem) == "line 22: found rows of 6 cells, expected Size X: 5; read as drawn"
    wrong = formats.read(MAZES.replace("\nX@ *.X", "\nX@ $.X"))
    assert len(wrong.levels) == 1
    assert [(problem.line, problem.column, problem.found) for problem in wrong.problems] == [(23, 4, "found '$'")]


@pytest.mark.parametrize("text", ["Size X: 3\nSize Y: 3\n", f"{STARS}\nSize X: 3\nSize Y: 3\n{STARS}\n"])
def test_a_map_that_is_not_there(text: str) -> None:
    """Sizes without a map are a problem with a place."""
    collection = formats.read(text)
    assert not collection.levels
    assert collection.problems[0].found == "found no map"


@settings(max_examples=scaled(60))
@given(pictures.collections(pictures.plain_levels("headers")))
def test_what_is_written_reads_back(collection: Collection) -> None:
    """A collection without losses comes back equal."""
    pictures.check_round_trip(collection, "pusher")


def test_a_player_on_a_goal_is_lost() -> None:
    """There is no sign for it, which is named with its cell."""
    level = formats.read("####\n#+$#\n#  #\n####").levels[0]
    assert formats.losses(level, "pusher") == ["level 1: B2: found the player on a goal, for which there is no sign"]
