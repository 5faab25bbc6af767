"""Boards that tests of readers spoil."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.formats.plain_boards import boards_within

from pushbox import levels


@pytest.fixture(scope="session")
def own_boards() -> list[list[str]]:
    """Return the boards of the campaign."""
    return boards_within(levels.path("lessons").parent)


@pytest.fixture(scope="session")
def real_boards(shared: Path) -> list[list[str]]:
    """Return thousands of boards of others."""
    return boards_within(shared)
