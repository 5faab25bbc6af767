"""The variants of Sokoban and Sokoban Plus: those of the Thinking Rabbit games and reverse play."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace
from typing import Any

import pytest

from pushbox import formats, games
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import IllegalMove, LevelError, NotationError, OptionError, PushboxError
from pushbox.games import load
from pushbox.games.api import Focus, Outcome, Status
from pushbox.grid import RIGHT
from pushbox.level import Level, Scalar
from pushbox.play.native import cells
from pushbox.play.reverse import forward_solution, reverse_level
from pushbox.play.session import Session
from pushbox.play.verify import verify
from pushbox.solver import Limit, Solved, Unsolvable, native, plain, solve

SOKOBAN = games.find("sokoban")
PLUS = games.find("plus")
BOX = Piece("box", (0,))
STRAIGHT, UPRIGHT, CROSS = 0b0101, 0b1010, 0b1111
Signs = dict[str, tuple[Terrain | Piece, ...]]
SIGNS: Signs = {
    "#": (WALL,), " ": (FLOOR,), ".": (GOAL,), "$": (BOX,), "*": (GOAL, BOX), "@": (Piece("pusher", (0,)),),
    "?": (Terrain("floor", looks="wall"),), ":": (GOAL._replace(looks="floor"),), "G": (BOX._replace(hidden=True),),
    "2": (BOX._replace(fuse=2),), "=": (BOX._replace(ports=STRAIGHT),), "+": (BOX._replace(ports=CROSS),),
    "S": (Terrain("terminal", ports=CROSS, role="source"),), "B": (Terrain("terminal", ports=CROSS, role="bomb"),),
}  # fmt: skip


def level(*rows: str, game: str = "sokoban", signs: Signs | None = None, **options: Scalar) -> Level:
    """Return a level drawn with `SIGNS`, and those given besides."""
    known = SIGNS | (signs or {})
    width = max(map(len, rows))
    terrain, pieces = [], []
    for cell, sign in enumerate("".join(row.ljust(width) for row in rows)):
        terrain.append(next((part for part in known[sign] if isinstance(part, Terrain)), FLOOR))
        pieces += [part._replace(cells=(cell,)) for part in known[sign] if isinstance(part, Piece)]
    return Level(Board(width, len(rows), tuple(terrain), tuple(pieces)), game, tuple(options.items()))


def after(start: Level, text: str) -> Any:
    """Return the state after a line of play, which is legal and leads from each state's own level alike."""
    game = games.find(start.game)
    state = game.rules.initial_state(start)
    for move in game.controls.parse(state, text):
        transition = game.rules.apply(state, move)
        assert transition is not None, text
        assert transition == game.rules.apply(game.rules.initial_state(game.rules.to_level(state)), move)
        state = transition.state
        assert game.rules.initial_state(game.rules.to_level(state)) == state, text
    return state


def seen(start: Level, text: str) -> str:
    """Return what the player sees after a line of play."""
    return str(games.find(start.game).rules.view(after(start, text)))


def judged(start: Level, text: str) -> Outcome:
    """Return the outcome of the position after a line of play."""
    return games.find(start.game).rules.outcome(after(start, text))


def refused(start: Level, text: str) -> str:
    """Return why the last move of a line is refused."""
    replay = verify(start, text)
    assert replay.step == len(text)
    return replay.message


# Options --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("max_push", 0, "found max_push=0, expected one of inf, whole numbers from 1 on"),
        ("max_push", True, "found max_push=True, expected one of inf, whole numbers from 1 on"),
        ("steps", -1, "found steps=-1, expected one of whole numbers from 0 on"),
        ("ghosts", "never", "found ghosts=never, expected one of touch, whole numbers from 1 on"),
        ("fuses", True, "found fuses=True, expected one of no, yes"),
    ],
)
def test_a_bad_value_is_refused(name: str, value: Scalar, message: str) -> None:
    """An option takes its choices and the numbers from its minimum on."""
    with pytest.raises(OptionError, match=message):
        SOKOBAN.rules.initial_state(replace(level("#@$.#"), options=((name, value),)))


@pytest.mark.parametrize("game", [SOKOBAN, PLUS])
def test_both_games_have_the_options(game: Any) -> None:
    """Sokoban and Plus have the ten options, with these defaults."""
    assert {option.name: option.default for option in game.info.options} == {
        "max_push": 1, "steps": 0, "seconds": 0, "passages": "pressed", "ghosts": "touch", "fuses": "no",
        "circuit": "terminals", "bomb": "wins", "reverse": "no", "jumps": "first",
    }  # fmt: skip


def test_options_are_read_from_a_header() -> None:
    """Options of a text file reach the game as what they are."""
    text = "#######\n#@$$..#\n#######\nOptions: max_push=inf, steps=2\n"
    assert verify(formats.read(text, format="xsb").levels[0], "RR").solved


def test_only_plain_levels_are_for_the_native_rules() -> None:
    """Every option and every special part keeps a level from the native search, which would not see it."""
    assert native.plays_boxes(load(level("#@$.#")))
    assert native.plays_boxes(load(level("#@$.#", game="plus")))
    for start in (
        level("#@$.#", max_push=2),
        level("#@G.#"),
        level("#@$:#"),
        level("#@$.?"),
        level("#@$.#", signs={"$": (BOX._replace(ports=1),)}),
        level("#@$.#", game="plus", max_push=2),
    ):
        assert not native.plays_boxes(load(start))
    with pytest.raises(ValueError, match="found a variant"):
        cells(level("#@$:#").board)


def test_a_variant_that_a_view_could_not_hold_is_refused() -> None:
    """A cell looks like wall or like floor, and nothing else."""
    with pytest.raises(LevelError, match="found floor with looks ice, which Sokoban does not have"):
        SOKOBAN.rules.initial_state(level("#@$.#", signs={"#": (Terrain("floor", looks="ice"),)}))


def test_states_survive_pickling() -> None:
    """A state with a variant that went through another process is the same value."""
    state = after(level("#@G .#", ghosts=3), "R")
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own bytes
    assert (copy, hash(copy)) == (state, hash(state))


# Several boxes --------------------------------------------------------------------------------------------------------


def test_as_many_boxes_as_allowed_are_pushed_in_line() -> None:
    """A line of at most max_push boxes moves if the cell behind it is free, all of it or nothing."""
    assert str(SOKOBAN.rules.board(after(level("#@$$ .#", max_push=2), "RR"))) == "#  @$*#"
    assert refused(level("#@$$$ ..#", max_push=2), "R") == "step 1: the player cannot go right, the box is blocked"
    assert str(SOKOBAN.rules.board(after(level("#@$$$ ..#", max_push="inf"), "RR"))) == "#  @$$*.#"
    assert refused(level("#@$$#", max_push="inf"), "R").endswith("the box is blocked")
    transition = SOKOBAN.rules.apply(SOKOBAN.rules.initial_state(level("#@$$ .#", max_push=2)), 2)
    assert transition is not None
    assert transition.pushes == ((2, 3), (3, 4))


# Limits ---------------------------------------------------------------------------------------------------------------


def test_the_last_step_of_the_limit_may_solve() -> None:
    """Solved at exactly the limit wins, unsolved there loses, and pushes are steps."""
    start = level("#@ $.#", steps=2)
    assert SOKOBAN.rules.board(SOKOBAN.rules.initial_state(start)).counters == (("steps", 0),)
    assert judged(start, "rR").solved
    assert judged(start, "rl") == Outcome(Status.LOST, "the limit of 2 steps is used up")
    assert judged(start, "rlrR").status is Status.LOST  # solved, but too late
    assert judged(level("#@ $.#", steps=4), "rlrR").solved


def test_undo_gives_the_step_back() -> None:
    """The steps used belong to the position, so undo takes them back."""
    session = Session(level("#@ $.#", steps=3))
    session.play_text("rlr")
    assert session.outcome().status is Status.LOST
    session.undo()
    session.undo()
    assert session.board.counters == (("steps", 1),)
    session.play_text("R")
    assert session.outcome().solved


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_clock_of_a_session_loses_the_game() -> None:
    """Time runs from the first step; over, it loses; a level solved in time stays solved; restarting gives it anew."""
    clock = Clock()
    session = Session(level("#@ $.#", seconds=60), clock=clock)
    clock.now += 500
    session.play_text("r")
    clock.now += 59
    assert session.outcome().status is Status.PLAYING
    clock.now += 1
    assert session.outcome() == Outcome(Status.LOST, "the time of 60 seconds is over")
    session.play_text("R")
    assert session.outcome().solved  # in the very second
    clock.now += 100
    assert session.outcome().solved
    session.restart()
    assert session.seconds() == 0
    session.play_text("r")
    clock.now += 61
    session.play_text("R")
    assert session.outcome().status is Status.LOST
    assert not verify(session.level, "rR").message  # a replay has no clock


# Passages -------------------------------------------------------------------------------------------------------------


def test_a_passage_opens_by_pressing() -> None:
    """Pressing is a step on which the player stays; then the cell is floor for good, for boxes too."""
    start = level("#@?$.#")
    assert seen(start, "") == "#@#$.#"
    assert seen(start, "r") == "#@ $.#"
    assert judged(start, "rrR").solved
    transition = SOKOBAN.rules.apply(SOKOBAN.rules.initial_state(start), 2)
    assert transition is not None
    assert [(change.cause, change.cell) for change in transition.changes] == [("open", 2)]
    assert SOKOBAN.rules.to_level(transition.state).board.terrain[2].uses == 1


def test_a_passage_is_wall_from_other_sides_and_for_boxes() -> None:
    """A shut passage stops boxes; it opens from its stated sides only, which are named as seen from itself."""
    assert refused(level("#@$?.#"), "r").endswith("the box is blocked")
    left, right = (dict[str, Any]({"?": (Terrain("floor", looks="wall", ports=1 << side),)}) for side in (0, 2))
    assert seen(level("#@?$.#", signs=left), "r") == "#@ $.#"
    assert refused(level("#@?$.#", signs=right), "r") == "step 1: the player cannot go right, a wall is in the way"


def test_a_walkable_passage_is_shown_after_it_was_entered() -> None:
    """Player and boxes go through what looks like wall, and then it is seen."""
    start = level("#@ ?$?.#", passages="walkable")
    assert seen(start, "r") == "# @#$#.#"
    assert seen(start, "rr") == "#  @$#.#"
    assert seen(start, "rrR") == "#   @$.#"
    transition = SOKOBAN.rules.apply(after(start, "r"), 2)
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [(0, "walk"), (1, "reveal")]


def test_what_stands_in_a_passage_opens_it() -> None:
    """A passage with something in it at the start is no secret."""
    assert seen(level("#@?.#", signs={"?": (Terrain("floor", looks="wall"), BOX)}), "") == "#@$.#"


# Ghosts ---------------------------------------------------------------------------------------------------------------


def test_a_ghost_is_seen_once_it_is_touched() -> None:
    """A push reveals a hidden box; a bump does too, and is a step on which the player stays."""
    assert seen(level("#@G .#"), "") == "#@  .#"
    assert seen(level("#@G .#"), "R") == "# @$.#"
    assert seen(level("#@G#.#"), "r") == "#@$#.#"
    assert refused(level("#@G#.#"), "rr").endswith("the box is blocked")


@pytest.mark.parametrize(("game", "number"), [("sokoban", 0), ("plus", 1)])
def test_a_level_whose_last_ghost_is_seen_is_a_plain_one(game: str, number: int) -> None:
    """What is left of it is played as any level, from a position and from the level of that position alike."""
    box = BOX._replace(number=number)
    position = load(level("#. $@G#", game=game, signs={"G": (box._replace(hidden=True),)}))
    plain_one = load(level("#. $@G#", game=game, signs={"G": (box,)}))
    assert position.apply(RIGHT).state == plain_one.state
    assert [after.state for move, after in position.successors() if move == RIGHT] == [plain_one.state]
    line = position.parse("rLLrr")
    assert position.format(line) == "rLLrr"
    assert position.play_line(line).state == plain_one.play_line(line[1:]).state


def test_a_push_that_runs_into_a_ghost_reveals_it() -> None:
    """A push touches the thing that stops it, as far as the push goes."""
    assert seen(level("#@$G  ..#"), "r") == "#@$$  ..#"
    assert seen(level("#@$$G  ..#", max_push=2), "r") == "#@$$$  ..#"
    assert refused(level("#@$$G ...#"), "r").endswith("the box is blocked")


def test_a_ghost_goal_is_seen_once_a_box_stood_on_it() -> None:
    """A hidden goal counts as a goal, and stays in sight after its first box."""
    start = level("#@$:.#")
    assert seen(start, "") == "#@$ .#"
    assert seen(start, "RR") == "#  +*#"
    assert seen(start, "RRl") == "# @.*#"
    assert judged(start, "R").solved


def test_a_hidden_box_does_not_betray_a_hidden_goal() -> None:
    """A ghost goal under a ghost is seen with the ghost, not before."""
    start = level("#@G #", signs={"G": (GOAL._replace(looks="floor"), BOX._replace(hidden=True))})
    assert seen(start, "") == "#@  #"
    assert seen(start, "R") == "# @$#"
    assert (
        seen(level("#@GG #", signs={"G": (GOAL._replace(looks="floor"), BOX._replace(hidden=True))}), "r") == "#@** #"
    )


def test_ghosts_may_be_seen_every_few_steps_only() -> None:
    """With a number all ghosts are seen after so many steps, and a touch reveals nothing."""
    start = level("#@ G :#", ghosts=2)
    assert [seen(start, text) for text in ("", "r", "rl", "rlr", "rlrR")] == [
        "#@ $ .#", "# @   #", "#@ $ .#", "# @   #", "#  @$.#",
    ]  # fmt: skip
    assert refused(level("#@G#", ghosts=2), "r") == "step 1: the player cannot go right, something is in the way"


def test_a_session_shows_nothing_hidden() -> None:
    """Board, legal moves, reach and changes of a session are those of what the player sees."""
    session = Session(level("#######", "#@ G  #", "#  #?:#", "#  $ .#", "#######"))
    assert session.legal_moves == ["r", "d"]
    assert session.game.controls.reach(session.visible.state, session.board.cell(1, 1), 1000).keys() >= {
        session.board.cell(1, 5)
    }
    assert not session.game.controls.reach(session.visible.state, session.board.cell(1, 3), 1000)
    assert all(not terrain.looks for terrain in session.board.terrain)
    assert len(session.board.of_kind("box")) == 1
    changes = session.game.rules.view(session.state)
    session.play_text("r")
    bumped = session.play_text("r")
    assert bumped[0].pushes
    assert changes.diff(session.board)


# Fuses ----------------------------------------------------------------------------------------------------------------


def test_a_box_explodes_when_it_is_pushed_once_too_often() -> None:
    """Each push burns the fuse down by one; after the last the box is spent, and one more push loses the game."""
    start = level("#@2   .#", fuses="yes")
    assert [(box.fuse, box.spent) for box in SOKOBAN.rules.board(after(start, "RR")).of_kind("box")] == [(0, True)]
    assert judged(start, "RR").status is Status.PLAYING
    assert judged(start, "RRr") == Outcome(Status.LOST, "a box has exploded")
    assert str(SOKOBAN.rules.board(after(start, "RRr"))) == "#  @$ .#"  # the wreck stays, and so does the player
    assert refused(start, "RRrr").endswith("the box will never move again")


def test_nothing_explodes_that_is_not_pushed() -> None:
    """A spent box against a wall stands there, and one on a goal is pushed as if it had no fuse."""
    spent: Signs = {
        "2": (BOX._replace(spent=True),),
        "3": (GOAL, BOX._replace(spent=True)),
        "4": (GOAL, BOX._replace(fuse=1)),
    }
    assert refused(level("#@2#", signs=spent, fuses="yes"), "r").endswith("the box is blocked")
    assert judged(level("#@3.#", signs=spent, fuses="yes"), "R").solved
    assert SOKOBAN.rules.board(after(level("#@4.#", signs=spent, fuses="yes"), "R")).of_kind("box")[0].fuse == 1
    assert judged(level("#@2.#", signs=spent, fuses="no"), "R").solved


def test_a_pointer_carries_a_box_as_far_as_its_fuse_lasts() -> None:
    """Reach does not explode anything."""
    start = level("#@2    .#", fuses="yes")
    assert set(SOKOBAN.controls.reach(SOKOBAN.rules.initial_state(start), 2, 1000)) == {2, 3, 4} - {2}


# Circuits -------------------------------------------------------------------------------------------------------------


def test_every_terminal_needs_contact_with_a_box() -> None:
    """Boxes on their goals are not enough while a terminal has no wire to a box beside it."""
    terminal: Signs = {"T": (Terrain("terminal", ports=0b1000),)}
    crossed, straight = (("##T##", f"#@{box}*#", "#####") for box in "+=")
    goal: Signs = {"+": (GOAL, BOX._replace(ports=CROSS)), "=": (GOAL, BOX._replace(ports=STRAIGHT))}
    assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(level(*crossed, signs=terminal | goal))).solved
    outcome = SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(level(*straight, signs=terminal | goal)))
    assert outcome == Outcome(
        Status.PLAYING, "the boxes are placed but not the wires: 1 of the terminals not connected"
    )


def test_a_single_component_joins_all_terminals() -> None:
    """Two terminals with a box each are connected, but joined only if the boxes have contact too."""
    signs: Signs = {"T": (Terrain("terminal", ports=0b0100),), "U": (Terrain("terminal", ports=0b0001),)}
    signs |= {"=": (GOAL, BOX._replace(ports=STRAIGHT)), "-": (FLOOR,), "$": (GOAL, BOX)}
    apart, together = ("T=-=U", "#@###"), ("T===U", "#@###")
    for rows, option, solved in (
        (apart, "terminals", True),
        (apart, "single_component", False),
        (together, "single_component", True),
        (("T=$=U", "#@###"), "single_component", False),
    ):
        start = level(*rows, signs=signs, circuit=option)
        assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(start)).solved is solved


SEED = """
-#########-
-#---#---#-
-#-$$$$$-#-
##-$-$-$-#-
#-$------#-
#-$@####-##
#--#.....-#
##--.....-#
-##########
""".split()


def test_the_circuit_of_the_seed_is_its_plus_order() -> None:
    """On the level of seed 000 the terminals are connected exactly where both crosses stand on the goals numbered 2.

    The ports are those of its pictures: crosses are the boxes 3 and 10, the terminals lie above the first goal and
    below the ninth.
    """
    drawn = formats.read("\n".join(SEED), format="xsb").levels[0].board
    terrain = [*drawn.terrain]
    terrain[drawn.cell(5, 4)] = Terrain("terminal", ports=1 << 3)
    terrain[drawn.cell(8, 7)] = Terrain("terminal", ports=1 << 1)
    goals = drawn.cells_of("goal")
    pushers = drawn.of_kind("pusher")
    for crosses in itertools.combinations(range(10), 2):
        boxes = [
            Piece("box", (cell,), ports=CROSS if index in crosses else STRAIGHT) for index, cell in enumerate(goals)
        ]
        board = Board(drawn.width, drawn.height, tuple(terrain), (*boxes, *pushers))
        assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(Level(board))).solved is (crosses == (0, 8))
    order = [1, 1, 2, 1, 1, 1, 1, 1, 1, 2]
    boxes = [
        box._replace(number=number, ports=CROSS if number == 2 else STRAIGHT)
        for box, number in zip(drawn.of_kind("box"), order, strict=True)
    ]
    for cell, number in zip(goals, [2, 1, 1, 1, 1, 1, 1, 1, 2, 1], strict=True):
        terrain[cell] = GOAL._replace(number=number)
    board = Board(drawn.width, drawn.height, tuple(terrain), (*boxes, *pushers))
    assert not PLUS.rules.problems(Level(board, "plus"))


def test_joining_battery_and_bomb_wins() -> None:
    """Without goals one component with battery and bomb is all there is to do; spare boxes may stay."""
    start = level("#####", "#@= #", "S  =B", "#####", signs={"=": (BOX._replace(ports=STRAIGHT),)}, max_push="inf")
    assert not [problem for problem in SOKOBAN.rules.problems(start) if problem.severity == "error"]
    joined = level("#####", "#@= #", "S===B", "#####")
    assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(joined)).solved
    assert not SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(start)).solved
    assert verify(start, "r").message != ""
    assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(level("#@= #", "S=$=B", "#####"))).reason == (
        "the wires do not join battery and bomb"
    )


def test_joining_battery_and_bomb_may_lose() -> None:
    """With bomb=loses the connection ends the game, be the boxes placed or not."""
    goal: Signs = {"=": (GOAL, BOX._replace(ports=STRAIGHT))}
    joined = level("#####", "#@  #", "S===B", "#####", signs=goal, bomb="loses")
    assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(joined)) == Outcome(
        Status.LOST, "the wires have joined battery and bomb"
    )
    over = level("##S###", "#@+ .#", "##B###", bomb="loses")
    assert judged(over, "RR") == Outcome(Status.LOST, "the wires have joined battery and bomb")
    apart = level("#####", "#@  #", "S=  B", "#####", signs=goal, bomb="loses")
    assert SOKOBAN.rules.outcome(SOKOBAN.rules.initial_state(apart)).solved


# Reverse play ---------------------------------------------------------------------------------------------------------


def test_boxes_are_pulled_or_left() -> None:
    """A capital takes along the box behind the player, a small letter leaves it; nothing is pushed."""
    start = level("#.  $@  #", reverse="yes")
    assert str(SOKOBAN.rules.board(after(start, "R"))) == "#.   $@ #"
    assert str(SOKOBAN.rules.board(after(start, "r"))) == "#.  $ @ #"
    assert refused(start, "l") == "step 1: the player cannot go left, a box is in the way"
    assert refused(start, "rR") == "step 2: the player cannot pull right, no box is behind them"
    transition = SOKOBAN.rules.apply(SOKOBAN.rules.initial_state(start), 4 + 2)
    assert transition is not None
    assert transition.pushes == ((4, 5),)
    assert [change.cause for change in transition.changes] == ["walk", "pull", "count"]


def test_jumps_come_before_the_first_pull() -> None:
    """A jump goes to any free cell, in notation as the steps that it would be; after a pull only with jumps=always."""
    rows = ("#.   $@ #", "#       #")
    state = after(level(*rows, reverse="yes"), "[lllld]u[rrrrd][u]")
    assert SOKOBAN.controls.format(SOKOBAN.rules.initial_state(level(*rows, reverse="yes")), [8 + 11]) == "[lllld]"
    assert state.pushers == {6}
    replay = verify(level(*rows, reverse="yes"), "R[lll]")
    assert replay.message == "step 2: the player cannot jump there, as a box has been pulled"
    assert after(level(*rows, reverse="yes", jumps="always"), "R[lll]").pulled == 2
    with pytest.raises(NotationError, match="character 1: found a jump off the board"):
        SOKOBAN.controls.parse(state, "[6r]")
    with pytest.raises(NotationError, match="leads to no pusher"):
        SOKOBAN.controls.parse(state, "{r}")
    assert SOKOBAN.controls.parse(state, "[]") == []
    nobody = SOKOBAN.rules.initial_state(level("#.  $  #", reverse="yes"))
    assert SOKOBAN.controls.reach(nobody, 8, 100) == {cell: [8 + cell] for cell in (1, 2, 3, 5, 6)}
    with pytest.raises(IllegalMove, match="the cell is not free"):
        SOKOBAN.controls.format(state, [8 + 5])


def test_reverse_play_is_solved_where_the_forward_play_begins() -> None:
    """Boxes on their goals are not enough: the player must come to their own cell, without a jump after a pull."""
    home: Signs = {"h": (FLOOR._replace(player=1),)}
    corridor = level("#h @*  #", signs=home, reverse="yes")
    assert judged(corridor, "").solved
    assert judged(corridor, "[rr]").reason == "the boxes are placed but nobody can walk to where they have to end"
    room = level("#######", "#  h  #", "# .$@ #", "#######", signs=home, reverse="yes", jumps="always")
    assert judged(room, "[ll]L").solved
    assert judged(room, "[ll]L[u]").reason == "the boxes are placed but there was a jump after a pull"


@pytest.mark.parametrize(
    "text",
    [
        "#######\n#     #\n#  $  #\n#@   .#\n#######",
        "########\n#  @   #\n# $    #\n#  $ . #\n#    . #\n########",
    ],
)
def test_a_level_played_backwards_gives_a_forward_solution(text: str) -> None:
    """reverse_level and forward_solution are a pair: any reverse solution, turned round, solves the level."""
    start = formats.read(text, format="xsb").levels[0]
    backward_level = reverse_level(start)
    assert backward_level.board.cells_of("goal") == tuple(box.anchor for box in start.board.of_kind("box"))
    answer = plain.search(load(backward_level), "any", Limit(seconds=10), None)
    assert isinstance(answer, Solved)
    assert verify(start, forward_solution(start, answer.text)).solved
    assert forward_solution(start, answer.text).isalpha()
    with pytest.raises(PushboxError, match="the line does not solve the level backwards"):
        forward_solution(start, "")


def test_numbers_change_sides_backwards() -> None:
    """Backwards a box has the number of the goal that it begins on."""
    signs: Signs = {"1": (BOX._replace(number=1),), "a": (GOAL._replace(number=1),)}
    backward_level = reverse_level(level("#######", "#@1 a #", "#######", game="plus", signs=signs))
    assert [(box.anchor, box.number) for box in backward_level.board.of_kind("box")] == [(11, 1)]
    assert backward_level.board.terrain[9].number == 1
    assert not PLUS.rules.problems(backward_level)


def test_a_player_on_a_goal_has_to_jump_first_backwards() -> None:
    """Where a box comes to lie on the player's cell they are not on the board."""
    on_goal: Signs = {"@": (GOAL, Piece("pusher", (0,)))}
    start = level("######", "#@ $ #", "#    #", "######", signs=on_goal)
    backward_level = reverse_level(start)
    assert not backward_level.board.of_kind("pusher")
    assert not [problem for problem in SOKOBAN.rules.problems(backward_level) if problem.severity == "error"]
    assert (
        SOKOBAN.rules.explain_illegal(SOKOBAN.rules.initial_state(backward_level), 0)
        == "a player is not on the board and has to jump first"
    )
    answer = plain.search(load(backward_level), "any", Limit(seconds=10), None)
    assert isinstance(answer, Solved)
    assert answer.text.startswith("[")
    assert verify(start, forward_solution(start, answer.text)).solved


def test_what_cannot_be_played_backwards_is_refused() -> None:
    """Fewer boxes than goals, and variants, are refused."""
    for wrong in (level("#@$..#"), level("#@G.#"), level("#@$.#", max_push=2), level("#@$:#")):
        with pytest.raises(LevelError):
            reverse_level(wrong)


def test_keys_take_a_box_and_let_it_go() -> None:
    """The steered player steps; a steered box beside them is pulled and stays steered."""
    session = Session(level("#.  $@  #", reverse="yes"))
    session.press("right")
    assert session.text == "r"
    session.press("left")
    session.press("act")
    assert str(session.focus) == str(Piece("box", (4,)))
    session.press("right")
    assert session.text == "rlR"
    assert str(session.focus) == str(Piece("box", (5,)))
    session.press("next")
    assert SOKOBAN.controls.key(session.state, None, "next") == Focus(Piece("pusher", (6,)))
    session.press("right")
    assert session.text == "rlRr"


def test_a_pointer_pulls_and_jumps() -> None:
    """From the player's cell a way is a walk or a jump, from a box it is pulls."""
    state = SOKOBAN.rules.initial_state(level("#.  $@  #", reverse="yes"))
    walks = SOKOBAN.controls.reach(state, 5, 1000)
    assert SOKOBAN.controls.format(state, walks[7]) == "rr"
    assert SOKOBAN.controls.format(state, walks[1]) == "[llll]"
    assert SOKOBAN.controls.format(state, SOKOBAN.controls.reach(state, 4, 1000)[6]) == "RR"


# Faults ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (level("#@2.#"), "found a box with a fuse and fuses=no: it never burns, expected fuses=yes"),
        (level("#@$.#", signs={"#": (Terrain("terminal"),)}), "found a terminal without a wire"),
        (level("#@$.S"), "found a terminal of role source and none of role bomb, expected both"),
        (level("#@$.#", reverse="yes", max_push=2), "found reverse=yes with other variants"),
        (level("#@$.#", signs={".": (GOAL._replace(player=1),)}), "found a cell of player 1"),
        (level("#@$.#", signs={"$": (BOX._replace(fixed=True),)}), "found a box that can never move"),
        (level("#@$ #"), "found no goal, expected at least one"),
        (
            level("#@*.2#", signs={"2": (BOX._replace(fixed=True, spent=True),)}, fuses="yes"),
            "found a box that can never move",
        ),
    ],
)
def test_faults_are_sentences(start: Level, message: str) -> None:
    """Each fault of a variant has its sentence."""
    assert any(message in str(problem) for problem in SOKOBAN.rules.problems(start))


def test_a_proof_reaches_through_a_limit() -> None:
    """The plain search proves that a level cannot be solved within its limit, and solves it with one step more."""
    assert isinstance(solve(level("#@ $.#", steps=1)), Unsolvable)
    assert isinstance(solve(level("#@ $.#", steps=2)), Solved)
