"""Boards that tests of readers spoil."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.depth import scaled
from tests.formats.plain_boards import boards_within

from pushbox import levels


@pytest.fixture(scope="session")
def own_boards() -> list[list[str]]:
    """Return the boards of the campaign."""
    return boards_within(levels.path("lessons").parent, scaled(1_000))


@pytest.fixture(scope="session")
def real_boards(shared: Path) -> list[list[str]]:
    """Return boards of others, thousands at the nightly depth."""
    return boards_within(shared, scaled(1_000))
