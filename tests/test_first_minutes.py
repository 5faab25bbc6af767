"""A new user's first ten minutes, from the README alone: what it says to type is typed, and what it shows comes."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from tests.console_sessions import ACTIVATE, Step, plain, steps, typed

ROOT = Path(__file__).parents[1]
INSTALL = "make setup"  # which a test run has behind it


def shown_steps() -> list[Step]:
    """Return what the README says to type, command by command."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return steps(text.partition("## The first ten minutes\n")[2].partition("\n## ")[0])


@pytest.mark.servers
@pytest.mark.skipif(shutil.which("sh") is None, reason="sh is not installed")
@pytest.mark.skipif(not (Path(sys.prefix) / "bin" / "activate").exists(), reason="not run in an environment of venv")
def test_the_first_ten_minutes_go_as_the_readme_says(tmp_path: Path) -> None:
    """One shell, one empty folder: install, play, import, solve, draw, share."""
    shown = shown_steps()
    assert [step.command for step in shown[:2]] == [INSTALL, ACTIVATE]
    assert not any(step.output for step in shown[:2])
    run = [
        line for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines() if not line.startswith(("#", "step "))
    ]
    assert any(re.search(rf"\b{INSTALL}( GOAL=\w+)?$", line) for line in run), "a test run does not begin with it"
    printed, errors = typed(shown[2:], tmp_path)
    assert errors == ""
    for step, output in zip(shown[2:], printed, strict=True):
        assert plain(output) == plain(step.output), step.command
    assert (tmp_path / "two-ways.gif").read_bytes().startswith(b"GIF89a")


def test_the_first_ten_minutes_show_all_there_is_to_a_start() -> None:
    """Each thing that a newcomer wants is among the commands."""
    commands = " ".join(step.command for step in shown_steps())
    for wanted in ("make setup", "pushbox play", "library add", "pushbox solve", "pushbox render", "pushbox convert"):
        assert wanted in commands
