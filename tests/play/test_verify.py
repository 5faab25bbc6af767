"""Replay of solutions: solved, unsolved, illegal, error."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest
from tests.depth import scaled

from pushbox import formats, metrics
from pushbox.level import Level
from pushbox.play.verify import ReplayStatus, verify

ROOM = "#######\n#@ $ .#\n#     #\n#######"
FILES = {
    "skinner__Microban": "skinner/Microban.txt",
    "skinner__Microban II": "skinner/Microban II.txt",
    "skinner__Sasquatch": "skinner/Sasquatch.txt",
    "large_test_suite_3272__XSokoban_90": "xsokoban_90/XSokoban_90.xsb",
    "large_test_suite_3272__SokEvo_107": "large_test_suite/SokEvo_107.xsb",
}


def level(picture: str = ROOM) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


def test_a_solution_is_solved_in_any_case_and_spelled_right() -> None:
    """Letter case is information only; the replay spells it right and counts it."""
    for text in ("rRR", "RRR", "rrr", "3r", " r r\nr "):
        replay = verify(level(), text)
        assert replay.status is ReplayStatus.SOLVED
        assert replay.text == "rRR"
        assert replay.metrics == metrics.measure("rRR")
        assert replay.solved_at == 3
        assert not replay.message


def test_moves_after_an_earlier_solved_position_are_reported() -> None:
    """A solution may go on after it was solved, as long as it ends solved, and this is reported."""
    replay = verify(level(), "rRRl")
    assert replay.solved
    assert replay.message == "solved after 3 moves already, 1 more follow"


def test_leaving_the_solved_position_is_unsolved() -> None:
    """The position after the last move counts."""
    replay = verify(level("########\n#@ $.  #\n########"), "rRR")
    assert replay.status is ReplayStatus.UNSOLVED
    assert replay.message == "solved after 2 moves, but no more after the last"


def test_what_is_missing_is_said() -> None:
    """An unsolved line says how many boxes are off their goals."""
    replay = verify(level(), "rR")
    assert replay.status is ReplayStatus.UNSOLVED
    assert replay.message == "1 box is not on a goal after the last move"


def test_the_first_illegal_step_is_named() -> None:
    """An illegal line says which step, counted from 1, and keeps the part before it."""
    replay = verify(level(), "rRRR")
    assert replay.status is ReplayStatus.ILLEGAL
    assert replay.step == 4
    assert replay.text == "rRR"
    assert replay.message == "step 4: the player cannot go right, the box is blocked"


def test_a_text_that_is_no_moves_is_an_error() -> None:
    """Wrong letters are an error with their place, not an illegal move."""
    replay = verify(level(), "rRx")
    assert replay.status is ReplayStatus.ERROR
    assert replay.message.startswith("character 3: found 'x'")
    assert replay.metrics is None


def test_the_empty_text_solves_a_solved_level() -> None:
    """A level that starts solved is solved by the empty solution."""
    assert verify(level("#####\n#@* #\n#####"), "").solved
    assert verify(level(), "").status is ReplayStatus.UNSOLVED


def test_a_million_steps_are_bounded() -> None:
    """A line that expands without end is refused, a long one is played."""
    assert verify(level(), "100000(rl)").status is ReplayStatus.UNSOLVED
    assert verify(level(), "9999999999(rl)").status is ReplayStatus.ERROR


@pytest.mark.parametrize("stem", FILES)
def test_published_solutions_are_accepted_with_their_metrics(shared: Path, stem: str) -> None:
    """Every row of the verified solutions is solved, and counts what its row says."""
    levels = formats.read_file(shared / FILES[stem]).levels
    rows = 0
    for row in _rows(shared, stem):
        replay = verify(levels[int(row[0]) - 1], row[9])
        assert replay.status is ReplayStatus.SOLVED, row
        assert replay.metrics == tuple(map(int, row[2:8])), row
        rows += 1
    assert rows > 70


@pytest.mark.parametrize("stem", FILES)
def test_one_letter_changes_are_judged_right(shared: Path, stem: str) -> None:
    """Of seeded one-letter changes to each row each is judged as an independent simulation judges it.

    An illegal one is refused with its first illegal step, a legal one that does not solve is unsolved, and a change of
    case alone is accepted.
    """
    levels = formats.read_file(shared / FILES[stem]).levels
    rng = random.Random(20)
    met = dict.fromkeys(ReplayStatus, 0)
    for row in _rows(shared, stem):
        picture = levels[int(row[0]) - 1]
        for _ in range(scaled(45)):
            place = rng.randrange(len(row[9]))
            letter = rng.choice("lurdLURD".replace(row[9][place], ""))
            text = row[9][:place] + letter + row[9][place + 1 :]
            replay = verify(picture, text)
            expected, step = _simulated(picture, text)
            assert (replay.status, replay.step) == (expected, step), (row[0], place, letter)
            if letter.lower() == row[9][place].lower():
                assert replay.status is ReplayStatus.SOLVED
                assert replay.text == row[9]
            met[replay.status] += 1
    assert met[ReplayStatus.SOLVED]
    assert met[ReplayStatus.ILLEGAL]
    assert met[ReplayStatus.UNSOLVED]


def _rows(shared: Path, stem: str) -> list[list[str]]:
    with (shared / "verified_solutions" / f"{stem}.tsv").open(newline="") as file:
        return [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]


def _simulated(level: Level, text: str) -> tuple[ReplayStatus, int]:
    """Play by the rules once more, on sets of (row, column), independently of the code under test."""
    board = level.board
    floor = {board.rc(cell) for cell, terrain in enumerate(board.terrain) if terrain.kind != "wall"}
    goals = {board.rc(cell) for cell in board.cells_of("goal")}
    boxes = {board.rc(piece.anchor) for piece in board.of_kind("box")}
    player = board.rc(board.of_kind("pusher")[0].anchor)
    for step, letter in enumerate(text.lower(), start=1):
        down, right = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}[letter]
        target = (player[0] + down, player[1] + right)
        beyond = (target[0] + down, target[1] + right)
        if target not in floor or (target in boxes and (beyond not in floor or beyond in boxes)):
            return ReplayStatus.ILLEGAL, step
        if target in boxes:
            boxes = boxes - {target} | {beyond}
        player = target
    return (ReplayStatus.SOLVED if boxes <= goals else ReplayStatus.UNSOLVED), 0
