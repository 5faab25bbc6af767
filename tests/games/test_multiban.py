"""The rules of Multiban, and how a pusher is chosen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, NamedCounter, Piece
from pushbox.conformance import random_levels
from pushbox.errors import IllegalMove, NotationError, PushboxError
from pushbox.games import load
from pushbox.games.api import Focus
from pushbox.games.multiban import State
from pushbox.games.parts.multi_pusher import Move, displaced, displacement
from pushbox.grid import grid
from pushbox.level import Level
from pushbox.play.reverse import forward_solution, reverse_level
from pushbox.play.session import Session
from pushbox.play.verify import ReplayStatus, verify
from pushbox.solver import Limit, Solved, Unsolvable, plain
from pushbox.tiling import DOWN, LEFT, RIGHT, UP

GAME = games.find("multiban")


def level(*rows: str) -> Level:
    """Return a level drawn in XSB."""
    return replace(formats.read("\n".join(rows), format="xsb").levels[0], game="multiban")


def played(start: Level, text: str) -> list[str]:
    """Play a text and return the rows of the picture after it."""
    state = GAME.rules.initial_state(start)
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    return str(GAME.rules.board(state)).splitlines()


TWO = level("#######", "#@ $ .#", "# .$ @#", "#######")


def test_one_pusher_moves_at_a_time() -> None:
    """Each move is a step of the pusher that it names; the other stays."""
    assert played(TWO, "rRR")[1:3] == ["#   @*#", "# .$ @#"]
    assert played(TWO, "{rrrrd}lL")[1:3] == ["#@ $ .#", "# *@  #"]


def test_pushers_block_each_other() -> None:
    """A pusher walks into no other, and pushes no box into one."""
    state = GAME.rules.initial_state(level("######", "#@@$ #", "#  .@#", "######"))
    assert GAME.rules.apply(state, (7, RIGHT)) is None
    assert GAME.rules.apply(state, (8, RIGHT)) is not None
    assert GAME.rules.apply(GAME.rules.initial_state(level("#######", "#@$@ .#", "#######")), (8, RIGHT)) is None
    with pytest.raises(IllegalMove, match="step 1: the pusher cannot go right, another pusher is in the way"):
        GAME.controls.format(state, [(7, RIGHT)])
    with pytest.raises(IllegalMove, match="step 2: there is no pusher to move"):
        GAME.controls.format(state, [(7, DOWN), (7, DOWN)])


def test_a_selection_is_the_way_to_the_next_pusher() -> None:
    """It counts from the pusher that moved last, at the start from the top-left one; any order is read."""
    state = GAME.rules.initial_state(TWO)
    moves: list[Move] = [(8, RIGHT), (19, LEFT), (18, LEFT), (9, RIGHT), (9 + 1, RIGHT)]
    assert GAME.controls.format(state, moves) == "r{rrrd}lL{lu}RR"
    for spelling in ("r{rrrd}lL{lu}RR", "{}r{drrr}ll{ul}rr", "r{rrrd}{}lL{ul}{rd}{lu}R{}R", "r {3rd} 2l {lu} 2R"):
        assert GAME.controls.parse(state, spelling) == moves
    assert GAME.controls.parse(state, "r{rrrd}") == moves[:1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r{r}l", "character 2: found {r}, which leads to no pusher"),
        ("{llllllll}l", "character 1: found {llllllll}, which leads to no pusher"),
        ("[r]l", r"character 1: found a jump, expected steps or a selection"),
        ("r*", r"found the mark \*, expected steps or a selection"),
    ],
)
def test_what_is_no_notation_is_refused(text: str, message: str) -> None:
    """A selection must lead to a pusher; jumps and marks are not moves."""
    with pytest.raises(NotationError, match=message):
        GAME.controls.parse(GAME.rules.initial_state(TWO), text)


def test_reading_ends_with_the_first_illegal_move() -> None:
    """What follows it has no meaning, so a replay names the step and not a selection that leads nowhere."""
    replay = verify(TWO, "u{rrrr}ll")
    assert replay.status is ReplayStatus.ILLEGAL
    assert replay.message == "step 1: the pusher cannot go up, a wall is in the way"


@pytest.mark.parametrize(("start", "end", "text"), [(0, 14, "rrrrd"), (14, 0, "llllu"), (3, 3, ""), (12, 2, "u")])
def test_a_displacement_ignores_walls_and_comes_back(start: int, end: int, text: str) -> None:
    """It is written with the horizontal steps first, and read in any order."""
    assert displacement(grid(10, 2), start, end) == text
    assert displaced(grid(10, 2), start, text) == displaced(grid(10, 2), start, text[::-1]) == end


def test_keys_steer_a_pusher_and_choose_another() -> None:
    """Arrows are moves of the focus, next and previous go through the pushers in reading order."""
    state = GAME.rules.initial_state(level("#######", "#@$ @.#", "#    @#", "#######"))
    first, second, third = GAME.controls.focus(state)
    assert GAME.controls.key(state, second, "up") == (second.anchor, UP)
    assert GAME.controls.key(state, first, "next") == Focus(second)
    assert GAME.controls.key(state, third, "next") == Focus(first)
    assert GAME.controls.key(state, first, "previous") == Focus(third)
    assert GAME.controls.key(state, first, "act") is None


def test_a_session_steers_the_pusher_that_moved_last() -> None:
    """Typed moves go on with it, and undoing gives it back."""
    session = Session(TWO)
    session.press("next")
    assert session.focus == Piece("pusher", (19,))
    session.press("left")
    assert session.text == "{rrrrd}l"
    session.play_text("L{llu}r")
    assert session.focus == Piece("pusher", (9,))
    assert session.text == "{rrrrd}lL{llu}r"
    assert session.format_move((17, RIGHT)) == "{rd}r"
    session.undo()
    assert session.focus == Piece("pusher", (8,))
    session.undo()
    assert session.focus == Piece("pusher", (18,))


def test_a_pointer_walks_each_pusher_and_lets_the_nearest_push() -> None:
    """A box is pushed by whoever needs the fewest pushes, then the fewest moves."""
    state = GAME.rules.initial_state(TWO)
    assert GAME.controls.format(state, GAME.controls.reach(state, 19, 1000)[12]) == "{rrrrd}u"
    assert 10 not in GAME.controls.reach(state, 19, 1000)
    assert GAME.controls.format(state, GAME.controls.reach(state, 17, 1000)[16]) == "{rrrrd}lL"
    assert GAME.controls.format(state, GAME.controls.reach(state, 10, 1000)[12]) == "rRR"
    assert not GAME.controls.reach(state, 17, 3)
    assert not GAME.controls.reach(state, 13, 1000)


def test_the_metrics_count_boxes_and_not_pushers() -> None:
    """A change of pusher is no step; another box is another line, though it goes the same way."""
    replay = verify(level("########", "#@$   .#", "#   $  #", "#  @  .#", "########"), "R{rdd}u{lu}RR{ld}R{u}R")
    assert replay.metrics is not None
    assert replay.metrics[:4] == (6, 5, 4, 3)


def test_a_level_needs_a_pusher() -> None:
    """Any number of them will do but none."""
    bare = replace(TWO, board=replace(TWO.board, pieces=TWO.board.of_kind("box")))
    assert any(problem.found == "found no player" for problem in GAME.rules.problems(bare))
    crowd = tuple(Piece("pusher", (cell,)) for cell in (8, 9, 11, 15, 18, 19))
    many = replace(TWO.board, pieces=(*TWO.board.of_kind("box"), *crowd))
    assert not GAME.rules.problems(replace(TWO, board=many))


SHIPPED = formats.read_file(levels.path("multiban")).levels
FORWARD = [level for level in SHIPPED if not level.options]


@pytest.mark.parametrize("shipped", FORWARD, ids=lambda level: level.title)
def test_each_level_needs_several_pushers(shipped: Level) -> None:
    """Without the choice of a pusher it cannot be solved, or takes longer.

    In the first level that choice is all there is; in the others no pusher can do it alone in as few moves.
    """
    length = len(GAME.controls.parse(GAME.rules.initial_state(shipped), shipped.saved_moves[0].text))
    for pusher in shipped.board.of_kind("pusher")[: 1 if length == 1 else None]:
        alone = replace(shipped.board, pieces=(*shipped.board.of_kind("box"), pusher))
        answer = plain.search(load(replace(shipped, board=alone)), "any", Limit(seconds=None), None)
        assert not isinstance(answer, Solved) or answer.metrics.moves > length


def test_the_level_of_reverse_play_needs_it() -> None:
    """Forwards it cannot be solved, and backwards neither by one of its two pushers alone."""
    (shipped,) = (level for level in SHIPPED if level.options)
    assert isinstance(plain.search(load(replace(shipped, options=())), "any", Limit(seconds=None), None), Unsolvable)
    homes = [cell for cell, ground in enumerate(shipped.board.terrain) if ground.player]
    assert len(homes) == 2
    for home in homes:
        terrain = tuple(
            ground._replace(player=ground.player if cell == home else 0)
            for cell, ground in enumerate(shipped.board.terrain)
        )
        alone = replace(shipped.board, terrain=terrain)
        assert isinstance(
            plain.search(load(replace(shipped, board=alone)), "any", Limit(seconds=None), None), Unsolvable
        )


# Reverse play ---------------------------------------------------------------------------------------------------------


def reversed_level(*rows: str, homes: tuple[int, ...] = (), **options: str) -> Level:
    """Return a level for reverse play, drawn in XSB, with the cells where pushers end."""
    board_level = level(*rows)
    terrain = (
        ground._replace(player=1) if at in homes else ground for at, ground in enumerate(board_level.board.terrain)
    )
    board = replace(board_level.board, terrain=tuple(terrain))
    return replace(board_level, board=board, options=tuple({"reverse": "yes", **options}.items()))


def refused(start: Level, text: str) -> str:
    """Return why a line of play cannot go on."""
    replay = verify(start, text)
    assert replay.status is ReplayStatus.ILLEGAL
    return replay.message


PULL = reversed_level("#########", "#. $@   #", "# @  #  #", "#########")


def test_boxes_are_pulled_by_the_pusher_that_a_move_names() -> None:
    """A capital takes along the box behind the pusher, a small letter leaves it; the other pusher stays."""
    assert played(PULL, "R")[1:3] == ["#.  $@  #", "# @  #  #"]
    assert played(PULL, "r")[1:3] == ["#. $ @  #", "# @  #  #"]
    assert played(PULL, "{lld}uL")[1:3] == ["#+$ @   #", "#    #  #"]
    state = GAME.rules.initial_state(PULL)
    transition = GAME.rules.apply(state, (13, 4 + RIGHT))
    assert transition is not None
    assert transition.pushes == ((12, 13),)
    assert [change.cause for change in transition.changes] == ["walk", "pull", "count"]
    moves = [(20, UP), (11, 4 + LEFT), (13, RIGHT)]
    assert GAME.controls.parse(state, "{dll}uL{rrr}r") == moves
    assert GAME.controls.format(state, moves) == "{lld}uL{rrr}r"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("l", "step 1: the pusher cannot go left, a box is in the way"),
        ("u", "step 1: the pusher cannot go up, a wall is in the way"),
        ("rR", "step 2: the pusher cannot pull right, no box is behind them"),
        ("{lld}rrr", "step 3: the pusher cannot go right, a wall is in the way"),
        ("{lld}rru", "step 3: the pusher cannot go up, another pusher is in the way"),
        ("R{llld}[r]", "step 2: the pusher cannot jump there, as a box has been pulled"),
        ("[l]", "step 1: the pusher cannot jump there, the cell is not free"),
        ("[lld]", "step 1: the pusher cannot jump there, the cell is not free"),
        ("[r]{llld}[rrru]", "step 2: the pusher cannot jump there, the cell is not free"),
    ],
)
def test_what_reverse_play_refuses(text: str, message: str) -> None:
    """Walls, boxes and other pushers are in the way; pulling needs a box, and jumps end with the first pull."""
    assert refused(PULL, text) == message


def test_each_pusher_may_jump() -> None:
    """A jump goes to any free cell, in notation as the steps that it would be, the horizontal ones first."""
    state = GAME.rules.initial_state(PULL)
    moves = [(13, 8 + 16), (20, 8 + 13), (13, 4 + RIGHT)]
    assert GAME.controls.format(state, moves) == "[rrr]{llllld}[rru]R"
    assert GAME.controls.parse(state, "[rrr]{d5l}[urr]R") == moves
    assert GAME.controls.parse(state, "[]") == []
    for text, message in (
        ("[6r]", "a jump off the board"),
        ("*", "the mark *"),
        ("{r}l", "{r}, which leads to no pusher"),
    ):
        with pytest.raises(NotationError, match=f"found {re.escape(message)}"):
            GAME.controls.parse(state, text)


def test_a_jump_after_a_pull_spoils_it() -> None:
    """With jumps=always they go on after the first pull, but then it cannot be solved any more."""
    room = reversed_level("########", "# $@.  #", "#    @ #", "########", jumps="always")
    assert verify(room, "RR").solved
    assert verify(room, "RR{d}l").solved
    assert verify(room, "RR{d}[l]").message == "the boxes are placed but there was a jump after a pull"


def test_reverse_play_ends_where_pushers_can_take_their_cells() -> None:
    """Each region between the boxes needs as many pushers as it has cells where one ends, whoever it is."""
    rows = ("########", "#@ * @ #", "########")
    for homes in ((10, 14), (14,), ()):
        assert verify(reversed_level(*rows, homes=homes), "").solved
    apart = verify(reversed_level(*rows, homes=(9, 10)), "")
    assert apart.message == "the boxes are placed but nobody can walk to where they have to end"


def test_who_is_not_on_the_board_jumps_first() -> None:
    """There are as many pushers as cells where one ends; the missing ones come before anybody moves."""
    start = reversed_level("########", "#@$.   #", "#      #", "########", homes=(9, 12, 20))
    state = GAME.rules.initial_state(start)
    assert not GAME.controls.focus(state)
    assert GAME.controls.key(state, None, "right") is None
    assert not GAME.controls.reach(state, 9, 1000)
    assert GAME.controls.reach(state, 32, 1000) == {
        cell: [(32, 8 + cell)] for cell in (11, 12, 13, 14, 17, 18, 19, 20, 21, 22)
    }
    assert GAME.rules.legal_moves(state) == [(32, 8 + cell) for cell in (11, 12, 13, 14, 17, 18, 19, 20, 21, 22)]
    assert played(start, "[d][rd]r{ll}r{lu}d")[1:3] == ["# $.   #", "#@@@   #"]
    assert refused(start, "r") == "step 1: a pusher is not on the board and has to jump first"
    session = Session(start)
    session.play_text("[d]")
    session.play_text("[rd]")
    assert session.focus == Piece("pusher", (18,))
    assert not [problem for problem in GAME.rules.problems(start) if problem.severity == "error"]


def test_keys_take_a_box_and_let_it_go() -> None:
    """A steered box is pulled by the pusher that the arrow points to, and stays steered."""
    session = Session(PULL)
    session.press("act")
    assert session.focus == Piece("box", (12,))
    session.press("up")
    assert session.text == ""
    session.press("right")
    assert (session.text, session.focus) == ("R", Piece("box", (13,)))
    session.press("act")
    assert session.focus == Piece("pusher", (14,))
    session.press("right")
    assert session.text == "Rr"
    session.press("next")
    session.press("right")
    assert (session.text, session.focus) == ("Rr{lllld}r", Piece("pusher", (21,)))
    while session.undo():
        pass
    assert session.focus == Piece("pusher", (13,))


def test_a_pointer_pulls_walks_and_jumps() -> None:
    """A box is pulled by whoever needs the fewest pulls; a pusher jumps where they cannot walk."""
    state = GAME.rules.initial_state(PULL)
    paths = {cell: GAME.controls.format(state, moves) for cell, moves in GAME.controls.reach(state, 12, 1000).items()}
    assert paths == {13: "R", 14: "RR", 15: "RRR", 11: "{lld}uL"}
    assert GAME.controls.format(state, GAME.controls.reach(state, 13, 1000)[10]) == "[lll]"
    assert not GAME.controls.reach(state, 12, 3)


def test_cells_of_player_1_are_for_reverse_play() -> None:
    """Forwards such cells mean nothing, which is reported, and so is a counter that nothing counts."""
    start = reversed_level("########", "#@$.  @#", "########", homes=(9,), reverse="no")
    messages = [problem.found for problem in GAME.rules.problems(start)]
    assert messages == ["found a cell of player 1, which means something in reverse play only"]
    counting = replace(TWO, board=replace(TWO.board, counters=(NamedCounter("pulled", 1),)))
    (problem,) = GAME.rules.problems(counting)
    assert problem.found == "found the counter 'pulled', which nothing here counts"


@pytest.mark.parametrize("start", FORWARD[:5], ids=lambda level: level.title)
def test_a_level_played_backwards_gives_a_forward_solution(start: Level) -> None:
    """The boxes are pulled from the goals to where they began; that line, turned round, solves the level."""
    backward_level = reverse_level(start)
    assert backward_level.board.cells_of("goal") == tuple(box.anchor for box in start.board.of_kind("box"))
    answer = plain.search(load(backward_level), "any", Limit(nodes=200_000), None)
    assert isinstance(answer, Solved)
    assert verify(start, forward_solution(start, answer.text)).solved
    if start.board.pieces != backward_level.board.pieces:
        with pytest.raises(PushboxError, match="the line does not solve the level backwards"):
            forward_solution(start, "")


def test_random_lines_backwards_are_solutions_forwards() -> None:
    """Whatever a random walk pulls, the level that begins where it ends is solved by the walk turned round."""
    rng = random.Random(4)
    pulled = 0
    for shuffled in random_levels(GAME, 200, seed=5, largest=6, plain=True):
        board = shuffled.board
        bare = [FLOOR if ground.kind == "goal" else ground for ground in board.terrain]
        boxes = {box.anchor for box in board.of_kind("box")}
        ended = replace(board, terrain=tuple(GOAL if cell in boxes else ground for cell, ground in enumerate(bare)))
        state = GAME.rules.initial_state(replace(shuffled, board=ended, options=(("reverse", "yes"),)))
        line: list[Move] = []
        for _ in range(40):
            moves = [move for move in GAME.rules.legal_moves(state) if move[1] < 8]
            if not moves:
                break
            line.append(rng.choice([move for move in moves if move[1] >= 4] or moves))
            transition = GAME.rules.apply(state, line[-1])
            assert transition is not None
            pulled += bool(transition.pushes)
            state = transition.state
        start = replace(shuffled, board=replace(GAME.rules.board(state), counters=()), options=())
        backward_state = GAME.rules.initial_state(reverse_level(start))
        line = [*jumps(backward_state, {pusher.anchor for pusher in board.of_kind("pusher")}), *line]
        text = forward_solution(start, GAME.controls.format(backward_state, line))
        assert verify(start, text).solved or not boxes
    assert pulled > 500


def jumps(state: State, targets: set[int]) -> Iterator[Move]:
    """Yield the jumps that bring the pushers to these cells."""
    while state.pushers != targets:
        target = min(targets - state.pushers)
        moves = [move for move in GAME.rules.legal_moves(state) if move[1] == 8 + target and move[0] not in targets]
        transition = GAME.rules.apply(state, moves[0])
        assert transition is not None
        yield moves[0]
        state = transition.state
