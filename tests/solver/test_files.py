"""Whole files by native code: what is read, solved, replayed and counted is what Python says, to the byte."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from textwrap import indent

import pytest
from click.testing import CliRunner

from pushbox import formats, verify
from pushbox.bench.rooms import rooms
from pushbox.cli import solve as command
from pushbox.formats.xsb.board import rows
from pushbox.level import Level
from pushbox.solver import Limit, Solved, solve
from pushbox.solver.files.native import solve_file

LEVEL = "; 1\n\n#####\n#@$.#\n#####\n"


def framed(level: Level) -> str | None:
    """Return the rows of a level with a frame around it, None where it has as many boxes as goals already at home."""
    drawn = [line.ljust(level.board.width) for line in "\n".join(rows(level.board)).replace("-", " ").split("\n")]
    text = "\n".join(["#" * (level.board.width + 2), *(f"#{line}#" for line in drawn), "#" * (level.board.width + 2)])
    return text if text.count(".") + text.count("+") == text.count("$") > 0 else None


SIGNS = "abcdlurdLURDZ0123456789 '().,!?&/+-"


def title(rng: random.Random, number: int) -> str:
    """Return the remark with the title of a level: its number, that and a name, or any words."""
    words = rng.choice("aLr7") + "".join(rng.choices(SIGNS, k=rng.randrange(20)))
    return rng.choice([f"; {number}", f"; {number} 'Duh!'", f";{words}", f";  {words.rstrip()}"])


def entitled(count: int, seed: int) -> str:
    """Return a file of so many random levels, solvable and not, most with titles, and blanks as files have them."""
    rng = random.Random(seed)
    boards = [board for level in rooms(4 * count, seed=seed, largest=6, boxes=3) if (board := framed(level))][:count]
    gaps = ("\n", "\n\n", "\n  \n")
    boards = [indent(board, rng.choice(("", "", " ", "   "))) for board in boards]
    heads = [title(rng, number) + rng.choice(gaps) if rng.random() < 0.8 else "" for number in range(len(boards))]
    return "".join(f"{head}{board}\n{rng.choice(gaps)}" for head, board in zip(heads, boards, strict=True))


def answers(path: Path, **options: object) -> list[tuple[object, ...]] | None:
    """Return number, title and answer of each level by native code, without the seconds."""
    asked = {"objective": "any", "limit": Limit(), "seed": 0, "threads": 1, "at_least": 1} | options
    found = solve_file(path, **asked)  # type: ignore[arg-type]
    return (
        None if found is None else [(number, level.title, level.game, plain(answer)) for number, level, answer in found]
    )


def plain(answer: object) -> str:
    """Return an answer as text, without its seconds."""
    return re.sub(r"seconds=[^,)]+", "", repr(answer))


@pytest.mark.parametrize(
    "options", [{}, {"objective": "moves"}, {"seed": 5}, {"limit": Limit(nodes=3)}, {"threads": 2}]
)
def test_answers_are_those_of_python(tmp_path: Path, options: dict[str, object]) -> None:
    """Titles, games and answers are those of the reader and the solver in Python; each solution is counted the same."""
    path = tmp_path / "entitled.txt"
    path.write_text(entitled(60, seed=3))
    by_python = {name: value for name, value in options.items() if name != "threads"}
    levels = formats.read_file(path).levels
    assert len(levels) == 60
    expected = [(n, level.title, level.game, plain(solve(level, **by_python))) for n, level in enumerate(levels, 1)]  # type: ignore[arg-type]
    assert answers(path, **options) == expected
    assert {bool(row[1]) for row in expected} == {True, False}
    assert any("Solved" in row[3] for row in expected)
    assert not all("Solved" in row[3] for row in expected)


@pytest.mark.parametrize(
    "text",
    [
        "", "; 1\n", LEVEL + "Author: A\n", LEVEL.replace("; 1", "; Title: x"), LEVEL.replace("; 1", ";"),
        LEVEL.replace("; 1", "; LURD rrl"), LEVEL.replace("; 1", "; @I1@"),
        LEVEL + "; 2\n", LEVEL.replace("; 1\n", "; 1\n\n; 2\n"), LEVEL + "; 2", LEVEL + LEVEL,
        LEVEL.replace("\n", "\r\n"), LEVEL.replace(" ", "-"), LEVEL.replace("@", "@@"), LEVEL.replace(".#", "..#"),
        LEVEL.replace("$.", "*"), LEVEL.replace("@", "p"), LEVEL.replace("#\n#####\n", "\n#####\n"),
        LEVEL.replace("#@", " @"), "\n".join(f" {line}" for line in LEVEL.split("\n")), LEVEL + "; 2\n\n####\n",
        LEVEL.replace("1", "\N{ARABIC-INDIC DIGIT ONE}"), LEVEL.replace("#####\n#", "#####\n\n#"),
    ],
)  # fmt: skip
def test_other_files_are_left_to_python(tmp_path: Path, text: str) -> None:
    """A file with anything but titles and boards that need no word is not taken."""
    path = tmp_path / "other.txt"
    path.write_text(text, encoding="utf-8", newline="")
    assert answers(path) is None
    assert answers(tmp_path / "missing.txt") is None


def test_a_file_is_taken_by_its_ending_and_size(tmp_path: Path) -> None:
    """Other endings may mean other formats; few levels are searched with all threads each, which is for Python."""
    path = tmp_path / "one.txt"
    path.write_text(LEVEL)
    assert answers(path)
    assert answers(path, at_least=2) is None
    assert answers(path.rename(tmp_path / "one.sok")) is None


@pytest.mark.parametrize(
    "arguments", [[], ["--json"], ["--threads", "2"], ["--json", "--objective", "pushes", "--nodes", "9"]]
)
def test_the_command_prints_the_same(tmp_path: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, JSON and the exit code are the same whether native code or Python reads, solves and replays the file."""
    path = tmp_path / "entitled.txt"
    path.write_text(entitled(30, seed=4))
    native = CliRunner().invoke(command.command, [str(path), *arguments])
    monkeypatch.setattr(command, "_native_answers", lambda *_: None)
    python = CliRunner().invoke(command.command, [str(path), *arguments])
    assert (native.exit_code, without_seconds(native.output)) == (python.exit_code, without_seconds(python.output))
    assert native.exit_code in {1, 3}
    assert len(native.output.splitlines()) >= 30


def without_seconds(output: str) -> str:
    """Return what a run has printed without the seconds that it took."""
    return re.sub(r'"seconds": [0-9.e-]+|\b[0-9]+\.[0-9]{2,3}\b', "", output)


def test_native_counts_are_those_of_the_rules(tmp_path: Path) -> None:
    """The six counts of each solution are those that the rules of the game in Python count."""
    path = tmp_path / "entitled.txt"
    path.write_text(entitled(120, seed=8))
    levels = formats.read_file(path).levels
    found = solve_file(path, objective="any", limit=Limit(), seed=1, threads=1, at_least=1)
    assert found is not None
    solved = [(levels[number - 1], answer) for number, _, answer in found if isinstance(answer, Solved)]
    assert len(solved) > 40
    for level, answer in solved:
        assert verify(level, answer.text).metrics == answer.metrics, json.dumps(answer.text)


def test_leaving_early_ends_the_threads(tmp_path: Path) -> None:
    """Whoever takes the first answers alone waits for no others."""
    path = tmp_path / "entitled.txt"
    path.write_text(entitled(60, seed=3))
    found = solve_file(path, objective="any", limit=Limit(), seed=0, threads=2, at_least=1)
    assert found is not None
    assert next(found)[0] == 1
    found.close()
    assert list(found) == []
