"""What the tests of the formats share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_SHARED = Path(os.environ.get("PUSHBOX_SHARED") or Path(__file__).parents[3] / "shared")


@pytest.fixture(scope="session")
def shared_levels() -> Path:
    """The folder of real levels and cases, which stands beside the project; the test is skipped without it."""
    folder = _SHARED / "levels"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/levels is not here (PUSHBOX_SHARED names another place)")
    return folder
