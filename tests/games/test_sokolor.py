"""The rules of Sokolor, on boards drawn with letters for colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.search import shortest

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.errors import OptionError
from pushbox.games.api import PLAYING, SOLVED, Outcome, Rules, Status, Transition
from pushbox.games.sokolor import Sokolor, State, groups
from pushbox.level import Level, Scalar
from pushbox.play.verify import verify

GAME = games.find("sokolor")
COLOURS = {"R": ("red",), "G": ("green",), "B": ("blue",), "$": ()}


def level(*rows: str, **options: Scalar) -> Level:
    """Return a level drawn with # @ $ and R G B for coloured boxes."""
    pieces = [Piece("box", (cell,), COLOURS[sign]) for cell, sign in enumerate("".join(rows)) if sign in COLOURS]
    pieces += [Piece("pusher", (cell,)) for cell, sign in enumerate("".join(rows)) if sign == "@"]
    terrain = tuple(WALL if sign == "#" else FLOOR for sign in "".join(rows))
    return Level(Board(len(rows[0]), len(rows), terrain, tuple(pieces)), "sokolor", tuple(options.items()))


def after(start: Level, text: str) -> State:
    """Return the state after a line."""
    state: State = GAME.rules.initial_state(start)
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    return state


def boxes(start: Level, text: str) -> dict[int, str]:
    """Return the columns of the boxes of a level of one row after a line, with their colours."""
    return {box.anchor: "".join(box.colours) for box in GAME.rules.board(after(start, text)).of_kind("box")}


def test_boxes_of_one_colour_that_come_to_touch_vanish() -> None:
    """A push that brings two together takes both away, and the player goes on through the empty cells."""
    start = level("@R R #")
    assert GAME.rules.outcome(GAME.rules.initial_state(start)) == (Status.PLAYING, "", 0)
    assert boxes(start, "R") == {}
    assert GAME.rules.outcome(after(start, "R")).solved
    assert (
        GAME.controls.format(
            GAME.rules.initial_state(start), GAME.controls.parse(GAME.rules.initial_state(start), "rrrr")
        )
        == "Rrrr"
    )


def test_other_colours_and_colourless_boxes_do_not_vanish() -> None:
    """Boxes of unlike colours lie side by side, and so do boxes without a colour."""
    assert boxes(level("@R B #"), "R") == {2: "red", 3: "blue"}
    assert boxes(level("@$ $ #"), "R") == {2: "", 3: ""}


def test_only_orthogonal_neighbours_touch() -> None:
    """Boxes at a corner of each other stay."""
    assert len(after(level("@R #", "   R"), "R").boxes) == 2
    assert len(after(level("@R #", "  R "), "R").boxes) == 0


def test_a_whole_group_vanishes() -> None:
    """Three that come together at once vanish all three; the group is connected, not each with the pushed box."""
    assert boxes(level("@R RR#", vanish_min=3), "R") == {}
    assert after(level("    R", "@R  #", "  R  ", "  RR "), "R").boxes == {4}


def test_all_groups_vanish_at_once() -> None:
    """One push may join a group of its own colour while another, which lay there since the start, goes too."""
    start = level("@R R #", "     #", "GG BB#")
    assert GAME.rules.outcome(after(start, "R")).solved


def test_a_pushed_box_that_vanishes_is_a_push_to_no_cell() -> None:
    """The changes push, walk and then take away in the next tick; the push ends nowhere."""
    start = GAME.rules.initial_state(level("@R R #"))
    transition = GAME.rules.apply(start, 2)
    assert transition is not None
    assert transition.pushes == ((1, -1),)
    assert [(change.tick, change.cause) for change in transition.changes] == [
        (0, "push"),
        (0, "walk"),
        (1, "vanish"),
        (1, "vanish"),
    ]
    assert transition.changes[2].original_piece == transition.changes[0].before
    assert GAME.rules.board(start).apply(transition.changes) == GAME.rules.board(transition.state)


def test_boxes_that_touch_at_the_start_wait_for_the_first_push() -> None:
    """By default they lie until something is pushed anywhere; a walk does not count."""
    start = level(" @$ #", "RR  #")
    assert len(after(start, "l").boxes) == 3
    assert after(start, "R").boxes == {3}


def test_boxes_that_touch_at_the_start_vanish_before_it_with_the_option() -> None:
    """With touching=vanish they are gone from the first position on, and the option stays in the level."""
    start = level(" @$ #", "RR  #", touching="vanish")
    assert GAME.rules.initial_state(start).boxes == {2}
    assert GAME.rules.to_level(GAME.rules.initial_state(start)).options == (("touching", "vanish"),)
    assert [str(problem) for problem in GAME.rules.problems(start)] == ["the level is solved before the first move"]


def test_how_many_must_touch_is_an_option() -> None:
    """With vanish_min=3 two lie side by side, and the third takes all away."""
    start = level("@R R R#", vanish_min=3)
    assert boxes(start, "R") == {2: "red", 3: "red", 5: "red"}
    assert len(after(level("  @  #", "  R  #", " R R #", "     #", vanish_min=3), "D").boxes) == 0
    assert len(after(level("  @  #", "  R  #", " R R #", "     #", vanish_min=4), "D").boxes) == 3
    with pytest.raises(OptionError, match="found vanish_min=1"):
        GAME.rules.initial_state(level("@R R #", vanish_min=1))


def test_one_left_of_a_colour_is_lost() -> None:
    """A box that nothing can make vanish any more loses, with the reason; so do two where three must touch."""
    assert GAME.rules.outcome(after(level("@R R R#"), "R")) == (
        Status.LOST,
        "1 red box left, which nothing can make vanish",
        0,
    )
    reason = GAME.rules.outcome(GAME.rules.initial_state(level("@R R B#", vanish_min=3))).reason
    assert reason == "1 blue box and 2 red boxes left, which nothing can make vanish"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((" R R #",), "found no player, expected one"),
        (("@ $  #",), "found no coloured box, expected at least 2 of one colour"),
        (("@R R B#",), "found 1 blue box, expected at least 2, as fewer never vanish"),
    ],
)
def test_problems_are_sentences(rows: tuple[str, ...], message: str) -> None:
    """Each fault of a position has its sentence."""
    assert [str(problem) for problem in GAME.rules.problems(level(*rows))] == [message]


def test_goals_are_no_part_of_it() -> None:
    """A level with a goal is another game's."""
    board = level("@R R #").board
    terrain = (*board.terrain[:2], GOAL, *board.terrain[3:])
    strange = Level(replace(board, terrain=terrain), "sokolor")
    assert "found goal, which Sokolor does not have" in str(GAME.rules.problems(strange)[0])


def test_a_pointer_carries_a_box_to_its_like_and_no_further() -> None:
    """Cells where the carried box would vanish are ends of ways, never on the way to another cell."""
    start = level("       ", "@R    #", "    R  ", "       ")
    paths = GAME.controls.reach(GAME.rules.initial_state(start), 8, 1000)
    assert GAME.controls.format(GAME.rules.initial_state(start), paths[11]) == "RRR"
    assert 12 not in paths
    far = level("       ", "@R    #", "    B  ", "       ")
    assert 12 in GAME.controls.reach(GAME.rules.initial_state(far), 8, 1000)


def test_an_unsolved_line_is_reported() -> None:
    """Without goals no sentence is about goals."""
    assert verify(level("@ R R #"), "r").message == "the position after the last move is not solved"


# The levels -----------------------------------------------------------------------------------------------------------


class Lasting(Sokolor):
    """Boxes that touch stay where they are."""

    def apply(self, state: State, move: int) -> Transition[State] | None:
        transition = super().apply(state._replace(least=1000), move)
        return transition and Transition(transition.state._replace(least=state.least), (), transition.pushes)

    successors = Rules.successors


class Meeting(Lasting):
    """Boxes that touch stay, and it is enough that every one touches another of its colour."""

    def outcome(self, state: State) -> Outcome:
        colours = dict(state.colours)
        return SOLVED if len(groups(state.field.grid, colours, state.least)) == len(colours) else PLAYING


class Sparing(Sokolor):
    """Boxes that are too few to vanish may be left over."""

    def outcome(self, state: State) -> Outcome:
        left = Counter(colour for _, colour in state.colours).values()
        return SOLVED if all(count < state.least for count in left) else PLAYING


def _without(level: Level, option: str) -> Level:
    return replace(level, options=tuple((name, value) for name, value in level.options if name != option))


PROOFS: dict[str, Callable[[Level], int | None]] = {
    "Two of a Kind": lambda start: shortest(Lasting(), GAME.rules.initial_state(start)),
    "Clear the Way": lambda start: shortest(Meeting(), GAME.rules.initial_state(start)),
    "All Three or None": lambda start: shortest(Sparing(), GAME.rules.initial_state(start)),
    "Lying in Wait": lambda start: shortest(
        GAME.rules, GAME.rules.initial_state(replace(start, options=(("touching", "vanish"),)))
    ),
    "Threesome": lambda start: shortest(GAME.rules, GAME.rules.initial_state(_without(start, "vanish_min"))),
    "Order of Colours": lambda start: shortest(Meeting(), GAME.rules.initial_state(start)),
    "The Last Pair": lambda start: shortest(Meeting(), GAME.rules.initial_state(start)),
    "Four for Three": lambda start: shortest(GAME.rules, GAME.rules.initial_state(_without(start, "vanish_min"))),
}
FORBIDDING = {"All Three or None", "Four for Three"}  # their rule only forbids, so without it the level is shorter


@pytest.mark.parametrize("shipped", formats.read_file(levels.path("sokolor")).levels, ids=lambda level: level.title)
def test_each_level_needs_its_rule(shipped: Level) -> None:
    """Without the rule that it teaches a level has no solution or a longer one; a rule that forbids shortens it."""
    length = len(shipped.saved_moves[0].text)
    assert shortest(GAME.rules, GAME.rules.initial_state(shipped)) == length
    other = PROOFS[shipped.title](shipped)
    if shipped.title in FORBIDDING:
        assert other is not None
        assert other < length
    else:
        assert other is None or other > length
