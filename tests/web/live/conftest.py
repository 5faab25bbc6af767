"""Games of these tests begin at once."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the countdown."""
    monkeypatch.setattr("pushbox.web.live.rooms.COUNTDOWN", 0.0)
