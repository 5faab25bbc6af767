"""The rules of Blockoban, on boards drawn with letters: R B squares, r b circles, 1 2 grouped squares, x and o grey."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.search import fewest_moves

from pushbox import formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import IllegalMove, LevelError, NotationError
from pushbox.games.api import Focus, Status
from pushbox.games.blockoban import HOLE, STICKY
from pushbox.level import Level, Scalar
from pushbox.play.session import Session
from pushbox.play.verify import ReplayStatus, verify
from pushbox.tiling import DOWN, LEFT, RIGHT, UP

GAME = games.find("blockoban")
GROUNDS = {"#": WALL, "!": HOLE, ",": STICKY, "?": GOAL._replace(colour="red"), "%": GOAL._replace(colour="blue")}
PIECES = {
    "R": Piece("block", (0,), ("red",)),
    "B": Piece("block", (0,), ("blue",)),
    "r": Piece("circle", (0,), ("red",)),
    "b": Piece("circle", (0,), ("blue",)),
    "x": Piece("block", (0,)),
    "o": Piece("circle", (0,)),
    "1": Piece("block", (0,), ("red",), group=1),
    "2": Piece("block", (0,), group=2),
}


def level(*rows: str, **options: Scalar) -> Level:
    """Return a level drawn with # wall, ! hole, a comma for sticky, ? and % tiles of red and blue, and `PIECES`."""
    drawn = "".join(rows)
    pieces = tuple(PIECES[sign]._replace(cells=(cell,)) for cell, sign in enumerate(drawn) if sign in PIECES)
    terrain = tuple(GROUNDS.get(sign, FLOOR) for sign in drawn)
    return Level(Board(len(rows[0]), len(rows), terrain, pieces), "blockoban", tuple(options.items()))


def after(start: Level, text: str) -> str:
    """Return the picture after a line, rows between strokes."""
    state = GAME.rules.initial_state(start)
    for move in GAME.controls.parse(state, text):
        transition = GAME.rules.apply(state, move)
        assert transition is not None
        state = transition.state
    return str(GAME.rules.board(state)).replace("\n", "|")


def refused(start: Level, text: str) -> bool:
    """Return whether nothing moves."""
    state = GAME.rules.initial_state(start)
    (move,) = GAME.controls.parse(state, text)
    return GAME.rules.apply(state, move) is None


def test_a_swiped_piece_slides_until_something_stops_it() -> None:
    """A wall stops it, another piece does, and the end of the level's cells."""
    assert after(level("R   #"), "0,0>") == "   r#"
    assert after(level("R  x "), "0,0>") == "  rx"
    assert after(level("R   "), "0,0>") == "   r"
    assert after(level("R", " ", " "), "0,0v") == "||r"
    assert refused(level(" R#"), "0,1>")
    assert refused(level("RB "), "0,0>")


def test_each_transition_holds_every_step() -> None:
    """A slide is one tick a cell, and its end is what was pushed."""
    transition = GAME.rules.apply(GAME.rules.initial_state(level("R   #")), (0, RIGHT))
    assert transition is not None
    assert [(change.tick, change.cause) for change in transition.changes] == [(0, "slide"), (1, "slide"), (2, "slide")]
    assert transition.pushes == ((0, 3),)


def test_a_sticky_tile_stops_and_lets_go() -> None:
    """A piece stops on the tile, and slides on when it is swiped again."""
    assert after(level("R , #"), "0,0>") == "  r #"
    assert after(level("R , #"), "0,0> 0,2>") == "  ,r#"


def test_a_square_that_hits_a_circle_passes_its_motion_on() -> None:
    """The square stops before the circle, which goes on until it hits something itself."""
    assert after(level("R r  #"), "0,0>") == " r  s#"
    assert after(level("R r x#"), "0,0>") == " r sx#"
    assert after(level("R r#"), "0,0>") == " rs#"
    transition = GAME.rules.apply(GAME.rules.initial_state(level("R r  #")), (0, RIGHT))
    assert transition is not None
    assert [change.tick for change in transition.changes] == [0, 1, 2]
    assert transition.pushes == ((0, 1), (2, 4))


def test_a_circle_that_hits_a_square_stops() -> None:
    """Circles do not push squares."""
    assert after(level("r R  #"), "0,0>") == " sr  #"


def test_a_circle_passes_its_motion_on_to_a_circle_only_with_the_option() -> None:
    """By default it just stops; with chain=yes the motion runs on through any number of circles."""
    assert after(level("r b  #"), "0,0>") == " sc  #"
    assert after(level("R rb  #"), "0,0>") == " rsc  #"
    assert after(level("R rb  #", chain="yes"), "0,0>") == " rs  c#"
    assert after(level("r b  #", chain="yes"), "0,0>") == " s  c#"


def test_a_touching_square_hits_a_circle_by_default() -> None:
    """By default the swipe of a square at a circle moves the circle alone; with nudge=no nothing moves."""
    assert after(level("Rr  #"), "0,0>") == "r  s#"
    assert refused(level("Rr  #", nudge="no"), "0,0>")
    assert after(level(" R r #", nudge="no"), "0,1>") == "  r s#"


def test_circles_are_swiped_by_default() -> None:
    """With circles=hit they move only when a square hits them, and nothing offers to steer them."""
    assert after(level("r  #"), "0,0>") == "  s#"
    only_hit = level("R r  #", circles="hit")
    assert refused(only_hit, "0,2>")
    assert after(only_hit, "0,0>") == " r  s#"
    assert [piece.kind for piece in GAME.controls.focus(GAME.rules.initial_state(only_hit))] == ["block"]
    state = GAME.rules.initial_state(only_hit)
    assert GAME.rules.explain_illegal(state, (2, RIGHT)) == "the circle on C1 moves only when it is hit"


def test_a_group_is_swiped_as_one() -> None:
    """Each of its squares slides for itself, in the same direction, whichever of them is swiped."""
    start = level("1   #", " 1 ##", "     ")
    assert after(start, "0,0>") == after(start, "1,1>") == "   r#|  r##|"
    assert after(level("1 1  #"), "0,0>") == "   rr#"
    assert after(level("1  R1 #"), "0,0>") == "  rr r#"


def test_a_rigid_group_stops_together() -> None:
    """With notched=rigid it keeps its shape: what stops one square stops all, a wall or a sticky tile."""
    assert after(level("1   #", " 1 ##", notched="rigid"), "0,0>") == " r  #|  r##"
    assert after(level("1    #", "1 ,  #", notched="rigid"), "0,0>") == "  r  #|  r  #"
    assert refused(level("1   #", "1#   ", notched="rigid"), "0,0>")
    assert after(level("1 r  #", "1    #", notched="rigid"), "0,0>") == " r  s#| r   #"


def test_a_piece_that_flies_off_is_lost() -> None:
    """A frame of holes is the edge; the piece is gone, the level lost, and the position a level still."""
    start = level("!!!!!", "!R !!", "!!!!!")
    state = GAME.rules.initial_state(start)
    transition = GAME.rules.apply(state, (6, RIGHT))
    assert transition is not None
    assert GAME.rules.outcome(transition.state) == (Status.LOST, "1 piece flew off the board", 0)
    assert transition.pushes == ((6, -1),)
    assert [(change.tick, change.cause) for change in transition.changes] == [
        (0, "slide"),
        (1, "slide"),
        (2, "fall"),
        (2, "fall"),
    ]
    assert dict(GAME.rules.board(transition.state).counters) == {"fallen": 1}
    assert GAME.rules.initial_state(GAME.rules.to_level(transition.state)) == transition.state
    assert verify(start, "1,1>").message == "1 piece flew off the board"


def test_undo_brings_a_fallen_piece_back() -> None:
    """Losing ends nothing."""
    session = Session(level("!!!!!", "!R !!", "!!!!!"))
    session.play_text("1,1>")
    assert session.outcome().status is Status.LOST
    assert session.undo()
    assert session.outcome().status is Status.PLAYING


def test_solved_is_every_coloured_piece_on_a_tile_of_its_colour() -> None:
    """Squares and circles alike; grey pieces stand where they like, and a tile of another colour does not count."""
    assert GAME.rules.outcome(GAME.rules.initial_state(level("R x#"))).status is Status.PLAYING
    assert verify(level("R  ?#", "b  %#", "x   #"), "0,0> 1,0>").solved
    assert verify(level("R  %#", "b  ?#"), "0,0> 1,0>").status is ReplayStatus.UNSOLVED
    assert not verify(level("R  ?#", "b  %#"), "0,0>").solved


def test_notation_names_a_cell_and_a_direction() -> None:
    """Row and column from 0, then an arrow, V for v too; what is no swipe is refused with its place."""
    state = GAME.rules.initial_state(level("R  #", "   #"))
    moves = GAME.controls.parse(state, "0,0>; 0,2V\n1,2 <")
    assert moves == [(0, RIGHT), (2, DOWN), (6, LEFT)]
    assert GAME.controls.format(state, moves) == "0,0> 0,2v 1,2<"
    for wrong in ("0,0", "rr", "9,0>"):
        with pytest.raises(NotationError, match="character 1: found"):
            GAME.controls.parse(state, wrong)
    with pytest.raises(IllegalMove, match="step 2: there is no piece on A1"):
        GAME.controls.format(state, [(0, RIGHT), (0, RIGHT)])
    with pytest.raises(IllegalMove, match="step 1: the square on A1 cannot slide up"):
        GAME.controls.format(state, [(0, UP)])


def test_keys_swipe_what_is_steered() -> None:
    """Arrows swipe the focus, next and previous go through the pieces, and the piece swiped last stays steered."""
    start = level("R  #", "b  #")
    state = GAME.rules.initial_state(start)
    one, two = GAME.controls.focus(state)
    assert GAME.controls.key(state, two, "right") == (4, RIGHT)
    assert GAME.controls.key(state, one, "next") == GAME.controls.key(state, one, "previous") == Focus(two)
    assert GAME.controls.key(state, one, "act") is None
    session = Session(start)
    session.press("next")
    session.press("right")
    assert session.focus == Piece("circle", (6,), ("blue",))
    session.play_text("0,0>")
    assert session.focus == Piece("block", (2,), ("red",))


def test_a_pointer_drags_a_piece_to_where_it_comes_to_rest() -> None:
    """Over several swipes; and a drag to a neighbouring cell is a swipe."""
    start = level("R  #", "   #")
    paths = GAME.controls.reach(GAME.rules.initial_state(start), 0, 100)
    assert {cell: GAME.controls.format(GAME.rules.initial_state(start), moves) for cell, moves in paths.items()} == {
        1: "0,0>",
        2: "0,0>",
        4: "0,0v",
        6: "0,0> 0,2v",
    }
    assert not GAME.controls.reach(GAME.rules.initial_state(start), 0, 2)
    assert not GAME.controls.reach(GAME.rules.initial_state(start), 5, 100)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("x  #",), "found no coloured piece, expected at least one"),
        (("R R?#",), "found 2 red pieces and 1 tile for them, expected as many tiles as pieces"),
        (("R ??#",), "found 1 red piece and 2 tiles for it, expected as many tiles as pieces"),
        (("R ?%#",), "found 0 blue pieces and 1 tile for them, expected as many tiles as pieces"),
    ],
)
def test_problems_are_sentences(rows: tuple[str, ...], message: str) -> None:
    """Each fault of a position has its sentence."""
    assert message in [str(problem) for problem in GAME.rules.problems(level(*rows))]


def test_tiles_need_a_colour_and_pieces_ground() -> None:
    """A tile without a colour is reported; a piece over a hole is no state."""
    plain = level("R ? #").board
    bare = replace(plain, terrain=(FLOOR, GOAL, plain.terrain[2], FLOOR, WALL))
    assert "B1: found a tile without a colour, which means nothing" in map(
        str, GAME.rules.problems(Level(bare, "blockoban"))
    )
    solved = replace(plain, pieces=(plain.pieces[0]._replace(cells=(2,)),))
    assert [str(p) for p in GAME.rules.problems(Level(solved, "blockoban"))] == [
        "the level is solved before the first move"
    ]
    over = replace(plain, terrain=(HOLE, *plain.terrain[1:]))
    with pytest.raises(LevelError, match="A1: a block stands in a hole"):
        GAME.rules.initial_state(Level(over, "blockoban"))


def _ground(level: Level, kind: str, other: Terrain) -> Level:
    terrain = tuple(other if tile.kind == kind else tile for tile in level.board.terrain)
    return replace(level, board=replace(level.board, terrain=terrain))


def _colour_blind(level: Level) -> Level:
    terrain = tuple(tile._replace(colour="grey") if tile.kind == "goal" else tile for tile in level.board.terrain)
    pieces = tuple(piece._replace(colours=("grey",)) if piece.colours else piece for piece in level.board.pieces)
    return replace(level, board=replace(level.board, terrain=terrain, pieces=pieces))


def _apart(level: Level) -> Level:
    return replace(
        level, board=replace(level.board, pieces=tuple(piece._replace(group=0) for piece in level.board.pieces))
    )


def _without(level: Level, option: str) -> Level:
    return replace(level, options=tuple((name, value) for name, value in level.options if name != option))


PROOFS: dict[str, Callable[[Level], Level]] = {
    "Slide": lambda start: _ground(start, "floor", STICKY),  # a step a swipe
    "Mind the Edge": lambda start: _ground(start, "hole", WALL),
    "To Each Its Own": _colour_blind,
    "Stuck": lambda start: _ground(start, "sticky", FLOOR),
    "Notched": lambda start: _without(start, "notched"),
    "Cradle": lambda start: _without(start, "chain"),
    "Sticky Corners": lambda start: _ground(start, "sticky", FLOOR),
    "In Step": _apart,
    "Side by Side": _apart,
    "Billiards": lambda start: _without(start, "circles"),
}
# Their rule only forbids, so without it the level is shorter.
FORBIDDING = {"Mind the Edge", "To Each Its Own", "In Step", "Side by Side", "Billiards"}


@pytest.mark.parametrize("shipped", formats.read_file(levels.path("blockoban")).levels, ids=lambda level: level.title)
def test_each_level_needs_its_rule(shipped: Level) -> None:
    """Without the rule that it teaches a level has no solution or a longer one; a rule that forbids shortens it."""
    length = len(shipped.saved_moves[0].text.split())
    assert fewest_moves(shipped) == length
    other = fewest_moves(PROOFS[shipped.title](shipped))
    if shipped.title in FORBIDDING:
        assert other is not None
        assert other < length
    else:
        assert other is None or other > length
