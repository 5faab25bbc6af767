"""Golden counts of all positions of tiny boards, of every game."""

from __future__ import annotations

import pytest
from tests.conformance import states

from pushbox import games


@pytest.mark.parametrize("key", games.keys())
def test_golden_states(key: str) -> None:
    """Each game has boards with options and without, as far as it has any, and its rules give the golden counts."""
    game = games.find(key)
    cases = states.read(key)
    assert len(cases) >= 3
    for level, counts in cases:
        assert level.game == key
        assert states.counts(game, level) == counts
        assert counts["solved"]
    assert any(not level.options for level, _ in cases)
