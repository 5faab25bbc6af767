"""The clock of all tests of deadlines."""

from __future__ import annotations

import pytest
from tests.analysis.deadlines.parts import Clock

from pushbox import deadline


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(deadline, "monotonic", made)
    return made
