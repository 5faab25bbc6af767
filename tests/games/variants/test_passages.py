"""Passages: walls that open by pressing, and hidden ones."""

from __future__ import annotations

from typing import Any

from tests.games.variants.variant_levels import BOX, SOKOBAN, after, judged, level, refused, seen

from pushbox.board import Terrain


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
