"""``pushbox optimize``."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.programs import running

from pushbox import formats
from pushbox.identity import unique_id
from pushbox.optimizer import records

LONG = "; first\n#######\n#@ $ .#\n#     #\n#######\nSolution: rdulrduRR\n"
PLAIN = "; second\n#####\n#@$.#\n#####\n"


def rows(out: str) -> list[dict[str, Any]]:
    """Read the JSON objects that were printed."""
    return [json.loads(line) for line in out.splitlines()]


def test_a_copy_gets_the_better_solution(run: Callable[..., Any], tmp_path: Path) -> None:
    """The better solution is reported with its counts and written into --out beside the old one."""
    source, out = tmp_path / "long.xsb", tmp_path / "short.xsb"
    source.write_text(LONG)
    result = run("optimize", source, "--out", out)
    assert result.code == 0
    assert result.out.splitlines()[-1] == "rRR"
    assert "proven" in result.out
    assert run("verify", out).out.splitlines() == [
        "level 1, solution 1: solved, 9 moves, 2 pushes",
        "level 1, solution 2: solved, 3 moves, 2 pushes",
    ]
    again = tmp_path / "again.xsb"
    assert run("optimize", out, "--out", again).code == 0
    assert again.read_text() == out.read_text()


def test_json_has_the_documented_fields(run: Callable[..., Any]) -> None:
    """One object a level; a level without a solution is an error with its sentence, and the others are reported."""
    result = run("optimize", "-", "--objective", "moves-pushes", "--json", stdin=(LONG + "\n" + PLAIN).encode())
    assert result.code == 2
    first, second = rows(result.out)
    assert (first["status"], first["optimal"], first["level"], first["title"]) == ("solved", "moves-pushes", 1, "first")
    assert (first["moves_text"], first["moves"], first["pushes"], first["player_lines"]) == ("rRR", 3, 2, 1)
    assert first["message"] == "9 moves, 2 pushes before"
    assert "limit" not in first
    assert (second["status"], second["level"]) == ("error", 2)
    assert second["message"] == "found no solution, expected a solution to begin with"


def test_a_collection_ends_with_its_sums(run: Callable[..., Any]) -> None:
    """Several levels are reported in a table with sums below."""
    result = run("optimize", "-", stdin=(LONG + "\n" + LONG).encode())
    assert result.code == 0
    assert result.out.splitlines()[-1].startswith("2 levels: 18 -> 6 moves, 4 -> 4 pushes, 2 optimal, ")


def test_a_solution_a_range_and_boxes_to_leave_alone_are_taken(run: Callable[..., Any]) -> None:
    """--solution, --range, --leave and --keep-end reach the optimizer; what does not fit is a sentence."""
    level = b"#######\n#@ $ .#\n#     #\n#######\n"
    assert run("optimize", "-", "--solution", "rdulrduRR", stdin=level).out.splitlines()[-1] == "rRR"
    text = run("optimize", "-", "--solution", "rlrlrRR", "--range", "1-2", stdin=level).out.splitlines()[-1]
    assert text == "rlrRR"
    text = run("optimize", "-", "--solution", "rlrRR", "--leave", "D2", stdin=level).out.splitlines()[-1]
    assert text == "rRR"
    text = run("optimize", "-", "--solution", "rRRllrrll", "--keep-end", stdin=level).out.splitlines()[-1]
    assert text == "rRRll"
    for option, value, sentence in (
        ("--range", "5", "found --range '5', expected the first and the last move"),
        ("--range", "4-99", "within the 3 moves of the solution"),
        ("--leave", "0,99", "the board has 4 x 7 cells"),
        ("--leave", "A1", "no box at 0,0"),
        ("--objective", "beauty", "found 'beauty', expected names joined by '-'"),
        ("--solution", "r", "none that solves it"),
    ):
        result = run(
            "optimize", "-", *(() if option == "--solution" else ("--solution", "rRR")), option, value, stdin=level
        )
        assert result.code == 2
        assert sentence in result.err
        assert result.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_ctrl_c_keeps_the_best_so_far(tmp_path: Path) -> None:
    """When the user stops a long run, what was found until then is in --out."""
    file, out = tmp_path / "hall.xsb", tmp_path / "out.xsb"
    hall = "############\n#@         #\n" + "# $     .  #\n#          #\n" * 6 + "############\n"
    lurd = "".join("drrrrrr" + "dllllll" for _ in range(6))
    file.write_text(LONG + "\n" + hall + f"Solution: {'rlrl' * 9}{lurd}\n")
    command = [sys.executable, "-m", "pushbox", "optimize", str(file), "--out", str(out), "--seconds", "300"]
    texts: list[str] = []
    for seconds in (1, 5, 25):  # a machine that is busy needs longer to find something
        with running(command) as process:
            assert process.stdout is not None
            assert "level" in process.stdout.readline()
            assert "proven" in process.stdout.readline()
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=300)
        assert process.returncode == 130
        texts = [record.text for record in formats.read_file(out).levels[1].saved_moves]
        if len(texts) > 1:
            break
        print(f"nothing was found in {seconds} s")
    first, second = texts
    assert len(second) < len(first)


def test_a_new_record_is_named(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the table and as a field of JSON; a record that stands is not mentioned."""
    level = formats.read(LONG, format="xsb").levels[0]

    def put_on_record(moves: int) -> None:
        line = "\t".join((unique_id(level.board), "Test 1", "2", "", str(moves), "one list", "another"))
        monkeypatch.setattr(records, "_records", lambda: records.read(line))

    put_on_record(4)
    assert "new record: 3 moves for 4 (another)" in run("optimize", "-", stdin=LONG.encode()).out
    (row,) = rows(run("optimize", "-", "--json", stdin=LONG.encode()).out)
    assert row["new_record"] == "3 moves for 4 (another)"
    put_on_record(3)
    assert "record" not in run("optimize", "-", stdin=LONG.encode()).out


def test_other_games_are_refused(run: Callable[..., Any]) -> None:
    """A game that the optimizer does not know ends with a sentence and 2."""
    result = run("optimize", "builtin:hanano", "--level", "1")
    assert result.code == 2
    assert "expected plain Sokoban" in result.err
