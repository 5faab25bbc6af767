"""What every test may ask for, and how Hypothesis runs: the same examples each time, on any machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

BESIDE_THE_PROJECT = Path(__file__).resolve().parents[2] / "shared" / "levels"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real levels and cases, which is no part of the project; PUSHBOX_SHARED names another place."""
    folder = Path(os.environ.get("PUSHBOX_SHARED") or BESIDE_THE_PROJECT)
    if not folder.is_dir():
        pytest.skip("../shared/levels is not there")
    return folder
