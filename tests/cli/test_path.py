"""``pushbox path``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cli.rooms import ROOM, lines


def test_a_box_is_pushed(run: Callable[..., Any]) -> None:
    """The way is printed as LURD, cells are read both ways."""
    for box, to in (("1,3", "1,5"), ("D2", "f2")):
        assert run("path", "-", "--box", box, "--to", to, stdin=ROOM.encode()).out == "rRR\n"
    (row,) = lines(run("path", "-", "--box", "D2", "--to", "F2", "--json", stdin=ROOM.encode()).out)
    assert (row["moves_text"], row["pushes"], row["moves"]) == ("rRR", 2, 3)


def test_everything_in_reach(run: Callable[..., Any]) -> None:
    """Without a target every cell that the box can reach is listed with what it costs."""
    result = run("path", "-", "--box", "D2", stdin=ROOM.encode()).out
    assert "   F2  1,5  2 pushes, 3 moves\n" in result
    (row,) = lines(run("path", "-", "--box", "D2", "--json", stdin=ROOM.encode()).out)
    assert [1, 5] in row["cells"]


def test_what_cannot_be(run: Callable[..., Any]) -> None:
    """A cell out of reach is no, a cell without a box or beyond reading is bad."""
    assert run("path", "-", "--box", "D2", "--to", "A1", stdin=ROOM.encode()).code == 1
    assert run("path", "-", "--box", "A1", stdin=ROOM.encode()).code == 2
    assert run("path", "-", "--box", "hello", stdin=ROOM.encode()).code == 2
    assert run("path", "-", "--box", "D2", "--to", "99,99", stdin=ROOM.encode()).code == 1
