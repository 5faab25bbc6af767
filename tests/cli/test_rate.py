"""``pushbox rate``, and the boxes because of which a level has no solution."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pushbox import formats, load, solve
from pushbox.analysis.blocking import blocking_boxes
from pushbox.level import Level
from pushbox.solver import Unsolvable

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

SOLVED = "#######\n#@ $ .#\n#     #\n#######\nTitle: Two pushes\nSolution: durRR\n"
FROZEN = "########\n#      #\n# $$@  #\n# $$ ..#\n#  $ ..#\n#    . #\n########\n"
CORNER = "######\n#@ . #\n#$$  #\n#  . #\n######\n"
BRIDGE = """\
Game: crossoban

########
#@ B  G#
#   BG #
########
"""


def level_of(text: str) -> Level:
    return formats.read(text).levels[0]


def test_levels_are_rated(run: Runner, tmp_path: Path) -> None:
    """Length, boxes, changes, optimum and effort; a level without a solution names its boxes."""
    file = tmp_path / "levels.xsb"
    file.write_text(f"{SOLVED}\n{FROZEN}\n{CORNER}", "utf-8")
    result = run("rate", file)
    assert result.code == 1
    head, first, why, second, third, sums = result.out.splitlines()
    assert head.split() == "level status boxes moves pushes changes optimum positions seconds difficulty".split()
    assert first.split()[:7] == ["1", "solved", "1", "3", "2", "1", "2"]
    assert first.endswith("Two pushes")
    assert why.startswith("       Easy: ")
    assert second.endswith("(boxes C3, D3, C4, D4)")
    assert third.endswith("(box B3)")
    assert sums.startswith("3 levels, ")
    rows = [json.loads(line) for line in run("rate", file, "--json").out.splitlines()]
    assert [row["status"] for row in rows] == ["solved", "unsolvable", "unsolvable"]
    assert (rows[0]["optimum"], rows[0]["boxes"], rows[0]["box_changes"], rows[0]["moves_text"]) == (2, 1, 1, "rRR")
    assert 0 < rows[0]["difficulty"] < 10
    assert rows[0]["why"] == why.strip()
    assert rows[0]["low"] < rows[0]["difficulty"] < rows[0]["high"]
    assert (rows[0]["grade"], rows[0]["scale"]) == ("easy", 3)
    assert rows[0]["sure"] > 0.9
    assert [reason["term"] for reason in rows[0]["reasons"]]
    assert rows[0]["features"]["metrics"]["pushes"] == 2
    assert "difficulty" not in rows[1]
    assert json.loads(run("rate", file, "--json", "--lang", "de").out.splitlines()[0])["why"].startswith("Leicht: ")
    assert [row.get("blocking") for row in rows] == [None, ["C3", "D3", "C4", "D4"], ["B3"]]


def test_a_solution_in_the_file_counts(run: Runner, tmp_path: Path) -> None:
    """Where the search gives up a solution of the file is rated, with what a solution needs at least."""
    file = tmp_path / "one.xsb"
    file.write_text(SOLVED, "utf-8")
    (text,) = (row.text for row in formats.read_file(file).levels[0].saved_moves)
    row = json.loads(run("rate", file, "--nodes", "1", "--json").out)
    assert (row["status"], row["pushes"], row["optimum"]) == ("solved", 2, 2), "two pushes are the bound, too"
    assert row["moves_text"].lower() == text.lower() == "durrr"
    assert run("rate", file, "--level", "2").code == 2


def test_solve_names_the_boxes_of_one_level(run: Runner) -> None:
    """A verdict on one level alone comes with the boxes because of which there is no solution."""
    result = run("solve", "-", stdin=FROZEN.encode())
    assert (result.code, result.out.splitlines()[-1][-22:]) == (1, "(boxes C3, D3, C4, D4)")
    assert json.loads(run("solve", "-", "--json", stdin=CORNER.encode()).out)["blocking"] == ["B3"]
    assert "blocking" not in run("solve", "-", "--json", stdin=f"{CORNER}\n{FROZEN}".encode()).out


@pytest.mark.parametrize("text", [FROZEN, CORNER])
def test_the_boxes_to_blame_have_no_solution_alone(text: str) -> None:
    """With the named boxes alone the level is unsolvable, and without any one of them it is not any more."""
    level = level_of(text)
    named = blocking_boxes(load(level))
    boxes = [piece for piece in level.board.of_kind("box") if piece.anchor in named]
    others = [piece for piece in level.board.pieces if piece.kind != "box"]
    assert boxes

    def unsolvable(kept: list) -> bool:  # type: ignore[type-arg]
        board = replace(level.board, pieces=(*kept, *others))
        return isinstance(solve(replace(level, board=board, source=None)), Unsolvable)

    assert unsolvable(boxes)
    if len(boxes) > 1:
        assert not any(unsolvable([box for box in boxes if box != one]) for one in boxes)


def test_no_box_is_named_without_reason() -> None:
    """Where a level has a solution, or its game is not won by boxes on goals, nothing is named."""
    assert blocking_boxes(load(level_of(SOLVED))) == ()
    assert blocking_boxes(load(level_of(BRIDGE))) == ()
