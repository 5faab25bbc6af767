"""The packs of puzzles: enough of them, no two alike, each solved."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest
from tests.depth import scaled

import pushbox
from pushbox import games, levels
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.similarity import NearIndex
from pushbox.games.position import load
from pushbox.generator import THEMES, layout_id
from pushbox.identity import canonical_id
from pushbox.level import Level
from pushbox.play.verify import verify
from pushbox.solver import Limit, native

PACKS = {name: pushbox.builtin(name) for name in levels.names() if levels.path(name).parent.name == "packs"}
CAMPAIGN = [name for name in PACKS if name.startswith("campaign-")]
THEMED = [name for name in CAMPAIGN if all("Theme" in dict(level.headers) for level in PACKS[name])]
QUICK = 20_000  # positions of a naive search that a test can repeat


def every() -> list[Level]:
    """Return the levels of all packs."""
    return [level for pack in PACKS.values() for level in pack]


def difficulty(level: Level) -> int:
    """Return how hard a level is for people, as its header says."""
    return int(dict(level.headers)["Difficulty"].partition("(")[2].removesuffix(" of 100)"))


def positions(level: Level) -> int:
    """Return how many positions of a level a naive search looks at, as its header says."""
    return int(dict(level.headers)["Positions"].removeprefix("over ").split()[0])


def test_there_is_enough_to_play() -> None:
    """At least 400 levels of the campaign, of few boxes and of many."""
    campaign = [level for name in CAMPAIGN for level in PACKS[name]]
    assert len(campaign) >= 400
    boxes = Counter(len(level.board.of_kind("box")) for level in campaign)
    assert min(boxes[count] for count in range(2, 11)) > 0


@pytest.mark.parametrize("name", CAMPAIGN)
def test_levels_rise_in_each_pack(name: str) -> None:
    """By their difficulty for people; by naive search the harder half takes more, and in packs of a theme each one."""
    pack = PACKS[name]
    assert [*map(difficulty, pack)] == sorted(map(difficulty, pack))
    searched = [*map(positions, pack)]
    middle = len(pack) // 2
    assert median(searched[:middle]) < median(searched[middle:])
    if name in THEMED:
        assert searched == sorted(searched)


def test_each_theme_of_the_generator_has_a_pack() -> None:
    """All of whose levels say so; the other packs of the campaign have none."""
    said = [{dict(level.headers).get("Theme") for level in PACKS[name]} for name in THEMED]
    assert sorted(theme for themes in said for theme in themes if theme) == sorted(THEMES)
    assert len(said) == len(THEMES)
    others = [level for name in CAMPAIGN if name not in THEMED for level in PACKS[name]]
    assert [level.title for level in others if "Theme" in dict(level.headers)] == []


def test_headers_say_what_is_measured() -> None:
    """Of some levels, in nightly runs of all that are searched quickly: the rating, and the naive search."""
    campaign = [level for name in CAMPAIGN for level in PACKS[name] if positions(level) < QUICK]
    for level in campaign[:: max(1, len(campaign) // scaled(100))]:
        rating = rate_difficulty(level, level.saved_moves[0].text)
        said = f"{rating.grade} ({rating.value:.0f} of 100)"
        assert dict(level.headers)["Difficulty"] == said, level.title
        limit = Limit(seconds=None, nodes=QUICK)
        assert native.search_rules(load(level), "any", limit, lambda _: None).nodes == positions(level), level.title


def test_no_two_levels_of_the_campaign_are_nearly_the_same() -> None:
    """However turned and mirrored."""
    index = NearIndex()
    for level in (level for name in CAMPAIGN for level in PACKS[name]):
        assert index.find(level) == [], level.title
        index.add(level)


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
