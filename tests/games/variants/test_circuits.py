"""Circuits: terminals that the wires of boxes connect, batteries and bombs."""

from __future__ import annotations

import itertools

from tests.games.variants.variant_levels import BOX, CROSS, PLUS, SOKOBAN, STRAIGHT, Signs, judged, level

from pushbox import formats
from pushbox.board import FLOOR, GOAL, Board, Piece, Terrain
from pushbox.games.api import Outcome, Status
from pushbox.level import Level
from pushbox.play.verify import verify


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
