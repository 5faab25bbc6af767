"""What is said of given moves: ``pushbox verify``, ``metrics`` and ``transcript``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.rooms import ROOM, lines


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("rRR", 0, "solved, 3 moves, 2 pushes"),
        ("3R", 0, "solved, 3 moves, 2 pushes"),
        ("rR", 1, "unsolved: 1 box is not on a goal after the last move"),
        ("rRRR", 1, "illegal: step 4: the player cannot go right, the box is blocked"),
    ],
)
def test_a_given_solution(run: Callable[..., Any], tmp_path: Path, text: str, code: int, expected: str) -> None:
    """Each standing has its exit code and its sentence."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    result = run("verify", file, "--solution", text)
    assert result.code == code
    assert result.out.startswith(f"level 1: {expected}")


def test_nonsense(run: Callable[..., Any]) -> None:
    """A text that names no moves is bad input, reported with file, level and place."""
    result = run("verify", "-", "--solution", "rRx", stdin=ROOM.encode())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("pushbox: -: level 1: character 3: found 'x', expected")


def test_fields_of_a_verified_solution(run: Callable[..., Any]) -> None:
    """The six metrics, the status and the first illegal step are fields."""
    (row,) = lines(run("verify", "-", "--solution", "rRRR", "--json", stdin=ROOM.encode()).out)
    assert (row["status"], row["step"], row["solution"], row["moves"]) == ("illegal", 4, 1, 3)


def test_no_solution_is_no(run: Callable[..., Any]) -> None:
    """A file without a solution is not verified."""
    result = run("verify", "-", stdin=ROOM.encode())
    assert result.code == 1
    assert "no solution found" in result.err


def test_metrics(run: Callable[..., Any]) -> None:
    """The six counts, from an argument or standard input; nonsense is a sentence."""
    assert lines(run("metrics", "RurD", "--json").out) == [
        {"moves": 4, "pushes": 2, "box_lines": 2, "box_changes": 1, "pushing_sessions": 2, "player_lines": 4}
    ]
    assert "box changes      1\n" in run("metrics", stdin=b"RurD\n").out
    result = run("metrics", "RuxD")
    assert result.code == 2
    assert (
        result.err
        == "pushbox: metrics: character 3: found 'x', expected one of lurdLURD, a count, ( ), [ ], { } or *\n"
    )


def test_transcript(run: Callable[..., Any]) -> None:
    """A transcript of a given solution, of the one in the file, or of the start."""
    assert run("transcript", "-", "--solution", "rR", stdin=ROOM.encode()).out.count("\nply ") == 3
    assert run("transcript", "-", stdin=f"{ROOM}Solution: rRR\n".encode()).out.count("\nply ") == 4
    assert run("transcript", "-", stdin=ROOM.encode()).out.count("\nply ") == 1
    (row,) = lines(run("transcript", "-", "--json", stdin=ROOM.encode()).out)
    assert row["transcript"] == run("transcript", "-", stdin=ROOM.encode()).out
