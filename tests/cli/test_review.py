"""``pushbox review``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

ROOM = "########\n#@     #\n#  $ . #\n#      #\n########\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with a level whose solution is a detour."""
    path = tmp_path / "room.sok"
    path.write_text(f"{ROOM}\nSolution\ndrRurrdLulldRR\n")
    return path


def test_a_level_is_reviewed(run: Runner, file: Path) -> None:
    """Each statement with what it rests on; a shorter solution with its line."""
    result = run("review", file)
    assert result.code == 0
    assert result.out.startswith("Yours has 4 pushes, 2 are enough.\n  Proven by a search of all.\n  drRR\n")
    row = json.loads(run("review", file, "--json", "--lang", "zh").out)
    assert row["findings"][0]["kind"] == "shorter_pushes"
    assert row["findings"][0]["sentence"] == "你的解法推 4 次，其实 2 次就够。"


def test_three_statements_are_printed_and_the_rest_is_counted(run: Runner) -> None:
    """--all prints those too, in the order of the review, and JSON has all."""
    args = ("review", "builtin:lessons", "--level", "8", "--seconds", "300")
    few, every = (statements(run(*args, *more).out) for more in ((), ("--all",)))
    *shown, folded, _ = few
    assert shown == every[:1] + [statement for statement in shown[1:] if statement in every[1:-1]]
    assert (len(shown), folded) == (3, f"{len(every) - 1 - 3} more statements: --all shows them.")
    assert [one["sentence"] for one in json.loads(run(*args, "--json").out)["findings"]] == every[:-1]
    assert statements(run(*args, "--lang", "de").out)[3] == f"{len(every) - 1 - 3} weitere Aussagen: --all zeigt sie."


def statements(out: str) -> list[str]:
    """Return the sentences that are no evidence."""
    return [line for line in out.splitlines() if not line.startswith("  ")]


def test_what_could_go_is_drawn(run: Runner, file: Path, tmp_path: Path) -> None:
    """As SVG or PNG; another ending is refused before anything is searched."""
    out = tmp_path / "review.svg"
    assert run("review", file, "--out", out).code == 0
    assert "<svg" in out.read_text()
    result = run("review", file, "--out", "review.gif")
    assert (result.code, "expected one of svg, png" in result.err) == (2, True)


def test_the_exit_code_says_whether_it_can_be_solved(run: Runner, tmp_path: Path) -> None:
    """1 where it cannot, 3 where nothing was found in the time."""
    path = tmp_path / "levels.xsb"
    path.write_text("#####\n#$  #\n#@ .#\n#####\n")
    assert run("review", path).code == 1
    assert run("review", "builtin:lessons", "--level", "10", "--seconds", "0.000001").code in {0, 3}
    assert run("review", path, "--seconds", "0").code == 2
