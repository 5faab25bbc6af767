"""The rules of Sokoban, on boards that are pictures."""

from __future__ import annotations

import pickle
import random

import pytest

from pushbox import conformance, formats, games
from pushbox.board import FLOOR, GOAL, Board, Piece
from pushbox.errors import IllegalMove, LevelError, OptionError
from pushbox.games.api import Rules
from pushbox.level import Level
from pushbox.tiling import DOWN, LEFT, RIGHT, UP

GAME = games.find("sokoban")


def level(picture: str) -> Level:
    """Read one level of XSB."""
    collection = formats.read(picture, format="xsb")
    assert len(collection.levels) == 1
    return collection.levels[0]


def played(picture: str, text: str) -> str:
    """Play a text and return the picture after it."""
    state = GAME.rules.initial_state(level(picture))
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    return str(GAME.rules.board(state))


def test_a_box_is_pushed_into_free_cells_only() -> None:
    """A box moves one cell on, and not into a wall, another box or off the board."""
    assert played("######\n#@$ .#\n######", "RR") == "######\n#  @*#\n######"
    for blocked in ("#####\n#@$##\n#  .#\n#####", "######\n#@$$.#\n#  . #\n######"):
        assert GAME.rules.apply(GAME.rules.initial_state(level(blocked)), RIGHT) is None
    at_the_edge = Level(Board(2, 1, (FLOOR, GOAL), (Piece("pusher", (0,)), Piece("box", (1,)))))
    assert GAME.rules.apply(GAME.rules.initial_state(at_the_edge), RIGHT) is None


def test_boxes_are_never_pulled() -> None:
    """Walking away from a box leaves it."""
    assert played("######\n# @$.#\n######", "l") == "######\n#@ $.#\n######"


def test_boxes_in_line_do_not_move() -> None:
    """Two boxes in line are not pushed, be the cell behind them free or not."""
    state = GAME.rules.initial_state(level("#######\n#@$$..#\n#######"))
    assert GAME.rules.legal_moves(state) == []


def test_a_push_is_given_by_both_its_cells() -> None:
    """A transition names where the pushed box was and where it rests, and its changes lead to the next board."""
    state = GAME.rules.initial_state(level("######\n#@$ .#\n######"))
    transition = GAME.rules.apply(state, RIGHT)
    assert transition is not None
    assert transition.pushes == ((8, 9),)
    assert GAME.rules.board(state).apply(transition.changes) == GAME.rules.board(transition.state)
    assert [change.cause for change in transition.changes] == ["push", "walk"]


def test_solved_is_every_box_on_a_goal() -> None:
    """Fewer boxes than goals can be solved; a box beside its goal is not solved."""
    assert GAME.rules.outcome(GAME.rules.initial_state(level("######\n#@*..#\n######"))).solved
    assert not GAME.rules.outcome(GAME.rules.initial_state(level("######\n#@$.*#\n######"))).solved


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("#####\n# $.#\n#####", "found no player, expected one"),
        ("###\n#@#\n###", "found no box, expected at least one"),
        ("######\n#@$$.#\n######", "found 2 boxes and 1 goal, expected as many goals as boxes"),
        ("######\n#@$..#\n######", "found 1 box and 2 goals, expected as many boxes as goals"),
        ("#####\n#@* #\n#####", "the level is solved before the first move"),
        ("########\n#@$.#$.#\n########", "line 2, column 6: the player can never reach this box, which is off goal"),
        ("########\n#@$.#$.#\n########", "line 2, column 7: the player can never reach this goal, which is empty"),
    ],
)
def test_problems_are_sentences(picture: str, message: str) -> None:
    """Each fault of a position has its sentence, with its place where it has one."""
    assert message in [str(problem) for problem in GAME.rules.problems(level(picture))]


def test_two_players_are_no_state_of_sokoban() -> None:
    """A level with two players cannot start, and says where the second stands."""
    two = Level(level("######\n#@ $.#\n######").board)
    pushers = [piece._replace(cells=(8,)) for piece in two.board.of_kind("pusher")]
    both = Level(type(two.board)(two.board.width, two.board.height, two.board.terrain, (*two.board.pieces, *pushers)))
    with pytest.raises(LevelError, match="C2: found 2 pushers, expected 1 in Sokoban"):
        GAME.rules.initial_state(both)
    assert "found 2 pushers" in str(GAME.rules.problems(both)[0])


def test_an_option_that_sokoban_lacks_is_refused() -> None:
    """An unknown option is an error of the level, never ignored."""
    wrong = Level(level("#####\n#@$.#\n#####").board, options=(("gravity", True),))
    with pytest.raises(OptionError, match="found the option 'gravity' of sokoban"):
        GAME.rules.initial_state(wrong)


def test_notation_corrects_case_and_names_the_first_illegal_step() -> None:
    """format writes pushes in capitals whatever was parsed, and says which step is refused and why."""
    state = GAME.rules.initial_state(level("######\n#@$ .#\n######"))
    assert GAME.controls.format(state, GAME.controls.parse(state, "2r")) == "RR"
    with pytest.raises(IllegalMove, match="step 3: the player cannot go right, the box is blocked"):
        GAME.controls.format(state, GAME.controls.parse(state, "rrr"))
    with pytest.raises(IllegalMove, match="step 1: the player cannot go up, a wall is in the way"):
        GAME.controls.format(state, GAME.controls.parse(state, "u"))


def test_keys_are_directions() -> None:
    """The four arrows are moves, other keys mean nothing."""
    state = GAME.rules.initial_state(level("#####\n#@$.#\n#####"))
    assert [GAME.controls.key(state, None, key) for key in ("left", "up", "right", "down")] == [LEFT, UP, RIGHT, DOWN]
    assert GAME.controls.key(state, None, "act") is None


def test_a_pointer_walks_the_player_and_carries_a_box() -> None:
    """From the player's cell every way is a walk, from a box every way is a push path."""
    start = level("#######\n#@ $ .#\n#     #\n#######")
    state = GAME.rules.initial_state(start)
    walks = GAME.controls.reach(state, start.board.cell(1, 1), 1000)
    assert GAME.controls.format(state, walks[start.board.cell(1, 4)]) == "rdrru"
    pushes = GAME.controls.reach(state, start.board.cell(1, 3), 1000)
    assert GAME.controls.format(state, pushes[start.board.cell(1, 5)]) == "rRR"
    assert start.board.cell(1, 4) in pushes
    assert not GAME.controls.reach(state, start.board.cell(1, 1), 3)
    assert not GAME.controls.reach(state, start.board.cell(2, 2), 1000)


def test_states_survive_pickling() -> None:
    """A state that went through another process is the same value."""
    state = GAME.rules.initial_state(level("#####\n#@$.#\n#####"))
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own bytes
    assert copy == state
    assert hash(copy) == hash(state)


@pytest.mark.parametrize("key", ["sokoban", "plus"])
def test_a_line_is_played_as_its_moves_are_up_to_the_first_illegal_one(key: str) -> None:
    """The fast play of a line has the end, spelling, counts and first solved position of its transitions, one by one.

    Boards are crowded and moves at random, so that most lines end at a move that is refused.
    """
    game = games.find(key)
    rng = random.Random(8)
    ended = solved = 0
    for start_level in conformance.random_levels(game, 600, seed=8, largest=5):
        start = game.rules.initial_state(start_level)
        for length in (0, 3, 30):
            moves = [rng.choice(tuple(game.rules.pseudo_legal_moves(start))) for _ in range(length)]
            line = game.rules.play_line(start, moves)
            assert line == Rules.play_line(game.rules, start, moves)
            ended += line.played < length
            solved += line.solved_at is not None
    assert ended > 500
    assert solved > 5
