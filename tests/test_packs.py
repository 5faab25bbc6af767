"""The packs of puzzles: enough of them, no two alike, each solved."""

from __future__ import annotations

from collections import Counter

import pytest

import pushbox
from pushbox import games, levels
from pushbox.generator import layout_id
from pushbox.identity import canonical_id
from pushbox.level import Level
from pushbox.play.verify import verify
from pushbox.solver import Limit, solve

PACKS = {name: pushbox.builtin(name) for name in levels.names() if levels.path(name).parent.name == "packs"}
CAMPAIGN = [name for name in PACKS if name.startswith("campaign-")]


def every() -> list[Level]:
    """Return the levels of all packs."""
    return [level for pack in PACKS.values() for level in pack]


def test_there_is_enough_to_play() -> None:
    """At least 300 levels of the campaign, and the searches that prove the best solutions grow from pack to pack."""
    assert sum(len(PACKS[name]) for name in CAMPAIGN) >= 300
    middle = [PACKS[name][len(PACKS[name]) // 2] for name in CAMPAIGN]
    efforts = [solve(level, objective="pushes", limit=Limit(seconds=None, nodes=200_000)).nodes for level in middle]
    assert efforts == sorted(efforts)


def test_there_is_enough_of_every_game() -> None:
    """At least 20 puzzles of each, every one with a note; shown by their efforts, the easiest first."""
    counts = Counter(level.game for level in every() if level.notes)
    assert min(counts[key] for key in games.keys()) >= 20


def test_no_two_levels_are_alike() -> None:
    """Nor have any two a title in common."""
    layouts = Counter(layout_id(level) for name in CAMPAIGN for level in PACKS[name])
    boards = Counter(canonical_id(level) for level in every())
    titles = Counter(level.title for level in every())
    assert [key for tally in (layouts, boards, titles) for key, count in tally.items() if count > 1] == []


@pytest.mark.parametrize("name", PACKS)
def test_each_level_has_a_solution_and_no_fault(name: str) -> None:
    """The solution replays, and the game has nothing to say against the level."""
    for level in PACKS[name]:
        assert verify(level, level.saved_moves[0].text).solved, level.title
        assert not games.find(level.game).rules.problems(level), level.title
