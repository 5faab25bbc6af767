"""The script that makes bosses: boxes are pulled off the goals, and the pulls backwards are a solution."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import pushbox
from pushbox.level import Level
from pushbox.play.verify import verify

SCRIPTS = Path(__file__).parents[2] / "scripts"
BOSSES = pushbox.builtin("campaign-18")


@pytest.fixture(scope="module")
def scripts() -> Iterator[tuple[ModuleType, ModuleType, ModuleType]]:
    """Yield the modules of the drawings, of the pulls, and of the search."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SCRIPTS))
        from levels.bosses import plans, pulls, search  # type: ignore[import-not-found]

        yield plans, pulls, search
    for name in [name for name in sys.modules if name == "levels" or name.startswith("levels.")]:
        sys.modules.pop(name)


def test_pulls_backwards_are_a_solution(scripts: tuple[ModuleType, ModuleType, ModuleType]) -> None:
    """Of levels of several buildings; where there are no boxes it cannot be written."""
    plans, pulls, search = scripts
    random, solved = Random(1), 0
    for plan in plans.PLANS[7:13]:
        floor = frozenset(cell for cell, sign in enumerate(plan.signs) if sign != "#")
        goals = frozenset(cell for cell, sign in enumerate(plan.signs) if sign == ".")
        yard = search.yard_of(plan, floor)
        begin = random.choice(sorted(floor - goals))
        if (pulled := yard.wander(pulls.bits(goals), 1 << begin, 20, random)) is None:
            continue
        room = search.room_of(floor, goals, pulled)
        level = Level(room.board(plan.width, len(plan.rows)))
        text = pulls.written(room, pulled.pushes, pulled.pushes[-1].cell, plan.width, len(plan.rows))
        assert verify(level, text).solved, plan.title
        assert sum(map(str.isupper, text)) == len(pulled.pushes)
        with pytest.raises(ValueError, match="no box on"):
            pulls.written(replace(room, boxes=frozenset()), pulled.pushes, begin, plan.width, len(plan.rows))
        solved += 1
    assert solved >= 3


def test_bosses_are_the_buildings_that_are_drawn(scripts: tuple[ModuleType, ModuleType, ModuleType]) -> None:
    """Each has the goals of the drawing of its name, and walls that are as symmetric as it."""
    plans, _, _ = scripts
    by_title = {plan.title: plan for plan in plans.PLANS}
    for level in BOSSES:
        plan, board = by_title[level.title], level.board
        drawn = [divmod(cell, plan.width) for cell, sign in enumerate(plan.signs) if sign == "."]
        goals = [divmod(cell, board.width) for cell in sorted(board.cells_of("goal"))]
        assert len({(row - one, column - other) for (row, column), (one, other) in zip(drawn, goals, strict=True)}) == 1
        signs = [cell.kind for cell in board.terrain]
        rows = [signs[begin : begin + board.width] for begin in range(0, len(signs), board.width)]
        match plan.image:
            case "mirror":
                assert rows == [row[::-1] for row in rows], level.title
            case "reflection":
                assert rows == rows[::-1], level.title
            case "half a turn":
                assert rows == [row[::-1] for row in rows[::-1]], level.title
            case image:
                assert image == "none", level.title
