from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pushbox import formats
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import FormatError
from pushbox.formats import console
from pushbox.level import Collection, Level

MAP = "#######\n#.....#\n#..O+.#\n##..+.#\n#--.#P#\n#######\n"


def read(text: str) -> Level:
    (level,) = formats.read(text, format="console").levels
    return level


def test_map_of_the_exercise(shared: Path) -> None:
    """The map of the exercise is the level that its listing shows, and is written back as it is."""
    text = (shared / "console_sokoban" / "sokoban.txt").read_text("utf-8")
    level = read(text)
    assert str(level.board) == "#######\n#     #\n#   $ #\n##  $ #\n#.. #@#\n#######"
    assert lines(formats.write(Collection((level,)), "console")) == lines(text)


def lines(text: str) -> list[str]:
    return text.split()


def test_blanks_mean_nothing() -> None:
    """Blank lines and blanks around a row change nothing."""
    assert read("\n\n  " + MAP.replace("\n", " \n\n   ")) == read(MAP)
    assert formats.write(Collection((read(MAP),)), "console") == MAP


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("P", ".", "line 1, column 1: found no player, expected one P"),
        ("##.", "#P.", "line 5, column 6: found a second player, expected one P"),
        ("##.", "#@.", "line 4, column 2: found '@', expected one of # . - + O P"),
        ("##..+.#", "##..+.", "line 4, column 7: found a row of 6 cells, expected 7 as in the first row"),
        ("##..+.#", "##..+.##", "line 4, column 8: found a row of 8 cells, expected 7 as in the first row"),
        ("#P#", "#P.", "line 5, column 7: the player can leave the map here, expected walls all around"),
    ],
)
def test_faults(old: str, new: str, message: str) -> None:
    """The first fault of a map is one sentence with its place."""
    with pytest.raises(FormatError) as caught:
        read(MAP.replace(old, new, 1))
    assert str(caught.value) == message


def test_boxes_and_goals_are_needed() -> None:
    """A map without box or without goal is no level."""
    with pytest.raises(FormatError, match="found no box"):
        read("####\n#P-#\n####")
    with pytest.raises(FormatError, match="found no goal"):
        read("####\n#P+#\n####")


def test_what_a_map_cannot_hold() -> None:
    """A player on a goal, a title and a second level have no place in a map."""
    level = read(MAP)
    xsb = formats.read("####\n#+$#\n####", format="xsb")
    for collection, message in (
        (xsb, "level 1: B2: found the player on a goal, for which a console map has no sign"),
        (Collection((replace(level, title="T"),)), "level 1: found a title, which Console maps cannot hold"),
        (Collection((level, level)), "found 2 levels, expected one, as a console map is one level"),
    ):
        with pytest.raises(FormatError) as caught:
            formats.write(collection, "console")
        assert str(caught.value) == message


def test_draw_shows_a_player_on_a_goal() -> None:
    """While playing, a player is drawn as P wherever it stands."""
    (level,) = formats.read("####\n#+*#\n####", format="xsb").levels
    assert console.draw(level.board) == "####\n#PO#\n####"


@pytest.mark.parametrize(
    ("last", "fault"),
    [
        (WALL, "line 1, column 1: found no goal, expected at least one - or O"),
        (GOAL, "line 1, column 2: the player can leave the map here, expected walls all around"),
    ],
)
def test_what_reading_refuses_is_a_loss(last: Terrain, fault: str) -> None:
    """A map that would not be read back is not held, and `losses` says so before `write` does."""
    board = Board(4, 1, (WALL, FLOOR, FLOOR, last), (Piece("pusher", (1,)), Piece("box", (2,))))
    collection = Collection((Level(board),))
    message = f"what was written does not read back from Console maps: {fault}"
    assert formats.losses(collection, "console") == [message]
    with pytest.raises(FormatError) as caught:
        formats.write(collection, "console")
    assert str(caught.value) == message
