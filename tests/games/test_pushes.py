"""A box has an identity along a line of play: `Position.pushes` names it as it stood at first."""

from __future__ import annotations

import pytest

import pushbox
from pushbox import levels
from pushbox.errors import IllegalMove

CROSSING = "#######\n#@$  .#\n#     #\n# $   #\n#     #\n#  .  #\n#######"


def test_a_box_is_the_same_along_a_line() -> None:
    """Also where another box, equal to it, stands on the cell where it began."""
    position = pushbox.load(pushbox.read(CROSSING)[0])
    upper, lower = position.board.of_kind("box")
    pushes = list(position.pushes("RRdddlUUluR"))
    assert [(push.step, push.box) for push in pushes] == [(1, upper), (2, upper), (7, lower), (8, lower), (11, lower)]
    assert [position.board.cell_name(push.end) for push in pushes] == ["D2", "E2", "C3", "C2", "D2"]
    assert pushes[-1].start == upper.anchor


def test_pushes_end_at_an_illegal_move() -> None:
    """Those before it are there."""
    pushes = pushbox.load(pushbox.read(CROSSING)[0]).pushes("RRRR")
    assert [push.step for push in (next(pushes), next(pushes), next(pushes))] == [1, 2, 3]
    with pytest.raises(IllegalMove, match=r"^step 4: "):
        next(pushes)


@pytest.mark.parametrize("name", levels.names())
def test_pushes_have_their_boxes_in_every_game(name: str) -> None:
    """Along shipped solutions the moves that push are those that the rules count; boxes are pieces of the level."""
    for level in pushbox.builtin(name)[:3]:
        position, text = pushbox.load(level), level.saved_moves[0].text
        pushes = list(position.pushes(text))
        _, line = position.play(text)
        assert [number for number, pushed in enumerate(line.pushed, start=1) if pushed] == [
            *dict.fromkeys(push.step for push in pushes)
        ]
        assert {push.box for push in pushes} <= {*position.board.pieces}
