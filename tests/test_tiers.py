"""The tiers of the tests: what `make test` leaves to `make test-all`, and what a test without a marker may take."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tiers import SHARES, Share

PROJECT = Path(__file__).parents[1]
SLOW = """
import time, pytest
from tests.tiers import TIERS

def busy():
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass

@pytest.fixture(scope="module")
def shared():
    busy()

def test_unmarked(): busy()
def test_quick(shared): pass

@pytest.mark.parametrize("tier", [pytest.param(tier, marks=getattr(pytest.mark, tier)) for tier in TIERS])
def test_marked(tier): busy()
"""
QUICK_START = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


@pytest.fixture
def shares(request: pytest.FixtureRequest) -> dict[str, Share]:
    """Return the number of tests in each room, where all were collected."""
    collected: dict[str, Share] | None = request.config.stash.get(SHARES, None)
    if collected is None:
        pytest.skip("only a part of the tests was collected")
    return collected


def test_nine_tenths_are_in_every_run(shares: dict[str, Share]) -> None:
    """At most a tenth of all tests by number is left to `make test-all`."""
    assert shares[""].unmarked >= 0.9 * shares[""].total, str(shares[""])


def test_every_room_is_in_every_run(shares: dict[str, Share]) -> None:
    """Some tests of each room are unmarked; the room of tests in a browser is a tier of its own."""
    assert [room for room, share in shares.items() if not share.unmarked] == ["e2e"]


def test_an_unmarked_test_has_little_time(tmp_path: Path) -> None:
    """What takes longer without a marker fails; a fixture that tests share counts for none; the slowest are printed."""
    (tmp_path / "test_slow.py").write_text(SLOW)
    command = [
        sys.executable, "-m", "pytest", "-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(tmp_path), "-n", "1",
        "-p", "xdist.plugin", "-p", "pytest_timeout", "-p", "no:cacheprovider", "-p", "tests.processor_time",
        "-o", "processor_seconds_limit=0.2", "--slowest", "2", str(tmp_path),
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=PROJECT, env=os.environ | QUICK_START, capture_output=True, text=True, check=False
    )
    assert "1 failed, 4 passed" in done.stdout, done.stdout + done.stderr
    assert " s of processor time, expected at most 0.2 s: make it quicker" in done.stdout
    assert "slowest 2 by processor time" in done.stdout
    assert len(re.findall(r"^ +0\.\d\d s  test_slow\.py::test_", done.stdout, re.MULTILINE)) == 2
