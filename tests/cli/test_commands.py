"""The program as a whole: its commands, their help, and how its process ends."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pushbox import cli
from pushbox.cli.commands import COMMANDS, GROUPS

if TYPE_CHECKING:
    import pytest


def test_every_command_has_help(run: Callable[..., Any]) -> None:
    """The help of each command has a text and an example."""
    for name in COMMANDS:
        page = run(name, "--help")
        assert page.code == 0
        assert "Example" in page.out or name == "bench"
        command = cli.pushbox.get_command(click.Context(cli.pushbox), name)
        assert command is not None
        assert command.name == name


def test_commands_are_listed_by_purpose(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has one line of 80 columns under its purpose, and all summaries begin in one column."""
    monkeypatch.setenv("COLUMNS", "80")
    page = run("--help").out
    assert max(map(len, page.splitlines())) <= 80
    sections = dict(re.findall(r"^(\S.*):\n((?:  .*\n)+)", page, re.MULTILINE))
    del sections["Options"]
    assert list(sections) == list(GROUPS)
    for purpose, commands in GROUPS.items():
        assert sections[purpose].splitlines() == [f"  {name:11}  {summary}" for name, summary in commands.items()]


def test_an_unknown_command_or_option_is_usage(run: Callable[..., Any]) -> None:
    """Usage errors end with 2."""
    assert run("frobnicate").code == 2
    assert run("solve").code == 2
    assert run("solve", "--frobnicate", "x").code == 2


def test_a_process_ends_without_a_look_for_garbage() -> None:
    """What it has imported is left to the system: a server took a second to look through it."""
    look = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0))"
    program = f"{look}; from pushbox.cli import main; main()"
    ended = subprocess.run([sys.executable, "-c", program, "games"], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "True"
