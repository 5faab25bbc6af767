"""Perft: golden counts of lines of play, of every game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pushbox import games
from pushbox.formats.json import level_from_json
from pushbox.play.perft import perft, split

GOLDEN = Path(__file__).parents[1] / "golden" / "perft"


@pytest.mark.parametrize("key", games.keys())
def test_golden_counts(key: str) -> None:
    """Each game has golden counts, for depths from 1 on, and its rules give them."""
    cases = json.loads((GOLDEN / f"{key}.json").read_text(encoding="utf-8"))
    assert cases
    for case in cases:
        level = level_from_json(case["level"])
        assert level.game == key
        assert [perft(level, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]


@pytest.mark.parametrize("key", games.keys())
def test_a_split_adds_up(key: str) -> None:
    """The parts of a split by first moves add up to the whole."""
    case = json.loads((GOLDEN / f"{key}.json").read_text(encoding="utf-8"))[0]
    assert sum(split(level_from_json(case["level"]), 3).values()) == case["counts"][2]
