"""Walk-throughs: the boxes by numbers, and where each is pushed."""

from __future__ import annotations

import pytest

from pushbox import levels, read
from pushbox.errors import IllegalMove
from pushbox.games.position import position_of
from pushbox.play.walk_through import Stretch, numbered_boxes, walk_through

ROOM = "########\n#@$    #\n# $ $  #\n#  ... #\n########\n"


def test_boxes_are_numbered_as_one_reads() -> None:
    assert numbered_boxes(read(ROOM).levels[0].board) == (10, 18, 20)


def test_a_box_keeps_its_number_and_turns() -> None:
    """One stretch for all pushes of a box in a row, whatever is walked between, with the cells where it turns."""
    level = read("#######\n#     #\n#@$   #\n#     #\n#   . #\n#######\n").levels[0]
    assert walk_through(level, "RRurD") == (Stretch(1, (16, 18, 25)),)
    two = read("########\n#@$   .#\n# $   .#\n#      #\n########\n").levels[0]
    stretches = walk_through(two, "RRlldRRRRlluRR")
    assert [it.box for it in stretches] == [1, 2, 1]
    assert stretches[0].cells == (10, 12)
    assert stretches[2].cells == (12, 14)


@pytest.mark.parametrize("name", levels.names())
def test_the_pushes_of_shipped_solutions_join(name: str) -> None:
    """A box goes on where it was; all stretches together have the cells of all pushes, whatever the game."""
    level = levels.builtin(name).levels[0]
    text = level.saved_moves[0].text
    stretches = walk_through(level, text)
    place = dict(enumerate(numbered_boxes(level.board), start=1))
    for box, cells in stretches:
        assert cells[0] == place[box]
        place[box] = cells[-1]
    last = {}
    for push in position_of(level).pushes(text):
        last[push.box.anchor] = push.end
    start = numbered_boxes(level.board)
    assert {start[box - 1]: place[box] for box, _ in stretches} == last


def test_moves_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(IllegalMove):
        walk_through(read(ROOM).levels[0], "uuuu")
