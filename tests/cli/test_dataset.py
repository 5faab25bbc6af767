"""``pushbox dataset``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pushbox.dataset import solving

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

LEVELS = """\
; 0
######
#@ $.#
#  # #
######

; 1
#######
#@ $ .#
#######
"""


@pytest.fixture
def made(run: Runner, tmp_path: Path) -> Path:
    """Return the folder of a small data set."""
    file, folder = tmp_path / "levels.txt", tmp_path / "made"
    file.write_text(LEVELS, "utf-8")
    result = run("dataset", "make", folder, file, "--to", "jsonl")
    assert result.code == 0, result.err
    assert result.out == f"{folder}: 2 levels (2 train, 0 validation, 0 test); 2 proven\n"
    return folder


def test_make_again_and_check(made: Path, run: Runner) -> None:
    """The same command changes nothing, and a check finds nothing until something is wrong."""
    again = run("dataset", "make", made, made.parent / "levels.txt", "--to", "jsonl", "--json")
    assert json.loads(again.out)["was_there"] is True
    clean = run("dataset", "check", made)
    assert (clean.code, clean.out) == (0, f"{made}: 2 rows, 0 faults\n")
    path = made / "data" / "train.jsonl"
    path.write_text(path.read_text("utf-8").replace('"boxes": 1', '"boxes": 2', 1), "utf-8")
    wrong = run("dataset", "check", made)
    assert wrong.code == 1
    assert wrong.out.splitlines() == [
        "data/train.jsonl: row 1: boxes is 2, expected 1",
        "data/train.jsonl: the file has changed since it was made: its SHA-256 differs",
        f"{made}: 2 rows, 2 faults",
    ]
    rows = [json.loads(line) for line in run("dataset", "check", made, "--json").out.splitlines()]
    assert (rows[0]["file"], rows[0]["row"]) == ("data/train.jsonl", 1)
    assert rows[-1] == {"dataset": str(made), "rows": 2, "faults": 2}
    assert run("dataset", "check", made.parent).code == 2


def test_a_check_ends_where_all_is_wrong(run: Runner, tmp_path: Path) -> None:
    """After a hundred faults, and says so."""
    path = tmp_path / "rows.jsonl"
    path.write_text("{}\n" * 100_000, "utf-8")
    result = run("dataset", "check", path)
    assert len(result.out.splitlines()) == 101
    assert result.out.endswith("100 faults, where the check ended\n")


def test_show(made: Path, run: Runner) -> None:
    """Counts of all rows or of a split, and one level by its id."""
    lines = dict(line.split(maxsplit=1) for line in run("dataset", "show", made).out.splitlines())
    assert lines["split"] == "train 2"
    assert lines["moves"] == "2 to 3, 2.5 on average, in 2 levels"
    counts = json.loads(run("dataset", "show", made, "--json").out)
    assert counts["pushes"] == {"count": 2, "least": 1, "mean": 1.5, "most": 2}
    row = json.loads((made / "data" / "train.jsonl").read_text("utf-8").splitlines()[0])
    shown = run("dataset", "show", made, "--id", row["id"][:6]).out
    assert shown.startswith("######\n#@ $.#\n")
    assert f"id                {row['id']}\n" in shown
    assert json.loads(run("dataset", "show", made, "--id", row["id"], "--json").out)["solution"] == row["solution"]
    assert run("dataset", "show", made, "--id", "ffffffffffff").err == (
        "pushbox: found no level with the id ffffffffffff\n"
    )
    assert run("dataset", "show", made, "--split", "test").out.startswith("split")


def test_ctrl_c_says_where_it_was(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And that the same command goes on."""
    file, folder, answers = tmp_path / "levels.txt", tmp_path / "made", solving.answers
    file.write_text(LEVELS, "utf-8")

    def answer(rows: str, *args: Any, **options: Any) -> dict[str, Any]:
        if rows.startswith("#######"):
            raise KeyboardInterrupt
        return answers(rows, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(solving, "answers", answer)
        stopped = run("dataset", "make", folder, file, "--to", "jsonl")
    assert stopped.code == 130
    said = "pushbox: interrupted after 1 of 2 levels; the same command goes on from there"
    assert stopped.err.strip() == said
    assert run("dataset", "make", folder, file, "--to", "jsonl").code == 0


def test_a_limit_is_an_exit_code(run: Runner, tmp_path: Path) -> None:
    """A level without its proofs is in the data set, and the command says so."""
    result = run("dataset", "make", tmp_path / "made", "builtin:campaign-03", "--to", "jsonl", "--nodes", "1")
    assert result.code == 3
    assert "open" in result.out or "solved" in result.out


def test_near_duplicates(run: Runner, tmp_path: Path) -> None:
    """Each group on a line, and a table of the splits."""
    train, test = tmp_path / "unfiltered_train_000.txt", tmp_path / "unfiltered_test_000.txt"
    train.write_text(LEVELS, "utf-8")
    test.write_text(LEVELS.replace("#@ $.#", "#.$ @#").replace("#  # #", "# #  #").partition("\n\n")[0], "utf-8")
    result = run("dataset", "near-duplicates", train, test)
    assert result.code == 1
    assert result.out.splitlines() == [
        "unfiltered_train_000.txt:1 = unfiltered_test_000.txt:1",
        "split               has a near-duplicate in  symmetric  normal form",
        "unfiltered/test     unfiltered/train                 1            1",
        "unfiltered/train    unfiltered/test                  1            1",
        "1 group of near-duplicates in several splits; levels: unfiltered/test 1, unfiltered/train 2",
    ]
    *groups, summary = map(json.loads, run("dataset", "near-duplicates", train, test, "--json").out.splitlines())
    assert len(groups) == summary["groups"] == 1
    assert run("dataset", "near-duplicates", train).code == 0
