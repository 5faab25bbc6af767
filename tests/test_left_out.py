"""What the machine has no tool for is left out of the tests, and is a failure where all must run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
IN_A_BROWSER = "tests/e2e/test_about.py"


@pytest.mark.servers
@pytest.mark.parametrize(("which", "code"), [("", 0), ("all", 1)])
def test_tests_in_a_browser(tmp_path: Path, which: str, code: int) -> None:
    """Without Chromium they are skipped with a reason that says how to install it."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-x",
        "-p",
        "pytest_timeout",
        "-p",
        "no:cacheprovider",
        IN_A_BROWSER,
    ]
    environment = os.environ | {"PATH": str(tmp_path), "PUSHBOX_TESTS": which, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout
    assert "apt install chromium" in done.stdout
    assert ("left out, but PUSHBOX_TESTS=all" in done.stdout) == (code == 1)


@pytest.mark.parametrize(("which", "code"), [("", 0), ("all", 1)])
def test_tests_of_the_web_client(tmp_path: Path, which: str, code: int) -> None:
    """Without Node and npm they are left out with one line for each, which says how to install it."""
    for name in ("sed", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    environment = {"PATH": str(tmp_path), "PUSHBOX_TESTS": which}
    command = ["/bin/sh", "scripts/client.sh", "test"]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    browser, client = done.stdout.splitlines()
    assert browser.startswith("pushbox: the checks of accessibility in a browser are left out: npm was not found")
    assert browser.endswith("(on Debian: apt install npm).")
    assert client.startswith("pushbox: the tests of the web client are left out: node 18 or newer was not found")
    assert client.endswith("(on Debian: apt install nodejs npm).")
