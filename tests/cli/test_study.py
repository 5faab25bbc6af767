"""``pushbox study``."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from pushbox import formats
from pushbox.play.verify import verify
from pushbox.studies import read_study

if TYPE_CHECKING:
    import pytest
    from tests.cli.conftest import Runner

DOCS = Path(__file__).parents[2] / "docs" / "studies.md"
STUDY = "pushbox-study 1\ntitle One push\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n  note Push!\nmoves R\n"


def test_a_study_is_checked(run: Runner, tmp_path: Path) -> None:
    """What it has; 1 where a line cannot be played, 2 for what is no study."""
    path = tmp_path / "one.study"
    path.write_text(STUDY)
    result = run("study", path)
    assert (result.code, result.err) == (0, "")
    assert (
        result.out == "One push\nsokoban: 1 node, 1 line, 1 comment, 0 questions\nLines that solve the level: 1 of 1.\n"
    )
    assert run("study", path, "--text").out == STUDY
    assert json.loads(run("study", path, "--json").out)["study"]["nodes"][0]["comment"] == "Push!"
    path.write_text(STUDY.replace("moves R", "moves L"))
    result = run("study", path)
    assert (result.code, "node 1, moves L: step 1" in result.err) == (1, True), result.err
    path.write_text(STUDY.replace("moves", "steps"))
    result = run("study", path)
    assert (result.code, "line 9: found 'steps" in result.err) == (2, True)


def test_a_level_becomes_a_study_and_its_main_line_a_solution(run: Runner, tmp_path: Path) -> None:
    """As a file each, by the ending."""
    study, sok = tmp_path / "x.study", tmp_path / "x.sok"
    assert run("study", "builtin:lessons", "--level", "10", "--out", study).code == 0
    assert read_study(study.read_text()).title == "Pagoda"
    assert run("study", study, "--out", sok).code == 0
    level = formats.read_file(sok)[0]
    assert verify(level, level.saved_moves[0].text).solved


def test_the_examples_of_the_page_run(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run in docs/studies.md prints what stands below it."""
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```console\n\$ pushbox (.*?)\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert examples
    for arguments, printed in examples:
        assert run(*shlex.split(arguments)).out == printed
