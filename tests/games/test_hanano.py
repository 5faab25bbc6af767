"""The rules of Hanano Puzzle: moves, falling, blooming, and what each rule is needed for."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.search import shortest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, WALL, Board, Piece, Terrain
from pushbox.errors import IllegalMove, LevelError, NotationError, OptionError
from pushbox.games.api import Focus, Game
from pushbox.games.hanano import Hanano, HananoControls
from pushbox.games.hanano.physics import Simulation
from pushbox.games.hanano.state import Bits
from pushbox.level import Level
from pushbox.play.session import Session
from pushbox.play.verify import verify
from pushbox.tiling import SQUARE

GAME = games.find("hanano")
COLOURS = {"r": "red", "b": "blue", "y": "yellow"}


def level(*rows: str, arrows: str = "", wave: str = "") -> Level:
    """Return a level drawn with # . for walls and floor, R B Y for flowers, r b y for stones, x and digits for blocks.

    Each x is a block of its own, cells with one digit are one block; `arrows` are those of the stones in reading order,
    as letters of LURD, up where there are none.
    """
    terrain, pieces, blocks = [], [], dict[str, list[int]]()
    signs = iter(arrows.lower())
    for cell, sign in enumerate("".join(rows)):
        flower = sign.isupper()
        terrain.append(WALL if sign == "#" else Terrain("flower", COLOURS[sign.lower()]) if flower else FLOOR)
        if sign in COLOURS:
            pieces.append(Piece("stone", (cell,), (COLOURS[sign],), arrow=SQUARE.letters.index(next(signs, "u"))))
        elif sign == "x" or sign.isdigit():
            blocks.setdefault(sign if sign != "x" else f"x{cell}", []).append(cell)
    pieces += [Piece("block", tuple(cells)) for cells in blocks.values()]
    options = (("bloom_wave", wave),) if wave else ()
    return Level(Board(len(rows[0]), len(rows), tuple(terrain), tuple(pieces)), "hanano", options)


def played(start: Level, text: str, game: Game = GAME) -> list[str]:
    """Play a text and return the rows after it, with . for floor."""
    state = game.rules.initial_state(start)
    for move in game.controls.parse(state, text):
        transition = game.rules.apply(state, move)
        assert transition is not None, game.rules.explain_illegal(state, move)
        state = transition.state
    width = start.board.width
    return [row.ljust(width).replace(" ", ".") for row in str(game.rules.board(state)).split("\n")]


def refused(start: Level, text: str) -> str:
    """Return why the one move of a text is refused."""
    state = GAME.rules.initial_state(start)
    (move,) = GAME.controls.parse(state, text)
    assert GAME.rules.apply(state, move) is None
    return GAME.rules.explain_illegal(state, move)


# The rules as small examples ------------------------------------------------------------------------------------------


def test_a_stone_beside_its_flower_blooms_where_its_arrow_points() -> None:
    """A stone that is shifted next to a flower of its colour blooms."""
    assert played(level("#....#", "#.R.r#"), "1,3") == ["#..*.#", "#.Rr.#"]
    assert played(level("#....#", "#.B.r#"), "1,3") == ["#....#", "#.Br.#"]


def test_what_stands_on_a_stone_is_not_carried_but_falls() -> None:
    """A block on the stone falls where the stone was."""
    assert played(level("#...x#", "#.R.r#"), "1,3") == ["#..*.#", "#.Rrx#"]


def test_a_flower_grows_into_a_free_cell() -> None:
    """An arrow that points to a free cell needs neither push nor recoil."""
    assert played(level("#R.r..#", arrows="r"), "0,2") == ["#Rr*..#"]


def test_a_stone_recoils_where_the_cell_before_it_is_fixed() -> None:
    """The stone gives way, and the flower grows where it was."""
    assert played(level("#R.r..#", arrows="l"), "0,2") == ["#R*r..#"]


def test_a_stone_that_can_neither_push_nor_recoil_does_not_bloom() -> None:
    """A wall before and a wall behind keep a stone from blooming."""
    assert played(level("#Rr##x.#", arrows="l"), "0,5") == ["#Rr##.x#"]


def test_a_stone_that_could_not_bloom_is_tried_again() -> None:
    """A stone that was held in one wave may bloom after a later move."""
    start = level("#Rrx1.#", "#######", arrows="l")
    assert played(start, "0,4")[0] == "#R*rxx#"


def test_a_bloomed_flower_counts_as_a_flower() -> None:
    """The flower of a bloomed stone lets the next one bloom; its stone does not."""
    start = level("#......#", "#R.r..r#", arrows="ru")
    assert played(start, "1,2") == ["#......#", "#Rr*..r#"]
    assert played(start, "1,2 1,5") == ["#......#", "#Rr*.r.#"]
    assert played(start, "1,2 1,5 1,4") == ["#...*..#", "#Rr*r..#"]
    beside_the_stone = level("#......#", "#......#", "#R.r..r#", arrows="uu")
    assert played(beside_the_stone, "2,2 2,5 2,4 2,3")[1:] == ["#.*....#", "#Rrr...#"]


def test_a_bloom_pushes_what_is_in_the_way_and_what_that_pushes() -> None:
    """The flower takes the cell before the stone; all that stands in a row there moves on."""
    assert played(level("#Rxr11.#", "########", arrows="r"), "0,2") == ["#Rr*xxx#", "########"]


def test_a_bloom_pushes_against_gravity() -> None:
    """A piece that lies on a stone that blooms upwards is lifted, and rests on the flower."""
    assert played(level("#....#", "#.x..#", "#Rxr.#"), "2,2") == ["#.x..#", "#.*..#", "#Rrx.#"]


def test_a_recoil_pushes_what_is_behind() -> None:
    """The stone gives way and pushes what is behind it."""
    assert played(level("#Rxrx.#", "#######", arrows="l"), "0,2") == ["#R*rxx#", "#######"]


def test_a_row_of_pieces_is_held_by_what_is_fixed() -> None:
    """A push of pieces of which the last stands at a wall is none."""
    assert played(level("#Rxrx#", "######", arrows="r"), "0,2") == ["#Rrxx#", "######"]


def test_pieces_one_cell_wide_change_places_whatever_their_height() -> None:
    """A stone and a block of two cells swap, as their lowest cells are in one row and nothing is in the way."""
    assert played(level("#..1.#", "#.r1.#"), "1,2") == ["#.x..#", "#.xr.#"]
    assert refused(level("#.x1.#", "#.r1.#"), "1,2") == "the two pieces cannot change places"


def test_wide_pieces_and_pieces_on_unlike_heights_do_not_swap() -> None:
    """A swap needs two pieces one cell wide with their lowest cells in one row."""
    assert refused(level("#r11.#"), "0,1") == "the two pieces cannot change places"
    assert refused(level("#1r.#", "#1#.#"), "0,1") == "the two pieces cannot change places"


def test_a_bloomed_stone_shifts_and_swaps_as_one_piece() -> None:
    """Stone and flower go together, and swap where they stand upright."""
    assert played(level("#.....#", "#R.r.x#"), "1,2 1,2") == ["#..*..#", "#R.r.x#"]
    assert played(level("#.....#", "#R.r.x#"), "1,2 1,4 1,3 1,2") == ["#..*..#", "#Rxr..#"]


def test_equal_pieces_swap() -> None:
    """A swap that changes nothing is a move all the same."""
    start = GAME.rules.initial_state(level("#rr#"))
    transition = GAME.rules.apply(start, 1)
    assert transition is not None
    assert transition.state == start
    assert [change.cause for change in transition.changes] == ["swap", "swap"]


def test_a_piece_shifts_only_into_free_cells() -> None:
    """Every cell before a piece must be free, at all its heights; nothing is pushed by a move."""
    assert refused(level("#1x.#", "#1#.#"), "0,1") == "the two pieces cannot change places"
    assert refused(level("#11R.#", "#11..#"), "1,2") == "something is in the way"
    assert played(level("#11..#", "#11..#"), "1,2") == ["#.xx.#", "#.xx.#"]


def test_what_names_no_action_is_refused_with_its_reason() -> None:
    """Fixed cells, empty ones and two cells of one piece."""
    assert refused(level("#R.rr#"), "0,1") == "one of the two cells is fixed"
    assert refused(level("#..r.#"), "0,1") == "both cells are empty"
    assert refused(level("#.11.#"), "0,2") == "both cells are of one piece"
    with pytest.raises(IllegalMove, match="step 2: both cells are empty"):
        GAME.controls.format(GAME.rules.initial_state(level("#..r.#")), [2, 3])


def test_shifting_what_carries_a_stone_lets_it_fall() -> None:
    """A stone on a block is not carried."""
    assert played(level("#.r..#", "#.x..#"), "1,2") == ["#....#", "#.rx.#"]


def test_pieces_fall_together_one_cell_a_tick() -> None:
    """A stack that loses its support falls as one."""
    transition = GAME.rules.apply(GAME.rules.initial_state(level("#r...#", "#x...#", "#1...#", "##...#", "##...#")), 13)
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [
        (0, "shift"), (1, "fall"), (1, "fall"), (1, "fall"), (2, "fall"),
    ]  # fmt: skip
    assert str(GAME.rules.board(transition.state)).split("\n") == ["#    #", "#r   #", "#x   #", "##   #", "##x  #"]


# Bloom waves ----------------------------------------------------------------------------------------------------------


def test_a_wave_goes_on_unless_it_ends_with_its_first_bloom() -> None:
    """The first stone to bloom pushes the other over a hole, where it touches the flower before it falls."""
    rows = ("#######", "#rr.#.#", "#R#..x#", "#######")
    by_wave = {wave: played(level(*rows, arrows="dr", wave=wave), "1,1") for wave in ("all", "row", "one")}
    assert by_wave["all"] == by_wave["row"] == ["#######", "#r*r#.#", "#R#*.x#", "#######"]
    assert by_wave["one"] == ["#######", "#r*.#.#", "#R#r.x#", "#######"]


def test_a_wave_goes_up_unless_it_ends_with_the_row_of_its_first_bloom() -> None:
    """A stone in a row above is pushed over a hole, where it touches a flower before it falls."""
    rows = ("#.......R..#", "#..R122r...#", "#.r.1.##.###")
    by_wave = {wave: played(level(*rows, arrows="rr", wave=wave), "2,2") for wave in ("all", "row", "one")}
    assert by_wave["all"] == ["#.......R..#", "#..R.xxxr*.#", "#..r*x##.###"]
    assert by_wave["row"] == by_wave["one"] == ["#.......R..#", "#..R.xxx...#", "#..r*x##r###"]


# Notation, keys, pointer, problems ------------------------------------------------------------------------------------


def test_notation_is_row_and_column_of_the_left_cell() -> None:
    """Spaces, semicolons and line ends part moves; the numbers of a move may have a blank between them."""
    state = GAME.rules.initial_state(level("#r.....#"))
    assert GAME.controls.parse(state, " 0,1; 0 2\n0 , 3  0,4;") == [1, 2, 3, 4]
    assert GAME.controls.format(state, [1, 2, 3]) == "0,1 0,2 0,3"
    for text, message in (
        ("0,1 x", "character 5: found 'x', expected a move such as 5,2"),
        ("0,1 7", "character 5: found '7', expected"),
        ("0,8", "character 1: found the cell 0,8, expected one on the board of 1 rows and 8 columns"),
    ):
        with pytest.raises(NotationError, match=message):
            GAME.controls.parse(state, text)


def test_keys_shift_and_swap_the_piece_that_is_steered() -> None:
    """Left and right are moves where they are legal, next and previous choose."""
    state = GAME.rules.initial_state(level("#.rx#"))
    stone, block = GAME.controls.focus(state)
    assert (stone.kind, block.kind) == ("stone", "block")
    assert [GAME.controls.key(state, stone, key) for key in ("left", "right", "up", "down", "act")] == [
        1,
        2,
        None,
        None,
        None,
    ]
    assert [GAME.controls.key(state, block, key) for key in ("left", "right")] == [2, None]
    assert GAME.controls.key(state, stone, "next") == Focus(block) == GAME.controls.key(state, stone, "previous")
    assert GAME.controls.key(state, None, "next") == Focus(stone)
    assert GAME.controls.key(state, None, "left") is None


def test_the_focus_follows_its_piece_through_a_transition() -> None:
    """Pressing a key again moves the same stone on, though it falls and another stands before it in order."""
    session = Session(level("#r...#", "#x...#"))
    session.press("right")
    assert session.focus == Piece("stone", (8,), ("red",), arrow=1)
    session.press("right")
    assert str(session.board) == "#    #\n#x r #"


def test_a_stone_is_dragged_by_any_of_its_cells() -> None:
    """Each cell that it can come to has the shortest moves there; swapping is a way too."""
    state = GAME.rules.initial_state(level("#r...#", "#x.x.#"))
    paths = GAME.controls.reach(state, 1, 100)
    assert GAME.controls.format(state, paths[8]) == "0,1"
    assert GAME.controls.format(state, paths[9]) == "0,1 1,2"
    assert GAME.controls.format(state, paths[10]) == "0,1 1,2 1,3"
    assert 1 not in paths
    wide = GAME.rules.initial_state(level("#11...#"))
    assert sorted(GAME.controls.reach(wide, 1, 100)) == [2, 3, 4]
    assert sorted(GAME.controls.reach(wide, 2, 100)) == [3, 4, 5]
    assert not GAME.controls.reach(wide, 2, 3)
    assert not GAME.controls.reach(wide, 4, 100)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (level("#...#"), "found no stone, expected at least one"),
        (level("#rB#"), "found red stones and no red flower, expected at least one"),
        (level("#r.R#", "#..##"), "B1: a stone is not at rest, expected a level that begins so"),
        (level("#.rR#", arrows="l"), "C1: a stone is not at rest, expected a level that begins so"),
    ],
)
def test_problems_are_sentences(start: Level, message: str) -> None:
    """Each fault has its sentence, with its place where it has one."""
    assert message in map(str, GAME.rules.problems(start))


def test_a_level_that_starts_solved_says_so() -> None:
    """Bloomed stones only are a warning."""
    bloomed = Piece("stone", (1, 2), ("red", "red"), arrow=2, bloomed=True)
    board = level("#..#").board
    solved = Level(Board(board.width, board.height, board.terrain, (bloomed,)), "hanano")
    assert [str(problem) for problem in GAME.rules.problems(solved)] == ["the level is solved before the first move"]


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (Piece("stone", (1,)), "found a stone without a colour or an arrow"),
        (Piece("stone", (1,), ("red",)), "found a stone without a colour or an arrow"),
        (Piece("stone", (1, 2), ("red", "red"), arrow=0, bloomed=True), "found a stone that is no proper stone"),
        (Piece("stone", (1, 2), ("red", "red"), arrow=2), "found a stone that is no proper stone"),
        (Piece("stone", (1,), ("red",), arrow=2, bloomed=True), "found a stone that is no proper stone"),
        (Piece("block", (1, 2, 5)), "found a block of another shape, expected a rectangle"),
        (Piece("block", (0, 1)), "a block stands in a wall"),
        (Piece("block", (3,)), "a block stands in a flower"),
        (Piece("box", (1,)), "found a box, which Hanano Puzzle does not have"),
    ],
)
def test_what_no_state_can_hold_cannot_start(piece: Piece, message: str) -> None:
    """Pieces of wrong shape, in solid terrain or of another game are refused with their place."""
    board = level("#..R", "#...").board
    wrong = Level(Board(board.width, board.height, board.terrain, (piece,)), "hanano")
    with pytest.raises(LevelError, match=message):
        GAME.rules.initial_state(wrong)
    assert message in "\n".join(map(str, GAME.rules.problems(wrong)))


def test_the_wave_option_takes_three_values() -> None:
    """Another value is an error of the level."""
    with pytest.raises(OptionError, match="found bloom_wave=two, expected one of all, row, one"):
        GAME.rules.initial_state(level("#r#", wave="two"))


# What each rule is needed for -----------------------------------------------------------------------------------------


def variant(simulation: type[Simulation]) -> Game:
    """Return the game with other rules while things move."""
    rules = Hanano()
    rules.simulation = simulation
    return Game(rules, HananoControls)


class NoFall(Simulation):
    def fall(self) -> None:
        pass


class NoShift(Simulation):
    def shift(self, *_: int) -> bool:
        return False


class NoSwap(Simulation):
    def swap(self, *_: int) -> bool:
        return False


class NoPush(Simulation):
    def push(self, index: int) -> bool:
        _, stone, _, arrow = self.bodies[index]
        by = self.field.stride[arrow]
        before = stone << by if by > 0 else stone >> -by
        return not any(body.cells & before for body in self.bodies) and super().push(index)


class NoRecoil(Simulation):
    def recoil(self, *_: int) -> bool:
        return False


class NoChain(Simulation):
    def flowers(self) -> dict[str, Bits]:
        return self.field.flowers


class TopFirst(Simulation):
    def order(self, index: int) -> tuple[int, int]:
        row, column = super().order(index)
        return -row, column


RULES: dict[str, Game] = {
    "fall": variant(NoFall),
    "shift": variant(NoShift),
    "swap": variant(NoSwap),
    "push": variant(NoPush),
    "recoil": variant(NoRecoil),
    "chain": variant(NoChain),
}


def numbered(folder: Path) -> dict[str, tuple[Level, str]]:
    """Return the shared levels with their solutions, by number."""
    numbers = {}
    for path in sorted((folder / "hanano" / "levels").glob("*.dat")):
        (start,) = formats.read(path.read_bytes(), format="hanano").levels
        numbers[path.stem] = (start, (folder / "hanano" / "solutions" / path.stem).read_text(encoding="ascii"))
    return numbers


def solves(game: Game, start: Level, text: str) -> bool:
    """Return whether a line of play is legal and ends solved."""
    state = game.rules.initial_state(start)
    for move in game.controls.parse(state, text):
        transition = game.rules.apply(state, move)
        if transition is None:
            return False
        state = transition.state
    return game.rules.outcome(state).solved


def test_recorded_solutions_of_the_original_replay(shared: Path) -> None:
    """All thirty levels have no problem and are solved by their recorded solutions."""
    known = numbered(shared)
    assert len(known) == 30
    for start, text in known.values():
        assert not GAME.rules.problems(start)
        assert verify(start, text).solved


BREAKS = {
    "recoil": "09 11 16 24 25 27 29 30 36 37 38 42 43 45",
    "push": "05 09 10 15 20 21 23 24 27 29 30 34 36 37 42 43",
    "order": "38",
    "row": "37",
    "one": "37",
}


@pytest.mark.parametrize("rule", BREAKS)
def test_recorded_solutions_need_each_rule(shared: Path, rule: str) -> None:
    """With a rule switched off exactly the levels that are known for it are no longer solved."""
    game = RULES | {"order": variant(TopFirst)}
    broken = []
    for number, (start, text) in numbered(shared).items():
        waves = (("bloom_wave", rule),) if rule in {"row", "one"} else ()
        changed = Level(start.board, start.game, waves)
        if not solves(game.get(rule, GAME), changed, text):
            broken.append(number)
    assert broken == BREAKS[rule].split()


NEEDS = {
    "A step down": ["fall"],
    "Standing back": ["recoil"],
    "Change places": ["swap"],
    "A lift": ["swap", "push"],
    "Passing it on": ["chain"],
    "The long way round": ["fall", "swap", "recoil"],
    "Upstairs, downstairs": ["fall", "swap", "push", "chain"],
}


@pytest.mark.parametrize("shipped", formats.read_file(levels.path("hanano")).levels, ids=lambda level: level.title)
def test_each_level_needs_the_rules_that_it_teaches(shipped: Level) -> None:
    """Without one of them it cannot be solved, or takes longer; its solution is the shortest."""
    state = GAME.rules.initial_state(shipped)
    moves = len(GAME.controls.parse(state, shipped.saved_moves[0].text))
    assert shortest(GAME.rules, state) == moves
    for rule in NEEDS[shipped.title]:
        without = shortest(RULES[rule].rules, state)
        assert without is None or without > moves
