"""The rules of Multiban, and how a pusher is chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pushbox import formats, games, levels
from pushbox.board import Piece
from pushbox.errors import IllegalMove, NotationError
from pushbox.games.api import Focus
from pushbox.games.parts.pushers import Move, displaced, displacement
from pushbox.grid import DOWN, LEFT, RIGHT, UP, grid
from pushbox.level import Level
from pushbox.play.session import Session
from pushbox.play.verify import Standing, verify
from pushbox.solver import Limit, Solved, plain

GAME = games.find("multiban")


def level(*rows: str) -> Level:
    """Return a level drawn in XSB."""
    return replace(formats.read("\n".join(rows), format="xsb").levels[0], game="multiban")


def played(start: Level, text: str) -> list[str]:
    """Play a text and return the rows of the picture after it."""
    state = GAME.start(start)
    for move in GAME.parse(state, text):
        turn = GAME.turn(state, move)
        assert turn is not None
        state = turn.state
    return str(GAME.board(state)).splitlines()


TWO = level("#######", "#@ $ .#", "# .$ @#", "#######")


def test_one_pusher_moves_at_a_time() -> None:
    """Each move is a step of the pusher that it names; the other stays."""
    assert played(TWO, "rRR")[1:3] == ["#   @*#", "# .$ @#"]
    assert played(TWO, "{rrrrd}lL")[1:3] == ["#@ $ .#", "# *@  #"]


def test_pushers_block_each_other() -> None:
    """A pusher walks into no other, and pushes no box into one."""
    state = GAME.start(level("######", "#@@$ #", "#  .@#", "######"))
    assert GAME.turn(state, (7, RIGHT)) is None
    assert GAME.turn(state, (8, RIGHT)) is not None
    assert GAME.turn(GAME.start(level("#######", "#@$@ .#", "#######")), (8, RIGHT)) is None
    with pytest.raises(IllegalMove, match="step 1: the pusher cannot go right, another pusher is in the way"):
        GAME.format(state, [(7, RIGHT)])
    with pytest.raises(IllegalMove, match="step 2: there is no pusher to move"):
        GAME.format(state, [(7, DOWN), (7, DOWN)])


def test_a_selection_is_the_way_to_the_next_pusher() -> None:
    """It counts from the pusher that moved last, at the start from the top-left one; any order is read."""
    state = GAME.start(TWO)
    moves: list[Move] = [(8, RIGHT), (19, LEFT), (18, LEFT), (9, RIGHT), (9 + 1, RIGHT)]
    assert GAME.format(state, moves) == "r{rrrd}lL{lu}RR"
    for spelling in ("r{rrrd}lL{lu}RR", "{}r{drrr}ll{ul}rr", "r{rrrd}{}lL{ul}{rd}{lu}R{}R", "r {3rd} 2l {lu} 2R"):
        assert GAME.parse(state, spelling) == moves
    assert GAME.parse(state, "r{rrrd}") == moves[:1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("r{r}l", "character 2: found {r}, which leads to no pusher"),
        ("{llllllll}l", "character 1: found {llllllll}, which leads to no pusher"),
        ("[r]l", r"character 1: found a jump, expected steps or a selection"),
        ("r*", r"found the mark \*, expected steps or a selection"),
    ],
)
def test_what_is_no_notation_is_told(text: str, told: str) -> None:
    """A selection must lead to a pusher; jumps and marks are not moves."""
    with pytest.raises(NotationError, match=told):
        GAME.parse(GAME.start(TWO), text)


def test_reading_ends_with_the_first_illegal_move() -> None:
    """What follows it has no meaning, so a replay tells the step and not a selection that leads nowhere."""
    found = verify(TWO, "u{rrrr}ll")
    assert found.standing is Standing.ILLEGAL
    assert found.message == "step 1: the pusher cannot go up, a wall is in the way"


@pytest.mark.parametrize(("start", "end", "text"), [(0, 14, "rrrrd"), (14, 0, "llllu"), (3, 3, ""), (12, 2, "u")])
def test_a_displacement_ignores_walls_and_comes_back(start: int, end: int, text: str) -> None:
    """It is written with the horizontal steps first, and read in any order."""
    assert displacement(grid(10, 2), start, end) == text
    assert displaced(grid(10, 2), start, text) == displaced(grid(10, 2), start, text[::-1]) == end


def test_keys_steer_a_pusher_and_choose_another() -> None:
    """Arrows are moves of the focus, next and previous go through the pushers in reading order."""
    state = GAME.start(level("#######", "#@$ @.#", "#    @#", "#######"))
    first, second, third = GAME.focus(state)
    assert GAME.key(state, second, "up") == (second.anchor, UP)
    assert GAME.key(state, first, "next") == Focus(second)
    assert GAME.key(state, third, "next") == Focus(first)
    assert GAME.key(state, first, "previous") == Focus(third)
    assert GAME.key(state, first, "act") is None


def test_a_session_steers_the_pusher_that_moved_last() -> None:
    """What is typed goes on with it, and undoing gives it back."""
    session = Session(TWO)
    session.press("next")
    assert session.focus == Piece("pusher", (19,))
    session.press("left")
    assert session.text == "{rrrrd}l"
    session.play_text("L{llu}r")
    assert session.focus == Piece("pusher", (9,))
    assert session.text == "{rrrrd}lL{llu}r"
    assert session.spell((17, RIGHT)) == "{rd}r"
    session.undo()
    assert session.focus == Piece("pusher", (8,))
    session.undo()
    assert session.focus == Piece("pusher", (18,))


def test_a_pointer_walks_each_pusher_and_lets_the_nearest_push() -> None:
    """A box is pushed by whoever needs the fewest pushes, then the fewest moves."""
    state = GAME.start(TWO)
    assert GAME.format(state, GAME.reach(state, 19, 1000)[12]) == "{rrrrd}u"
    assert 10 not in GAME.reach(state, 19, 1000)
    assert GAME.format(state, GAME.reach(state, 17, 1000)[16]) == "{rrrrd}lL"
    assert GAME.format(state, GAME.reach(state, 10, 1000)[12]) == "rRR"
    assert not GAME.reach(state, 17, 3)
    assert not GAME.reach(state, 13, 1000)


def test_the_metrics_count_boxes_and_not_pushers() -> None:
    """A change of pusher is no step; another box is another line, though it goes the same way."""
    found = verify(level("########", "#@$   .#", "#   $  #", "#  @  .#", "########"), "R{rdd}u{lu}RR{ld}R{u}R")
    assert found.metrics is not None
    assert found.metrics[:4] == (6, 5, 4, 3)


def test_a_level_needs_a_pusher() -> None:
    """Any number of them will do but none."""
    bare = replace(TWO, board=replace(TWO.board, pieces=TWO.board.of_kind("box")))
    assert any(problem.found == "found no player" for problem in GAME.problems(bare))
    crowd = tuple(Piece("pusher", (cell,)) for cell in (8, 9, 11, 15, 18, 19))
    many = replace(TWO.board, pieces=(*TWO.board.of_kind("box"), *crowd))
    assert not GAME.problems(replace(TWO, board=many))


@pytest.mark.parametrize("found", formats.read_file(levels.path("multiban")).levels, ids=lambda level: level.title)
def test_each_level_needs_several_pushers(found: Level) -> None:
    """Without the choice of a pusher it cannot be solved, or takes longer.

    In the first level that choice is all there is; in the others no pusher can do it alone in as few moves.
    """
    length = len(GAME.parse(GAME.start(found), found.records[0].text))
    for pusher in found.board.of_kind("pusher")[: 1 if length == 1 else None]:
        alone = replace(found.board, pieces=(*found.board.of_kind("box"), pusher))
        answer = plain.search(replace(found, board=alone), "any", Limit(seconds=None), None)
        assert not isinstance(answer, Solved) or answer.metrics.moves > length
