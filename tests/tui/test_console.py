"""The line game of the console exercise, byte for byte."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pushbox import formats
from pushbox.tui import console

MAP = "#######\n#.....#\n#...+.#\n##..+.#\n#--.#P#\n#######\n"
COMMANDS = "w2 a2 w1 a1 s2 d1 s1 a1 w2 d3 s1 a2 w1 a1 s1".split()


def game(commands: str, text: str = MAP) -> str:
    """Play a map and return everything that is printed."""
    out = io.StringIO()
    console.play(formats.read(text, format="console").levels[0], io.StringIO(commands), out)
    return out.getvalue()


def test_the_exercise_is_won() -> None:
    """The exercise's own commands win, and the last board is the exercise's."""
    printed = game("\n".join(COMMANDS) + "\n")
    assert printed.startswith("Welcome to Sokoban!\n" + MAP + "Enter command: #######\n#.....#\n#...+P#\n")
    assert printed.endswith("#######\n#.....#\n#.....#\n##P...#\n#OO.#.#\n#######\nWin!\n")


def test_the_transcript_of_the_exercise_byte_for_byte(shared: Path) -> None:
    """Fed its commands, the program prints the exercise's sample run, the echo of the input aside."""
    seed = next((shared.parent / "seeds").glob("001_*")).read_text(encoding="utf-8")
    sample = seed.split("#### 整体运行效果")[1].split("```txt\n")[1].split("```")[0]
    commands = re.findall(r"^Enter command: (.*)$", sample, re.MULTILINE)
    assert commands == COMMANDS
    expected = re.sub(r"^(Enter command: ).*\n", r"\1", sample, flags=re.MULTILINE)
    file = shared / "console_sokoban" / "sokoban.txt"
    run = subprocess.run(
        [sys.executable, "-m", "pushbox", "play", "--console", str(file)],
        input="\n".join(commands).encode() + b"\n",
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode() == expected
    assert run.stderr == b""


@pytest.mark.parametrize("quit_key", ["e\n", "E\n", "exit\n", ""])
def test_e_and_the_end_of_input_leave(quit_key: str) -> None:
    """Anything that begins with e says goodbye, and so does the end of the input."""
    assert game(quit_key).endswith(MAP + "Enter command: Bye!\n")


def test_capitals_and_zero_are_accepted() -> None:
    """Capital letters are commands, no steps at all are legal and move nothing."""
    assert game("W2\ne\n") == game("w2\ne\n")
    assert game("w0\ne\n") == "Welcome to Sokoban!\n" + MAP + "Enter command: " + MAP + "Enter command: Bye!\n"


@pytest.mark.parametrize("command", ["", "w", "2", "x3", "w-1", "w 2", "ww2", "w2x", "w²", "w٣", "help", "quit"])
def test_anything_else_is_invalid(command: str) -> None:
    """An unknown command is called invalid, and board and prompt come again."""
    assert game(f"{command}\ne\n").startswith(
        f"Welcome to Sokoban!\n{MAP}Enter command: Invalid command\n{MAP}Enter command: "
    )


@pytest.mark.parametrize("steps", ["9", "9" * 50, "9" * 5000, "0" * 5000 + "9"])
def test_steps_stop_at_what_blocks(steps: str) -> None:
    """Too many steps go as far as they can, keep what was done, and end at once however many were typed."""
    assert game(f"w{steps}\ne\n") == game("w3\ne\n")
    assert game("w000000002\ne\n") == game("w2\ne\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#####\n#.+-#\n#####\n", "player"),
        ("#####\n#P?-#\n#####\n", "line 2, column 3"),
        ("", "nothing"),
    ],
)
def test_a_broken_map_is_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    """A map that cannot be played is refused with one sentence and exit code 2."""
    file = tmp_path / "map.txt"
    file.write_text(text)
    run = subprocess.run(
        [sys.executable, "-m", "pushbox", "play", "--console", str(file)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert message in run.stderr


def test_a_missing_map_is_one_sentence() -> None:
    """A map that does not exist is reported, with exit code 2."""
    run = subprocess.run(
        [sys.executable, "-m", "pushbox", "play", "--console", "nothing.txt"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (2, "", "pushbox: nothing.txt: No such file or directory\n")


def test_what_is_hidden_is_not_drawn() -> None:
    """A box that the player cannot see comes to light when it is pushed, and not before."""
    level = formats.read(MAP, format="console").levels[0]
    pieces = (piece._replace(hidden=piece.kind == "box") for piece in level.board.pieces)
    out = io.StringIO()
    console.play(replace(level, board=replace(level.board, pieces=tuple(pieces))), io.StringIO("w2\na1\n"), out)
    pictures = out.getvalue().split("Enter command: ")
    assert not any("+" in picture for picture in pictures[:2])
    assert "#..+P.#" in pictures[2]
