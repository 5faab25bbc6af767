"""The rules of Crossoban: every element, every option, and the order in which things happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.search import fewest_moves

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece, Terrain
from pushbox.errors import IllegalMove, LevelError, OptionError
from pushbox.games.api import Focus, Status
from pushbox.level import Level
from pushbox.play.session import Session
from pushbox.play.verify import verify
from pushbox.tiling import LEFT, RIGHT, UP

GAME = games.find("crossoban")
COLOURS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}
GROUND = {
    "#": WALL, ".": GOAL, "!": Terrain("hole"), ":": Terrain("lock"), "'": Terrain("ice"),
    "w": Terrain("weak", uses=1), "W": Terrain("weak", uses=2),
    **{sign: Terrain("conveyor", direction=direction) for direction, sign in enumerate("<^>v")},
    **{sign.lower(): Terrain("filter", colour=colour) for sign, colour in COLOURS.items()},
}  # fmt: skip


def level(*rows: str, ground: tuple[str, ...] = (), **options: str) -> Level:
    """Return a level drawn with the symbols of Crossoban, P and Q for a red and a blue pusher, & for linked ones.

    `ground` is what lies below, where both are needed.
    """
    width = len(rows[0])
    terrain = [GROUND.get(sign, FLOOR) for sign in "".join(rows)]
    for cell, sign in enumerate("".join(ground)):
        terrain[cell] = GROUND.get(sign, terrain[cell])
    pieces = []
    for cell, sign in enumerate("".join(rows)):
        if sign in "@&PQ":
            colours = {"P": ("red",), "Q": ("blue",)}.get(sign, ())
            pieces.append(Piece("pusher", (cell,), colours, group=int(sign == "&")))
        elif sign == "$" or sign in COLOURS:
            pieces.append(Piece("box", (cell,), (COLOURS[sign],) if sign in COLOURS else ()))
    return Level(Board(width, len(rows), tuple(terrain), tuple(pieces)), "crossoban", tuple(options.items()))


def played(start: Level, text: str) -> Board:
    """Play a text and return the board after it; every move must be legal."""
    state = GAME.rules.initial_state(start)
    moves = GAME.controls.parse(state, text)
    for move in moves:
        transition = GAME.rules.apply(state, move)
        assert transition is not None, GAME.rules.explain_illegal(state, move)
        state = transition.state
    return GAME.rules.board(state)


def rows(start: Level, text: str) -> str:
    """Play a text and return the picture after it, rows joined by |."""
    return "|".join(str(played(start, text)).splitlines())


def refused(start: Level, text: str) -> str:
    """Return why the last move of a text is refused, as all before it are not."""
    state = GAME.rules.initial_state(start)
    *moves, last = GAME.controls.parse(state, text)
    for move in moves:
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    assert GAME.rules.apply(state, last) is None
    return GAME.rules.explain_illegal(state, last)


def outcome(start: Level, text: str) -> tuple[Status, str]:
    """Play a text and return how the position stands and why."""
    state = GAME.rules.initial_state(start)
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    return GAME.rules.outcome(state)[:2]


# The small examples of each element -----------------------------------------------------------------------------------


def test_boxes_of_a_colour_are_brought_together() -> None:
    """Touching is enough: no goals are needed, and there is no other colour."""
    assert rows(level("#@B B#"), "r") == "# @BB#"
    assert outcome(level("#@B B#"), "r") == (Status.SOLVED, "")


def test_a_filter_admits_boxes_of_its_colour() -> None:
    """A red box is refused by a blue filter, a blue one passes, and a pusher without a colour follows it."""
    assert refused(level("#@Rb #"), "r") == "the pusher cannot go right, the box is blocked"
    assert rows(level("#@Bb #"), "r") == "# @B #"
    assert rows(level("#@Bb #"), "rr") == "#  @B#"


def test_a_box_on_a_lock_is_never_moved_again() -> None:
    """It is pushed onto the lock, and stays."""
    assert rows(level("#@B: #"), "r") == "# @B #"
    assert refused(level("#@B: #"), "rr") == "the pusher cannot go right, the box is locked"


def test_a_box_slides_over_ice_to_the_first_cell_behind_it() -> None:
    """The pusher takes one step."""
    assert rows(level("#@B''' #"), "r") == "# @'''B#"


def test_a_black_hole_swallows_and_stays() -> None:
    """First the box, then the pusher, and then all is lost."""
    assert rows(level("#@$!  #"), "r") == "# @!  #"
    assert rows(level("#@$!  #"), "rr") == "#  !  #"
    assert outcome(level("#@$!  #"), "rr") == (Status.LOST, "no pusher is left")


def test_a_weak_tile_becomes_a_hole_when_it_is_left() -> None:
    """Walking onto it does nothing yet."""
    assert rows(level("#@w #"), "r") == "# @ #"
    assert rows(level("#@w #"), "rr") == "# !@#"


def test_linked_pushers_step_together_and_the_blocked_one_stays() -> None:
    """Each steps if it can, the foremost first; rigid ones all or none."""
    assert rows(level("#& & #"), "r") == "# @ @#"
    assert rows(level("#& & #"), "rr") == "#  @@#"
    assert rows(level("#& & #", link="rigid"), "r") == "# @ @#"
    assert refused(level("#& & #", link="rigid"), "rr") == "the pusher cannot go right, a wall is in the way"


def test_three_characters_a_cell_hold_terrain_colour_and_group() -> None:
    """A red pusher of group 2 on ice steps off it; the one link of & is a group like the others."""
    text = "; @I3@\n############\n###'Q2-- ###\n############\n"
    level = formats.read(text, format="crossoban").levels[0]
    assert level.board.pieces == (Piece("pusher", (5,), ("red",), group=2),)
    assert rows(level, "r") == "####|#'@#|####"
    linked = formats.read("######\n#& & #\n######\n", format="crossoban").levels[0]
    assert rows(linked, "rr") == "######|#  @@#|######"


# Elements in depth ----------------------------------------------------------------------------------------------------


def test_a_coloured_pusher_pushes_its_colour_and_plain_boxes() -> None:
    """A red pusher leaves blue boxes; options let it push only red ones, or all."""
    assert rows(level("#PR #"), "r") == "# @R#"
    assert rows(level("#P$ #"), "r") == "# @$#"
    assert refused(level("#PB #"), "r") == "the pusher cannot go right, a red pusher does not push this box"
    assert GAME.rules.apply(GAME.rules.initial_state(level("#P$ #", pusher_colour="own")), (1, RIGHT)) is None
    assert rows(level("#PR #", pusher_colour="own"), "r") == "# @R#"
    assert rows(level("#PB #", pusher_colour="any"), "r") == "# @B#"
    assert rows(level("#@B #", pusher_colour="own"), "r") == "# @B#"


@pytest.mark.parametrize(
    ("rule", "pusher", "enters"),
    [
        ("colour", "@", True), ("colour", "P", False), ("colour", "Q", True),
        ("none", "P", True), ("all", "@", False), ("all", "Q", False),
    ],
)  # fmt: skip
def test_what_a_blue_filter_does_to_pushers(rule: str, pusher: str, enters: bool) -> None:
    """By itself it refuses pushers of other colours."""
    assert (
        GAME.rules.apply(GAME.rules.initial_state(level(f"#{pusher}b #", filter_pushers=rule)), (1, RIGHT)) is not None
    ) == enters
    if pusher == "P" and not enters:
        assert refused(level("#Pb #"), "r") == "the pusher cannot go right, the filter does not let it in"
        assert rows(level("#Pb #", pusher_colour="any"), "r") == "# @ #"


def test_a_plain_box_is_refused_by_filters() -> None:
    """Unless the option admits it."""
    assert refused(level("#@$b #"), "r") == "the pusher cannot go right, the box is blocked"
    assert rows(level("#@$b #", filter_plain="admitted"), "r") == "# @$ #"


def test_pushers_walk_over_empty_locks() -> None:
    """Unless the option makes a lock a wall to them."""
    assert rows(level("#@: #"), "rr") == "# :@#"
    assert refused(level("#@: #", lock="pushers"), "r") == "the pusher cannot go right, the lock does not let it in"


def test_a_box_on_a_lock_counts_for_its_colour() -> None:
    """It can no more be moved, but the others can come to it."""
    assert outcome(level("#@B B  #", ground=("#    : #",)), "r") == (Status.SOLVED, "")


def test_sliding_ends_before_what_stands_in_the_way() -> None:
    """On ice before a wall, a box, a pusher, a filter of another colour, and nothing is pushed."""
    assert rows(level("#@B''#"), "r") == "# @'B#"
    assert rows(level("#@B''$ #"), "r") == "# @'B$ #"
    assert rows(level("#@B''@ #"), "r") == "# @'B@ #"
    assert rows(level("#@R''b #"), "r") == "# @'Rb #"
    assert rows(level("#@''$ #"), "r") == "# '@$ #"


def test_a_pusher_slides_behind_the_box_that_it_pushed() -> None:
    """The box goes first, so both slide on; once at rest the pusher pushes again."""
    start = level("#@$'''  #", ground=("# ''''  #",))
    assert rows(start, "r") == "# '''@$ #"
    transition = GAME.rules.apply(GAME.rules.initial_state(start), (1, RIGHT))
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [
        (0, "push"), (0, "walk"), (1, "slide"), (1, "slide"), (2, "slide"), (2, "slide"), (3, "slide"), (3, "slide"),
    ]  # fmt: skip
    assert transition.pushes == ((2, 6),)


def test_a_pusher_at_rest_on_ice_can_step_off_it_anywhere() -> None:
    """Ice moves only what comes onto it."""
    assert rows(level("###", "# #", "#@#", "###", ground=("###", "# #", "#'#", "###")), "u") == "###|#@#|#'#|###"


def test_a_conveyor_carries_boxes_and_pushers_until_they_are_off_it() -> None:
    """One cell a tick, round corners; what is blocked waits and is carried in a later transition."""
    assert rows(level("#@>>v#", "####v#", "#### #"), "r") == "# >>v#|####v#|####@#"
    assert rows(level("#@B>> #"), "r") == "# @>>B#"
    start = level("#@>$ #", "#@   #")
    assert rows(start, "r") == "# @$ #|#@   #"
    assert rows(start, "r{ld}rrr") == "# @$ #|#   @#"
    assert rows(level("# @>$#", "#    #", "#@   #"), "r") == "#  @$#|#    #|#@   #"
    waiting = level("######", "#@ $ #", "#  > #", "#    #", "######", ground=("######", "#    #"))
    assert rows(waiting, "drr")[14:20] == "#  >@#"


def test_what_is_carried_pushes_nothing() -> None:
    """A box at the end of the belt stops it; when the box is gone the next transition goes on."""
    start = level("#@$>$  #", "#@     #")
    assert rows(start, "r") == "# @$$  #|#@     #"
    assert refused(start, "rr") == "the pusher cannot go right, the box is blocked"


@pytest.mark.parametrize(
    ("rule", "box", "pusher"),
    [("all", "# @>B#", "# >@#"), ("boxes", "# @>B#", "# @ #"), ("pushers", "# @B #", "# >@#")],
)
def test_whom_a_conveyor_carries(rule: str, box: str, pusher: str) -> None:
    """An option names boxes, or pushers, alone."""
    assert rows(level("#@B> #", conveyor=rule), "r") == box
    assert rows(level("#@> #", conveyor=rule), "r") == pusher


def test_a_one_way_conveyor_carries_nothing() -> None:
    """It cannot be entered against its arrow, neither by a pusher nor by a box."""
    assert rows(level("#@> #", conveyor="one-way"), "r") == "# @ #"
    assert (
        refused(level("#@< #", conveyor="one-way"), "r")
        == "the pusher cannot go right, the conveyor does not let it in"
    )
    assert refused(level("#@$< #", conveyor="one-way"), "r") == "the pusher cannot go right, the box is blocked"
    assert rows(level("#@'<#", conveyor="one-way"), "r") == "# @<#"


def test_a_ring_of_conveyors_stops_at_the_first_repetition() -> None:
    """A pusher who rides round it comes to rest on a cell where they have been before."""
    start = level("####", "#>v#", "#^<#", "#@ #")
    assert rows(start, "u") == "####|#>v#|#@<#|#  #"
    transition = GAME.rules.apply(GAME.rules.initial_state(start), (13, UP))
    assert transition is not None
    assert max(change.tick for change in transition.changes) == 4


def test_the_foremost_moves_first_and_ties_go_by_reading_order() -> None:
    """A row on a belt moves as one; two boxes that head for one cell from two sides: the nearer to its edge wins."""
    assert rows(level("#@  >>> #", "#   BB  #", ground=("#   >>  #", "#   >>> #")), "r")[10:] == "#   >>BB#"
    assert rows(level("#B R#", "#@  #", ground=("#> <#",)), "r") == "#>BR#|# @ #"
    assert rows(level("#B R@#", "#    #", ground=("#> < #",)), "d") == "#BR< #|#   @#"


def test_ice_comes_before_conveyors_and_each_moves_once_a_tick() -> None:
    """A piece that slides onto a conveyor is carried only in the next tick."""
    transition = GAME.rules.apply(GAME.rules.initial_state(level("#@B'> #")), (1, RIGHT))
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [
        (0, "push"), (0, "walk"), (1, "slide"), (2, "carry"),
    ]  # fmt: skip


def test_a_weak_tile_of_two_uses_stands_one_crossing_more() -> None:
    """It wears to one use, then breaks; by the option it breaks under boxes only, at once."""
    assert played(level("#@W #"), "rr").terrain[2] == Terrain("weak", uses=1)
    assert rows(level("#@W #"), "rrll") == "#@! #"
    assert rows(level("#@ W  #", weak="boxes"), "rrrll") == "# @W  #"
    assert rows(level("#@$W  #", weak="boxes"), "r") == "# @$  #"
    assert rows(level("#@$W  #", weak="boxes"), "rr") == "#  !$ #"
    assert rows(level("#@w #", weak="boxes"), "rr") == "# !@#"


def test_a_pusher_follows_a_box_into_the_hole_that_it_leaves() -> None:
    """A box pushed off a weak tile of one use breaks it, and the pusher steps into the hole."""
    start = level("#@$  #", ground=("# w  #",))
    assert rows(start, "r") == "# !$ #"
    transition = GAME.rules.apply(GAME.rules.initial_state(start), (1, RIGHT))
    assert transition is not None
    assert [change.cause for change in transition.changes] == ["push", "wear", "walk", "fall"]
    assert rows(level("#@$  #", ground=("# W  #",)), "r") == "# @$ #"


def test_a_weak_tile_may_break_only_when_it_is_left_empty() -> None:
    """A pusher who follows a box still stands on it; what leaves it last breaks it, of two uses one."""
    start = level("#@$  #", ground=("# w  #",), weak="emptied")
    assert rows(start, "r") == "# @$ #"
    assert rows(start, "rr") == "# !@$#"
    assert rows(level("#@w  #", weak="emptied"), "rr") == "# !@ #"
    twice = level("#@$   #", ground=("# W   #",), weak="emptied")
    assert played(twice, "r").terrain[2] == Terrain("weak", uses=2)
    assert played(twice, "rr").terrain[2] == Terrain("weak", uses=1)


def test_a_box_can_fill_a_hole_by_the_option() -> None:
    """Holes of the board and broken tiles alike become floor."""
    assert rows(level("#@$! #", hole_fill="yes"), "rrr") == "#   @#"
    assert rows(level("#@w$!#", hole_fill="yes"), "r") == "# @$!#"
    start = level("#@w  #", "# $  #", "#    #", hole_fill="yes")
    assert rows(start, "rrrddll") == "# !  #|# $  #|# @  #"
    assert rows(start, "rrrddllu") == "#    #|# @  #|#    #"


def test_a_box_from_another_row_of_a_linked_group_moves_too() -> None:
    """Each of the linked pushers pushes what stands before it; one move may push several boxes."""
    start = level("#&R  #", "#&R  #")
    transition = GAME.rules.apply(GAME.rules.initial_state(start), (1, RIGHT))
    assert transition is not None
    assert transition.pushes == ((2, 3), (8, 9))
    assert GAME.controls.format(GAME.rules.initial_state(start), [(1, RIGHT)]) == "R"
    assert rows(level("#&R :#", "#& R #", ground=("#  : #", "#    #")), "rr") == "# @R:#|#  @R#"


def test_sticky_boxes_move_together_or_not_at_all() -> None:
    """By the option the boxes of a colour that touch are pushed as one."""
    start = level("#@RR #", "#  R #", sticky="yes")
    assert rows(start, "r") == "# @RR#|#   R#"
    assert refused(level("#@RR #", "#  R##", sticky="yes"), "r") == "the pusher cannot go right, the box is blocked"
    assert refused(level("#@RR #"), "r") == "the pusher cannot go right, the box is blocked"
    assert refused(level("#@$$ #", sticky="yes"), "r") == "the pusher cannot go right, the box is blocked"


# Winning and losing ---------------------------------------------------------------------------------------------------


def test_the_sokoban_part_needs_every_plain_box_and_every_goal() -> None:
    """Goals take boxes of any colour; fewer boxes than goals will do if there are plain ones."""
    assert outcome(level("#@$.#"), "r")[0] is Status.SOLVED
    assert outcome(level("#@$..#"), "r")[0] is Status.SOLVED
    assert outcome(level("#@B.#"), "r")[0] is Status.SOLVED
    assert outcome(level("#@$ .#", "#  B.#"), "rr")[0] is Status.PLAYING
    assert outcome(level("#@$ .#", "# @B.#"), "rr{ld}r")[0] is Status.SOLVED


def test_both_parts_must_be_solved() -> None:
    """A mixed puzzle with its boxes on goals still wants its colours together."""
    mixed = level("#@$. #", "#R R #")
    assert outcome(mixed, "r")[0] is Status.PLAYING
    assert outcome(level("#@$. #", "#@R R#"), "r{ld}r")[0] is Status.SOLVED


def test_a_level_without_goals_and_colours_has_no_win() -> None:
    """One box of a colour is a group already, so there is nothing to solve: a fault of the level."""
    assert outcome(level("#@B  #"), "r")[0] is Status.PLAYING
    assert "found nothing to solve, expected goals, or two boxes of a colour" in map(
        str, GAME.rules.problems(level("#@B  #"))
    )


def test_a_colour_that_has_lost_a_box_is_lost() -> None:
    """How many boxes of a colour are gone is a counter of the board; the option lets the rest alone touch."""
    start = level("#@B! #", "#B B #")
    assert outcome(start, "r") == (Status.LOST, "blue can no longer be joined, a box is gone")
    assert played(start, "r").counters == (NamedCounter("swallowed blue", 1),)
    assert outcome(level("#@B! #", "#BB  #", hole_frees="yes"), "r")[0] is Status.SOLVED
    assert outcome(level("#@R! #", "#B B #"), "r") == (Status.PLAYING, "")


def test_a_swallowed_plain_box_leaves_the_count_of_goals() -> None:
    """The surplus box goes into the hole; without any plain box too few boxes are a loss."""
    assert outcome(level("#@$! #", "#@$. #"), "r{ld}r")[0] is Status.SOLVED
    assert outcome(level("#@$! #", "#   .#"), "r") == (Status.LOST, "fewer boxes than goals are left")


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (level("#  R R#"), "found no pusher, expected at least one"),
        (
            level("#@$$ .#"),
            "found more boxes without a colour than goals, 2 and 1, expected a goal for each, or a hole for the others",
        ),
        (
            level("#@R .  .#"),
            "found fewer boxes than goals, 1 and 2, expected a box for each goal, or one without a colour",
        ),
        (level("#@ R R#", ground=("#!    #",)), "B1: a pusher stands on a black hole"),
        (level("#@ R R#", ground=("#  b  #",)), "D1: a red box stands where none can come, on a filter"),
        (level("#@ RR #"), "the level is solved before the first move"),
    ],
)
def test_faults_of_a_level_are_reported(start: Level, message: str) -> None:
    """Each in a sentence."""
    assert message in map(str, GAME.rules.problems(start))


def test_strange_counters_and_options_are_refused() -> None:
    """No state can hold them."""
    start = level("#@B B#")
    with pytest.raises(LevelError, match="found the counter steps=1"):
        GAME.rules.initial_state(replace(start, board=replace(start.board, counters=(NamedCounter("steps", 1),))))
    with pytest.raises(OptionError, match="found link=loose, expected one of independent, rigid"):
        GAME.rules.initial_state(level("#@B B#", link="loose"))


# Choosing a pusher ----------------------------------------------------------------------------------------------------


def test_linked_pushers_are_chosen_as_one() -> None:
    """Any of them stands for all; next and previous go to the next group."""
    start = level("#&  &#", "#@  &#", "#   P#")
    state = GAME.rules.initial_state(start)
    assert GAME.rules.pseudo_legal_moves(state)[::4] == [(1, LEFT), (7, LEFT), (16, LEFT)]
    assert GAME.controls.parse(state, "{rrr}ll") == [(1, LEFT), (1, LEFT)]
    assert GAME.controls.format(state, [(1, LEFT), (7, RIGHT), (1, LEFT)]) == "l{d}r{lu}l"
    top, other, plain_one, linked, red = GAME.controls.focus(state)
    assert (other.anchor, linked.anchor) == (4, 10)
    assert GAME.controls.key(state, other, "right") == (1, RIGHT)
    assert GAME.controls.key(state, top, "next") == Focus(plain_one)
    assert GAME.controls.key(state, plain_one, "next") == Focus(linked)
    assert GAME.controls.key(state, linked, "next") == Focus(red)
    assert GAME.controls.key(state, red, "previous") == Focus(linked)


def test_the_focus_stays_with_the_piece_of_a_group() -> None:
    """When another of the group becomes the first in reading order, the keys still steer the same piece."""
    session = Session(level("#    #", "#&## #", "#&   #", "#   @#"))
    session.press("next")
    assert session.focus == Piece("pusher", (22,))
    session.press("previous")
    session.press("right")
    assert session.text == "r"
    assert session.focus == Piece("pusher", (14,), group=1)


def test_when_the_pusher_is_gone_the_top_left_one_is_next() -> None:
    """Notation goes on from there, both ways."""
    start = level("# @  #", "#@!  #")
    text = "{ld}rr"
    assert (
        GAME.controls.format(
            GAME.rules.initial_state(start), GAME.controls.parse(GAME.rules.initial_state(start), text)
        )
        == text
    )
    assert rows(start, text) == "#  @ #|# !  #"


def test_a_pointer_spares_weak_tiles_and_avoids_holes() -> None:
    """Walks and pushes are played by the rules, ice and belts included."""
    start = level("#@w  #", "#    #", "# !  #")
    paths = GAME.controls.reach(GAME.rules.initial_state(start), 1, 1000)
    assert GAME.controls.format(GAME.rules.initial_state(start), paths[3]) == "drru"
    assert 14 not in paths
    ice = level("#@$''  #")
    assert (
        GAME.controls.format(
            GAME.rules.initial_state(ice), GAME.controls.reach(GAME.rules.initial_state(ice), 2, 1000)[5]
        )
        == "R"
    )
    assert not GAME.controls.reach(GAME.rules.initial_state(ice), 2, 0)
    assert not GAME.controls.reach(GAME.rules.initial_state(ice), 6, 1000)


def test_a_refused_move_names_its_step() -> None:
    """As in every game."""
    with pytest.raises(IllegalMove, match="step 2: the pusher cannot go right, the box is locked"):
        GAME.controls.format(GAME.rules.initial_state(level("#@B: #")), [(1, RIGHT), (2, RIGHT)])


# The levels -----------------------------------------------------------------------------------------------------------


def without(*kinds: str) -> Callable[[Level], Level]:
    """Return the variation that makes some terrain plain floor."""

    def variation(start: Level) -> Level:
        terrain = tuple(FLOOR if ground.kind in kinds else ground for ground in start.board.terrain)
        return replace(start, board=replace(start.board, terrain=terrain))

    return variation


def unlinked(start: Level) -> Level:
    """Cut all links."""
    pieces = tuple(piece._replace(group=0) for piece in start.board.pieces)
    return replace(start, board=replace(start.board, pieces=pieces))


def colourless(start: Level) -> Level:
    """Take the colours from the boxes, and with them the Interlock part."""
    pieces = tuple(piece._replace(colours=()) if piece.kind == "box" else piece for piece in start.board.pieces)
    return replace(start, board=replace(start.board, pieces=pieces))


def any_colour(start: Level) -> Level:
    """Let the colours of pushers mean nothing."""
    return replace(start, options=(("pusher_colour", "any"),))


TAUGHT = {
    "Together": (colourless,),
    "Not mine": (any_colour,),
    "Sieve": (without("filter"),),
    "Parked": (without("lock"),),
    "In step": (unlinked,),
    "Skating lesson": (without("ice"),),
    "Pairs on ice": (without("ice"), unlinked),
    "Cold storage": (without("ice"), without("conveyor")),
    "Cracks in the floor": (without("weak"),),
    "One too many": (without("hole"),),
    "Baggage hall": (without("conveyor"),),
}


@pytest.mark.parametrize("shipped", formats.read_file(levels.path("crossoban")).levels, ids=lambda level: level.title)
def test_each_level_needs_what_it_teaches(shipped: Level) -> None:
    """With any of its elements switched off it cannot be solved, or takes longer; its solution is a shortest one."""
    replay = verify(shipped, shipped.saved_moves[0].text)
    assert replay.metrics is not None
    moves = replay.metrics.moves
    assert fewest_moves(shipped) == moves
    for variation in TAUGHT[shipped.title]:
        without = fewest_moves(variation(shipped))
        assert without is None or without > moves
