"""The rules of versus, on boards with @ for player 1 and & for player 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.search import shortest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.errors import IllegalMove, LevelError, NotationError, UnsupportedError
from pushbox.games.api import PLAYING, SOLVED, Focus, Outcome, PlayerAction, Status
from pushbox.games.versus import STAY, Move, State, Versus
from pushbox.level import Level
from pushbox.play.session import Session
from pushbox.play.verify import ReplayStatus, verify
from pushbox.solver import Limit, Solved, solve
from pushbox.tiling import LEFT, RIGHT, UP

GAME = games.find("versus")
GOALS = {".": GOAL, "1": GOAL._replace(player=1), "2": GOAL._replace(player=2)}
PIECES = {"@": Piece("pusher", (0,), player=1), "&": Piece("pusher", (0,), player=2), "$": Piece("box", (0,))}


def level(*rows: str) -> Level:
    """Return a level drawn with # @ & $ and the goals . 1 2; * is a box on a goal of player 1, % on one of player 2."""
    terrain, pieces = [], []
    for cell, sign in enumerate("".join(rows)):
        under = {"*": "1", "%": "2"}.get(sign, sign)
        terrain.append(GOALS.get(under, WALL if sign == "#" else FLOOR))
        if sign in "*%$":
            pieces.append(Piece("box", (cell,)))
        elif sign in PIECES:
            pieces.append(PIECES[sign]._replace(cells=(cell,)))
    return Level(Board(len(rows[0]), len(rows), tuple(terrain), tuple(pieces)), "versus")


def after(start: Level, text: str) -> str:
    """Return the picture after a line, rows between strokes."""
    state = GAME.rules.initial_state(start)
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    return str(GAME.rules.board(state)).replace("\n", "|")


def refused(start: Level, text: str) -> bool:
    """Return whether nothing moves in a tick."""
    state = GAME.rules.initial_state(start)
    (move,) = GAME.controls.parse(state, text)
    return GAME.rules.apply(state, move) is None


def test_both_move_in_one_tick() -> None:
    """Each pusher goes in the direction of their action, and pushes what stands there."""
    assert after(level("@    &#"), "rl") == " @  & #"
    assert after(level("@$   &#"), "Rl") == " @$ & #"
    assert after(level("@$ $&#"), "-L") == "@$$& #"


def test_who_has_no_action_stands_still() -> None:
    """A tick is made of the actions of all players; a game for one has none."""
    level = formats.read_file(levels.path("versus")).levels[0]
    state = GAME.rules.initial_state(level)
    assert GAME.controls.joint_move(state, {}) == (STAY, STAY)
    assert GAME.controls.joint_move(state, {2: UP}) == (STAY, UP)
    with pytest.raises(UnsupportedError):
        games.find("sokoban").controls.joint_move(None, {})


def test_a_move_to_the_cell_of_a_pusher_fails() -> None:
    """Nobody comes where a pusher stood before the tick, even if they are about to leave; two pushers never swap."""
    assert after(level("@&  #"), "rr") == "@ & #"
    assert refused(level("@&#"), "rl")
    assert after(level("@$& #"), "Rr") == "@$ &#"


def test_two_moves_to_one_cell_both_fail() -> None:
    """For two pushers, for two boxes, and for a pusher and a box."""
    assert refused(level("@ &#"), "rl")
    assert refused(level("@$ $&#"), "rl")
    assert refused(level("@$ #", "  &#"), "Ru")
    assert after(level("@$ #", "  &#"), "R-") == " @$#|  &#"


def test_both_cannot_push_one_box() -> None:
    """A box that both would push stays; pushed by one alone it goes."""
    both = level(" @ #", "&$ #", "   #")
    assert refused(both, "DR")
    assert after(both, "D-") == "   #|&@ #| $ #"


def test_a_move_that_fails_by_itself_hinders_nobody() -> None:
    """A push against a wall wants nothing, so the other may push the box from the side."""
    assert after(level("  & #", " @$##", "    #"), "rd") == "    #| @&##|  $ #"


def test_nobody_pushes_a_box_to_where_one_stood() -> None:
    """Judged on the position before the tick, a box on the way blocks even if it is pushed away at once."""
    start = level("    #", "@$$ #", "  & #")
    assert after(start, "ru") == "  $ #|@$& #|    #"
    assert refused(start, "r-")


def test_a_tick_in_which_nobody_moves_is_no_move() -> None:
    """Standing still twice is refused, as are two actions that fail."""
    assert refused(level("@ &#"), "--")
    with pytest.raises(IllegalMove, match="step 1: neither player can do what they want"):
        GAME.controls.format(GAME.rules.initial_state(level("@ &#")), [(RIGHT, LEFT)])


def test_the_order_of_the_players_never_matters() -> None:
    """With the players swapped, every tick leads to the swapped position."""
    start = GAME.rules.initial_state(level("   & ", " $@$ ", " $ $ ", "     "))
    swapped = State(start.pushers[::-1], start.boxes, start.field)
    successors = dict(GAME.rules.successors(start))
    back = dict(GAME.rules.successors(swapped))
    assert {move[::-1]: State(s.pushers[::-1], s.boxes, s.field) for move, s in successors.items()} == back


@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        (("@&*%*#",), Outcome(Status.SOLVED, "player 1 has filled 2 of their goals, the other 1", 1)),
        (("@&%*%#",), Outcome(Status.LOST, "player 2 has filled 2 of their goals, the other 1", 2)),
        (("@&%*#",), Outcome(Status.LOST, "a draw, each player has filled 1 of their goals", 0)),
        (("@&%1$#",), Outcome(Status.PLAYING)),
        (("@&*12#",), Outcome(Status.SOLVED, "player 1 has filled 1 of their goals, the other 0", 1)),
        (("@&* $ #",), Outcome(Status.SOLVED, "player 1 has filled 1 of their goals, the other 0", 1)),
    ],
)
def test_who_has_more_of_their_goals_filled_wins(rows: tuple[str, ...], outcome: Outcome) -> None:
    """The game is over when every goal is filled, or every box on a goal; only player 1's win counts as solved."""
    state = GAME.rules.initial_state(level(*rows))
    assert GAME.rules.outcome(state) == outcome
    assert GAME.rules.outcome(state).solved == (outcome.winner == 1)


def test_only_a_win_of_player_1_is_a_solution() -> None:
    """Verify takes a line after which player 1 has won; a draw is named as one."""
    race = level("#######", "#1$@  #", "# &$2 #", "#######")
    unsolved = verify(race, "L-")
    assert (unsolved.status, unsolved.message) == (
        ReplayStatus.UNSOLVED,
        "1 box is not on a goal after the last move",
    )
    drawn = verify(race, "LR")
    assert (drawn.status, drawn.message) == (ReplayStatus.UNSOLVED, "a draw, each player has filled 1 of their goals")
    one = level("#######", "#1 $@2#", "#   & #", "#######")
    assert verify(one, "L- L-").solved


def test_player_2_can_win() -> None:
    """A line that ends with a win of player 2 is no solution, and says who has won."""
    replay = verify(level("#######", "#1 &$2#", "#   @ #", "#######"), "-R")
    assert (replay.status, replay.message) == (
        ReplayStatus.UNSOLVED,
        "player 2 has filled 1 of their goals, the other 0",
    )


def test_the_solver_looks_for_a_win_of_player_1() -> None:
    """The solution is replayed to a win; where only the other player can win there is none."""
    answer = solve(level("#######", "#1 $@2#", "#   & #", "#######"), limit=Limit(nodes=5000))
    assert isinstance(answer, Solved)
    assert answer.metrics.pushes == 2
    assert not isinstance(solve(level("#######", "#@ &$2#", "#1#   #", "#######"), limit=Limit(nodes=5000)), Solved)


def test_notation_is_two_letters_a_tick() -> None:
    """Pushes are capitals whatever was typed, white space means nothing, - stands still."""
    state = GAME.rules.initial_state(level("@$    &#"))
    assert GAME.controls.parse(state, "rl") == GAME.controls.parse(state, " R\nl ") == [(RIGHT, LEFT)]
    assert GAME.controls.format(state, GAME.controls.parse(state, "rl-lr-")) == "Rl -l R-"
    for wrong, column in (("rx", 2), ("r [", 3)):
        with pytest.raises(NotationError, match=f"character {column}: found .*, expected two of the signs"):
            GAME.controls.parse(state, wrong)
    with pytest.raises(NotationError, match="found one sign alone at the end"):
        GAME.controls.parse(state, "rll")


def test_a_tick_waits_for_both_halves() -> None:
    """A session keeps a player's action until the other's is there; the last action of each counts."""
    session = Session(level("@     &#", "        "))
    assert session.press("right", 1) is None
    assert session.press("down", 1) is None
    assert session.press("left", 2) is not None
    assert session.text == "dl"
    assert session.press("act", 2) is None
    assert session.press("right", 1) is not None
    assert session.text == "dl r-"


def test_one_set_of_keys_steers_both() -> None:
    """The keys are for the pusher that is steered; next goes over to the other, whose half completes the tick."""
    session = Session(level("@     &#", "        "))
    assert session.focus is not None
    assert session.focus.player == 1
    assert session.press("right") is None
    session.press("next")
    assert session.focus.player == 2
    assert session.press("left") is not None
    assert session.text == "rl"
    assert session.focus == Piece("pusher", (5,), player=2)
    assert session.press("left") is None
    assert session.undo()
    assert session.press("act", 1) is None  # actions from before an undo are forgotten
    assert session.move_stack == []


def test_keys_are_halves() -> None:
    """Arrows and standing still are one player's part, next and previous choose the pusher."""
    state = GAME.rules.initial_state(level("@ &#"))
    one, two = GAME.controls.focus(state)
    assert GAME.controls.key(state, two, "up") == PlayerAction(2, UP)
    assert GAME.controls.key(state, one, "act") == PlayerAction(1, STAY)
    assert GAME.controls.key(state, one, "next") == GAME.controls.key(state, one, "previous") == Focus(two)
    assert GAME.controls.key(state, None, "down") is None


def test_a_pointer_moves_one_player_while_the_other_stands() -> None:
    """From a pusher it walks, round the other; from a box it is pushed by player 1, or else by player 2."""
    start = level("#######", "#@$  &#", "#     #", "#######")
    state = GAME.rules.initial_state(start)
    walks = GAME.controls.reach(state, 8, 1000)
    assert GAME.controls.format(state, walks[11]) == "d- r- r- u- r-"
    assert GAME.controls.format(state, GAME.controls.reach(state, 12, 1000)[11]) == "-l"
    assert not GAME.controls.reach(state, 15, 1000)
    assert GAME.controls.format(state, GAME.controls.reach(state, 9, 1000)[11]) == "R- R-"
    apart = level("#######", "#@# $&#", "# #   #", "#######")
    assert (
        GAME.controls.format(
            GAME.rules.initial_state(apart), GAME.controls.reach(GAME.rules.initial_state(apart), 11, 1000)[10]
        )
        == "-L"
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("#######", "#@$1 2#", "#######"), "found no pusher of player 2, expected one of each player"),
        (("#######", "#@$2 &#", "#######"), "found no goal of player 1, who can never win"),
        (("#######", "#@$1 &#", "#######"), "found no goal of player 2, who can never win"),
        (("#######", "#@21 &#", "#######"), "found no box, expected at least one"),
        (("#######", "#@*2 &#", "#######"), "the game is over before the first move"),
        (("#########", "#@1 2&#$#", "#########"), "H2: the player can never reach this box, which is off goal"),
    ],
)
def test_problems_are_sentences(rows: tuple[str, ...], message: str) -> None:
    """Each fault of a position has its sentence."""
    assert message in [str(problem) for problem in GAME.rules.problems(level(*rows))]


def test_strange_players_are_no_state() -> None:
    """One pusher of each player, and no third."""
    for player, message in ((1, "found a second pusher of player 1"), (3, "found a pusher of player 3")):
        board = level("@  #").board
        pieces = (*board.pieces, Piece("pusher", (2,), player=player))
        with pytest.raises(LevelError, match=f"C1: {message}"):
            GAME.rules.initial_state(Level(replace(board, pieces=pieces), "versus"))
    strange = (*level("@ &#").board.terrain[:1], GOAL._replace(player=3), FLOOR, WALL)
    with pytest.raises(LevelError, match="B1: found a goal of player 3"):
        GAME.rules.initial_state(Level(replace(level("@ &#").board, terrain=strange), "versus"))


# The levels -----------------------------------------------------------------------------------------------------------


class Alone(Versus):
    """Player 2 stands still."""

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        return ((move, after) for move, after in super().successors(state) if move[1] == STAY)


class InTurn(Versus):
    """In a tick only one of both moves."""

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        return ((move, after) for move, after in super().successors(state) if STAY in move)


class Anybodys(Versus):
    """It does not matter whose the filled goals are."""

    def outcome(self, state: State) -> Outcome:
        return PLAYING if super().outcome(state) == PLAYING else SOLVED


PROOFS: dict[str, Versus] = {
    "At Once": InTurn(),
    "Four Hands": InTurn(),
    "Mine, Not Yours": Anybodys(),
    "A Helping Hand": Alone(),
    "Crossing": InTurn(),
    "The Long Way": Alone(),
    "The Nearer Goal": Anybodys(),
}
FORBIDDING = {"Mine, Not Yours", "The Nearer Goal"}  # their rule only forbids, so without it the level is shorter


@pytest.mark.parametrize("shipped", formats.read_file(levels.path("versus")).levels, ids=lambda level: level.title)
def test_each_level_needs_its_rule(shipped: Level) -> None:
    """Without the rule that it teaches a level has no solution or a longer one; a rule that forbids shortens it."""
    length = len(shipped.saved_moves[0].text.split())
    assert shortest(GAME.rules, GAME.rules.initial_state(shipped)) == length
    other = shortest(PROOFS[shipped.title], GAME.rules.initial_state(shipped))
    if shipped.title in FORBIDDING:
        assert other is not None
        assert other < length
    else:
        assert other is None or other > length
