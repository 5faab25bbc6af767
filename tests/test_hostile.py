"""Hostile files, small: commands answer in a sentence, with the right code; `make hostile` gives them the large ones.

What a large one once broke has a test of its own below, by counts or with bounds that only a trap exceeds.
"""

from __future__ import annotations

import json
import re
import runpy
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled

from .commands import run

FUZZ = Path(__file__).parents[1] / "fuzz"
LEVEL = "#####\n#@$.#\n#####\n"


def _script() -> dict[str, Any]:
    before = sys.path[:]
    try:
        return runpy.run_path(str(FUZZ / "hostile.py"))
    finally:
        sys.path[:] = before


HOSTILE = _script()
KINDS = HOSTILE["KINDS"]


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_every_kind(part: int, tmp_path: Path, soon: None) -> None:
    """Each kind is described, or refused in a sentence that names the file; and so it is as another format."""
    del soon
    for name in list(KINDS)[part::4]:
        made = KINDS[name]
        file = tmp_path / f"hostile{made.ending}"
        with file.open("wb") as opened:
            opened.writelines(made.parts(scaled(100) / 1e6))
        for options in ((), ("--from", HOSTILE["format_for"](name))):
            answer = run("info", "--json", *options, file)
            if answer.out:
                fields = json.loads(answer.out)
                assert answer.code == (0 if fields["levels"] or not fields["problems"] else 2), name
            else:
                assert answer.code == 2, name
                assert answer.err.startswith("pushbox: "), name
                assert str(file) in answer.err, name


SAMPLE = (
    ("100,000 levels", "verify many"),
    ("100,000 levels strange", "solve, piped"),
    ("lines of comments", "info, piped"),
    ("JSON, objects", "convert to JSON"),
    ("XML, entities", "library add"),
    ("90,000 cells, corridor", "path"),
    ("run lengths, nested", "reconstruct"),
    ("endless device", "info"),
    ("endless device", "metrics"),
    ("16 GiB of holes", "verify"),
    ("pipe", "solve"),
    ("folder", "play"),
)


@pytest.fixture(scope="module")
def fork() -> Iterator[Callable[..., Any]]:
    server = HOSTILE["ForkServer"]()
    yield server.run
    server.close()


@pytest.mark.parametrize(("kind", "command"), SAMPLE)
def test_sample(kind: str, command: str, fork: Callable[..., Any], tmp_path: Path) -> None:
    """Commands as programs of their own keep what they promise: their code, their time and their memory.

    A fork of one that has imported pushbox ends as a program does that was started afresh.
    """
    answers = []
    for run_one in (HOSTILE["run_afresh"], fork):
        folder = tmp_path / "folder"
        folder.mkdir()
        for name, file in HOSTILE["files"]([kind], 0.001, folder):
            for _, result, faults in HOSTILE["try_file"](name, file, folder, [command], run_one):
                assert not faults, (result.code, result.err)
                answers.append((result.code, re.sub(rb'"seconds": [0-9.e-]+', b"", result.out), result.err))
        shutil.rmtree(folder)
    assert len(set(answers)) <= 1


def test_runs_are_not_made_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a file of results has is not tried again, and its faults still count."""
    made: list[str] = []

    def run_one(arguments: Sequence[str], folder: Path, stdin: Path | None) -> object:
        del folder, stdin
        made.append(arguments[0])
        return HOSTILE["Run"](int(arguments[0] == "play"), b"{}\n", b"", 11.0 if len(made) == 1 else 1.0, 50.0)

    file = tmp_path / "results"
    for commands in (["info", "play"], ["info", "play", "transcript"]):
        results = HOSTILE["Results"](file)
        HOSTILE["try_all"](["empty", "folder"], commands, 0.01, run_one, results, 1)
    assert made == ["info", "play", "info", "play", "transcript", "transcript"]
    assert "empty: info: 11.0 s" in capsys.readouterr().out
    assert list(HOSTILE["summary"](HOSTILE["Results"](file).tried))[-1] == "6 runs, 3 broke something, 16 s"
    HOSTILE["try_all"](["empty"], ["verify"], 0.01, run_one, HOSTILE["Results"](None), -1)
    assert capsys.readouterr().out == "1 of 1 kinds left\n"


def test_a_fault_is_found(tmp_path: Path) -> None:
    """The check is no ornament: tracebacks, wrong codes, broken JSON, long runs and large ones break it."""
    command = HOSTILE["COMMANDS"]["info, JSON"]
    good = HOSTILE["Run"](0, b"{}\n", b"", 1.0, 50.0)
    (tmp_path / ".out.json.0.new").touch()
    assert [*HOSTILE["faults"](command, good, tmp_path)] == ["left .out.json.0.new"]
    (tmp_path / ".out.json.0.new").unlink()
    assert not [*HOSTILE["faults"](command, good, tmp_path)]
    for bad in (
        good._replace(err=b"Traceback (most recent call last):\nValueError\n"),
        good._replace(code=1),
        good._replace(code=2, out=b""),
        good._replace(out=b"{"),
        good._replace(seconds=11.0),
        good._replace(mebibytes=1025.0),
    ):
        assert [*HOSTILE["faults"](command, bad, tmp_path)], bad
