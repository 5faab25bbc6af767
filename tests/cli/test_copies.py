"""``--out``: which format a copy has, what it can hold, and what a killed run leaves of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.rooms import ROOM, TWO
from tests.search import ENDLESS

from pushbox import formats


def jsoko_solutions(text: str) -> list[str]:
    """Return the solutions that JSoko's parser would see: lines of letters below a line that says it is one."""
    solutions: list[str] = []
    seen = False
    for line in text.splitlines():
        if line and set(line) <= set("lurdLURD0123456789"):
            if seen:
                solutions[-1] += line
        else:
            seen = "solution" in line.lower()
            if seen:
                solutions.append("")
    return list(filter(None, solutions))


def test_out_is_written_as_its_ending_says(run: Callable[..., Any], tmp_path: Path) -> None:
    """A copy is of the format of its ending, without one or with that of the file it is that of the file."""
    source = tmp_path / "levels.xsb"
    source.write_text(f"{ROOM}\nTitle: One\nFile offset: 1\n", "utf-8")
    for name, key in (("a.sok", "sok"), ("a.json", "json"), ("a.xsb", "xsb"), ("a", "xsb")):
        out = tmp_path / name
        assert run("solve", source, "--out", out).code == 0
        collection = formats.read(out.read_bytes(), name=name)
        assert (collection.format, len(collection.levels[0].saved_moves)) == (key, 1)
    sok = (tmp_path / "a.sok").read_text("utf-8")
    assert jsoko_solutions(sok) == [formats.read(sok).levels[0].saved_moves[0].text]
    refused = run("solve", source, "--out", tmp_path / "a.slc")
    assert (refused.code, "--out: the format slc has no place for solutions" in refused.err) == (2, True)
    result = run("optimize", tmp_path / "a.xsb", "--out", tmp_path / "b.ssx")
    assert (result.code, "lost in ssx: level 1: " in result.err) == (0, True)
    assert formats.read_file(tmp_path / "b.ssx").levels[0].saved_moves


def test_a_format_without_solutions_is_refused_before_the_search(run: Callable[..., Any], tmp_path: Path) -> None:
    """--out on a console map is refused at once, and nothing is written."""
    file, out = tmp_path / "map.txt", tmp_path / "out.txt"
    file.write_text("#####\n#P+-#\n#####\n")
    result = run("solve", file, "--from", "console", "--out", out)
    assert result.code == 2
    assert "has no place for solutions" in result.err
    assert not out.exists()


def test_an_unwritable_copy_is_a_sentence(run: Callable[..., Any], tmp_path: Path) -> None:
    """A folder that does not exist is reported."""
    file = tmp_path / "two.xsb"
    file.write_text(TWO)
    result = run("solve", file, "--out", tmp_path / "missing" / "out.xsb")
    assert result.code == 2
    assert result.err.count("\n") == 1


def test_a_killed_run_keeps_the_old_copy(tmp_path: Path) -> None:
    """A copy of earlier is there until the run ends; what a killed run found is beside it, and stays there."""
    file, out = tmp_path / "two.xsb", tmp_path / "solved.xsb"
    file.write_text(f"{ROOM}\n{ENDLESS}")
    out.write_text("of earlier")
    command = [sys.executable, "-m", "pushbox", "solve", str(file), "--out", str(out), "--objective", "pushes"]
    for part in ("solved.xsb.part", "solved.xsb.part1"):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            while "solved" not in process.stdout.readline():
                pass
            process.kill()
        assert out.read_text() == "of earlier"
        assert [moves.text for moves in formats.read_file(tmp_path / part).levels[0].saved_moves] == ["rRR"]
    file.write_text(ROOM)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    assert [moves.text for moves in formats.read_file(out).levels[0].saved_moves] == ["rRR"]
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["solved.xsb", "solved.xsb.part", "solved.xsb.part1", "two.xsb"]
