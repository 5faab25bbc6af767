"""``pushbox solve``: answers, exit codes, JSON, copies, threads and streams."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest
from tests.cli.rooms import ROOM, STUCK, TWO, lines

from pushbox import formats


def test_solves_verifies_and_writes_a_copy(run: Callable[..., Any], tmp_path: Path) -> None:
    """Solutions go into the copy, which keeps everything else, and verify accepts them."""
    source, out = tmp_path / "two.xsb", tmp_path / "solved.xsb"
    source.write_text(TWO)
    result = run("solve", source, "--out", out)
    assert result.code == 0
    assert "2 solved" in result.out
    assert result.err == ""
    copied = formats.read_file(out)
    assert [level.title for level in copied.levels] == ["first", "second"]
    assert [record.text for level in copied.levels for record in level.saved_moves] == ["rRR", "rRR"]
    verified = run("verify", out)
    assert verified.code == 0
    assert verified.out == "level 1: solved, 3 moves, 2 pushes\nlevel 2: solved, 3 moves, 2 pushes\n"
    again = tmp_path / "again.xsb"
    assert run("solve", out, "--out", again).code == 0
    assert again.read_text() == out.read_text()


def test_json_has_the_fields_of_the_contract(run: Callable[..., Any], tmp_path: Path) -> None:
    """One object a level, without the fields that do not apply."""
    file = tmp_path / "mixed.xsb"
    file.write_text(TWO + "\n" + STUCK)
    result = run("solve", file, "--objective", "pushes", "--json")
    assert result.code == 1
    first, _, third = lines(result.out)
    assert first["status"] == "solved"
    assert first["optimal"] == "pushes"
    assert (first["level"], first["title"], first["game"]) == (1, "first", "sokoban")
    assert (first["moves_text"], first["moves"], first["pushes"], first["player_lines"]) == ("rRR", 3, 2, 1)
    assert third["status"] == "unsolvable"
    assert third["message"]
    assert "moves_text" not in third


def test_exit_codes_weigh_bad_over_limit_over_no(run: Callable[..., Any], tmp_path: Path) -> None:
    """Several levels end with 2 if any is bad, else 3 if any ran out, else 1 if any is no."""
    bad = "; bad\n#####\n# $.#\n#####\n"
    wide = "; wide\n#########\n#   #   #\n# $   . #\n#   #   #\n# $ # . #\n#  @#   #\n#########\n"
    for levels, code in (
        (ROOM + "\n" + STUCK, 1),
        (ROOM + "\n" + STUCK + "\n" + wide, 3),
        (bad + "\n" + STUCK + "\n" + wide, 2),
    ):
        file = tmp_path / "levels.xsb"
        file.write_text(levels)
        assert run("solve", file, "--nodes", "2", "--objective", "pushes").code == code


def test_levels_are_chosen(run: Callable[..., Any]) -> None:
    """Numbers, ranges and open ranges choose levels in file order; a number beyond the last is a sentence."""
    three = (TWO + "\n" + ROOM).encode()
    for wanted, numbers in (("2", [2]), ("3,1", [1, 3]), ("2-", [2, 3]), ("1-2", [1, 2]), ("-2", [1, 2])):
        result = run("solve", "-", "--level", wanted, "--json", stdin=three)
        assert [row["level"] for row in lines(result.out)] == numbers
    for wanted in ("4", "0", "x", "2-1", "", "1-4", "4-"):
        result = run("solve", "-", "--level", wanted, stdin=three)
        assert result.code == 2, wanted
        assert result.err.count("\n") == 1


def test_threads_and_streams_print_the_same(run: Callable[..., Any], tmp_path: Path) -> None:
    """However many threads, and with --out or without, the answers are the same in the same order."""
    file = tmp_path / "many.xsb"
    file.write_text("\n".join(f"; {number}\n{STUCK if number % 3 else ROOM}" for number in range(100)))

    def answer(*more: object) -> list[Any]:
        result = run("solve", file, "--json", *more)
        assert result.code == 1
        return [{key: value for key, value in row.items() if key != "seconds"} for row in lines(result.out)]

    alone = answer()
    assert [row["level"] for row in alone] == list(range(1, 101))
    assert alone == answer("--threads", "3") == answer("--out", tmp_path / "out.xsb", "--threads", "2")


def test_threads_share_the_only_level(run: Callable[..., Any], tmp_path: Path) -> None:
    """Where there are fewer levels than threads, several search the same one."""
    file = tmp_path / "one.xsb"
    file.write_text(ROOM)
    result = run("solve", file, "--json", "--objective", "pushes", "--threads", "4")
    assert result.code == 0
    assert [(row["pushes"], row["optimal"]) for row in lines(result.out)] == [(2, "pushes")]


def test_no_more_of_a_file_is_read_than_is_needed(run: Callable[..., Any]) -> None:
    """Nothing behind the last level to solve is read."""
    result = run("solve", "-", "--level", "1", "--json", stdin=f"{TWO}\n; c\n#####\n#@?.#\n#####\n".encode())
    assert [row["status"] for row in lines(result.out)] == ["solved"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are read otherwise there")
def test_answers_come_while_the_file_is_still_being_written() -> None:
    """A pipe that is not at its end yet is solved as far as it has come."""
    command = [sys.executable, "-m", "pushbox", "solve", "-", "--json"]
    answered = threading.Event()
    events: list[bool] = []  # whether an answer came before the end of the file

    def feed(pipe: IO[str]) -> None:
        with pipe:
            pipe.write("\n".join(f"; {number}\n{ROOM}" for number in range(5000)))
            pipe.flush()
            events.append(answered.wait(60))

    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        feeder = threading.Thread(target=feed, args=(process.stdin,))
        feeder.start()
        first = process.stdout.readline()
        answered.set()
        rest = process.stdout.read()
        feeder.join()
    assert json.loads(first)["status"] == "solved"
    assert events == [True]
    assert rest.count("\n") == 4999
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_a_terminal_gets_a_progress_bar_and_a_pipe_none(tmp_path: Path) -> None:
    """On a terminal standard error shows a bar; standard output is the same as without."""
    import pty  # there is none on Windows

    from tests.terminals import all_from

    file = tmp_path / "two.xsb"
    file.write_text(TWO)
    command = [sys.executable, "-m", "pushbox", "solve", str(file)]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    main, side = pty.openpty()
    shown = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=side, text=True, check=True, env=os.environ | {"TERM": "xterm"}
    )
    os.close(side)
    assert "level 2" in all_from(main)
    assert [line.split()[:2] for line in shown.stdout.splitlines()[:2]] == [
        line.split()[:2] for line in piped.stdout.splitlines()[:2]
    ]
