"""The tests themselves, started by a program that ignores Ctrl-C: `nohup make test &`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.programs import deaf

pytestmark = pytest.mark.servers

SENDS_CTRL_C = "tests/solver/test_solver.py::test_ctrl_c_ends_a_search"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_a_test_that_sends_ctrl_c_passes() -> None:
    """What the tests start heeds Ctrl-C, whatever the tests were started to ignore."""
    command = [sys.executable, "-m", "pytest", *"-q -p pytest_timeout -p no:cacheprovider".split(), SENDS_CTRL_C]
    done = subprocess.run(
        deaf(command, "INT", "HUP"),
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
