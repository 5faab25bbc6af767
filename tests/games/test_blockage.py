"""The rules of Blockage: rolling, falling, fixing, dyes and teleporters, and what each rule is needed for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.search import fewest_moves, shortest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import IllegalMove, LevelError, NotationError
from pushbox.games.api import Focus, Game, Status
from pushbox.games.blockage import Blockage, BlockageControls
from pushbox.games.blockage.physics import Simulation
from pushbox.games.blockage.state import BLACK, Move, State
from pushbox.level import Level, Scalar
from pushbox.play.verify import ReplayStatus, verify

GAME = games.find("blockage")
COLOURS = {"r": "red", "g": "green", "b": "blue", "k": "black"}
DYES = {"~": "red", "^": "green"}


def level(*rows: str, at: str = "", **options: Scalar) -> Level:
    """Return a level drawn with # . for walls and floor, r g b k for stones, R G B for targets, ~ ^ for dyes, 1 2 for
    teleporters; `at` are more stones, such as ``r1,2``, with ! behind those that are fixed.
    """
    terrain, pieces = [], []
    for cell, sign in enumerate("".join(rows)):
        if sign.isupper():
            terrain.append(GOAL._replace(colour=COLOURS[sign.lower()]))
        elif sign.isdigit():
            terrain.append(Terrain("teleporter", uses=1, pair=int(sign)))
        elif sign in DYES:
            terrain.append(Terrain("dye", DYES[sign], uses=1))
        else:
            terrain.append(WALL if sign == "#" else GOAL if sign == "*" else FLOOR)
        if sign in COLOURS:
            pieces.append(Piece("stone", (cell,), (COLOURS[sign],)))
    for stone in at.split():
        row, column = map(int, stone[1:].rstrip("!").split(","))
        cell = row * len(rows[0]) + column
        pieces.append(Piece("stone", (cell,), (COLOURS[stone[0]],), fixed=stone.endswith("!")))
    return Level(Board(len(rows[0]), len(rows), tuple(terrain), tuple(pieces)), "blockage", tuple(options.items()))


def after(start: Level, text: str) -> State:
    """Play a text and return the state after it."""
    state: State = GAME.rules.initial_state(start)
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None, GAME.rules.explain_illegal(state, move)
        state = transition.state
    return state


def stones(start: Level, text: str) -> list[str]:
    """Play a text and return the stones after it, as `level` takes them."""
    names = {name: letter for letter, name in COLOURS.items()}
    return [
        f"{names[colour]}{cell // start.board.width},{cell % start.board.width}{'!' if fixed else ''}"
        for cell, colour, fixed in after(start, text).stones
    ]


def refused(start: Level, move: Move) -> str:
    """Return why a move is refused."""
    state = GAME.rules.initial_state(start)
    assert GAME.rules.apply(state, move) is None
    return GAME.rules.explain_illegal(state, move)


# The rules as small examples ------------------------------------------------------------------------------------------


def test_coloured_stones_pass_through_each_other() -> None:
    """Two rolls bring the red stone into the cell of the blue one, a third meets the wall."""
    start = level("#r.b#")
    assert stones(start, "0,1> 0,2>") == ["b0,3", "r0,3"]
    assert refused(level("#..b#", at="r0,3"), (3, "red", 1)) == "something solid is in the way"
    assert stones(level("#r..#", at="b0,1"), "0,1:red> 0,2>") == ["b0,1", "r0,3"]


def test_a_coloured_stone_falls_through_another_until_that_is_fixed() -> None:
    """Stones rest in one cell; a fixed one carries the other."""
    assert stones(level("#.b#", "#.##", "#r##"), "0,2<") == ["b2,1", "r2,1"]
    assert stones(level("#.b#", "#.##", "#r##"), "2,1! 0,2<") == ["b1,1", "r2,1!"]


def test_a_black_stone_is_solid_for_coloured_ones_and_they_for_it() -> None:
    """Neither can roll into the other, and each carries the other."""
    assert refused(level("#kr#"), (1, "black", 1)) == "something solid is in the way"
    assert refused(level("#kr#"), (2, "red", -1)) == "something solid is in the way"
    assert stones(level("#.r#", "#k##"), "0,2<") == ["r0,1", "k1,1"]
    assert stones(level("#.k#", "#r##"), "0,2<") == ["k0,1", "r1,1"]


def test_what_stands_on_a_stone_falls_with_it() -> None:
    """A pile falls in one tick a cell, the lowest first."""
    transition = GAME.rules.apply(GAME.rules.initial_state(level("#.k#", "#.r#", "#.k#", "#.##")), (10, "black", -1))
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [(0, "roll"), *[(1, "fall")] * 3]


def test_fixed_stones_move_no_more_and_are_walls() -> None:
    """Neither rolled nor fixed again; a stone beside one cannot enter it."""
    start = level("#..#", at="r0,1! g0,2")
    assert refused(start, (1, "red", 1)) == "the stone is fixed"
    assert refused(start, (1, "red", 0)) == "the stone is fixed"
    assert refused(start, (2, "green", -1)) == "something solid is in the way"
    assert refused(level("#.r#", "#.##", at="k0,1!"), (2, "red", -1)) == "something solid is in the way"


def test_a_fixed_stone_hangs_in_the_air() -> None:
    """The stone below it may move."""
    assert stones(level("#k.#", "#r.#"), "0,1! 1,1>") == ["k0,1!", "r1,2"]


def test_off_the_board_is_wall() -> None:
    """Nothing rolls or falls off the board."""
    assert refused(level("r"), (0, "red", -1)) == "something solid is in the way"


def test_the_first_level_of_the_original_is_solved_by_five_rolls_and_a_fix() -> None:
    """The stone rolls over the pit's edge, falls in and is fixed there."""
    rows = ["#" * 16] * 3 + ["#" + "." * 14 + "#"] * 3 + ["#######R########"] + ["#" * 16] * 3
    start = level(*rows, at="r5,2")
    assert not GAME.rules.problems(start)
    assert verify(start, "5,2> 5,3> 5,4> 5,5> 5,6> 6,7!").solved
    assert verify(start, "5,2> 5,3> 5,4> 5,5> 5,6>").status is ReplayStatus.UNSOLVED


def test_a_dye_colours_the_first_stone_that_enters_it() -> None:
    """The second crosses it unchanged."""
    start = level("#rb^.#")
    assert stones(start, "0,2> 0,3> 0,1> 0,2> 0,3>") == ["g0,4", "r0,4"]
    transition = GAME.rules.apply(GAME.rules.initial_state(level("#r^.#")), (1, "red", 1))
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [(0, "roll"), (1, "dye"), (1, "dye")]
    assert GAME.rules.board(transition.state).terrain[2] == Terrain("dye", "green", uses=0)


def test_a_dye_acts_on_a_falling_stone() -> None:
    """A dye in the air colours what falls through it."""
    assert stones(level("#r.#", "##^#", "##.#"), "0,1>") == ["g2,2"]


def test_of_two_stones_that_fall_into_a_dye_together_the_first_of_the_alphabet_is_dyed() -> None:
    """Green comes before red, and uses up a dye of its own colour too."""
    assert stones(level("#..#", "#~.#", at="r0,1 g0,1 k1,1"), "1,1>") == ["r1,1", "r1,1", "k1,2"]
    assert stones(level("#..#", "#^.#", at="r0,1 g0,1 k1,1"), "1,1>") == ["g1,1", "r1,1", "k1,2"]


def test_a_dyed_black_stone_is_a_coloured_one_unless_the_option_keeps_it() -> None:
    """It can be passed through from then on; under the option it leaves the dye as it is."""
    assert stones(level("#k^r#"), "0,1> 0,2>") == ["g0,3", "r0,3"]
    kept = level("#k^.r#", dye="coloured")
    assert stones(kept, "0,1>") == ["k0,2", "r0,4"]
    assert not after(kept, "0,1>").used


def test_a_teleporter_moves_a_stone_once() -> None:
    """Both ends are used up, and the stone falls on from the other end."""
    start = level("#r1..#", "###.1#", "###..#")
    assert stones(start, "0,1>") == ["r2,4"]
    assert after(start, "0,1>").used == {2, 10}
    assert stones(level("#rg1..#", "#####1#"), "0,2> 0,1> 0,2>") == ["r0,3", "g1,5"]


def test_a_teleporter_waits_while_its_other_end_is_solid() -> None:
    """A black stone or a fixed one on the other end keeps it unused."""
    start = level("#r1#1#", at="k0,4")
    assert stones(start, "0,1>") == ["r0,2", "k0,4"]
    assert not after(start, "0,1>").used
    assert stones(level("#r1#1#", at="b0,4"), "0,1>") == ["b0,4", "r0,4"]


def test_the_ticks_of_a_teleport_follow_the_roll() -> None:
    """The stone enters, then goes to the other end while both are used up, then falls."""
    transition = GAME.rules.apply(GAME.rules.initial_state(level("#r1#1#", "####.#")), (1, "red", 1))
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [
        (0, "roll"), (1, "teleport"), (1, "teleport"), (1, "teleport"), (2, "fall"),
    ]  # fmt: skip


# Options --------------------------------------------------------------------------------------------------------------


def test_a_stone_that_shares_its_cell_is_fixed_only_where_the_option_allows_it() -> None:
    """With the option the other stays in the fixed one and can roll out."""
    rows = ("#r.#",)
    assert refused(level(*rows, at="g0,1"), (1, "red", 0)) == "another stone shares its cell"
    assert stones(level(*rows, at="g0,1", fix="shared"), "0,1:red! 0,1>") == ["r0,1!", "g0,2"]
    assert stones(level(*rows, at="g0,1", fix="shared"), "0,1:red! 0,1!") == ["g0,1!", "r0,1!"]


def test_stones_that_only_cross_roll_on_and_rest_on_each_other() -> None:
    """The first free cell beyond, or no move; a falling stone rests on another."""
    assert stones(level("#rgb.#", overlap="cross"), "0,1>") == ["g0,2", "b0,3", "r0,4"]
    assert refused(level("#rgb#", overlap="cross"), (1, "red", 1)) == "something solid is in the way"
    assert refused(level("#rgk.#", overlap="cross"), (1, "red", 1)) == "something solid is in the way"
    assert stones(level("#.b#", "#.##", "#r##", overlap="cross"), "0,2<") == ["b1,1", "r2,1"]
    assert stones(level("#r1#1#", at="b0,4", overlap="cross"), "0,1>") == ["r0,2", "b0,4"]
    transition = GAME.rules.apply(GAME.rules.initial_state(level("#rg.#", overlap="cross")), (1, "red", 1))
    assert transition is not None
    assert [change.tick for change in transition.changes] == [0, 1]


def test_stones_fix_themselves_where_the_option_says_so() -> None:
    """Only on a target of its colour, and alone in its cell."""
    assert stones(level("#rR.#", auto_fix="yes"), "0,1>") == ["r0,2!"]
    assert stones(level("#rG.#", auto_fix="yes"), "0,1>") == ["r0,2"]
    assert stones(level("#gR.#", at="r0,2", auto_fix="yes"), "0,1>") == ["g0,2", "r0,2"]
    assert stones(level("#gR.#", at="r0,2", auto_fix="yes"), "0,1> 0,2:green>") == ["r0,2!", "g0,3"]
    assert stones(level("#k*.#", auto_fix="yes"), "0,1>") == ["k0,2"]


def test_what_solves_is_an_option() -> None:
    """Every coloured stone fixed on a target, or every target held by one."""
    rows = ("#rRr#",)
    by_stones = after(level(*rows), "0,1> 0,2!")
    assert GAME.rules.outcome(by_stones).status is Status.PLAYING
    by_targets = after(level(*rows, win="targets"), "0,1> 0,2!")
    assert GAME.rules.outcome(by_targets).solved
    assert not GAME.rules.outcome(after(level("#rG.g#", win="targets"), "0,1>")).solved


def test_a_target_without_a_colour_takes_any_coloured_stone() -> None:
    """But no black one."""
    assert GAME.rules.outcome(after(level("#r*#"), "0,1> 0,2!")).solved
    assert not GAME.rules.outcome(after(level("#k*#", win="targets"), "0,1> 0,2!")).solved


def test_a_stone_fixed_in_the_wrong_place_is_named() -> None:
    """The outcome stays open, but its reason is given, and a search takes all such positions for one."""
    start = level("#rR#")
    stuck = after(start, "0,1!")
    assert GAME.rules.outcome(stuck).status is Status.PLAYING
    assert verify(start, "0,1!").message == "the red stone at B1 is fixed where it must not be"
    assert GAME.rules.search_key(stuck) == GAME.rules.search_key(after(level("#grR#", "#####"), "0,1!"))
    assert GAME.rules.outcome(after(level("#rR#", win="targets"), "0,1!")).reason == ""
    assert GAME.rules.outcome(after(level("#gR#", win="targets"), "0,1> 0,2!")).reason


def test_black_stones_can_be_fixed_anywhere() -> None:
    """They are platforms and never in the wrong place by themselves."""
    assert GAME.rules.outcome(after(level("#kr.R#"), "0,1!")).reason == ""
    assert GAME.rules.outcome(after(level("#kR.r#", win="targets"), "0,1> 0,2!")).reason


def test_equal_stones_make_states_equal() -> None:
    """Which of two red stones went where is forgotten."""
    start = level("#r..r#")
    assert after(start, "0,1> 0,4<") == after(start, "0,4< 0,1>")
    assert after(start, "0,1> 0,2> 0,3>") == after(start, "0,1> 0,2> 0,3>")
    assert stones(start, "0,1> 0,2> 0,3> 0,4<") == ["r0,3", "r0,4"]


# Notation, keys, pointer, problems ------------------------------------------------------------------------------------


def test_notation_names_the_colour_where_stones_share_a_cell() -> None:
    """The colour is written only where it is needed, and read in any case."""
    state = GAME.rules.initial_state(level("#.r.#", at="g0,2"))
    assert GAME.controls.format(state, [(2, "green", 1), (2, "red", -1), (3, "green", 0)]) == "0,2:green> 0,2< 0,3!"
    assert GAME.controls.parse(state, "0,2:GREEN>;0 , 2 <\n0,3:green!") == [
        (2, "green", 1),
        (2, "red", -1),
        (3, "green", 0),
    ]
    with pytest.raises(NotationError, match="found '0,2>', expected a colour, as in 0,2:green>"):
        GAME.controls.parse(state, "0,2>")
    with pytest.raises(NotationError, match=r"character 6: found '0,3', expected a move such as 5,2>"):
        GAME.controls.parse(state, "0,1> 0,3")
    with pytest.raises(NotationError, match="expected one on the board of 1 rows and 5 columns"):
        GAME.controls.parse(state, "1,1>")


def test_illegal_moves_can_be_read_and_are_refused_by_name() -> None:
    """A cell without a stone, or with another, and a stone that is held."""
    start = level("#r..#")
    assert GAME.controls.parse(GAME.rules.initial_state(start), "0,3> 0,1:green>") == [(3, "", 1), (1, "green", 1)]
    assert verify(start, "0,1> 0,1>").message == "step 2: no stone is there"
    assert refused(start, (1, "green", 1)) == "no green stone is there"
    with pytest.raises(IllegalMove, match="step 1: something solid is in the way"):
        GAME.controls.format(GAME.rules.initial_state(start), [(1, "red", -1)])


def test_keys_roll_and_fix_the_stone_that_is_steered() -> None:
    """Left, right and act are moves, next and previous choose among stones that are not fixed."""
    state = GAME.rules.initial_state(level("#.r.#", at="g0,2 g0,2 b0,1!"))
    green, red = GAME.controls.focus(state)
    assert [GAME.controls.key(state, green, key) for key in ("left", "act", "right")] == [
        (2, "green", -1), (2, "green", 0), (2, "green", 1),
    ]  # fmt: skip
    assert GAME.controls.key(state, green, "up") is None
    assert GAME.controls.key(state, None, "act") is None
    assert GAME.controls.key(state, green, "next") == Focus(red)
    assert GAME.controls.key(state, red, "next") == Focus(green)


def test_a_stone_is_dragged_and_fixed_by_a_click() -> None:
    """A drag rolls, falls included; a click on the stone's own cell fixes it where that is legal."""
    state = GAME.rules.initial_state(level("#r..#", "###.#"))
    paths = GAME.controls.reach(state, 1, 100)
    assert GAME.controls.format(state, paths[2]) == "0,1>"
    assert GAME.controls.format(state, paths[8]) == "0,1> 0,2>"
    assert GAME.controls.format(state, paths[1]) == "0,1!"
    assert not GAME.controls.reach(state, 1, 0)
    assert not GAME.controls.reach(state, 2, 100)
    shared = GAME.rules.initial_state(level("#r..#", at="g0,1"))
    assert GAME.controls.reach(shared, 1, 100).keys() == {2, 3}


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (level("#r.#"), "found no target, expected at least one"),
        (level("#R.#"), "found no coloured stone, expected at least one"),
        (level("#rrR#"), "found more coloured stones than targets, 2 and 1, expected as many targets at least"),
        (level("#rRG#", at="r0,3"), "found more red stones than targets for them, expected as many targets at least"),
        (level("#rRR#", win="targets"), "found more targets than stones, 2 and 1, expected as many stones at least"),
        (level("#r1R#"), "C1: the teleporter 1 has not two ends, expected two cells of that pair"),
        (level("#r.#", "#.R#"), "B1: a stone is not at rest, expected a level that begins so"),
        (
            level("#.RG#", at="r0,1 g0,1", overlap="cross"),
            "two stones rest in one cell, expected one, as they only cross",
        ),
        (
            level("#.R#", at="r0,1!"),
            "the red stone at B1 is fixed where it must not be, expected a level that can be solved",
        ),
        (level("#R#", at="r0,1!"), "the level is solved before the first move"),
    ],
)
def test_problems_are_sentences(start: Level, message: str) -> None:
    """Each fault has its sentence, with its place where it has one."""
    assert message in map(str, GAME.rules.problems(start))


@pytest.mark.parametrize(
    ("terrain", "piece", "message"),
    [
        (FLOOR, Piece("stone", (1,)), "found a stone without a colour, expected one, or black"),
        (FLOOR, Piece("stone", (0,), ("red",)), "another stone stands in the cell of a black stone"),
        (Terrain("dye", uses=1), Piece("stone", (2,), ("red",)), "found a dye without a colour"),
        (Terrain("dye", "black", uses=1), Piece("stone", (2,), ("red",)), "found a dye without a colour"),
        (Terrain("dye", "red", uses=2), Piece("stone", (2,), ("red",)), "found a dye that acts 2 times"),
        (FLOOR, Piece("stone", (1, 2), ("red", "red")), "found a stone of 2 cells, which Blockage does not have"),
        (WALL, Piece("stone", (1,), ("red",)), "a stone stands in a wall"),
    ],
)
def test_what_no_state_can_hold_cannot_start(terrain: Terrain, piece: Piece, message: str) -> None:
    """Stones without colour or on a black one, and dyes that cannot be, are refused."""
    black = Piece("stone", (0,), ("black",))
    wrong = Level(Board(3, 1, (FLOOR, terrain, FLOOR), (black, piece)), "blockage")
    with pytest.raises(LevelError, match=message):
        GAME.rules.initial_state(wrong)
    assert message in "\n".join(map(str, GAME.rules.problems(wrong)))


# What each rule is needed for -----------------------------------------------------------------------------------------


def variant(simulation: type[Simulation]) -> Game:
    """Return the game with other rules while things move."""
    rules = Blockage()
    rules.simulation = simulation
    return Game(rules, BlockageControls)


class NoFall(Simulation):
    def fall(self) -> None:
        pass


class NoFix(Simulation):
    def can_fix(self, *_: int) -> bool:
        return False


class NoBlackFix(Simulation):
    def can_fix(self, index: int) -> bool:
        return self.stones[index].colour != BLACK and super().can_fix(index)


class NoGhosts(Simulation):
    def solid(self, index: int, cell: int) -> bool:
        return super().solid(index, cell) or self.taken(index, cell)


class BlackGhosts(Simulation):
    def solid(self, index: int, cell: int) -> bool:
        del index
        return not self.field.free[cell] or any(stone.fixed and stone.cell == cell for stone in self.stones)


class Inert(Simulation):
    """Cells of one kind do nothing."""

    kind = ""

    def enter(self, index: int, cell: int, cause: str) -> None:
        used = self.used
        if self.field.terrain[cell].kind == self.kind:
            self.used |= {cell}
        super().enter(index, cell, cause)
        if self.field.terrain[cell].kind == self.kind:
            self.used = used


class NoDye(Inert):
    kind = "dye"


class NoTeleport(Inert):
    kind = "teleporter"


class Endless(Simulation):
    """Dyes and teleporters are never used up."""

    def use(self, cause: str, *cells: int) -> None:
        used = self.used
        super().use(cause, *cells)
        self.used = used


RULES: dict[str, Game] = {
    "fall": variant(NoFall),
    "fix": variant(NoFix),
    "black fix": variant(NoBlackFix),
    "ghosts": variant(NoGhosts),
    "black": variant(BlackGhosts),
    "dye": variant(NoDye),
    "teleporter": variant(NoTeleport),
}

NEEDS = {
    "Hold": ["fix"],
    "Into the pit": ["fall"],
    "Ghosts": ["ghosts"],
    "The painter": ["dye"],
    "Once through": ["teleporter"],
    "The bridge": ["fall", "black"],
    "The platform": ["fix"],
    "Hanging": ["black fix", "ghosts", "teleporter"],
    "Overtaking": ["ghosts", "dye", "teleporter"],
    "The way up": ["black fix", "dye", "teleporter"],
}


@pytest.mark.deep
@pytest.mark.parametrize("shipped", formats.read_file(levels.path("blockage")).levels, ids=lambda level: level.title)
def test_each_level_needs_the_rules_that_it_teaches(shipped: Level) -> None:
    """Without one of them it cannot be solved, or takes longer; its solution is the shortest."""
    state = GAME.rules.initial_state(shipped)
    moves = len(GAME.controls.parse(state, shipped.saved_moves[0].text))
    assert fewest_moves(shipped) == moves
    for rule in NEEDS[shipped.title]:
        without = shortest(RULES[rule].rules, state)
        assert without is None or without > moves
    if shipped.options:
        assert fewest_moves(replace(shipped, options=())) is None


def test_cells_that_act_more_than_once_would_spoil_a_level() -> None:
    """The painter is not solvable where the dye colours every stone."""
    painter = next(
        shipped for shipped in formats.read_file(levels.path("blockage")).levels if shipped.title == "The painter"
    )
    assert shortest(variant(Endless).rules, GAME.rules.initial_state(painter)) is None
