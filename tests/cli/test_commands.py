"""The program as a whole: its commands, their help, and how its process ends."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import click
import pytest

from pushbox import cli
from pushbox.cli.commands import COMMANDS, GROUPS


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


@pytest.mark.parametrize("name", ["config", "dataset", "library", "plot"])
def test_the_commands_of_a_group_are_whole_sentences(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """None is cut at the edge of a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = run(name, "--help").out.partition("\nCommands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(lines) > 3
    assert [line for line in lines if not re.fullmatch(r"  [a-z-]+ +[A-Z][^.]+\.", line)] == []


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
