"""Every command that takes a limit of time or memory keeps it, on a level that is too hard, on two threads too."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.commands import leaves
from tests.search import SIX_ROOMS

if TYPE_CHECKING:
    import click

FUZZ = Path(__file__).parents[2] / "fuzz"
SECONDS, MEMORY = 0.25, 64
SLACK = 1.0  # seconds of processor time for reading, writing and the last step of a search, on a slow machine
BESIDE = 140  # MiB for Python, what is imported and what is printed

LIBRARY = "library --database sqlite:///{folder}/library"
# By the path of a command, lines of it with the limits of each.
TABLE = {
    "solve": ["solve {file} {limits}", "solve {file} --threads 2 {limits}", "solve {file} --objective moves {limits}"],
    "optimize": ["optimize {solved} {limits}"],
    "explain": ["explain {file} {limits}"],
    "rate": ["rate {file} {limits}"],
    "certify": ["certify {file} --claim solution {limits}"],
    "generate": ["generate --size 16x16 --boxes 6 --pushes 90 --seconds {seconds}",
                 "generate --size 16x16 --boxes 6 --pushes 90 --threads 2 --seconds {seconds}"],
    "review": ["review {solved} --seconds {seconds}"],
    "plot search": ["plot search {file} --out {folder}/search.svg {limits}"],
    "library solve": [f"{LIBRARY} solve {{limits}}", f"{LIBRARY} solve --threads 2 {{limits}}"],
    "library optimize": [f"{LIBRARY} optimize {{limits}}"],
    "library rate": [f"{LIBRARY} rate --seconds {{seconds}}"],
    "dataset make": ["dataset make {folder}/set {file} --to jsonl --no-difficulty {limits}",
                     "dataset make {folder}/set {file} --to jsonl --threads 2 {limits}"],
}  # fmt: skip


# By the path of a command, the code by which it says that it ran into a limit; others may have found something.
CODES = {"solve": {3}, "library solve": {3}, "rate": {3}, "certify": {1}}


COMMANDS = dict(leaves())


def options(command: click.Command) -> set[str]:
    return {str(parameter.name) for parameter in command.params}


def test_the_table_is_whole() -> None:
    """A command that takes seconds, nodes or memory is there, and with two threads where it has threads."""
    assert set(TABLE) == {
        path for path, command in COMMANDS.items() if options(command) & {"seconds", "memory", "nodes"}
    }
    for path, lines in TABLE.items():
        if "memory" in options(COMMANDS[path]):
            assert all("{limits}" in line for line in lines)
        if "threads" in options(COMMANDS[path]):
            assert any("--threads 2" in line for line in lines)


@pytest.fixture(scope="module")
def runs() -> Iterator[Any]:
    """Yield a program that runs commands in forks, and measures them."""
    before = sys.path[:]
    try:
        server = runpy.run_path(str(FUZZ / "hostile_runs.py"))["ForkServer"]()
    finally:
        sys.path[:] = before
    yield server
    server.close()


@pytest.fixture
def folder(tmp_path: Path, shipped_levels: str) -> Path:
    """Return a folder with the hard level, and one with a solution."""
    (tmp_path / "hard.xsb").write_text(SIX_ROOMS)
    (tmp_path / "solved.xsb").write_text(shipped_levels)
    return tmp_path


@pytest.fixture(scope="module")
def shipped_levels() -> str:
    """Return a level of many boxes with a solution that can be improved for long."""
    import pushbox

    level = max(pushbox.builtin("campaign"), key=lambda level: len(level.saved_moves[0].text))
    return pushbox.formats.write(pushbox.Collection((level,)), "xsb")


@pytest.mark.deep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are not there")
@pytest.mark.parametrize(("path", "line"), [(path, line) for path, lines in TABLE.items() for line in lines])
def test_a_command_keeps_its_limits(path: str, line: str, runs: Any, folder: Path) -> None:
    """It ends by itself, with a code that says so and no traceback."""
    limits = f"--seconds {SECONDS} --memory {MEMORY}"
    values = {"folder": folder, "file": folder / "hard.xsb", "solved": folder / "solved.xsb", "limits": limits}
    if path.startswith("library"):
        added = runs.run(f"{LIBRARY} add {{file}}".format(**values).split(), folder, None)
        assert added.code == 0, added.err
    run = runs.run(line.format(**values, seconds=SECONDS).split(), folder, None)
    assert run.code in CODES.get(path, {0, 3}), (run.code, run.err[-400:])
    assert b"Traceback" not in run.err
    threads = 2 if "--threads 2" in line else 1
    assert run.seconds < threads * (2 * SECONDS + SLACK), f"{run.seconds:.1f} s"
    assert run.mebibytes < MEMORY + BESIDE, f"{run.mebibytes:.0f} MiB"
