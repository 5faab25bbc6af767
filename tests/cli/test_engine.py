"""``pushbox solve --engine``: what people see of another program's answers, and the exit codes."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pushbox import formats

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
STUCK = "; stuck\n#####\n#@$ #\n# . #\n#####\n"
PUSHBOX = shlex.join([sys.executable, "-m", "pushbox", "engine"])

posix = pytest.mark.skipif(os.name != "posix", reason="the programs are shell scripts")


def shell(script: str) -> str:
    """Return the command of an engine that presents itself and is a shell script from there on."""
    return shlex.join(["sh", "-c", f"read hello; echo id name Bad; echo ok; {script}"])


def test_answers_are_replayed_and_claims_are_reported_as_claims(run: Callable[..., Any], tmp_path: Path) -> None:
    """A solution goes into the copy; what the engine claims stands in the message."""
    file, out = tmp_path / "levels.xsb", tmp_path / "out.xsb"
    file.write_text(f"; room\n{ROOM}\n{STUCK}")
    result = run("solve", file, "--engine", PUSHBOX, "--engine-option", "Seed=3", "--json", "--out", out)
    assert (result.code, result.err) == (1, "")
    solved, stuck = map(json.loads, result.out.splitlines())
    assert (solved["status"], solved["moves_text"], solved["pushes"]) == ("solved", "rRR", 2)
    assert "optimal" not in solved
    assert stuck["status"] == "unsolvable"
    assert stuck["message"].startswith("as pushbox ")
    assert [record.text for record in formats.read_file(out).levels[0].saved_moves] == ["rRR"]


@posix
def test_levels_are_answered_one_by_one(run: Callable[..., Any], tmp_path: Path) -> None:
    """A program that dies, answers wrongly, gives up and solves: two sentences, two rows; the run ends with 2."""
    file = tmp_path / "levels.xsb"
    rooms = (f"{'#' * width}\n#@ $ .{' ' * (width - 7)}#\n{'#' * width}\n" for width in (7, 8, 9, 10))
    file.write_text("\n".join(f"; {name}\n{room}" for name, room in zip("abcd", rooms, strict=True)))
    script = "while read l && read g; do case $l in *' 7#|'*) exit 5;; *' 8#|'*) echo solution lurd u;; "
    script += "*' 9#|'*) echo done status timeout; continue;; *) echo solution lurd rRR;; esac; "
    script += "echo done status solved; done"
    for threads in (1, 2):
        result = run("solve", file, "--engine", shell(script), "--threads", threads)
        assert result.code == 2
        assert "4 levels: 2 error, 1 gave-up, 1 solved" in result.out
        faults = [line.partition(": Bad: ")[2] for line in result.err.splitlines()]
        assert faults[0] == "it ended with exit code 5"
        assert faults[1].startswith("its solution is none: step 1: ")
        assert len(faults) == 2


@posix
def test_a_limit_ends_with_3(run: Callable[..., Any], tmp_path: Path) -> None:
    """As with pushbox's own search."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    result = run("solve", file, "--engine", shell("read l; read g; echo info nodes 9; echo done status memory; read x"))
    assert (result.code, result.err) == (3, "")
    assert "gave-up" in result.out
    assert "memory, 9 positions" in result.out


@posix
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--engine", "no-such-program"], "found the engine 'no-such-program', expected a program that can be run"),
        (["--engine", "sh -c 'exit 1'"], "sh: it ended with exit code 1"),
        (["--engine", " "], "found an empty engine, expected a command"),
        (["--engine", "true", "--seed", "3"], "--seed is for pushbox's own search"),
        (["--engine", "true", "--engine-option", "Threads"], "found --engine-option 'Threads', expected NAME=VALUE"),
        (["--engine-option", "Threads=2"], "--engine-option is an option of an engine"),
        (["--engine", shell("read x"), "--engine-option", "A=1"], "found the engine option 'A', but it offers none"),
    ],
)
def test_a_fault_of_the_command_is_one_sentence(
    run: Callable[..., Any], tmp_path: Path, arguments: list[str], expected: str
) -> None:
    """It ends the run at once, with 2, and no level is reported."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    result = run("solve", file, *arguments)
    assert (result.code, result.out) == (2, "")
    assert expected in result.err
    assert "Traceback" not in result.err
