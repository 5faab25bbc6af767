"""The packs of puzzles: enough of them, no two alike, each solved, and what their notes say is true."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

import pushbox
from pushbox import games, levels
from pushbox.games.position import load
from pushbox.generator import layout_id
from pushbox.identity import canonical_id
from pushbox.level import Level
from pushbox.play.verify import verify
from pushbox.solver import Limit, solve

SCRIPTS = Path(__file__).parent.parent / "scripts"
PACKS = {name: pushbox.builtin(name) for name in levels.names() if levels.path(name).parent.name == "packs"}
CAMPAIGN = [name for name in PACKS if name.startswith("campaign-")]
SLOW = {
    "Of the pushes that you can begin with, only one does not lose.",
    "Most of the pushes that you can begin with lose.",
    "None of the pushes that you can begin with loses.",
}  # sentences that take searches


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


def test_what_a_note_says_is_needed_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a level has no solution or a longer one, and no solution is shorter than the one that is shipped."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from levels import family  # type: ignore[import-not-found]

    sys.modules.pop("levels", None)
    for game in family.GAMES:
        for level in PACKS[f"{game.key}-puzzles"][::3]:
            theme = next(theme for theme in game.themes if theme.note == level.notes)
            rated = family.rate(game, theme, level)
            assert rated is not None, level.title
            assert rated.needs_all, level.title
            metrics = verify(level, level.saved_moves[0].text).metrics
            assert metrics is not None
            assert rated.moves == metrics.moves >= theme.moves, level.title


def test_notes_on_the_campaign_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of a level holds for its solution."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from levels.notes import SENTENCES, Facts  # type: ignore[import-not-found]

    sys.modules.pop("levels", None)
    for name in CAMPAIGN:
        for level in PACKS[name]:
            if level.notes not in SLOW:
                position, moves = load(level), level.saved_moves[0].text
                metrics = verify(level, moves).metrics
                facts = Facts(level, moves, metrics, position.rules.lower_bound(position.state))
                assert SENTENCES[level.notes](facts), (level.title, level.notes)
