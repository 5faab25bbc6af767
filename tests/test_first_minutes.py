"""A new user's first ten minutes, from the README alone: what it says to type is typed, and what it shows comes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
INSTALL = "make setup"  # which a test run has behind it
ACTIVATE = ". .venv/bin/activate"
_MARK = "\x1e"  # between what commands print


class Step(NamedTuple):
    """What is typed, and what is shown of it."""

    command: str
    output: str


def steps() -> list[Step]:
    """Return what the README says to type, command by command."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## The first ten minutes\n")[2].partition("\n## ")[0]
    (session,) = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    found = []
    for entry in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        lines = entry.splitlines()
        more = next((number for number, line in enumerate(lines[1:], 1) if not line.startswith("> ")), len(lines))
        command = [lines[0], *(line[2:] for line in lines[1:more])]
        found.append(Step("\n".join(command), "\n".join(lines[more:])))
    return found


def plain(output: str) -> str:
    """Return what is printed, but for what differs from machine to machine: times, and sizes of files."""
    steady = re.sub(r"\d[\d,]* bytes", "N bytes", output)
    steady = re.sub(r" +\d+\.\d{3}\b", " S", steady)
    return "\n".join(line.rstrip() for line in steady.strip("\n").splitlines())


@pytest.mark.skipif(shutil.which("sh") is None, reason="sh is not installed")
@pytest.mark.skipif(not (Path(sys.prefix) / "bin" / "activate").exists(), reason="not run in an environment of venv")
def test_the_first_ten_minutes_go_as_the_readme_says(tmp_path: Path) -> None:
    """One shell, one empty folder: install, play, import, solve, draw, share."""
    shown = steps()
    assert [step.command for step in shown[:2]] == [INSTALL, ACTIVATE]
    assert not any(step.output for step in shown[:2])
    assert f"\n{INSTALL}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (tmp_path / ".venv").symlink_to(Path(sys.prefix))
    script = [f"{ACTIVATE}\n", *(f"printf '{_MARK}'\n{step.command}\n" for step in shown[2:])]
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "120", "LC_ALL": "C.UTF-8"}
    unset = {"PUSHBOX_DATABASE", "ACCESSIBLE", "SCREEN_READER", "ACCESSIBILITY_ENABLED"}
    environment = {name: value for name, value in os.environ.items() if name not in unset} | home
    run = subprocess.run(
        ["sh"], input="".join(script), cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
    printed = run.stdout.split(_MARK)[1:]
    for step, output in zip(shown[2:], printed, strict=True):
        assert plain(output) == plain(step.output), step.command
    assert (tmp_path / "two-ways.gif").read_bytes().startswith(b"GIF89a")


def test_the_first_ten_minutes_show_all_there_is_to_a_start() -> None:
    """Each thing that a newcomer wants is among the commands."""
    commands = " ".join(step.command for step in steps())
    for wanted in ("make setup", "pushbox play", "library add", "pushbox solve", "pushbox render", "pushbox convert"):
        assert wanted in commands
