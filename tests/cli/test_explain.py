"""``pushbox explain``."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

LEVEL = "########\n#@     #\n# $  $ #\n#  ..  #\n########\n"
DOCS = Path(__file__).parents[2] / "docs" / "insight.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "level.xsb"
    path.write_text(LEVEL, "utf-8")
    return path


def test_a_lost_position_is_explained(run: Runner, file: Path) -> None:
    """The losing move, the kind, the boxes and a witness, for people and as JSON, with exit code 1."""
    result = run("explain", file, "--moves", "rrdLur")
    assert result.code == 1
    assert "It can no longer be won, since move" in result.out
    assert re.search(r"^(freeze|bipartite|dead_square|pair): ", result.out, re.MULTILINE)
    row = json.loads(run("explain", file, "--moves", "rrdLur", "--json").out)
    assert (row["status"], row["moves"], row["losing_move"]) == ("lost", 6, row["first_lost"])
    assert row["last_winnable"] == row["first_lost"] - 1 == row["explained"] - 1
    (deadlock,) = row["deadlocks"]
    assert deadlock["checked"]
    assert deadlock["witness"]
    assert deadlock["boxes"][0] in deadlock["sentence"]
    german = json.loads(run("explain", file, "--moves", "rrdLur", "--json", "--lang", "de").out)
    assert german["sentence"].startswith("Es lässt sich nicht mehr gewinnen, seit Zug")


def test_what_can_be_won_keeps_its_solution_back(run: Runner, file: Path) -> None:
    """Without --hint nothing is said of the solution; each hint says more."""
    result = run("explain", file, "--json", "--moves", "rrdLur", "--at", "1")
    row = json.loads(result.out)
    assert result.code == 0
    assert (row["status"], row["moves"], row["last_winnable"]) == ("winnable", 1, 1)
    assert "hint" not in row
    assert "solution" not in json.dumps(row)
    hints = [json.loads(run("explain", file, "--json", "--hint", rung).out)["hint"] for rung in range(1, 6)]
    assert hints[0] == "It can still be won."
    assert hints[4].startswith("Play ")


def test_marks_are_drawn(run: Runner, file: Path, tmp_path: Path) -> None:
    """The boxes are framed and numbered; a hint draws the path."""
    out = tmp_path / "why.svg"
    assert run("explain", file, "--moves", "rrdLur", "--out", out).code == 1
    assert 'class="overlay problem"' in out.read_text("utf-8")
    assert run("explain", file, "--hint", "5", "--out", out).code == 0
    assert 'class="overlay path"' in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--moves", "rrrrrrrr"), "the player cannot go right"),
        (("--moves", "r", "--at", "2"), "found --at 2, but there are 1 move"),
        (("--out", "why.gif"), "found the ending 'gif', expected one of svg, png"),
        (("--level", "2"), "but the file has 1 level"),
    ],
)
def test_bad_input(run: Runner, file: Path, arguments: tuple[str, ...], message: str) -> None:
    """One sentence on standard error, and exit code 2."""
    result = run("explain", file, *arguments)
    assert result.code == 2
    assert message in result.err


def test_a_limit_ends_with_3(run: Runner, tmp_path: Path) -> None:
    """What is not known within the limit is no claim."""
    from pushbox.bench.rooms import ENDLESS

    path = tmp_path / "endless.xsb"
    path.write_text(ENDLESS, "utf-8")
    result = run("explain", path, "--nodes", "10")
    assert result.code == 3
    assert "not known within this limit" in result.out


def test_the_examples_of_the_page_run(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run in docs/insight.md prints what stands below it."""
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```console\n\$ pushbox (.*?)\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(examples) >= 3
    for arguments, printed in examples:
        result = run(*shlex.split(arguments))
        assert result.out == printed, arguments
    failures, examples_run = doctest.testfile(str(DOCS), module_relative=False)
    assert (failures, examples_run > 5) == (0, True)
